/**
 * The log port. Lines read "area: verb id detail". Everything passes `redact` before it reaches a sink, so that
 * no secret, token, signed URL or home folder is ever written.
 */
import { printable } from "./printable";

export type LogLevel = "debug" | "info" | "warn" | "error";
export interface Log {
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}
export type LogSink = (level: LogLevel, line: string) => void;

// Note: Linear patterns. They see text from outside of any length. Each begins with what cannot be inside the run that
// it scans, or where no such run goes on, so that every character is scanned a fixed number of times.
const urls = /(https?:\/\/[^\s"'<>?]*)(\?[^\s"'<>]*)?/gi;
const rules: readonly [RegExp, string][] = [
  // SECURITY: these fields carry secrets whatever the format around them.
  [/(https?:\/\/)[^\s/@"']+@/gi, "$1[redacted]@"],
  [
    /("?(?:authorization|accessToken|refreshToken|clientSecret|secretAccessKey|secret|password|token|signature)"?\s*[:=]\s*)("[^"]*"|(?:Bearer\s+)?[^\s,;}]+)/gi,
    "$1[redacted]",
  ],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+\b/g, "[e-mail]"],
  [/((?:\/home|\/Users|[A-Z]:\\Users)[\\/])[^\\/\s"']+/g, "$1[user]"],
];

/** Takes secrets, signed URLs, e-mail addresses and the user's name out of a line. */
export function redact(text: string): string {
  // SECURITY: query strings carry signatures.
  const withoutQueries = text.replace(urls, (_url, place: string, query: string | undefined) =>
    query === undefined ? place : `${place}?[redacted]`,
  );
  return rules.reduce(
    (line, [pattern, replacement]) => line.replace(pattern, replacement),
    withoutQueries,
  );
}

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

// SECURITY: a line break in a message cannot begin a line that looks like an entry of its own.
/** Each line printable; all but the first are indented. */
const inLines = (text: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? printable(line) : `    ${printable(line.trimStart())}`))
    .join("\n");

/** A log that redacts and hands whole lines to a sink. */
export function createLog(sink: LogSink): Log {
  const at =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) =>
      sink(level, inLines(redact([message, ...details.map(describe)].join(" "))));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** For tests and tools that want no log. */
export const silentLog: Log = createLog(() => undefined);
