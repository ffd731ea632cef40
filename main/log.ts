/**
 * The log port. Lines read "area: verb id detail". Everything passes `redact` before it reaches a sink, so that
 * no secret, token, signed URL or home folder is ever written.
 */
export type LogLevel = "debug" | "info" | "warn" | "error";
export interface Log {
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}
export type LogSink = (level: LogLevel, line: string) => void;

const rules: readonly [RegExp, string][] = [
  // SECURITY: query strings carry signatures, and these fields carry secrets whatever the format around them.
  [/(https?:\/\/[^\s"'<>?]*)\?[^\s"'<>]*/gi, "$1?[redacted]"],
  [/(https?:\/\/)[^\s/@"']+@/gi, "$1[redacted]@"],
  [
    /("?(?:authorization|accessToken|refreshToken|clientSecret|secretAccessKey|secret|password|token|signature)"?\s*[:=]\s*)("[^"]*"|(?:Bearer\s+)?[^\s,;}]+)/gi,
    "$1[redacted]",
  ],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g, "[e-mail]"],
  [/((?:\/home|\/Users|[A-Z]:\\Users)[\\/])[^\\/\s"']+/g, "$1[user]"],
];

/** Takes secrets, signed URLs, e-mail addresses and the user's name out of a line. */
export function redact(text: string): string {
  return rules.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);
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

/** A log that redacts and hands whole lines to a sink. */
export function createLog(sink: LogSink): Log {
  const at =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) =>
      sink(level, redact([message, ...details.map(describe)].join(" ")));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** For tests and tools that want no log. */
export const silentLog: Log = createLog(() => undefined);
