/**
 * The logging interface. The format of a line is "area: verb id detail". Every line passes through `redact` before it
 * reaches a sink, so that no secret, token, signed URL or home folder is written.
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

// Note: Linear-time patterns. The input is external text of any length. Each pattern starts with text that the
// repetition after it cannot contain, or at a position that is not inside such a repetition (lookbehind). Every
// character is therefore scanned a constant number of times.
const urls = /(https?:\/\/[^\s"'<>?]*)(\?[^\s"'<>]*)?/gi;
const rules: readonly [RegExp, string][] = [
  [/(https?:\/\/)[^\s/@"']+@/gi, "$1[redacted]@"],
  // SECURITY: the values of these fields are secrets in every surrounding format. A message about a field ("clientSecret:
  // must not be empty") is no value: it begins with one of these words.
  [
    /("?(?:authorization|accessToken|refreshToken|clientSecret|secretAccessKey|secret|password|token|signature)"?\s*[:=]\s*)(?!(?:cannot|expected|has|invalid|is|missing|must|not|required|too|unknown|was)(?:[\s,.;:]|$))("[^"]*"|(?:Bearer\s+)?[^\s,;}]+)/gi,
    "$1[redacted]",
  ],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+\b/g, "[e-mail]"],
  [/((?:\/home|\/Users|[A-Z]:\\Users)[\\/])[^\\/\s"']+/g, "$1[user]"],
];

/** Removes secrets, query strings of URLs, e-mail addresses and the user name from a line. */
export function redact(text: string): string {
  // SECURITY: query strings may contain signatures.
  const withoutQueries = text.replace(urls, (_url, base: string, query: string | undefined) =>
    query === undefined ? base : `${base}?[redacted]`,
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

// SECURITY: continuation lines are indented, so that a line break in a message cannot forge a separate log entry.
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
