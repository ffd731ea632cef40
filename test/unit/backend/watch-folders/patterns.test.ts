/** Patterns of watch folders. */
import { expect, it } from "vitest";
import { createMatcher, readPatterns } from "../../../../main/backend/watch-folders/patterns";

const matches = (path: string, include: string[] = [], exclude: string[] = []) =>
  createMatcher(readPatterns({ include, exclude }))(path);

it.each([
  // A pattern without "/" applies to the name in every folder.
  ["a/b/take.wav", ["*.wav"], true],
  ["take.wav", ["*.wav"], true],
  ["take.mov", ["*.wav"], false],
  ["TAKE.WAV", ["*.wav"], true],
  ["take.mov", ["*.wav", "*.mov"], true],
  ["take.mov", ["*.{wav,mov}"], true],
  // A pattern with "/" applies to the whole path below the folder.
  ["a/take.wav", ["a/*.wav"], true],
  ["b/a/take.wav", ["a/*.wav"], false],
  ["a/b/take.wav", ["a/*.wav"], false],
  ["a/b/take.wav", ["a/**/*.wav"], true],
  ["a/take.wav", ["a/**/*.wav"], true],
  ["b/a/take.wav", ["**/a/*.wav"], true],
  ["take.wav", ["/*.wav"], true],
  ["a/take.wav", ["/*.wav"], false],
  ["a/b/take.wav", ["a/"], true],
  ["ab/take.wav", ["a/"], false],
  ["a/x/a/y/b.wav", ["**/a/*/b.wav"], true],
  ["a/x/a/y/z/b.wav", ["**/a/*/b.wav"], false],
  ["a/b.wav", ["**/**/b.wav"], true],
  ["a/take.wav", ["a/**"], true],
  ["a", ["a/b/**"], false],
  ["a/take.wav", ["a\\*.wav"], true],
  // Other special characters are characters of names.
  ["take (2).wav", ["take (2).wav"], true],
  ["take (2).wav", ["take (?).wav"], true],
  ["a+b.wav", ["a+b.wav"], true],
  ["aab.wav", ["a+b.wav"], false],
  ["a|b.wav", ["a|b.wav"], true],
  ["!a.wav", ["!a.wav"], true],
  ["b.wav", ["!a.wav"], false],
  ["$a'b.wav", ["$a'b.wav"], true],
  ["take 3.wav", ["take [1-5].wav"], true],
  ["take 7.wav", ["take [1-5].wav"], false],
  // NFC and NFD are equal.
  ["\u00e9.wav", ["e\u0301.wav"], true],
])("%j with %j: %j", (path, include, expected) => {
  expect(matches(path, include)).toBe(expected);
});

it("excludes after it includes", () => {
  expect(matches("a/x.wav", ["*.wav"], ["a/"])).toBe(false);
  expect(matches("b/x.wav", ["*.wav"], ["a/"])).toBe(true);
  expect(matches("b/x_draft.wav", [], ["*_draft.*"])).toBe(false);
});

it.each(["a.mov.part", "a/b.wav.crdownload", "~$a.wav", "a.tmp", "a/B.TMP", "a.wav~"])(
  "never includes the temporary file %j",
  (path) => {
    expect(matches(path)).toBe(false);
    expect(matches(path, ["**"])).toBe(false);
  },
);

it.each([
  [{ include: [" "], exclude: [] }, "include[0]"],
  [{ include: ["a", "/"], exclude: [] }, "include[1]"],
  [{ include: [], exclude: ["x".repeat(301)] }, "exclude[0]"],
  [{ include: ["*a*b*c*"], exclude: [] }, "include[0]"],
  [{ include: [], exclude: ["{a,b}{a,b}{a,b}"] }, "exclude[0]"],
  [{ include: ["{a,{b}"], exclude: [] }, "include[0]"],
  [{ include: Array.from({ length: 51 }, (_, index) => `${index}`), exclude: [] }, "include"],
])("rejects %j with its field", (patterns, field) => {
  expect(() => readPatterns(patterns)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      details: [expect.objectContaining({ field })] as unknown,
    }) as Error,
  );
});

it("removes repeated patterns", () => {
  expect(readPatterns({ include: ["*.wav", " *.wav "], exclude: [] }).include).toEqual(["*.wav"]);
});
