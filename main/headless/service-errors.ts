/** Errors of the parts of a service that a command uses without the service itself. */
import { AppError } from "../common/errors";
import type { ErrorCode } from "../../preload/facts/error-codes";
import { HttpError } from "../local-service/common/http-error";

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "invalid-input",
  403: "forbidden-by-policy",
  404: "not-found",
};

/** Rejects with AppError where `work` rejects with an error for a client of the service. */
export async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new AppError(codes[error.status] ?? "request-refused", error.message, { cause: error });
  }
}
