/** The exit codes of the terminal commands. */
import type { ErrorCode } from "../../preload/facts/error-codes";
import type { ConnectionStep } from "../../preload/model";

export const exit = {
  /** Done, or nothing to do. */
  done: 0,
  /**
   * A file, a take or a language failed, a folder does not match its manifest, or an unexpected
   * error.
   */
  failed: 1,
  /** Invalid arguments, or a file or folder named by them that does not exist or cannot be used. */
  usage: 2,
  /** A check ran, and found something that waits for a person. */
  found: 3,
  credentials: 4,
  /** A named batch or upload does not exist. */
  notFound: 5,
  /**
   * The same command may succeed later: no network, no response, or the service has no capacity.
   */
  later: 6,
  /** The state folder is in use, the path is taken, or another program moves the workspace. */
  taken: 8,
  /** This workspace does not offer it. */
  notOffered: 9,
  /** The same command continues. */
  interrupted: 130,
} as const;

/**
 * The exit code of a command that ends with an error. A failure of one file among others is
 * `exit.failed`.
 */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  offline: exit.later,
  unreachable: exit.later,
  timeout: exit.later,
  "rate-limited": exit.later,
  "service-error": exit.later,
  "service-full": exit.later,
  "unexpected-answer": exit.later,
  certificate: exit.later,
  "proxy-credentials": exit.later,
  "proxy-failed": exit.later,
  "local-service-failed": exit.later,
  "gallery-unknown": exit.later,

  "token-refused": exit.credentials,
  "secret-missing": exit.credentials,
  "secret-unreadable": exit.credentials,

  "invalid-input": exit.usage,
  "file-missing": exit.usage,
  "drive-missing": exit.usage,
  "file-denied": exit.usage,
  "file-unreadable": exit.usage,
  "file-unwritable": exit.usage,

  "not-found": exit.notFound,
  "folder-holds-workspace": exit.taken,
  "folder-in-use": exit.taken,
  "move-runs": exit.taken,
  "path-taken": exit.taken,
  "not-offered": exit.notOffered,

  "request-refused": exit.failed,
  "list-too-long": exit.failed,
  "copy-restored": exit.failed,
  unconfirmed: exit.failed,
  "database-damaged": exit.failed,
  "database-missing": exit.failed,
  "rows-invalid": exit.failed,
  "file-in-cloud": exit.failed,
  "file-locked": exit.failed,
  "file-truncated": exit.failed,
  "file-changed": exit.failed,
  "file-growing": exit.failed,
  "file-replaced": exit.failed,
  "file-empty": exit.failed,
  "path-not-approved": exit.failed,
  "not-confirmed": exit.failed,
  "forbidden-by-policy": exit.failed,
  "disk-full": exit.failed,
  "url-refused": exit.failed,
  "upload-lost": exit.failed,
  "etag-mismatch": exit.failed,
  "copy-differs": exit.failed,
  "complete-refused": exit.failed,
  "unknown-call": exit.failed,
  "sender-refused": exit.failed,
  internal: exit.failed,
};

/** Of `dubyard test-connection`: the code of the first step that failed. */
export const connectionExit: Readonly<Record<ConnectionStep, number>> = {
  dns: 10,
  tcp: 11,
  proxy: 12,
  tls: 13,
  service: 14,
  clock: 15,
  credentials: 16,
  storage: 17,
};
