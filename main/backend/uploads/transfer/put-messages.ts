/** The messages between put-threads and put-thread. */
import { AppError, isErrorCode } from "../../../common/errors";
import type { FoundFile } from "./disk";
import type { PutResponse, PutTask } from "./put-executor";

/** The data that a thread starts with. */
export interface PutThreadData {
  /** The state of the bandwidth limit, shared with all threads. */
  bandwidth: SharedArrayBuffer;
  stallMs: number;
}

export type ToPutThread =
  | { kind: "execute"; id: number; task: PutTask }
  | { kind: "abort"; id: number }
  | { kind: "identify"; id: number; sourcePaths: string[] }
  | { kind: "refresh" };

export type FromPutThread =
  /** The bytes that requests have sent since the last message of this kind. */
  | { kind: "sent"; bytesById: [id: number, bytes: number][] }
  /** `bytes`: those sent since then. */
  | { kind: "response"; id: number; bytes: number; response: PutResponse }
  | { kind: "failure"; id: number; bytes: number; failure: Failure }
  /** The identities of the files, in their order, or why a file cannot be inspected. */
  | { kind: "identities"; id: number; results: (FoundFile | Failure)[] };

/** An error as plain data: a message between threads loses the class and the fields of an error. */
export type Failure = Pick<AppError, "code" | "message" | "details" | "retryAfterMs">;

export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    const { code, message, details, retryAfterMs } = error;
    return { code, message, details, retryAfterMs };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "internal", message, details: undefined, retryAfterMs: undefined };
}

export function fromFailure({ code, message, details, retryAfterMs }: Failure): AppError {
  return new AppError(isErrorCode(code) ? code : "internal", message, { details, retryAfterMs });
}
