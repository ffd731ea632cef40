/**
 * Calls of the file system in a thread that may block: blocks while the disk responds at once, and
 * not otherwise.
 */

/**
 * Note: Blocking calls. A call that goes through the pool of libuv costs 30 to 150 µs of CPU more
 * than one that blocks, which is a third of the time of a small file. Disks of this computer
 * respond within 50 µs, mostly from the cache. A network drive or a disk that has to be started
 * responds after milliseconds; blocking calls would then stop everything else in the thread. So
 * when the calls have become slow on average, they go through the pool for a while.
 */
const slowMs = 1;
const asynchronousMs = 1_000;
/** The share of the last call in the average. */
const smoothing = 1 / 8;

/** Runs one of two equivalent calls. */
export type DiskCalls = <T>(blocking: () => T, asynchronous: () => Promise<T>) => T | Promise<T>;

/** `now` in milliseconds. */
export function createDiskCalls(now = () => performance.now()): DiskCalls {
  let averageMs = 0;
  let asynchronousUntil = 0;

  return (blocking, asynchronous) => {
    const startedAt = now();
    if (startedAt < asynchronousUntil) return asynchronous();
    try {
      return blocking();
    } finally {
      const endedAt = now();
      averageMs += smoothing * (endedAt - startedAt - averageMs);
      if (averageMs > slowMs) {
        asynchronousUntil = endedAt + asynchronousMs;
        averageMs = 0;
      }
    }
  };
}
