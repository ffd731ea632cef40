/**
 * The meaning of each error code: one table for the upload queue, the outbox, the HTTP clients, the
 * command line and the window. A new code is added here, where it is thrown, and to the texts of
 * the window.
 */
import type { ErrorCode } from "./error-codes";

interface ErrorFacts {
  /**
   * What the failure concerns.
   * - `network`: this computer has no network.
   * - `workspace`: no request of this workspace can succeed now.
   * - `credentials`: the same, because of the workspace's credentials.
   * - `service`: this request, and probably others: the service does not work correctly.
   * - `request`, `file`: only this request or file.
   * - `ours`: the application itself.
   */
  scope: "network" | "workspace" | "credentials" | "service" | "request" | "file" | "ours";
  /**
   * When a retry is useful.
   * - `when-online`: after the network is available again.
   * - `backoff`: later; the queue of the whole workspace waits.
   * - `soon`: later; only this request or file waits.
   * - `restart`: immediately, from the beginning: the service has discarded the upload or cannot
   *   assemble it.
   * - `when-quiet`: after the file has not changed for some time.
   * - `when-available`: after the file can be read again, which is checked regularly.
   * - `after-user`: after the user has changed something.
   * - `never`: the same request would fail again.
   */
  retry:
    | "when-online"
    | "backoff"
    | "soon"
    | "restart"
    | "when-quiet"
    | "when-available"
    | "after-user"
    | "never";
  /** "no": the service has definitely not processed a request that failed with this code. */
  delivered: "maybe" | "no";
  /** The failure is retried automatically, but ends only after the user has acted. */
  needsUser?: true;
  /** May end within seconds: the client repeats the request immediately if that is safe. */
  isTransient?: true;
  /**
   * The message of the error is only for the log: the window shows only its own text for the code.
   */
  hidesMessage?: true;
  /** The most frequent cause is a wrong base URL. */
  suggestsWrongUrl?: true;
  /** The service has read the request and rejects it (HTTP 400, 401, 403, 404). */
  isRejection?: true;
  /** The cause may be an expired token: the request is repeated with a new one. */
  mayNeedNewToken?: true;
  /** The local service cannot start before the user has decided how to continue. */
  needsDecision?: true;
}

const errors: Record<ErrorCode, ErrorFacts> = {
  offline: { scope: "network", retry: "when-online", delivered: "no", hidesMessage: true },
  unreachable: {
    scope: "workspace",
    retry: "backoff",
    // "no" if the connection failed before the first byte; see `isUndelivered` of the outbox.
    delivered: "maybe",
    isTransient: true,
    hidesMessage: true,
    suggestsWrongUrl: true,
  },
  timeout: {
    scope: "service",
    retry: "soon",
    delivered: "maybe",
    isTransient: true,
    hidesMessage: true,
    suggestsWrongUrl: true,
  },
  "rate-limited": { scope: "request", retry: "backoff", delivered: "no", isTransient: true },
  "service-error": { scope: "request", retry: "soon", delivered: "maybe", isTransient: true },
  "service-full": { scope: "request", retry: "backoff", delivered: "maybe", needsUser: true },
  "unexpected-answer": {
    scope: "service",
    retry: "soon",
    delivered: "maybe",
    suggestsWrongUrl: true,
  },

  "token-refused": {
    scope: "credentials",
    retry: "after-user",
    delivered: "no",
    isRejection: true,
    mayNeedNewToken: true,
  },
  "secret-missing": {
    scope: "credentials",
    retry: "after-user",
    delivered: "no",
    hidesMessage: true,
  },
  "secret-unreadable": {
    scope: "credentials",
    retry: "after-user",
    delivered: "no",
    hidesMessage: true,
  },
  certificate: {
    scope: "workspace",
    retry: "after-user",
    delivered: "no",
    suggestsWrongUrl: true,
  },
  "forbidden-by-policy": { scope: "workspace", retry: "after-user", delivered: "no" },
  "proxy-credentials": { scope: "workspace", retry: "after-user", delivered: "no" },
  "proxy-failed": { scope: "workspace", retry: "backoff", delivered: "no", isTransient: true },
  "local-service-failed": {
    scope: "workspace",
    retry: "backoff",
    delivered: "no",
    needsUser: true,
    hidesMessage: true,
  },
  "folder-holds-workspace": { scope: "request", retry: "after-user", delivered: "no" },
  "folder-in-use": { scope: "workspace", retry: "after-user", delivered: "no" },
  "move-runs": { scope: "workspace", retry: "after-user", delivered: "no" },
  "database-damaged": {
    scope: "workspace",
    retry: "after-user",
    delivered: "no",
    needsDecision: true,
  },
  "rows-invalid": {
    scope: "workspace",
    retry: "after-user",
    delivered: "no",
    needsDecision: true,
  },
  "database-missing": {
    scope: "workspace",
    retry: "after-user",
    delivered: "no",
    needsDecision: true,
  },

  "request-refused": {
    scope: "request",
    retry: "never",
    delivered: "no",
    isRejection: true,
    mayNeedNewToken: true,
  },
  "invalid-input": { scope: "request", retry: "never", delivered: "no", isRejection: true },
  "not-found": {
    scope: "request",
    retry: "never",
    delivered: "no",
    suggestsWrongUrl: true,
    isRejection: true,
  },
  "not-offered": { scope: "request", retry: "never", delivered: "no", hidesMessage: true },
  "list-too-long": { scope: "request", retry: "never", delivered: "maybe" },
  "copy-restored": { scope: "request", retry: "after-user", delivered: "maybe" },
  unconfirmed: { scope: "request", retry: "after-user", delivered: "maybe" },

  "file-missing": { scope: "file", retry: "when-available", delivered: "no" },
  "drive-missing": { scope: "file", retry: "when-available", delivered: "no" },
  "file-denied": { scope: "file", retry: "when-available", delivered: "no" },
  "file-in-cloud": { scope: "file", retry: "when-available", delivered: "no" },
  "file-truncated": { scope: "file", retry: "when-available", delivered: "no" },
  "file-locked": { scope: "file", retry: "soon", delivered: "no" },
  "file-unreadable": { scope: "file", retry: "after-user", delivered: "no" },
  "file-unwritable": { scope: "file", retry: "after-user", delivered: "no" },
  "file-changed": { scope: "file", retry: "when-quiet", delivered: "no" },
  "file-growing": { scope: "file", retry: "when-quiet", delivered: "no" },
  "file-replaced": { scope: "file", retry: "when-quiet", delivered: "no" },
  "file-empty": { scope: "file", retry: "after-user", delivered: "no" },
  "path-not-approved": { scope: "file", retry: "after-user", delivered: "maybe" },
  "not-confirmed": { scope: "file", retry: "after-user", delivered: "maybe" },
  "url-refused": { scope: "file", retry: "after-user", delivered: "maybe" },
  "etag-mismatch": { scope: "file", retry: "after-user", delivered: "maybe" },
  "copy-differs": { scope: "file", retry: "after-user", delivered: "maybe" },
  "path-taken": { scope: "file", retry: "after-user", delivered: "maybe" },
  "upload-lost": { scope: "file", retry: "restart", delivered: "maybe" },
  "complete-refused": { scope: "file", retry: "restart", delivered: "maybe" },
  "gallery-unknown": { scope: "file", retry: "soon", delivered: "maybe" },

  "disk-full": { scope: "ours", retry: "after-user", delivered: "maybe" },
  "unknown-call": { scope: "ours", retry: "never", delivered: "maybe" },
  "sender-refused": { scope: "ours", retry: "never", delivered: "maybe" },
  internal: {
    scope: "ours",
    retry: "soon",
    delivered: "maybe",
    needsUser: true,
    hidesMessage: true,
  },
};

/**
 * The facts of a code. Stored rows may contain a code of another version, which counts as
 * `internal`.
 */
function factsOf(code: ErrorCode): ErrorFacts {
  return Object.hasOwn(errors, code) ? errors[code] : errors.internal;
}
const codesWhere = (matches: (facts: ErrorFacts) => boolean): ErrorCode[] =>
  (Object.keys(errors) as ErrorCode[]).filter((code) => matches(errors[code]));

export type FailureKind =
  /**
   * A connection error: suspends the queue of a workspace for a time and does not count as an
   * attempt of a file.
   */
  | "connection"
  /** The same, but waiting does not help: suspends the queue until the user has acted. */
  | "user"
  /** An error of one file that may end without a change: the file is retried. */
  | "transient"
  /**
   * The service has discarded the upload or cannot assemble it: the whole file must be sent again.
   */
  | "lost"
  /** The file is being written: it waits until it is quiet. */
  | "unsettled"
  /**
   * The file cannot be read: it fails, and continues when it can be read again; all others
   * continue.
   */
  | "unavailable"
  /** An error of one file or request, which fails; all others continue. */
  | "file";

const blocksWorkspace = ({ scope }: ErrorFacts) =>
  scope === "network" || scope === "workspace" || scope === "credentials";

/** How the upload queue handles a failure. */
export function kindOf(code: ErrorCode): FailureKind {
  const facts = factsOf(code);
  switch (facts.retry) {
    case "when-online":
    case "backoff":
      return "connection";
    case "soon":
      return "transient";
    case "restart":
      return "lost";
    case "when-quiet":
      return "unsettled";
    case "when-available":
      return "unavailable";
    case "after-user":
    case "never":
      return blocksWorkspace(facts) ? "user" : "file";
  }
}

/** Whether a failure ends only after the user has acted, even if it is retried meanwhile. */
export function needsUser(code: ErrorCode): boolean {
  const { retry, needsUser: isMarked } = factsOf(code);
  const isLasting = ["after-user", "when-available", "never"].includes(retry);
  return isMarked === true || isLasting;
}

/** The codes of files that cannot be read now, and continue when they can. */
export const unavailableCodes: readonly ErrorCode[] = codesWhere(
  ({ retry }) => retry === "when-available",
);

/** Whether the failure affects all requests of the workspace. */
export const affectsWorkspace = (code: ErrorCode): boolean => blocksWorkspace(factsOf(code));

/**
 * The codes of undelivered requests whose cause may end when the workspace's service is reachable
 * again.
 */
export const undeliveredWorkspaceCodes: readonly ErrorCode[] = codesWhere(
  (facts) => blocksWorkspace(facts) && facts.delivered === "no",
);

/**
 * Whether a failed call shows that the service is not usable, as opposed to a response that rejects
 * the call.
 */
export function concernsConnection(code: ErrorCode): boolean {
  return ["workspace", "credentials", "service"].includes(factsOf(code).scope);
}

/** Whether the service has definitely not processed a request that failed with this code. */
export const isNotDelivered = (code: ErrorCode): boolean => factsOf(code).delivered === "no";

/**
 * Whether the rejection of a pending request is permanent until the request or its files change.
 */
export function isFinal(code: ErrorCode): boolean {
  const { scope, retry, delivered } = factsOf(code);
  return delivered === "no" && retry !== "backoff" && (scope === "request" || scope === "file");
}

/** Whether the failure may end within seconds. */
export const isTransient = (code: ErrorCode): boolean => factsOf(code).isTransient === true;

/** Whether the window shows only its own text for the code, without the message of the error. */
export const hidesMessage = (code: ErrorCode): boolean => factsOf(code).hidesMessage === true;

/** Whether the service has read the request and rejects it. */
export const isRejection = (code: ErrorCode): boolean => factsOf(code).isRejection === true;

/** Whether the cause may be an expired token, so that the request is repeated with a new one. */
export const mayNeedNewToken = (code: ErrorCode): boolean => factsOf(code).mayNeedNewToken === true;

/** Whether the local service cannot start before the user has decided how to continue. */
export const needsDecision = (code: ErrorCode): boolean => factsOf(code).needsDecision === true;

/** Whether a wrong base URL is the most likely cause. */
export const suggestsWrongUrl = (code: ErrorCode): boolean =>
  factsOf(code).suggestsWrongUrl === true;
