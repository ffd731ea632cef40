import { errorCodes, type ErrorCode } from "../../preload/facts/error-codes";
import type { Problem } from "../../preload/model";

/**
 * An expected failure. The window translates `code` into a message for the user. `message` is for
 * logs and for "details": it contains no secret, token or pre-signed URL.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Additional data for the window: the field, row or file that the error concerns. */
  readonly details: unknown;
  /** The wait requested by the service (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * The service has rejected the credentials themselves ("token-refused"), not only a token or a
 * request: the same credentials will be rejected again.
 */
export class CredentialsRejected extends AppError {
  constructor(message: string, cause: unknown) {
    super("token-refused", message, { cause });
    this.name = "CredentialsRejected";
  }
}

/**
 * The error for invalid fields of a call. Each message is the name of a rule or the error code of a
 * file.
 */
export function invalidFields(
  fields: readonly { field: string; message: string }[],
  cause?: unknown,
): AppError {
  const [first] = fields;
  const message = `${first?.field ?? ""}: ${first?.message ?? ""}`;
  return new AppError("invalid-input", message, { cause, details: fields });
}

/** The code and message of any thrown value. The code of an unexpected value is "internal". */
export function toProblem(error: unknown): Problem {
  if (error instanceof AppError) {
    const { copyMadeAt } = (error.details ?? {}) as { copyMadeAt?: unknown };
    const { code, message } = error;
    return { code, message, ...(typeof copyMadeAt === "number" ? { copyMadeAt } : {}) };
  }
  if ((error as { syscall?: unknown } | null)?.syscall === "uv_cwd")
    return {
      code: "invalid-input",
      message: "the working folder was deleted: change to another one, or use absolute paths",
    };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

export function isErrorCode(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

/** The operating system's code of an I/O error ("ENOENT", "ENOSPC"), or "". */
export function systemCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : "";
}

/** Whether an error reports that a file, or a folder of its path, does not exist. */
export const isMissingFile = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes(systemCode(error));

/** SQLite's primary result code of an error; null for other errors. */
export function sqliteCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : null;
}
