/**
 * Delays between attempts: policies by name, exponential backoff with jitter, and an abortable
 * pause.
 */
import { isTransient } from "../../preload/facts/errors";
import { AppError } from "./errors";

/** How an operation is repeated by the function that runs it. */
export interface RetryPolicy {
  /**
   * Upper bound of the first delay, in milliseconds. It doubles with each attempt; see
   * `backoffDelay`.
   */
  baseMs: number;
  /** Number of attempts, including the first one. */
  maxAttempts: number;
  /** If a longer delay is required, in milliseconds, the error is passed to the caller instead. */
  maxDelayMs: number;
}

/**
 * The policies of operations that are repeated in memory. Uploads and pending requests are retried
 * across restarts: their delays are stored in the database, and begin with `backoffMs` of
 * main/backend/timing.
 */
export const retryPolicies = {
  /** A request to a service. */
  serviceRequest: { baseMs: 250, maxAttempts: 3, maxDelayMs: 2_000 },
  /** A request to a bucket. */
  bucketRequest: { baseMs: 250, maxAttempts: 3, maxDelayMs: 5_000 },
  /** A download of a script or video by the local service; all attempts share one time limit. */
  download: { baseMs: 1_500, maxAttempts: 4, maxDelayMs: Infinity },
  /** The list of releases of the application, and their files. */
  updates: { baseMs: 1_000, maxAttempts: 4, maxDelayMs: Infinity },
  /** An upload from the terminal: several minutes, because no user is present to stop it. */
  headless: { baseMs: 1_000, maxAttempts: 10, maxDelayMs: Infinity },
} as const satisfies Record<string, RetryPolicy>;

/** How work in the background is repeated until it succeeds. */
export interface RepeatPolicy {
  /** The first delay, in milliseconds. It doubles with each failure, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
}

export const repeatPolicies = {
  /** A loop of background work, for example after it found the disk full. */
  backgroundWork: { firstMs: 30_000, maxMs: 30_000 },
  /** The check of one language, whose failure probably has a cause in its lines. */
  languageCheck: { firstMs: 10_000, maxMs: 600_000 },
} as const satisfies Record<string, RepeatPolicy>;

/**
 * The delay after this many failures in a row, in milliseconds. It is not random: nothing else
 * repeats the same work.
 */
export const repeatDelay = (failures: number, { firstMs, maxMs }: RepeatPolicy): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1));

/** Upper bound of all delays of `backoffDelay`, in milliseconds. */
export const maxBackoffMs = 60_000;

export interface RetryOptions {
  policy: RetryPolicy;
  /**
   * The minimum delay before the next attempt in milliseconds (Retry-After, else 0), or null if
   * another attempt would not help. Default: `transientDelay`.
   */
  minDelayOf?: (error: unknown) => number | null;
  signal?: AbortSignal | undefined;
}

/**
 * For errors whose cause may end within seconds: the delay that the service requested, else 0; null
 * for others.
 */
export const transientDelay = (error: unknown): number | null =>
  error instanceof AppError && isTransient(error.code) ? (error.retryAfterMs ?? 0) : null;

/**
 * Runs `work` until it succeeds or another attempt would not help. Rejects with the last error, or,
 * if the signal is aborted during a delay, with the reason of the signal.
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  { policy, minDelayOf = transientDelay, signal }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const minDelayMs = signal?.aborted ? null : minDelayOf(error);
      if (minDelayMs === null || attempt >= policy.maxAttempts) throw error;
      const delayMs = Math.max(minDelayMs, backoffDelay(attempt, policy.baseMs));
      if (delayMs > policy.maxDelayMs) throw error;
      await pause(delayMs, signal);
    }
  }
}

/**
 * A random wait of at most `baseMs · 2^(attempt-1)` and at most one minute, in milliseconds.
 * `attempt` starts at 1.
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
