import { pause } from "../../common/retry";

/** A token bucket that all lanes draw from. */
export interface Bandwidth {
  /** Resolves when this many bytes may go. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Bytes a second; 0 for no limit. Holds for bytes asked for from now on. */
  limit(bytesPerSecond: number): void;
}

/** Lets at most a quarter second's worth go in one burst. */
export function createBandwidth(
  bytesPerSecond: number,
  now: () => number = () => performance.now(),
): Bandwidth {
  let rate = atLeast(bytesPerSecond);
  // The moment at which all that was granted so far has been paid for.
  let paidUntil = 0;
  const burstMs = 250;
  return {
    async take(bytes, signal) {
      if (rate === 0) return;
      const start = Math.max(paidUntil, now() - burstMs);
      paidUntil = start + (bytes / rate) * 1000;
      const wait = paidUntil - now();
      if (wait > 0) await pause(wait, signal);
    },
    limit(next) {
      rate = atLeast(next);
      paidUntil = now();
    },
  };
}

/** A slower rate could not be told from a stalled connection. */
function atLeast(bytesPerSecond: number): number {
  return bytesPerSecond === 0 ? 0 : Math.max(bytesPerSecond, 16 * 1024);
}
