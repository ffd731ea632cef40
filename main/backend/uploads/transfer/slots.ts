/**
 * Bounds the open PUT requests of all files. A slot serves one request at a time and owns the two buffers that its body
 * is read into, so memory is slots × 512 KiB for any part size.
 */
export const bufferSize = 256 * 1024;

export interface Slot {
  readonly buffers: readonly [Buffer, Buffer];
  /** Frees the slot. Call it only when the request has settled: before, a socket may still use the buffers. */
  release(): void;
}

export interface Slots {
  /** Waits for a slot, first come first served: a small file waits for one part of a large file, not for all. */
  acquire(signal: AbortSignal): Promise<Slot>;
  /** Changes the number of slots; active requests are not interrupted. */
  resize(count: number): void;
}

interface Waiter {
  resolve(): void;
}

export function createSlots(count: number): Slots {
  let size = count;
  let busy = 0;
  const spare: (readonly [Buffer, Buffer])[] = [];
  const waiting = new Set<Waiter>();

  function occupy(): Slot {
    busy += 1;
    const buffers =
      spare.pop() ?? ([Buffer.allocUnsafe(bufferSize), Buffer.allocUnsafe(bufferSize)] as const);
    let isReleased = false;
    return {
      buffers,
      release() {
        if (isReleased) return;
        isReleased = true;
        busy -= 1;
        if (spare.length < size) spare.push(buffers);
        serveWaiters();
      },
    };
  }

  function serveWaiters(): void {
    for (const next of waiting) {
      if (busy >= size) return;
      waiting.delete(next);
      next.resolve();
    }
  }

  return {
    acquire(signal) {
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
          resolve() {
            signal.removeEventListener("abort", onAbort);
            resolve(occupy());
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(entry);
        serveWaiters();
      });
    },
    resize(next) {
      size = next;
      serveWaiters();
    },
  };
}
