/** Errors of the parts of a service that a command uses without the service itself. */
import { AppError } from "../common/errors";
import type { ErrorCode } from "../../preload/facts/error-codes";
import { HttpError } from "../local-service/common/http-error";

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "invalid-input",
  403: "forbidden-by-policy",
  404: "not-found",
};

/**
 * Rejects with AppError where `work` rejects with an error for a client of the service. `conflict`:
 * what 409 means for it.
 */
export async function withAppErrors<T>(
  work: () => Promise<T>,
  conflict: ErrorCode = "request-refused",
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const code = error.status === 409 ? conflict : (codes[error.status] ?? "request-refused");
    throw new AppError(code, error.message, { cause: error });
  }
}
