/** Failures on the way of an order: which are finalCodes, and after which nothing can have arrived. */
import type { Problem } from "../../../preload/model";
import { AppError } from "../../common/errors";

/** Refusals that nothing but a change by somebody ends. */
export const finalCodes: readonly string[] = [
  "invalid-input",
  "not-found",
  "request-refused",
  "not-offered",
  "file-missing",
  "file-unreadable",
  "file-changed",
  "file-empty",
];
/** After these it is known that nothing arrived. */
const notArrived: readonly string[] = [
  ...finalCodes,
  "offline",
  "token-refused",
  "secret-missing",
  "secret-unreadable",
  "rate-limited",
  "certificate",
  "local-service-failed",
  "database-damaged",
  "database-missing",
];
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/;
/** Whether it is known that nothing arrived. */
export const isUndelivered = ({ code, message }: Problem) =>
  notArrived.includes(code) || (code === "unreachable" && neverSent.test(message));

/** What failed before it was sent, and while it was. */
export class PrepareError extends Error {
  constructor(cause: unknown) {
    super("preparing", { cause });
  }
}
export class SendError extends Error {
  constructor(cause: unknown) {
    super("sending", { cause });
  }
}

/** The fields that a refusal names. */
export function fieldsOf(error: unknown): { field: string; message: string }[] {
  const details = error instanceof AppError ? error.details : null;
  if (!Array.isArray(details)) return [];
  return details.flatMap((one: unknown) => {
    const { field, message } = (one ?? {}) as { field?: unknown; message?: unknown };
    return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
  });
}
