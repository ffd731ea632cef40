/**
 * Files after public reports of people: each row is a small file of our own, of the kind that the
 * report describes. Kinds of which other tests have more files are there. Cost: 0.5 s.
 */
import { describe, expect, test } from "vitest";
import { writeXlsx } from "hucre/xlsx";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readBulk, readScript } from "../../../main/script-formats/read";
import {
  container,
  documentOf,
  docx,
  paragraph,
  rawWorkbook,
  scriptSheet,
  utf8,
} from "../../helpers/script-files";

/** Codes of problems that most small files have; the rows do not list them. */
const usual = /speakers-missing|columns-recognised|names-similar|format-embedded|document-table-/;

type Row = [
  report: string,
  file: string,
  bytes: Uint8Array,
  /** "row character: text". */
  lines: string[],
  /** "severity row code". */
  ...problems: string[],
];

async function check(
  [, file, bytes, lines, ...problems]: Row,
  options: Partial<ReadOptions> = {},
): Promise<void> {
  const given = { purpose: "audio-production", languageCode: "en-us", ...options } as const;
  const found = await readScript(bytes, file, given);
  expect(
    found.lines.map(
      ({ row, character, text: own }) =>
        `${row} ${character ?? "-"}: ${Object.values(own).join(" | ")}`,
    ),
  ).toEqual(lines);
  const named = found.problems.filter(({ code }) => !usual.test(code));
  expect(named.map(({ severity, row, code }) => `${severity} ${row ?? "-"} ${code}`)).toEqual(
    problems,
  );
}

const text = (...rows: string[]) => utf8(rows.join("\n"));
const timed = (at: number, words: string) =>
  `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${words}\n\n`;

const subtitles: Row[] = [
  // Numbers of cues in the text (s01).
  [
    "kaegi/subparse 11: a number of a cue that is there twice",
    "a.srt",
    text(timed(1, "One."), "2", "", timed(2, "Two.")),
    ["1 -: One.", "2 -: Two."],
    "warning 2 text-outside",
  ],
  [
    "SubtitleEdit/subtitleedit 2147: an empty row and a number that is said",
    "a.srt",
    text(timed(1, "How much?"), "2\n00:00:02,000 --> 00:00:02,900\n\n20", "", timed(3, "No.")),
    ["1 -: How much?", "2 -: 20", "3 -: No."],
    "note 2 line-number",
  ],
  [
    "silviapfeiffer/silviapfeiffer.github.io 3: an empty row before the text",
    "a.srt",
    text(timed(1, "One."), "2\n00:00:02,000 --> 00:00:02,900\n\nFine! Go.", "", timed(3, "No.")),
    ["1 -: One.", "2 -: Fine! Go.", "3 -: No."],
  ],
  // Empty cues (s04).
  [
    "sandflow/ttconv 540: an empty cue at the time of the next one",
    "a.srt",
    text("1\n101:00:00,000 --> 101:00:01,000\n", "2\n101:00:00,000 --> 101:00:01,000\nBonjour"),
    ["2 -: Bonjour"],
    "note 1 cue-empty",
  ],
  [
    "noophq/subtitle 13: cues with blanks only",
    "a.srt",
    text(timed(1, "   "), timed(2, "Two."), timed(3, "&nbsp;")),
    ["2 -: Two."],
    "note 1 cue-empty",
    "note 3 cue-empty",
  ],
  [
    "dagronf/SwiftSubtitles 11: a text that ends when it begins",
    "a.srt",
    text(timed(1, "One."), "2\n00:00:02,000 --> 00:00:02,000\nTwo.\n"),
    ["1 -: One.", "2 -: Two."],
    "error 2 timing-negative",
  ],
  [
    "emk/subtitles-rs 34: an empty cue that ends when it begins",
    "a.vtt",
    text("WEBVTT", "", "00:01.000 --> 00:01.000", "", "00:02.000 --> 00:03.000", "Two."),
    ["2 -: Two."],
    "note 1 cue-empty",
  ],
  // Marks in the text (s09).
  [
    "shaka-project/shaka-player 4920: marks of direction as entities",
    "a.vtt",
    text("WEBVTT", "", "00:01.000 --> 00:02.000", "&rlm;One&nbsp;two.&lrm;"),
    ["1 -: One two."],
  ],
  [
    "sandflow/ttconv 344: a tag over two rows",
    "a.srt",
    text(timed(1, "<b>hello\nmy name is</b> Bob")),
    ["1 -: hello my name is Bob"],
  ],
  // Text and times on one row (s18).
  [
    "google/ExoPlayer 498: coordinates behind the times",
    "a.srt",
    text("1", "00:00:01,000 --> 00:00:02,000  X1:63 X2:223 Y1:43 Y2:58", "<i>Dream</i>"),
    ["1 -: Dream"],
  ],
  [
    "harry0703/MoneyPrinterTurbo 1391: a time that is said",
    "a.srt",
    text(timed(1, "Jump to 00:01:23,456 in the recording."), timed(2, "Yes.")),
    ["1 -: Jump to 00:01:23,456 in the recording.", "2 -: Yes."],
    "note 1 text-with-times",
  ],
  [
    "tkarabela/pysubs2 115: two times that are said",
    "a.srt",
    text(timed(1, "Meet at 10:00:00 to 11:00:00 tomorrow."), timed(2, "Yes.")),
    ["1 -: Meet at 10:00:00 to 11:00:00 tomorrow.", "2 -: Yes."],
    "note 1 text-with-times",
  ],
  [
    "Anjok07/ultimatevocalremovergui 2194: the text behind the times, without numbers",
    "a.srt",
    text("00:00:01,000 --> 00:00:02,000 One.", "00:00:03,000 --> 00:00:04,000 Two."),
    ["1 -: One.", "2 -: Two."],
  ],
  // Times that are written in short (s03).
  [
    "byroot/pysrt 25: no milliseconds",
    "a.srt",
    text("1", "00:00:20 --> 00:00:24", "One.", "", "2", "00:00:24 --> 00:00:27", "Two."),
    ["1 -: One.", "2 -: Two."],
  ],
  [
    "cdown/srt 55: a second of one digit in the last cue",
    "a.srt",
    text("9999", "00:00:0,500 --> 00:00:2,00", "One."),
    ["9999 -: One."],
  ],
  [
    "vidstack/captions 8: minutes of one digit",
    "a.srt",
    text("1", "0:0:4,8 --> 0:0:7,4", "hi", "", "2", "0:0:7,4 --> 0:0:8,8", "yes"),
    ["1 -: hi", "2 -: yes"],
  ],
  // One end that is too late (s20).
  [
    "jianchang512/stt 47: a cue that ends long after later ones begin",
    "a.srt",
    text(
      "1\n00:00:01,000 --> 00:02:00,000\nOne.\n",
      ...[2, 3, 4].map((at) => timed(at, `Line ${at}.`)),
    ),
    ["1 -: One.", "2 -: Line 2.", "3 -: Line 3.", "4 -: Line 4."],
    "warning 1 timing-long",
  ],
];
test.each(subtitles)("%s", async (...row) => check(row));

const header = "ID,Character,Text_EN-US";
const tables: Row[] = [
  // Quotes after a backslash (c06).
  [
    "tilo/smarter_csv 237: quotes after backslashes",
    "a.csv",
    text(header, String.raw`1,ANNA,"He said \"no\", twice."`, "2,BEN,Fine."),
    ['2 ANNA: He said "no", twice.', "3 BEN: Fine."],
    "warning 2 quote-inside",
  ],
  [
    "tilo/smarter_csv 252: a backslash that ends a cell",
    "a.csv",
    text(header, String.raw`1,ANNA,"C:\"`, "2,BEN,Fine."),
    ["2 ANNA: C:\\", "3 BEN: Fine."],
  ],
  [
    "dbro/csvquote 12: a quote that begins a quoted cell",
    "a.csv",
    text(header, String.raw`1,ANNA,"\"Stop!\" he said."`, "2,BEN,Fine."),
    ['2 ANNA: "Stop!" he said.', "3 BEN: Fine."],
    "warning 2 quote-inside",
  ],
  [
    "mafintosh/csv-parser 41: a cell of quotes",
    "a.csv",
    text(header, '1,ANNA,"""No"""', "2,BEN,Fine."),
    ['2 ANNA: "No"', "3 BEN: Fine."],
  ],
  // Names that look equal (c11).
  [
    "athensresearch/athens 679: two apostrophes",
    "a.csv",
    text(header, "1,O'Brien,One.", "2,O’Brien,Two.", "3,Oʼbrien,Three."),
    ["2 O'Brien: One.", "3 O'Brien: Two.", "4 O'Brien: Three."],
    "note - names-joined",
  ],
  [
    "ddnet/ddnet 381: marks of direction",
    "a.csv",
    text(header, "1,Anna,One.", "2,An\u200fna,Two.", "3,\u200eAnna,Three."),
    ["2 Anna: One.", "3 Anna: Two.", "4 Anna: Three."],
    "note - names-joined",
  ],
  [
    "Yepoleb/python-a2s 64: spaces without width, a soft hyphen",
    "a.csv",
    text(header, "1,Anna,One.", "2,\u200bAnna,Two.", "3,An\u00adna,Three."),
    ["2 Anna: One.", "3 Anna: Two.", "4 Anna: Three."],
    "note - names-joined",
  ],
  [
    "nodejs/node 60888: the letters of Windows-1252 in a .txt",
    "a.txt",
    Buffer.from(
      "414e4e413a20446f6e92742093676f9420962077616974850a42454e3a203520802c20639c75720a",
      "hex",
    ),
    ["1 ANNA: Don’t “go” – wait…", "2 BEN: 5 €, cœur"],
    "note - encoding",
  ],
];
test.each(tables)("%s", async (...row) => check(row));

/** A workbook with parts under other names than those of its relationships. */
const renamedParts = (names: Readonly<Record<string, string>>) => {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const texts = ["Character", "Text_EN-US", "ANNA", "Hello."];
  const row = (number: number, from: number) =>
    `<row r="${number}"><c r="A${number}" t="s"><v>${from}</v></c><c r="B${number}" t="s"><v>${from + 1}</v></c></row>`;
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets><sheet name="${scriptSheet}" r:id="s"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relation("s", "worksheet", "worksheets/sheet1.xml")}${relation("x", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${texts.map((one) => `<si><t>${one}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${row(1, 0)}${row(2, 2)}</sheetData></worksheet>`,
  };
  return container(
    Object.fromEntries(Object.entries(parts).map(([name, data]) => [names[name] ?? name, data])),
  );
};
// Names of parts that differ in case (x03).
test.each([
  ["python-excel/xlrd 150", { "xl/worksheets/sheet1.xml": "xl/worksheets/Sheet1.xml" }],
  ["tafia/calamine 419", { "xl/sharedStrings.xml": "xl/SharedStrings.xml" }],
  ["felipe-prenholato/openpyxl 61", { "xl/worksheets/sheet1.xml": "xl/Worksheets/Sheet1.XML" }],
  ["SheetJS/sheetjs 439", { "xl/workbook.xml": "xl/Workbook.xml" }],
  ["dhatim/fastexcel 165", { "xl/_rels/workbook.xml.rels": "XL/_rels/Workbook.xml.rels" }],
] as [string, Record<string, string>][])("%s: parts in other case", async (report, names) =>
  check([report, "a.xlsx", renamedParts(names), ["2 ANNA: Hello."]]),
);

const cell = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
test.each([
  ["tidyverse/readxl 51", "One _x000D_\ntwo", "One \ntwo"],
  ["jmcnamara/XlsxWriter 589", "a_x000D_b_x000D_c", "a\nb\nc"],
  ["collectiveaccess/providence 1808", "One._x000D_\nTwo._x000D_\nThree.", "One.\nTwo.\nThree."],
  ["SheetJS/sheetjs 476", "says _x005F_x000D_", "says _x000D_"],
])("%s: _x000D_ in a cell", async (report, value, spoken) => {
  const rows = `<row r="1">${cell("A1", "Text_EN-US")}</row><row r="2">${cell("A2", value)}</row>`;
  await check([report, "a.xlsx", rawWorkbook(rows), [`2 -: ${spoken}`]]);
});

describe("names of batches in bulk tables (b02)", () => {
  const names = ["BATCH_NAME", "SCRIPT_PATH", "LANGUAGE_CODE"];
  const rest = ["https://example.com/a.srt", "FR-FR"];
  const namesOf = async (bytes: Uint8Array, file: string) =>
    (await readBulk(bytes, file)).rows.map(({ row, name }) => `${row} ${name}`);
  test.each([
    ["openfoodfacts/openfoodfacts-server 9011: a .csv keeps its zeros", "0123", "0123"],
    ["hizzle-co/noptin 602: quoted numbers", '"0123"', "0123"],
    ["archimatetool/archi 141: a name that looks like a power", "74095e73", "74095e73"],
  ])("%s", async (_report, written, name) => {
    const bytes = text(names.join(","), [written, ...rest].join(","));
    expect(await namesOf(bytes, "a.csv")).toEqual([`2 ${name}`]);
  });
  test("tidyverse/readxl 355: a language that is merged over rows", async () => {
    const [url = "", language = ""] = rest;
    const rows = [names, ["One", url, language], ["Two", url, null], ["Three", url, "DE-DE"]];
    const merges = [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }];
    const bytes = await writeXlsx({ sheets: [{ name: "Batches", rows, merges }] });
    const bulk = await readBulk(bytes, "a.xlsx");
    expect(bulk.rows.map(({ languageCode }) => languageCode)).toEqual(["fr-fr", "fr-fr", "de-de"]);
  });
  test("teableio/teable 1880: numbers whose format has zeros", async () => {
    const style = { numFmt: "00000" };
    const cells = new Map([["1,0", { value: 45, style }]]);
    const rows = [names, [null, ...rest]];
    const bytes = await writeXlsx({ sheets: [{ name: "Batches", rows, cells }] });
    expect(await namesOf(bytes, "a.xlsx")).toEqual(["2 00045"]);
  });
});

const run = (words: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const ruby = (base: string, reading: string) =>
  `<w:r><w:ruby><w:rt><w:r><w:t>${reading}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>${base}</w:t></w:r></w:rubyBase></w:ruby></w:r>`;
const tableRow = (...cells: string[]) =>
  `<w:tr>${cells.map((one) => `<w:tc><w:p>${one}</w:p></w:tc>`).join("")}</w:tr>`;
// Readings above words (d02).
const japanese: Row[] = [
  [
    "mwilliamson/python-mammoth 76: a reading for each letter",
    "a.docx",
    documentOf(
      `<w:p>${run("田中：")}${ruby("日", "に")}${ruby("本", "ほん")}${ruby("語", "ご")}${run("。")}</w:p>`,
    ),
    ["1 田中: 日本語。"],
    "note 1 readings-left-out",
  ],
  [
    "NousResearch/hermes-agent 114771: readings in the cells of a table",
    "a.docx",
    documentOf(
      `<w:tbl>${tableRow(ruby("田中", "たなか"), ruby("東京", "トウキョウ") + run("へ。"))}${tableRow(run("鈴木"), run("はい。"))}</w:tbl>`,
    ),
    ["1 田中: 東京へ。", "3 鈴木: はい。"],
    "note 1 readings-left-out",
  ],
  [
    "NousResearch/hermes-agent 114771: phonetic runs of a workbook",
    "a.xlsx",
    rawWorkbook(
      `<row r="1">${cell("A1", "Text_JA-JP")}</row><row r="2"><c r="A2" t="s"><v>0</v></c></row>`,
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
    ),
    ["2 -: 東京"],
  ],
  [
    "readest/readest 5539: readings in subtitles",
    "a.vtt",
    text("WEBVTT", "", "00:01.000 --> 00:02.000", "<ruby>神聖文字<rt>ヒエログリフ</rt></ruby>だ。"),
    ["1 -: 神聖文字だ。"],
  ],
];
test.each(japanese)("%s", async (...row) => check(row, { languageCode: "ja-jp" }));

const documents: Row[] = [
  // Struck and hidden text (d06).
  [
    "yfedoseev/office_oxide 305: hidden words between visible ones",
    "a.docx",
    documentOf(
      `<w:p>${run("ANNA: One ")}${run("hidden ", "<w:i/><w:vanish/>")}${run("two.")}</w:p>`,
    ),
    ["1 ANNA: One two."],
    "note 1 left-out-hidden",
  ],
  [
    "ankushshah89/python-docx2txt 35: a struck sentence",
    "a.docx",
    documentOf(
      `<w:p>${run("ANNA: ")}${run("Never. ", '<w:strike w:val="1"/>')}${run("Always.")}</w:p>`,
    ),
    ["1 ANNA: Always."],
    "note 1 left-out-hidden",
  ],
  [
    "bokuweb/docx-rs 553: only the mark of a paragraph is hidden",
    "a.docx",
    documentOf(
      `<w:p><w:pPr><w:rPr><w:vanish/><w:specVanish/></w:rPr></w:pPr>${run("ANNA: One.")}</w:p>${paragraph("BEN: Two.")}`,
    ),
    ["1 ANNA: One.", "2 BEN: Two."],
  ],
  // Subtitles and tables under another extension (d07, t07).
  [
    "elevenlabs/elevenlabs-docs 409: subtitles with names in a document",
    "a.docx",
    docx(
      "1",
      "00:00:01,000 --> 00:00:02,000",
      "ANNA: One.",
      "",
      "2",
      "00:00:03,000 --> 00:00:04,000",
      "BEN: Two.",
    ),
    ["1 ANNA: One.", "2 BEN: Two."],
  ],
  [
    "SubtitleEdit/subtitleedit 5800: times above the texts of a document",
    "a.docx",
    docx("00:01", "ANNA: One.", "00:04", "BEN: Two."),
    ["2 ANNA: One.", "4 BEN: Two."],
    "note 1 left-out-time",
  ],
  [
    "SubtitleEdit/subtitleedit 4142: times and texts between bars",
    "a.txt",
    text(
      "Start | End | Text",
      "00:00:17.910 | 00:00:21.200 | One.",
      "00:00:21.200 | 00:00:25.740 | Two.",
    ),
    ["2 -: One.", "3 -: Two."],
  ],
];
test.each(documents)("%s", async (...row) => check(row));

// Marks of direction (t04).
const arabic: Row[] = [
  [
    "derek73/python-nameparser 266: marks around names",
    "a.txt",
    text("\u200fمحمد\u200f: مرحبا", "\u202bسارة\u202c: أهلا", "\u2067محمد\u2069: نعم"),
    ["1 محمد: مرحبا", "2 سارة: أهلا", "3 محمد: نعم"],
  ],
  [
    "arushadev/piraye 9: marks of letters, and behind the colon",
    "a.txt",
    text("\u061cمحمد:\u200f مرحبا", "سارة\u200e:\u061c أهلا", "محمد: نعم"),
    ["1 محمد: مرحبا", "2 سارة: أهلا", "3 محمد: نعم"],
  ],
  [
    "Crescent-Labs/iqra-api 2: a mark before each cue",
    "a.srt",
    text(timed(1, "\u200fمحمد: مرحبا"), timed(2, "\u200fسارة: أهلا"), timed(3, "محمد: نعم")),
    ["1 محمد: مرحبا", "2 سارة: أهلا", "3 محمد: نعم"],
  ],
];
test.each(arabic)("%s", async (...row) =>
  check(row, { languageCode: "ar-ar", ...(row[1] === "a.srt" ? { speakerSeparator: ":" } : {}) }),
);
