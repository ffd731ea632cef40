/** Text from outside, as it may be shown and stored: without secrets and control characters. */

/**
 * The maximum length of a name, in characters. The interface defines no limit; this one keeps
 * documents out of name fields.
 */
export const maxNameLength = 500;

// Note: Linear-time patterns. The input is external text of any length. Each pattern starts with
// text that the repetition after it cannot contain, or at a position that is not inside such a
// repetition (lookbehind). Every character is therefore scanned a constant number of times.
const urls = /(https?:\/\/[^\s"'<>?]*)(\?[^\s"'<>]*)?/gi;
const rules: readonly [RegExp, string][] = [
  [/(https?:\/\/)[^\s/@"']+@/gi, "$1[redacted]@"],
  // SECURITY: the values of these fields are secrets in every surrounding format. A message about a
  // field ("clientSecret: must not be empty") is no value: it begins with one of these words.
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

/**
 * A message of a service, in UTF-16 units: the length that is processed, and the length that is
 * stored.
 */
const scannedLength = 4_000;
export const messageLength = 500;

/** White space, control characters and bidirectional formatting characters; see `printable`. */
const unshown = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Reduces a service's message to one line without secrets and control characters. */
// SECURITY: a message may contain a signed URL, and messages are shown in the window, stored on
// disk and logged.
export function clean(text: string, longest: number = messageLength): string {
  const line = text.slice(0, scannedLength).replace(unshown, " ").trim();
  return redact(line).slice(0, longest);
}
