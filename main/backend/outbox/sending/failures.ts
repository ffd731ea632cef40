/**
 * Failed requests: which errors are final, and after which the service cannot have received the
 * request.
 */
import { isNotDelivered } from "../../../../preload/facts/errors";
import type { Problem } from "../../../../preload/model";
import { AppError } from "../../../common/errors";

/** Socket and DNS errors that occur before the first byte is sent. */
const connectFailed = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/;

/** Whether the service certainly did not process the request. */
export const isUndelivered = ({ code, message }: Problem) =>
  isNotDelivered(code) || (code === "unreachable" && connectFailed.test(message));

/** A failure before the request was sent; the error is the cause. */
export class PrepareError extends Error {
  constructor(cause: unknown) {
    super("preparing", { cause });
  }
}
/** A failure while the request was sent; the error is the cause. */
export class SendError extends Error {
  constructor(cause: unknown) {
    super("sending", { cause });
  }
}

/** The rejected fields that an error lists in its details. */
export function fieldsOf(error: unknown): { field: string; message: string }[] {
  const details = error instanceof AppError ? error.details : null;
  if (!Array.isArray(details)) return [];
  return details.flatMap((one: unknown) => {
    const { field, message } = (one ?? {}) as { field?: unknown; message?: unknown };
    return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
  });
}
