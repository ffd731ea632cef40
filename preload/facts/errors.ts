/**
 * What each failure means for a queue and for the user: one table, which the queues of main and the attention of the
 * window both read.
 */
import type { ErrorCode } from "../model";

export type FailureKind =
  /** Of the connection to the service: suspends the queue of a workspace for a time and counts against no file. */
  | "connection"
  /** The same, but waiting is no use: suspends the queue until the user has done something. */
  | "user"
  /** Of one file, and may pass without a change: the file is tried again. */
  | "passing"
  /** The service dropped the upload or cannot put it together: all of it has to be sent again. */
  | "lost"
  /** Of one file or request, which fails; all others continue. */
  | "file";

interface FailureRule {
  kind: FailureKind;
  /** Whether it ends only after the user has done something, also where it is tried again meanwhile. */
  needsUser: boolean;
}

const rules: Record<ErrorCode, FailureRule> = {
  offline: { kind: "connection", needsUser: false },
  unreachable: { kind: "connection", needsUser: false },
  "rate-limited": { kind: "connection", needsUser: false },
  "service-full": { kind: "connection", needsUser: true },
  "local-service-failed": { kind: "connection", needsUser: true },

  "token-refused": { kind: "user", needsUser: true },
  "secret-missing": { kind: "user", needsUser: true },
  "secret-unreadable": { kind: "user", needsUser: true },
  certificate: { kind: "user", needsUser: true },
  "folder-in-use": { kind: "user", needsUser: true },
  "database-damaged": { kind: "user", needsUser: true },
  "database-missing": { kind: "user", needsUser: true },

  timeout: { kind: "passing", needsUser: false },
  "service-error": { kind: "passing", needsUser: false },
  "unexpected-answer": { kind: "passing", needsUser: false },
  "gallery-unknown": { kind: "passing", needsUser: false },
  internal: { kind: "passing", needsUser: true },

  "upload-lost": { kind: "lost", needsUser: false },
  "complete-refused": { kind: "lost", needsUser: false },

  "request-refused": { kind: "file", needsUser: true },
  "invalid-input": { kind: "file", needsUser: true },
  "not-found": { kind: "file", needsUser: true },
  "list-too-long": { kind: "file", needsUser: true },
  "copy-restored": { kind: "file", needsUser: true },
  "file-missing": { kind: "file", needsUser: true },
  "file-unreadable": { kind: "file", needsUser: true },
  "file-changed": { kind: "file", needsUser: true },
  "file-empty": { kind: "file", needsUser: true },
  "path-not-approved": { kind: "file", needsUser: true },
  "not-confirmed": { kind: "file", needsUser: true },
  "disk-full": { kind: "file", needsUser: true },
  "url-refused": { kind: "file", needsUser: true },
  "etag-mismatch": { kind: "file", needsUser: true },
  "path-taken": { kind: "file", needsUser: true },
  unconfirmed: { kind: "file", needsUser: true },
  "not-offered": { kind: "file", needsUser: true },
  "unknown-call": { kind: "file", needsUser: true },
  "sender-refused": { kind: "file", needsUser: true },
};

const ruleOf = (code: ErrorCode): FailureRule =>
  // A window may be newer or older than the stored row that names the code.
  Object.hasOwn(rules, code) ? rules[code] : rules.internal;

export const kindOf = (code: ErrorCode): FailureKind => ruleOf(code).kind;
export const needsUser = (code: ErrorCode): boolean => ruleOf(code).needsUser;
