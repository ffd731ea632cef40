/**
 * Glossaries as people have them, from the file to the lines that are stored. Kinds of files:
 * LuteOrg/lute-v3 415 (semicolons), molgenis/molgenis 6492 and tainacan/tainacan 1104 (byte order
 * mark), Signbank/Global-signbank 1108 (two rows of headers), simjanos-dev/LinguaCafe 249 (order of
 * columns), commercetools/sphere-node-product-csv-sync 159, seven1m/onebody 673, evancharlton/
 * android-mileage 56 and teableio/teable 1309 (true and false), tidyverse/readxl 51 and
 * jmcnamara/XlsxWriter 589 (_x000D_), nodejs/node 56542 (encodings). Cost: 0.2 s.
 */
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readGlossaryCsv } from "../../../main/local-service/projects/glossary-csv";
import { readCsvPortions } from "../../../main/script-formats/files/csv-portions";

/** "word language pronunciation case" of each line, and the problems by row. */
function imported(bytes: Uint8Array, name = "a.csv") {
  const { portions, repeated, problems } = readCsvPortions(bytes, name);
  const parts = portions.map(({ csv, rowsBefore }) => ({ ...readGlossaryCsv(csv), rowsBefore }));
  return {
    lines: parts.flatMap(({ lines }) =>
      lines.map(({ word, languageId, pronounceAs, phonemization, caseSensitive }) =>
        [word, languageId, pronounceAs || phonemization, caseSensitive ? "case" : ""]
          .join(" ")
          .trim(),
      ),
    ),
    problems: [
      ...problems.map(({ row, code }) => `${row ?? "-"} ${code}`),
      ...repeated.map(({ row, message }) => `${row} ${message}`),
      ...parts.flatMap((part) =>
        part.problems.map(({ row, message }) => `${row + part.rowsBefore} ${message}`),
      ),
    ],
  };
}
const lines = ["NATO en-us nay toe", "Łódź pl-pl wootch"];
const text = (...rows: string[]) => Buffer.from(rows.join("\n"));

type Row = [name: string, bytes: Buffer, lines: string[], ...problems: string[]];
const files: Row[] = [
  [
    "semicolons, other words, another order of columns",
    text("Language;Pronunciation;Term", "en-us;nay toe;NATO", "pl-pl;wootch;Łódź"),
    lines,
  ],
  [
    "a byte order mark and tabs",
    text("\ufeffword\tlanguageId\tpronounceAs", "NATO\ten-us\tnay toe", "Łódź\tpl-pl\twootch"),
    lines,
  ],
  [
    "titles above, and an empty row",
    text(
      "My Show,,",
      "Glossary,2026-01-01,",
      ",,",
      "Word,Language,Say as",
      "NATO,en-us,nay toe",
      ",,",
      "Łódź,pl-pl,wootch",
      "x,xx-xx,",
    ),
    lines,
    "4 header-below",
    '8 languageId: there is no language "xx-xx"',
  ],
  [
    "German words, and languages by their names",
    text("Begriff;Sprache;Aussprache", "Łódź;Polnisch;wootch", "Zoé;Klingonisch;"),
    ["Łódź pl-pl wootch"],
    '3 languageId: there is no language "Klingonisch"',
  ],
  [
    "a translation, and another column without cells",
    text("Source term,Target term,Language,Notes", "dog,chien,fr-fr,"),
    ["dog fr-fr"],
    "1 columns-ignored",
    "1 pronunciation-missing",
  ],
  [
    "words as they sound under “Phonetic”",
    text("Word,Phonetic,Language", "NATO,NAY-toh,en-us"),
    ["NATO en-us NAY-toh"],
    "1 columns-recognised",
  ],
  [
    "phonemes under “Phonetic”",
    text("Word,Phonetic,Language", "Nyx,[nɪx],en-us", "Kat,kat,en-us"),
    ["Nyx en-us [nɪx]", "Kat en-us kat"],
  ],
  [
    "names of several languages",
    text("word,languageId", "color,English", "cor,Portugiesisch", "mot,fr-fr"),
    ["mot fr-fr"],
    "2 languageId: “English” names several languages: write en-gb or en-us",
    "3 languageId: “Portugiesisch” names several languages: write pt-br or pt-pt",
  ],
  [
    "words for true and false, and one that is neither",
    text(
      "word,languageId,caseSensitive",
      "US,en-us,WAHR",
      "It,en-us,no",
      "UN,en-us,maybe",
      "EU,en-us,vrai",
    ),
    ["US en-us  case", "It en-us", "EU en-us  case"],
    "4 caseSensitive: “maybe” is neither TRUE nor FALSE",
  ],
  [
    "a word that is there twice, with another pronunciation, and the same row twice",
    text(
      "word,languageId,pronounceAs",
      "NATO,en-us,nay toe",
      "nato,en-us,natto",
      "NATO,en-us,nay toe",
      "NATO,pl-pl,nato",
    ),
    ["NATO en-us nay toe", "NATO pl-pl nato"],
    "3 word: an earlier row has “nato”, and is used",
  ],
  [
    "quotes inside, a line break and commas",
    text("word,languageId,pronounceAs", '"say ""hi""",en-us,"a, b"', '"two\nrows",en-us,x'),
    ['say "hi" en-us a, b'],
    "3 word: must not contain control characters",
  ],
  [
    "another encoding, by the languages of its rows",
    Buffer.concat([text("word;languageId", ""), Buffer.from("a3f3649f", "hex"), text(";pl-pl")]),
    ["Łódź pl-pl"],
    "- encoding",
  ],
  ["an error of a formula", text("word,languageId", "#NAME?,en-us"), [], "2 cell-error"],
  ["an unclosed quote", text("word,languageId", '"a,en-us'), [], "2 quote-open"],
];
test.each(files)("a glossary with %s", (_name, bytes, expected, ...problems) => {
  expect(imported(bytes)).toEqual({ lines: expected, problems });
});

test("a workbook, in any visible sheet, with merged and hidden cells", async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: "Info", rows: [["My Show"]] },
      {
        name: "Terms",
        rows: [
          ["Term", "Lang", "Say as"],
          ["NATO", "en-us", "nay toe"],
          ["US\r\n", null, "you ess"],
          ["cut", "en-us", ""],
          [],
          ["Łódź", "pl-pl", "wootch"],
          ["x", "xx"],
        ],
        merges: [{ startRow: 1, startCol: 1, endRow: 2, endCol: 1 }],
        rowDefs: new Map([[3, { hidden: true }]]),
      },
    ],
  });
  expect(imported(bytes, "a.xlsx")).toEqual({
    lines: ["NATO en-us nay toe", "US en-us you ess", "Łódź pl-pl wootch"],
    problems: [
      "- sheet-chosen",
      "- rows-hidden",
      "- cells-merged",
      '7 languageId: there is no language "xx"',
    ],
  });
});

test("a large file has the numbers of its rows, below titles too", () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `word ${at} ${"x".repeat(20)};fr-fr`);
  rows[8_000] = "word;klingon";
  const found = imported(text("My Show;", "Term;Language", ...rows));
  expect(found.lines).toHaveLength(8_999);
  expect(found.problems).toEqual([
    "2 header-below",
    '8003 languageId: there is no language "klingon"',
  ]);
});

test("a word that an earlier portion of a large file has is named, and the first one is used", () => {
  const rows = Array.from({ length: 900 }, (_, at) => `word ${at} ${"x".repeat(150)};fr-fr;`);
  rows[0] = "Zoé;fr-fr;zo-ay";
  rows[1] = `Ida;fr-fr;${"i".repeat(3_000)}`;
  rows[890] = "zoé;French (France);zoh";
  rows[891] = "ZOÉ;fr-fr;zo-ay;";
  rows[892] = "Zoé;Klingon;zoh";
  rows[893] = "Zoé;de-de;zoh";
  rows[894] = "Ida;fr-fr;ee-da";
  const found = imported(text("Term;Language;Pronunciation", ...rows));
  expect(found.lines.filter((line) => /^zoé/i.test(line))).toEqual([
    "Zoé fr-fr zo-ay",
    "Zoé de-de zoh",
  ]);
  expect(found.lines).toContain("Ida fr-fr ee-da");
  expect(found.lines).toHaveLength(896);
  expect(found.problems).toEqual([
    "892 word: an earlier row has “zoé”, and is used",
    "893 word: an earlier row has “ZOÉ”, and is used",
    "3 pronounceAs: must be at most 500 characters",
    '894 languageId: there is no language "Klingon"',
  ]);
});

test("a column that the whole file does not have read is read in no portion of it", () => {
  const rows = Array.from({ length: 900 }, (_, at) => `word ${at} ${"x".repeat(150)};fr-fr;;kat`);
  rows[0] = "Zoé;fr-fr;;[zoe]";
  const found = imported(text("Term;Language;Phonemization;Phonetic", ...rows));
  expect(found.lines.filter((line) => !line.endsWith(" fr-fr"))).toEqual([]);
  expect(found.problems).toEqual(["1 columns-ignored"]);
});

test.each(["word;pronounceAs\nNATO;nay toe\n", "a,b\n1,2\n", "<?xml version='1.0'?><martif/>"])(
  "a file without the columns is refused: %s",
  (content) => {
    expect(() => imported(Buffer.from(content))).toThrow(/needs the column/);
  },
);
