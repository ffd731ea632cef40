/**
 * Limits of calls: of each credential, and of attempts to sign in. They are those of a process. A
 * refused call says when to repeat it.
 */
import { HttpError } from "../common/http-error";

/** Calls of a credential per second, and the number that it may make at once. */
const callsPerSecond = 50;
const callBurst = 200;
/** Failed attempts to sign in, and to accept an invitation, of an address. */
const attemptsPerMinute = 10;
/** After so many wrong secrets, a client id is refused for the time below. */
const wrongSecrets = 5;
const refusedMs = 15 * 60_000;
/** SECURITY: bounds the memory that senders can use. */
const maxEntries = 10_000;

export interface CallLimits {
  /** @throws HttpError 429 */
  takeCall(credentialId: string): void;
  /**
   * Counts an attempt, unless `succeeded` is called: many persons may share an address. Call it for
   * an error too for which `isFailedAttempt` is false.
   * @throws HttpError 429
   */
  takeAttempt(address: string): { succeeded: () => void };
  /** @throws HttpError 429 after too many wrong secrets */
  requireNotRefused(clientId: string): void;
  noteWrongSecret(clientId: string): void;
  noteRightSecret(clientId: string): void;
}

/** Whether an error counts as a failed attempt of the sender; an error of the service does not. */
export const isFailedAttempt = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 400;

const tooMany = (what: string, waitMs: number) =>
  new HttpError(429, `too many ${what}; repeat the request later`, {
    "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))),
  });

/** A map that drops its oldest entry before it grows beyond its bound. */
function setBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxEntries) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/** Buckets that are refilled at a constant rate. */
function createBuckets(what: string, rate: { perMs: number; burst: number }, now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>();
  function leftOf(key: string): number {
    const at = now();
    const bucket = buckets.get(key) ?? { left: rate.burst, at };
    return Math.min(rate.burst, bucket.left + (at - bucket.at) * rate.perMs);
  }
  return {
    take(key: string): void {
      const left = leftOf(key);
      if (left < 1) throw tooMany(what, (1 - left) / rate.perMs);
      setBounded(buckets, key, { left: left - 1, at: now() });
    },
    giveBack(key: string): void {
      setBounded(buckets, key, { left: Math.min(rate.burst, leftOf(key) + 1), at: now() });
    },
  };
}

/** `now`: monotonic milliseconds. */
export function createCallLimits(now: () => number): CallLimits {
  const perCall = { perMs: callsPerSecond / 1000, burst: callBurst };
  const perAttempt = { perMs: attemptsPerMinute / 60_000, burst: attemptsPerMinute };
  const calls = createBuckets("calls", perCall, now);
  const attempts = createBuckets("attempts to sign in", perAttempt, now);
  const wrong = new Map<string, { count: number; until: number }>();
  return {
    takeCall: calls.take,
    takeAttempt(address) {
      attempts.take(address);
      return { succeeded: () => attempts.giveBack(address) };
    },
    requireNotRefused(clientId) {
      const found = wrong.get(clientId);
      if (found && found.count >= wrongSecrets && now() < found.until)
        throw tooMany("wrong secrets", found.until - now());
    },
    noteWrongSecret(clientId) {
      const found = wrong.get(clientId);
      const earlier = found && now() < found.until ? found.count : 0;
      setBounded(wrong, clientId, { count: earlier + 1, until: now() + refusedMs });
    },
    noteRightSecret: (clientId) => void wrong.delete(clientId),
  };
}
