/** Escapes and shortens external text for output to a terminal, a log or an error message. */

/**
 * C0 and C1 control characters (including ESC, which starts terminal escape sequences), line and
 * paragraph separators, and bidirectional formatting characters.
 */
const controls =
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const allControls = new RegExp(controls, "g");
const isControl = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x061c ||
  (code >= 0x200e && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069);

// SECURITY: file names and service responses may contain terminal escape sequences, or characters
// that forge lines.
/** Returns the text as one line. Each control character is replaced by "\ufffd". */
export function printable(text: string): string {
  if (!controls.test(text)) return text;
  // Replaces code unit by code unit: for half a megabyte of matches, a regular expression takes ten
  // times as long.
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    units[at] = isControl(code) ? 0xfffd : code;
  }
  return Buffer.from(units.buffer).toString("utf16le");
}

/**
 * Serializes a value as JSON on one line, with control characters escaped as \uXXXX. The JSON value
 * is unchanged.
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    allControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** External text, short enough for an error message. */
export const truncate = (text: string, length = 60): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
