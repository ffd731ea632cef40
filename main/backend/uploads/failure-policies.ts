/**
 * How the queue reacts to the failure of a file, by the kind of its error code
 * (preload/facts/errors.ts): one table for the whole file, one for its parts. Requests to the
 * service itself are repeated by their client (main/common/retry.ts).
 */
import type { FailureKind } from "../../../preload/facts/errors";
import { AppError, CredentialsRejected } from "../../common/errors";
import { backoffDelay } from "../../common/retry";
import type { Timing } from "../timing";

interface FailurePolicy {
  /**
   * - `suspend-workspace`: no file of the workspace is sent for a time; the file is not counted as
   *   failed.
   * - `suspend-until-user`: the same, until the user has acted.
   * - `retry-file`: the file is sent again after a delay, with the parts already sent. Other files
   *   continue.
   * - `restart-file`: the file is sent again at once, from its beginning.
   * - `wait-until-quiet`: the file is checked after a delay, and sent when it was unchanged for
   *   that time.
   * - `fail`: the file fails. Other files continue.
   */
  reaction:
    | "suspend-workspace"
    | "suspend-until-user"
    | "retry-file"
    | "restart-file"
    | "wait-until-quiet"
    | "fail";
  /** Until the next attempt; see `delays`. Null for none. */
  delay: keyof typeof delays | null;
  /** Consecutive attempts until the file fails. */
  maxAttempts: number;
}

/**
 * The delay before an attempt, in milliseconds. `attempt` is the number of the failed one, from 1.
 */
export const delays = {
  /** 1 s, doubled up to 1 min, with jitter. Retry-After of the service is the minimum. */
  backoff: (attempt: number, { backoffMs }: Pick<Timing, "backoffMs">) =>
    backoffDelay(attempt, backoffMs),
  /** 30 s, doubled up to 5 min: a render may take hours. */
  quiet: (attempt: number, { quietMs }: Pick<Timing, "quietMs">) =>
    Math.min(quietMs * 2 ** Math.min(attempt - 1, 10), 10 * quietMs),
};

export const failurePolicies: Record<FailureKind, FailurePolicy> = {
  // No network, no connection, 429, 507, Retry-After with any error.
  connection: { reaction: "suspend-workspace", delay: "backoff", maxAttempts: Infinity },
  // 401 after a new token, 403 for every call, certificate rejected, secret missing.
  user: { reaction: "suspend-until-user", delay: null, maxAttempts: Infinity },
  // 5xx, 408, timeout, unexpected response, gallery not readable, file locked by another program.
  transient: { reaction: "retry-file", delay: "backoff", maxAttempts: Infinity },
  // Upload id unknown, "complete" rejected, bytes already sent have changed.
  lost: { reaction: "restart-file", delay: null, maxAttempts: 3 },
  // Size or time of the file has changed, another file has its name.
  unsettled: { reaction: "wait-until-quiet", delay: "quiet", maxAttempts: Infinity },
  // Deleted, disk not connected, no permission, placeholder of a cloud file, truncated. See
  // returned-files.ts.
  unavailable: { reaction: "fail", delay: null, maxAttempts: 1 },
  // 400, 403 for a fresh URL, wrong ETag twice, gallery path taken, read error of the disk.
  file: { reaction: "fail", delay: null, maxAttempts: 1 },
};

/**
 * Without a user who could act, a failure that may end by another cause is treated as one of the
 * connection: a network with a sign-in page has another certificate, or responds with 401 or 403,
 * until a user has signed in.
 */
export const mayEndWithoutUser = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === "certificate" || error.code === "token-refused") &&
  !(error instanceof CredentialsRejected);

/**
 * How often all bytes of a file or part are sent without a confirmation, until its file fails. They
 * begin again with each confirmed part. With the delays between them this takes a quarter of an
 * hour or more.
 */
export const maxUnconfirmedSends = 60;

/**
 * How often "complete" is sent again after answers that confirm nothing, until the file fails, by
 * whether it may replace another one.
 */
export const maxUnclearCompletes = {
  /** A list cannot confirm such a file. With the same delays this takes about half an hour. */
  replacing: 60,
  /**
   * A service may assemble a large file hours after its answer, and a list shows it then. With
   * delays of 36 s on average (12 s to a minute) this takes about 24 hours.
   */
  new: 2400,
};

/** Attempts of one part before its failure becomes that of its file, by what happened. */
export const partAttempts = {
  /** 5xx, timeout, connection reset. With a backoff. */
  transient: 3,
  /** 403. At once with a fresh URL: the first may be due to the age of the URL. */
  urlRefused: 2,
  /** The URL, or what signed it, has expired. With a fresh URL and a backoff. */
  urlExpired: 5,
  /** The ETag is not that of the bytes sent. At once; the bytes are read again. */
  etagMismatch: 2,
};

/**
 * When a part at the end of a file gets a second request while the first one is open; see
 * transfer/hedging.ts. Only if a slot is free, and not for some seconds after an overload.
 */
export const hedging = {
  /**
   * A part is late after this many times the usual time without progress: the median of the longest
   * ones of the parts before. `lateMs` of the timing is the minimum. So no part is late if the
   * storage is slow for all.
   */
  factor: 3,
  /** The median is that of the last parts, of this many at most. */
  lastParts: 16,
  /** With fewer parts no time is usual. */
  minParts: 2,
  /** The second requests of a file at a time. */
  maxActive: 1,
};
