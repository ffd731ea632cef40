/**
 * The one bound on open PUT requests, over all files. A lane carries one request at a time and owns the two
 * buffers its body is read into, so memory is lanes × 512 KiB whatever the parts' size.
 */
export const bufferSize = 256 * 1024;

export interface Lane {
  readonly buffers: readonly [Buffer, Buffer];
  /** Gives the lane back. Only when the request has settled: a socket may still hold its buffers before. */
  release(): void;
}

export interface Lanes {
  /** Waits for a lane, first come first served, so that a small file waits for one part of a giant, not for all. */
  acquire(signal: AbortSignal): Promise<Lane>;
  /** Changes how many there are; requests under way are not touched. */
  resize(count: number): void;
}

interface Waiting {
  take(): void;
}

export function createLanes(count: number): Lanes {
  let size = count;
  let busy = 0;
  const spare: (readonly [Buffer, Buffer])[] = [];
  const waiting = new Set<Waiting>();

  function hand(): Lane {
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
        serve();
      },
    };
  }

  function serve(): void {
    for (const next of waiting) {
      if (busy >= size) return;
      waiting.delete(next);
      next.take();
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
        const entry: Waiting = {
          take() {
            signal.removeEventListener("abort", onAbort);
            resolve(hand());
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(entry);
        serve();
      });
    },
    resize(next) {
      size = next;
      serve();
    },
  };
}
