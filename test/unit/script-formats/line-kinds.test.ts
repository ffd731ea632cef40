import { describe, expect, test } from "vitest";
import {
  choicesOf,
  formatKinds,
  kindsOfUrl,
  parseKinds,
  withKinds,
} from "../../../preload/facts/line-kinds";
import { kindOfText } from "../../../main/script-formats/line-kinds";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

describe("choices of kinds", () => {
  test("are text, and a fragment of a URL", () => {
    expect(parseKinds(" heading, no-number,")).toEqual({ heading: true, number: false });
    expect(parseKinds("titles")).toBeNull();
    expect(formatKinds({ heading: true, number: false })).toBe("no-number,heading");
    const url = withKinds("https://e.com/a.docx?key=1#x", "no-number,heading");
    expect(url).toBe("https://e.com/a.docx?key=1#lines=no-number,heading");
    expect(kindsOfUrl(url)).toEqual({ number: false, heading: true });
    expect(kindsOfUrl("https://e.com/a.docx#page=2")).toEqual({});
    expect(kindsOfUrl("https://e.com/a.docx#lines=titles")).toBeNull();
    expect(withKinds("https://e.com/a.docx#x", "")).toBe("https://e.com/a.docx#x");
  });
  test("are offered by the problems that name them", () => {
    expect(choicesOf("line-number")).toEqual([{ name: "leaveOut", kinds: { number: false } }]);
    expect(choicesOf("left-out-page")).toEqual([{ name: "makeLines", kinds: { page: true } }]);
    for (const code of ["line-direction", "left-out-direction", "spoken-direction"])
      expect(choicesOf(code)).toHaveLength(2);
    expect(choicesOf("line-other")).toEqual([]);
    expect(choicesOf("encoding")).toEqual([]);
  });
});

test.each([
  ["42", "number"],
  ["- 3 -", "number"],
  ["1.", "number"],
  ["12:30", "time"],
  ["00:00:01,000 --> 00:00:02,000", "time"],
  ["[door slams]", "direction"],
  ["（拍手）", "direction"],
  ["INT. KITCHEN - DAY", "heading"],
  ["12 EXT. STREET - NIGHT", "heading"],
  ["SCENE 3", "heading"],
  ["Szene 3: In der Küche", "heading"],
  ["CUT TO:", "heading"],
  ["Part one is over.", null],
  ["50%", null],
  ["I have 42.", null],
  ["(laughs) Hello.", null],
  ["Internal affairs.", null],
  ["The end of it", null],
])("%s is of the kind %s", (text, kind) => expect(kindOfText(text)).toBe(kind));

const read = (text: string, name: string, kinds = "") =>
  readScript(utf8(text), name, {
    purpose: "audio-production",
    languageCode: "en-us",
    kinds: parseKinds(kinds) ?? {},
  });

test("lines of a table are left out by choice, and are numbered without gaps", async () => {
  const table = "Character,Text_EN-US\nAnna,Hi.\nAnna,2\nBen,(laughs)\nBen,Bye.\n";
  const all = await read(table, "a.csv");
  expect(all.lines).toHaveLength(4);
  expect(all.problems.map(({ code, row }) => [code, row])).toEqual([
    ["line-number", 3],
    ["line-direction", 4],
  ]);
  const some = await read(table, "a.csv", "no-number,no-direction");
  expect(some.lines.map(({ number, row }) => [number, row])).toEqual([
    [1, 2],
    [2, 5],
  ]);
  expect(some.problems.map(({ code }) => code)).toEqual(["left-out-number", "left-out-direction"]);
});

test.each([
  ["times in a text", "Character,Text_EN-US\nA,At 00:01:02.\nA,b", "text-with-times"],
  ["no speaker", "Text_EN-US\na\nb\nc", "speakers-missing"],
  ["names that differ by a letter", "Character,Text_EN-US\nAnnika,a\nAnnica,b", "names-similar"],
])("%s: a note", async (_name, table, code) =>
  expect((await read(table, "a.csv")).problems.map((one) => one.code)).toEqual([code]),
);

test("numbered names and a short file are not noted", async () => {
  expect((await read("Character,Text_EN-US\nMAN 1,a\nMAN 2,b", "a.csv")).problems).toEqual([]);
  expect((await read("Text_EN-US\na\nb", "a.csv")).problems).toEqual([]);
});
