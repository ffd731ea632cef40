/** Waits between attempts: exponential backoff with jitter, and an abortable pause. */

/** In milliseconds. */
export const maxBackoffMs = 60_000;

/**
 * A random wait of at most `baseMs · 2^(attempt-1)` and at most one minute, in milliseconds. `attempt` starts at 1.
 */
export function backoffDelay(
  attempt: number,
  baseMs: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(maxBackoffMs, baseMs * 2 ** (attempt - 1));
  // At least 20 % of the maximum: a service that has just failed needs time to recover.
  return Math.round(ceiling * (0.2 + 0.8 * random()));
}

/** Resolves after `milliseconds`. Rejects with the signal's reason if the signal is aborted. */
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
