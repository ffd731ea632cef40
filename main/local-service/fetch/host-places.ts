/** Places for downloads: a limited number for each host, and for all. */

/** Resolves with a function that gives the place back. Rejects with the reason of the signal. */
export type TakePlace = (host: string, signal: AbortSignal) => Promise<() => void>;

export interface PlaceLimits {
  perHost: number;
  total: number;
}

interface Waiting {
  host: string;
  enter: () => void;
}

/** Among the downloads that wait, the first one whose host has a free place is next. */
export function createHostPlaces({ perHost, total }: PlaceLimits): TakePlace {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let count = 0;

  function admit(): void {
    for (const one of waiting) {
      if (count >= total) return;
      const atHost = taken.get(one.host) ?? 0;
      if (atHost >= perHost) continue;
      waiting.delete(one);
      taken.set(one.host, atHost + 1);
      count += 1;
      one.enter();
    }
  }

  function release(host: string): void {
    const rest = (taken.get(host) ?? 1) - 1;
    if (rest === 0) taken.delete(host);
    else taken.set(host, rest);
    count -= 1;
    admit();
  }

  return (host, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const one: Waiting = {
        host,
        enter() {
          signal.removeEventListener("abort", abort);
          let isReleased = false;
          resolve(() => {
            if (!isReleased) release(host);
            isReleased = true;
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
