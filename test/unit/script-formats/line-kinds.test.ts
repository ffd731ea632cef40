import { describe, expect, test } from "vitest";
import {
  choicesOf,
  formatKinds,
  kindsOfUrl,
  parseKinds,
  withKinds,
  type LineKindChoices,
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
    expect(choicesOf("words-alone")).toEqual([{ name: "readNames", kinds: { name: false } }]);
    expect(choicesOf("names-alone")).toEqual([{ name: "makeLines", kinds: { name: true } }]);
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

/** Names alone above their texts, without further evidence: the file asks, and the user answers. */
const alone = {
  "without full stops": "Anna\nHello there\nBen\nHi you\nAnna\nHow are you\nBen\nFine thanks\n",
  "that do not repeat": "Anna\nHello there.\nBen\nHi you.\n",
  "one of which repeats": "Anna\nHello there.\nBen\nHi you.\nAnna\nBye.\n",
  "one of which has a text without an end":
    "Anna\nHello there.\nBen\nHi you.\nAnna\nWell,\nBen\nBye.\nAnna\nNo.\n",
  "in Cyrillic": "Аня\nПривет.\nБорис\nЗдравствуй.\nАня\nДа?\nБорис\nХорошо.\n",
};
const readAlone = async (text: string, kinds: LineKindChoices = {}) => {
  const options = { purpose: "audio-production", languageCode: "en-us", kinds } as const;
  const { lines, problems } = await readScript(utf8(text), "a.txt", options);
  const named = problems.filter(({ code }) => /alone|-name$/.test(code));
  return {
    speakers: lines.map(({ character }) => character),
    problems: named.map(({ code, severity, rows }) => [severity, code, rows?.length]),
  };
};
test.each(Object.entries(alone))("names alone %s", async (_name, text) => {
  const rows = text.trim().split("\n");
  const names = rows.filter((_, at) => at % 2 === 0);
  expect(await readAlone(text)).toEqual({
    speakers: rows.map(() => null),
    problems: [["warning", "words-alone", names.length]],
  });
  expect(await readAlone(text, { name: false })).toEqual({
    speakers: names,
    problems: [["note", "left-out-name", names.length]],
  });
  expect(await readAlone(text, { name: true })).toEqual({
    speakers: rows.map(() => null),
    problems: [["note", "line-name", names.length]],
  });
});
test("names that are read as such can be made lines", async () => {
  const text = "ANNA\n\nHello.\n\nBEN\n\nHi.\n\nANNA\n\nBye.\n\nBEN\n\nWell.\n";
  const { speakers, problems } = await readAlone(text);
  expect(speakers).toEqual(["ANNA", "BEN", "ANNA", "BEN"]);
  expect(problems).toEqual([["warning", "names-alone", 4]]);
  expect((await readAlone(text, { name: true })).speakers).toHaveLength(8);
});
test.each([
  ["a poem", "Roses\nare red.\nViolets\nare blue.\n"],
  ["calls", "Wait\nHe stopped.\nStop\nHe ran.\nWait\nHe fell.\n"],
  ["a single heading", "Berlin\nIt rained.\nThe train was late.\nNobody came.\n"],
  ["answers", "Who are you?\nNobody.\nYes\nWhy do you ask?\nNo\nThen go.\n"],
  ["sentences", "He came late.\nShe said nothing.\nThen he left.\n"],
  ["speakers", "ANNA: Hello.\nBen\nHi there.\nBen\nBye there.\nBEN: No.\n"],
])("%s: no words that may be names", async (_name, text) =>
  expect((await readAlone(text)).problems).toEqual([]),
);
