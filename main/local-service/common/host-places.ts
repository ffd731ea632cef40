/** Places for requests to other computers: a limited number for each host, and for all. */

/** What a place is taken for. */
export interface Claim {
  /** Of those that wait, a group with fewer places is admitted before one with more. */
  group: string;
  /** Bulk requests never take the last place of a host, nor of all. */
  isBulk: boolean;
}

/** Resolves with a function that gives the place back. Rejects with the reason of the signal. */
export type TakePlace = (host: string, signal: AbortSignal, claim?: Claim) => Promise<() => void>;

export interface PlaceLimits {
  perHost: number;
  total: number;
}

interface Waiting extends Claim {
  host: string;
  enter: () => void;
}

/** Numbers by name; a name without a number has 0, and is not stored. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: number): void {
      const count = of(name) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}

const noClaim: Claim = { group: "", isBulk: false };

/** Among those that wait for a host with a free place, and are equal, the first one is next. */
export function createHostPlaces({ perHost, total }: PlaceLimits): TakePlace {
  const atHost = createCounts();
  const inGroup = createCounts();
  const waiting = new Set<Waiting>();
  let count = 0;

  function isFree({ host, isBulk }: Waiting): boolean {
    const kept = isBulk ? 1 : 0;
    return atHost.of(host) < perHost - kept && count < total - kept;
  }

  function next(): Waiting | null {
    let best: Waiting | null = null;
    for (const one of waiting)
      if (isFree(one) && (!best || inGroup.of(one.group) < inGroup.of(best.group))) best = one;
    return best;
  }

  function change({ host, group }: Waiting, by: 1 | -1): void {
    atHost.add(host, by);
    inGroup.add(group, by);
    count += by;
  }

  function admit(): void {
    for (let one = next(); one; one = next()) {
      waiting.delete(one);
      change(one, 1);
      one.enter();
    }
  }

  return (host, signal, claim = noClaim) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const one: Waiting = {
        ...claim,
        host,
        enter() {
          signal.removeEventListener("abort", abort);
          let isReleased = false;
          resolve(() => {
            if (isReleased) return;
            isReleased = true;
            change(one, -1);
            admit();
          });
        },
      };
      const abort = () => {
        waiting.delete(one);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.add(one);
      admit();
    });
}
