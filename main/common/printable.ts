/** Text from outside on its way to a terminal or a log. */

/**
 * Control characters of C0 and C1 (among them ESC, which begins the sequences that terminals obey), separators of
 * lines, and marks that change the direction of text.
 */
const controls =
  // eslint-disable-next-line no-control-regex -- it is about these
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const allControls = new RegExp(controls, "g");
const isControl = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x061c ||
  (code >= 0x200e && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069);

// SECURITY: file names and services may hold what a terminal takes for commands, or what makes lines look like others.
/** The text in one line, with "\ufffd" in the place of each character that is not shown but obeyed. */
export function printable(text: string): string {
  if (!controls.test(text)) return text;
  // Unit by unit: a pattern that replaces half of a megabyte takes ten times as long.
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    units[at] = isControl(code) ? 0xfffd : code;
  }
  return Buffer.from(units.buffer).toString("utf16le");
}

/** JSON in one line that has the same value and holds no such character. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    allControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
