/**
 * The texts of a language as a file: what is written is read again without changes, and changes are
 * found by line.
 */
import { expect, it } from "vitest";
import {
  compareTexts,
  textsFormatOf,
  toTextsFile,
  type TextsFormat,
} from "../../../../main/backend/review/texts-file";
import { readScript } from "../../../../main/script-formats/read";
import type { ReviewedLine } from "../../../../preload/contract/review";
import { textsFormats } from "../../../../preload/facts/script-formats";
import { lineOf } from "../../../ui/review-material";

const languageId = "fr-fr";
const reader = { readScript };
/**
 * Texts that a format could change: formulas, separators, several rows, spaces, markup, right to
 * left.
 */
const difficult = [
  "=1+1",
  "'=quoted",
  '"Oui", dit-elle; non.',
  "première ligne\nseconde ligne",
  "  espaces  ",
  "un --> deux",
  "<i>italique</i> et {\\an8}position",
  "שלום, עולם",
  "@SUM(A1)\t-1",
  "12",
  "é".normalize("NFD"),
  "",
];
const timed = (texts: readonly string[]): ReviewedLine[] =>
  texts.map((target, index) =>
    lineOf(index + 1, {
      target,
      lineId: "",
      startMs: index * 2_000 + 7,
      endMs: index * 2_000 + 1_500,
    }),
  );

const read = (file: string, bytes: Uint8Array, lines: readonly ReviewedLine[]) =>
  compareTexts({ path: `/folder/${file}`, bytes }, { lines, languageId }, reader);

it.each(textsFormats)("a .%s changes nothing when it is read again", async (format) => {
  const lines = timed(difficult);
  const found = await read(`a.${format}`, await toTextsFile(lines, languageId, format), lines);
  expect(found.problems).toEqual([]);
  expect(found.changes).toEqual([]);
  // Subtitles do not contain the empty line.
  expect(found).toMatchObject(
    format === "srt" ? { unchanged: 11, missing: 1 } : { unchanged: 12, missing: 0 },
  );
});

it.each(textsFormats)("changed texts in a .%s are found by their lines", async (format) => {
  const before = timed(["un", "deux", "trois"]);
  const after = timed(["un", "DEUX et demi", "trois"]);
  const found = await read(`a.${format}`, await toTextsFile(after, languageId, format), before);
  expect(found.changes).toEqual([
    {
      number: 2,
      revision: 0,
      character: "BRUNO",
      before: "deux",
      target: "DEUX et demi",
      row: format === "srt" ? 2 : 3,
      by: format === "srt" ? "time" : "number",
    },
  ]);
});

it("lines are found by the ids of the script, or by their numbers if some have no id of their own", async () => {
  const before = timed(["un", "deux"]).map((line) => ({ ...line, lineId: `S${line.number + 4}` }));
  const csv = "ID,Text_FR-FR\r\nS6,DEUX\r\n1,UN\r\n";
  const byId = await read("a.csv", Buffer.from(csv), before);
  expect(byId.changes).toMatchObject([{ number: 2, target: "DEUX" }]);
  expect(byId.problems).toMatchObject([{ row: 3, code: "line-id-unknown" }]);
  const same = before.map((line) => ({ ...line, lineId: "S6" }));
  expect((await read("a.csv", Buffer.from(csv), same)).changes).toMatchObject([
    { number: 1, target: "UN" },
  ]);
});

it("subtitles may have other numbers; those of the same time are distinguished by their ends", async () => {
  const lines = [
    lineOf(1, { target: "un", startMs: 1_000, endMs: 2_000 }),
    lineOf(2, { target: "deux", startMs: 1_000, endMs: 3_000 }),
  ];
  const srt = "11\n00:00:01,000 --> 00:00:03,000\nDEUX\n\n12\n00:00:01,000 --> 00:00:02,000\nun\n";
  const found = await read("a.srt", Buffer.from(srt), lines);
  expect(found).toMatchObject({ unchanged: 1, missing: 0, problems: [] });
  expect(found.changes).toMatchObject([{ number: 2, target: "DEUX" }]);
});

it("many subtitles of the same time are found by their numbers only", async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) =>
    lineOf(index + 1, { target: "un", startMs: 1_000, endMs: 2_000 }),
  );
  const cue = (number: number, text: string) =>
    `${number}\n00:00:01,000 --> 00:00:03,000\n${text}\n\n`;
  const srt = cue(4_000, "DEUX") + cue(9_000, "TROIS");
  const found = await read("a.srt", Buffer.from(srt), lines);
  expect(found.changes).toMatchObject([{ number: 4_000, target: "DEUX" }]);
  expect(found.problems).toMatchObject([{ row: 9_000, code: "line-time-unclear" }]);
});

it("the reader gets the bytes of the file, and removes the escapes", async () => {
  const lines = timed(["=1+1"]);
  const bytes = await toTextsFile(timed(["=2+2"]), languageId, "csv");
  expect(Buffer.from(bytes).toString()).toContain("'=2+2");
  const received: Uint8Array[] = [];
  const spy: typeof reader = {
    readScript(content, ...rest) {
      received.push(content);
      return readScript(content, ...rest);
    },
  };
  const file = { path: "/folder/a.csv", bytes };
  const found = await compareTexts(file, { lines, languageId }, spy);
  expect(received[0]).toBe(bytes);
  expect(found.changes).toMatchObject([{ number: 1, before: "=1+1", target: "=2+2" }]);
});

it("a file is read in the encoding that the user chose, the present texts in UTF-8", async () => {
  const lines = timed(["Łódź", "żółw"]).map((line) => ({ ...line, lineId: "" }));
  const hex = Buffer.from("ID,Text_FR-FR\n1,?\n2,new\n").toString("hex");
  const bytes = Buffer.from(hex.replace("3f", "a3f3649f"), "hex");
  const file = { path: "/folder/a.csv", bytes };
  const compare = (encoding?: "windows-1250" | "windows-1252") =>
    compareTexts({ ...file, encoding }, { lines, languageId }, reader);
  expect(await compare()).toMatchObject({ path: file.path, encoding: { isChosen: false } });
  expect(await compare("windows-1250")).toMatchObject({
    encoding: { name: "windows-1250", isChosen: true, words: ["Łódź"] },
    unchanged: 1,
    changes: [{ number: 2, before: "żółw", target: "new" }],
    notes: [{ code: "lines-by-number" }],
  });
  expect((await compare("windows-1252")).changes).toMatchObject([{ target: "£ódŸ" }, {}]);
});

it("rows that change nothing are named: an ID of several rows, an unknown one, no text", async () => {
  const csv = "ID,Text_FR-FR,Character\r\n1,UN,A\r\n1,encore,A\r\n2,,B\r\n9,neuf,C\r\n";
  const lines = timed(["un", "deux", "trois"]).map((line) => ({ ...line, lineId: "" }));
  const found = await read("a.csv", Buffer.from(csv), lines);
  expect(found).toMatchObject({ changes: [], unchanged: 0, missing: 2 });
  expect(found.problems).toMatchObject([
    { row: 2, code: "line-id-repeated" },
    { row: 3, code: "line-id-repeated" },
    { row: 5, code: "line-id-unknown" },
    { row: 4, code: "texts-empty" },
  ]);
});

it.each<{ file: string; content: string; code: string }>([
  { file: "a.csv", content: "ID,Text_DE-DE\r\n1,eins\r\n", code: "texts-language" },
  { file: "a.csv", content: "ID,Comment\r\n1,un\r\n", code: "text-column-missing" },
  { file: "a.xlsx", content: "no workbook", code: "format-mismatch" },
  { file: "a.srt", content: "", code: "empty" },
])("$file without texts of the language is a problem: $code", async ({ file, content, code }) => {
  const found = await read(file, Buffer.from(content), timed(["un"]));
  expect(found).toMatchObject({ changes: [], unchanged: 0 });
  expect(found.problems.map((problem) => problem.code)).toEqual([code]);
});

it("lines without times are no subtitles", async () => {
  await expect(toTextsFile([lineOf(3)], languageId, "srt")).rejects.toMatchObject({
    code: "invalid-input",
    details: [{ field: "format", message: "line 3 has no time" }],
  });
});

it("the name's ending is the format", () => {
  const formats: [string, TextsFormat][] = [
    ["/a/Texts.CSV", "csv"],
    ["/a/Texts.srt", "srt"],
    ["/a/Texts", "xlsx"],
  ];
  for (const [file, format] of formats) expect(textsFormatOf(file)).toBe(format);
});

/**
 * Tables of translators, with the sources of their rows: WeblateOrg/weblate 10790 (order),
 * simjanos-dev/LinguaCafe 249, pagermon/pagermon 440 (leading zeros), VedaWebProject/Tekst 1889
 * (sorted rows).
 */
it.each<[title: string, rows: string[], changed: Record<number, string>, ...codes: string[]]>([
  [
    "sorted by the source",
    ["003,Bye.,Adieu", "001,Hello.,Coucou", "002,Hi.,Salut"],
    { 3: "Adieu", 1: "Coucou", 2: "Salut" },
  ],
  [
    "only the texts are sorted",
    ["001,Bye.,Adieu", "002,Hello.,Coucou", "003,Yes.,Oui"],
    {},
    "2 line-source",
    "3 line-source",
    "4 line-source",
  ],
  [
    "renumbered without a row that was deleted",
    ["1,Hello.,Coucou", "2,Bye.,Adieu", "3,Yes.,Oui"],
    { 1: "Coucou" },
    "3 line-source",
    "4 line-source",
  ],
  ["IDs without their zeros", ["1,Hello.,Coucou", "2,Hi.,Salut"], { 1: "Coucou", 2: "Salut" }],
  [
    "a source that was changed since",
    ["001,Hello there.,Coucou", "002,HI.,Salut"],
    { 1: "Coucou", 2: "Salut" },
  ],
  ["no source", ["001,,Coucou"], { 1: "Coucou" }],
])("texts of a translator: %s", async (_title, rows, changed, ...codes) => {
  const sources = ["Hello.", "Hi.", "Bye.", "Yes."];
  const lines = sources.map((source, at) =>
    lineOf(at + 1, { source, lineId: `00${at + 1}`, character: "ANNA", target: "" }),
  );
  const csv = ["ID,Source,Text_FR-FR", ...rows].join("\n");
  const found = await read("a.csv", Buffer.from(csv), lines);
  expect(Object.fromEntries(found.changes.map(({ number, target }) => [number, target]))).toEqual(
    changed,
  );
  expect(found.problems.map(({ row, code }) => `${row ?? "-"} ${code}`)).toEqual(codes);
});

it("texts of a translator without IDs, in another order, are not assigned by their numbers", async () => {
  const lines = ["Hello.", "Hi.", "Bye."].map((source, at) =>
    lineOf(at + 1, { source, character: "ANNA", target: "" }),
  );
  const csv = "Character,Source,Text_FR-FR\nAnna,Bye.,Adieu\nAnna,Hello.,Coucou\nAnna,Hi.,Salut";
  const { changes, problems } = await read("a.csv", Buffer.from(csv), lines);
  expect(changes).toEqual([]);
  expect(problems.map(({ row, code }) => `${row ?? "-"} ${code}`)).toEqual([
    "2 line-source",
    "3 line-source",
    "4 line-source",
  ]);
});
