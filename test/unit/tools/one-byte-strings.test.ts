import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { withoutWideCharacters } from "../../../resources/tools/one-byte-strings.mjs";

// Costs some milliseconds.
it.each([
  ["a string", '"é–x–"'],
  ["a string with an escaped character", '"\\– \\\\– \\é"'],
  ["characters of two code units", '"a😀b".length + "😀"'],
  ["a template", '`–${"→"}–`'],
  ["a template of String.raw", 'String.raw`\\d–${"–"}\\d{1,2}–` + "\\–"'],
  ["a regular expression", '"a–😀b".replace(/[–—]😀/u, "x") + "😀".replace(/^[😀]$/u, "y")'],
  ["a name", "(({ größe, длина }) => größe + длина)({ größe: 1, длина: 2 })"],
  ["a comment", "1 /* – */ + 1 // →"],
])("%s has the same value without wide characters", (_name, code) => {
  const changed = withoutWideCharacters(code);
  expect(changed).not.toMatch(/[\u0100-\uffff]/);
  expect(runInNewContext(changed)).toEqual(runInNewContext(code));
});

it("a backslash before a wide character in a template of String.raw is refused", () => {
  expect(() => withoutWideCharacters("String.raw`\\–`")).toThrow("a backslash before a character");
});

it("a wide character in a template of another tag is refused", () => {
  expect(() => withoutWideCharacters("String.raw`a` + tag`–`")).toThrow("unexpected tag");
});
