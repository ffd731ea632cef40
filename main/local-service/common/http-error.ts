/** Errors that become HTTP responses: a status, a message and, for some, headers. */
import { isTransient } from "../../../preload/facts/errors";
import { AppError, sqliteCode, systemCode } from "../../common/errors";

/**
 * An error whose message is sent to the client verbatim. For a 400 `message` names the field
 * (interface §7); it contains no secret. Any other thrown error becomes a 500, and its cause is
 * only logged.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
  }
}

/** 400 whose message begins with the field's name. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(400, `${field}: ${message}`);
}

/**
 * The database cannot be used now; the same call may succeed in a moment. It is 503, but no
 * HttpError: background work is repeated after it, not ended.
 */
export class DatabaseUnavailable extends Error {}

/**
 * Whether an error is that of a database or bucket that cannot be reached for a time: background
 * work that failed with it is repeated.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isUnavailableBucket(error);

/** Only the client of a bucket has such errors here. */
const isUnavailableBucket = (error: unknown): boolean =>
  error instanceof AppError && isTransient(error.code);

const retryAfter = { "Retry-After": "2" };

/** SQLite's own code for "database or disk is full". */
const sqliteFull = 13;

/** Whether an operation on a file or on the database failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  // "disk-full" is the AppError code that the database module throws.
  if (["ENOSPC", "EDQUOT", "disk-full"].includes(code)) return true;
  return (
    sqliteCode(error) === sqliteFull ||
    (error instanceof Error && /disk is full/i.test(error.message))
  );
}

/** The HttpError for a thrown value; null when the error is unexpected and must be logged. */
export function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return new HttpError(503, error.message, retryAfter);
  if (isDiskFull(error))
    return new HttpError(507, "no space left on the disk of the local workspace");
  return null;
}

/** Response to unexpected errors. */
export const internalError = new HttpError(500, "internal server error");
const storageUnavailable = new HttpError(503, "the storage of the workspace does not respond", {
  "retry-after": "2",
});

/** The response to an error of which the cause is only logged. */
export const unexpectedResponse = (error: unknown): HttpError =>
  isUnavailableBucket(error) ? storageUnavailable : internalError;
