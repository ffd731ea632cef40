/** What a request of ours can be refused with: a status, a sentence, and at times a header. */
import { systemCode } from "../common/errors";

/**
 * A refusal that the asker is told of word for word. `message` names the field for a 400 (interface §7) and holds
 * no secret. Anything else that is thrown becomes a 500 whose cause only the log sees.
 */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "HttpProblem";
    this.status = status;
    this.headers = headers;
  }
}

/** 400 whose message begins with the field's name. */
export function invalid(field: string, message: string): HttpProblem {
  return new HttpProblem(400, `${field}: ${message}`);
}

/** SQLite's own code for "database or disk is full". */
const sqliteFull = 13;

/** Whether something failed for want of room on the disk: a file's write or the database's. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  // The last is our own code, for what the database says in words.
  if (["ENOSPC", "EDQUOT", "disk-full"].includes(code)) return true;
  const sqlite = (error as { errcode?: unknown } | null)?.errcode;
  return sqlite === sqliteFull || (error instanceof Error && /disk is full/i.test(error.message));
}

/** What the asker is told of anything thrown; null when it was unexpected and must be logged. */
export function toHttpProblem(error: unknown): HttpProblem | null {
  if (error instanceof HttpProblem) return error;
  if (isDiskFull(error))
    return new HttpProblem(507, "no room left on the disk of the local workspace");
  return null;
}

/** The answer to everything unexpected. */
export const internalProblem = new HttpProblem(500, "internal server error");
