import { expect, test } from "vitest";
import { searchOptions } from "../../../renderer/ui/fields/search-text";

const languages = [
  { title: "Greek (Greece)", note: "el-gr" },
  { title: "English (United Kingdom)", note: "en-gb" },
  { title: "English (United States)", note: "en-us" },
  { title: "Português (Brasil)", note: "pt-br" },
  { title: "Swiss German", note: "gsw" },
  { title: "German (Germany)", note: "de-de" },
];
const find = (search: string) =>
  searchOptions(languages, search, ({ title, note }) => [title, note]).map(({ note }) => note);

test.each([
  ["English (United S", ["en-us", "en-gb"]],
  ["english (united k", ["en-gb"]],
  ["portugues", ["pt-br"]],
  // A prefix comes before the same text inside of another title.
  ["german", ["de-de", "gsw"]],
  // A code is a text of its own.
  ["en-us", ["en-us"]],
  // Words in any order are found too.
  ["states eng", ["en-us"]],
  ["klingon", []],
])("options found for “%s”", (search, notes) => {
  expect(find(search)).toEqual(notes);
});

test("an empty search keeps all options in their order", () => {
  expect(find(" ")).toEqual(languages.map(({ note }) => note));
});
