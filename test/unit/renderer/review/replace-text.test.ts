import { expect, it } from "vitest";
import {
  changedParts,
  replacedText,
  splitText,
  type Search,
} from "../../../../renderer/features/review/changes/replace-text";

const search: Search = {
  find: "ana",
  replacement: "X",
  isCaseSensitive: false,
  isWholeWord: false,
};
const replace = (text: string, more: Partial<Search> = {}) => {
  const parts = splitText(text, { ...search, ...more });
  return parts && replacedText(parts);
};

it("replaces all matches that do not overlap, whatever their case", () => {
  expect(replace("Banana, ANA")).toBe("BXna, X");
  expect(replace("Bruno")).toBeNull();
  expect(replace("Banana", { find: "" })).toBeNull();
});

it("can respect case and whole words, also of other scripts", () => {
  expect(replace("Ana ana", { isCaseSensitive: true })).toBe("Ana X");
  expect(replace("Anabel, ana!", { isWholeWord: true })).toBe("Anabel, X!");
  expect(replace("anaé ana", { isWholeWord: true })).toBe("anaé X");
  expect(replace("ana𝒳 ana", { isWholeWord: true })).toBe("ana𝒳 X");
  expect(replace("(ana)", { find: "(ana)", isWholeWord: true })).toBe("X");
});

it("takes the characters of patterns and replacements as they are", () => {
  expect(replace("a.c abc", { find: "a.c" })).toBe("X abc");
  expect(replace("[x] $1", { find: "[x]", replacement: "$1$&" })).toBe("$1$& $1");
  expect(replace("a-b\\c/d", { find: "-b\\c/" })).toBe("aXd");
});

it("names the parts of a text in order", () => {
  expect(splitText("an ana or ana", search)).toEqual([
    { text: "an " },
    { found: "ana", replacement: "X" },
    { text: " or " },
    { found: "ana", replacement: "X" },
  ]);
});

it("names the words that differ between two texts", () => {
  expect(changedParts("one two three", "one four three")).toEqual([
    { text: "one " },
    { found: "two", replacement: "four" },
    { text: " three" },
  ]);
  expect(changedParts("readable", "reading")).toEqual([
    { found: "readable", replacement: "reading" },
  ]);
  expect(changedParts("one", "one two")).toEqual([
    { text: "one" },
    { found: "", replacement: " two" },
  ]);
  // Both smileys begin with the same half of a surrogate pair.
  expect(changedParts("a 😀", "a 😁")).toEqual([
    { text: "a " },
    { found: "😀", replacement: "😁" },
  ]);
  expect(changedParts("ana ana", "ana")).toEqual([
    { text: "ana" },
    { found: " ana", replacement: "" },
  ]);
});
