import { pause } from "../../../common/retry";

/** A token bucket shared by all open requests. */
export interface Bandwidth {
  /** Resolves when this many bytes may be sent. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Sets the limit in bytes per second, 0 for none. Applies to later calls of `take`. */
  limit(bytesPerSecond: number): void;
}

/** A burst is at most the bytes of a quarter of a second. */
export function createBandwidth(
  bytesPerSecond: number,
  now: () => number = () => performance.now(),
): Bandwidth {
  let rate = withMinimum(bytesPerSecond);
  // When the bytes granted up to now are used up at the current rate.
  let usedUntil = 0;
  const burstMs = 250;
  return {
    async take(bytes, signal) {
      if (rate === 0) return;
      const start = Math.max(usedUntil, now() - burstMs);
      usedUntil = start + (bytes / rate) * 1000;
      const wait = usedUntil - now();
      if (wait > 0) await pause(wait, signal);
    },
    limit(next) {
      rate = withMinimum(next);
      usedUntil = now();
    },
  };
}

/** At a slower rate the stall detector would abort requests. */
function withMinimum(bytesPerSecond: number): number {
  return bytesPerSecond === 0 ? 0 : Math.max(bytesPerSecond, 16 * 1024);
}
