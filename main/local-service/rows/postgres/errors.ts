/** Errors of PostgreSQL and of its connections as those of the service. */
import { AppError, systemCode } from "../../../common/errors";
import { DatabaseUnavailable, HttpError } from "../../common/http-error";

/** The SQLSTATE of an error of the server, or the code of the system. */
const codeOf = (error: unknown): string => systemCode(error);

/** A deadlock, or a conflict with another transaction: the unit has changed nothing. */
const repeatable = new Set(["40P01", "40001"]);
export const isRepeatable = (error: unknown): boolean => repeatable.has(codeOf(error));

/** SQLSTATEs and classes of them after which the same call may succeed in a moment. */
const temporary = [
  "08", // connection
  "25006", // read-only: another server has become the primary one
  "25P03", // idle in transaction
  "40", // a transaction that was rolled back
  "53", // resources, except for the disk
  "55P03", // a lock was not granted in time
  "57014", // a statement took too long
  "57P", // the server stops or starts
  "58", // system
];
const isTemporary = (code: string) => temporary.some((prefix) => code.startsWith(prefix));

/** Codes of the system when there is no connection. */
const noConnection = /^E(?:CONN|NOENT|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/;
/** The client has no codes for these. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|The server does not support SSL)/;

/** An error of `pg` as one that the service knows; any other value is returned as it is. */
export function toServiceError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === "53100")
    return new AppError("disk-full", "the disk of the database is full", { cause: error });
  // PostgreSQL stores no U+0000.
  if (code === "22021" || code === "22P05")
    return new HttpError(400, "a text contains a character that the database cannot store");
  if (isTemporary(code))
    return new DatabaseUnavailable("the database cannot do this now", { cause: error });
  if (noConnection.test(code) || lostConnection.test(error.message))
    return new DatabaseUnavailable("the database cannot be reached", { cause: error });
  return error;
}
