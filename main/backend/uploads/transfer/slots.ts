/** Bounds the open PUT requests of all files. A slot serves one request at a time. */
export interface Slot {
  /** Frees the slot. Call it only when the request has settled. */
  release(): void;
}

export interface Slots {
  /**
   * Waits for a slot for the file `owner`. The file with the fewest slots comes first, and of several the one that waits
   * longest: a small file waits for one part of a large file, not for all.
   */
  acquire(owner: number, signal: AbortSignal): Promise<Slot>;
  /** Whether the file has a slot. */
  isServing(owner: number): boolean;
  /** Whether requests wait for a slot. */
  isSaturated(): boolean;
  /** Changes the number of slots; active requests are not interrupted. */
  resize(count: number): void;
}

interface Waiter {
  owner: number;
  resolve(): void;
}

export function createSlots(count: number): Slots {
  let size = count;
  let busy = 0;
  const waiting = new Set<Waiter>();
  /** The number of slots of each file that has one. */
  const busyOf = new Map<number, number>();

  function changeBusy(owner: number, change: number): void {
    busy += change;
    const next = (busyOf.get(owner) ?? 0) + change;
    if (next > 0) busyOf.set(owner, next);
    else busyOf.delete(owner);
  }

  function occupy(owner: number): Slot {
    changeBusy(owner, 1);
    let isReleased = false;
    return {
      release() {
        if (isReleased) return;
        isReleased = true;
        changeBusy(owner, -1);
        serveWaiters();
      },
    };
  }

  function nextWaiter(): Waiter | undefined {
    let best: Waiter | undefined;
    let fewest = Infinity;
    for (const waiter of waiting) {
      const slots = busyOf.get(waiter.owner) ?? 0;
      if (slots >= fewest) continue;
      best = waiter;
      fewest = slots;
      if (slots === 0) break;
    }
    return best;
  }

  function serveWaiters(): void {
    while (busy < size) {
      const next = nextWaiter();
      if (!next) return;
      waiting.delete(next);
      next.resolve();
    }
  }

  return {
    acquire(owner, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const onAbort = () => {
          waiting.delete(entry);
          reject(signal.reason as Error);
        };
        const entry: Waiter = {
          owner,
          resolve() {
            signal.removeEventListener("abort", onAbort);
            resolve(occupy(owner));
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(entry);
        serveWaiters();
      });
    },
    isServing: (owner) => busyOf.has(owner),
    isSaturated: () => waiting.size > 0,
    resize(next) {
      size = next;
      serveWaiters();
    },
  };
}
