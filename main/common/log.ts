/**
 * The logging interface. The format of a line is "area: verb id detail". Every line passes through
 * `redact` before it reaches a sink, so that no secret, token, signed URL or home folder is
 * written.
 */
import { redact } from "../../preload/facts/shown-text";
import { printable } from "./printable";

export type LogLevel = "debug" | "info" | "warn" | "error";
export interface Log {
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}
export type LogSink = (level: LogLevel, line: string) => void;

function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? "" : ` < ${describe(detail.cause)}`;
    return `${detail.stack ?? detail.message}${cause}`;
  }
  if (typeof detail === "string") return detail;
  try {
    return JSON.stringify(detail);
  } catch {
    return String(detail);
  }
}

// SECURITY: continuation lines are indented, so that a line break in a message cannot forge a
// separate log entry.
/** Makes each line printable and indents all lines after the first. */
const inLines = (text: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? printable(line) : `    ${printable(line.trimStart())}`))
    .join("\n");

/** Creates a log that redacts each line and passes it to the sink. */
export function createLog(sink: LogSink): Log {
  const at =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) =>
      sink(level, inLines(redact([message, ...details.map(describe)].join(" "))));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Discards all lines; for tests and tools without logging. */
export const silentLog: Log = createLog(() => undefined);
