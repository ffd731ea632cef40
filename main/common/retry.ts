/** Waiting between tries: exponential with full jitter, and a pause that can be called off. */

/** In milliseconds. */
export const longestBackoffMs = 60_000;

/** A random wait below `baseMs · 2^(attempt-1)`, at most a minute, in milliseconds. `attempt` counts from 1. */
export function backoffDelay(
  attempt: number,
  baseMs: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(longestBackoffMs, baseMs * 2 ** (attempt - 1));
  // Never quite zero: a service that has just failed gets a moment.
  return Math.round(ceiling * (0.2 + 0.8 * random()));
}

/** Resolves after so many milliseconds; rejects with the signal's reason when it is called off. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
