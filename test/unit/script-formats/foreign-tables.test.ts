/**
 * Tables as other programs and people write them. The kinds of faults are known from public reports
 * on readers of spreadsheets and subtitles, which are named at each; the files are made here.
 */
import { describe, expect, test } from "vitest";
import { readBulk, readScript } from "../../../main/script-formats/read";
import type { ColumnMapping } from "../../../preload/facts/script-columns";
import type { Script } from "../../../main/script-formats/model";
import { container, scriptSheet, utf8 } from "../../helpers/script-files";

type Cell = string | null | { xml: string };
interface SheetParts {
  name?: string;
  state?: string;
  /** By row number. */
  rows: Readonly<Record<number, readonly Cell[]>>;
  /** XML before and after the data: columns, merged cells. */
  before?: string;
  after?: string;
  /** Attributes of rows, by number. */
  attributes?: Readonly<Record<number, string>>;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const letter = (index: number) => String.fromCharCode(65 + index);
const number = (value: number, style: number): Cell => ({
  xml: `<c @ s="${style}"><v>${value}</v></c>`,
});
const formula = (text: string, value = ""): Cell => ({ xml: `<c @><f>${text}</f>${value}</c>` });
const shared = (index: number): Cell => ({ xml: `<c @ t="s"><v>${index}</v></c>` });
const inline = (xml: string): Cell => ({ xml: `<c @ t="inlineStr"><is>${xml}</is></c>` });

function sheetXml({ rows, before = "", after = "", attributes = {} }: SheetParts): string {
  const cells = (row: string, values: readonly Cell[]) =>
    values.map((value, at) => {
      if (value === null) return "";
      const reference = `r="${letter(at)}${row}"`;
      return typeof value === "string"
        ? `<c ${reference} t="inlineStr"><is><t>${escape(value)}</t></is></c>`
        : value.xml.replace("@", reference);
    });
  const data = Object.entries(rows).map(
    ([row, values]) =>
      `<row r="${row}" ${attributes[Number(row)] ?? ""}>${cells(row, values).join("")}</row>`,
  );
  return `<worksheet>${before}<sheetData>${data.join("")}</sheetData>${after}</worksheet>`;
}

/** A workbook; the first sheet has the name of the template unless it has another. */
function book(
  sheets: readonly SheetParts[],
  { styles = "", strings = "", stringsPart = "sharedStrings.xml" } = {},
): Uint8Array {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const named = sheets.map(({ name = scriptSheet, state = "" }, at) => ({
    name,
    state,
    id: `s${at}`,
  }));
  return container({
    "[Content_Types].xml": `<Types/>`,
    "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets>${named
      .map(({ name, state, id }) => `<sheet name="${name}" ${state} r:id="${id}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${[
      ...named.map(({ id }) => relation(id, "worksheet", `worksheets/${id}.xml`)),
      relation("x", "sharedStrings", "sharedStrings.xml"),
      relation("y", "styles", "styles.xml"),
    ].join("")}</Relationships>`,
    [`xl/${stringsPart}`]: `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/s${at}.xml`, sheetXml(sheet)])),
  });
}

const header = ["ID", "Character", "Text_EN-US"];
const read = (bytes: Uint8Array, name: string, languageCode?: string) =>
  readScript(bytes, name, {
    purpose: "audio-production",
    ...(languageCode === undefined ? {} : { languageCode }),
  });
const csv = (text: string, languageCode?: string) => read(utf8(text), "a.csv", languageCode);
const xlsx = (...[sheets, parts]: Parameters<typeof book>) => read(book(sheets, parts), "a.xlsx");
/** "id character: text" of each line. */
const linesOf = ({ lines }: Script) =>
  lines.map(
    ({ id, character, text }) =>
      `${id ?? "-"} ${character ?? "-"}: ${Object.values(text).join(" | ")}`,
  );
const problemsOf = ({ problems }: Script) =>
  problems.map(({ severity, row, code }) => `${severity} ${row ?? "-"} ${code}`);

describe("quotes of delimited text", () => {
  // Tatoeba/tatoeba2 2973, mholt/PapaParse 358: text with tabs is often not quoted at all.
  test.each([
    ["a quote at the beginning of a text", 'B\t"Stop!" he said.', ['1 B: "Stop!" he said.']],
    [
      "quotes around the texts of two rows",
      'A\t"Wait\n2\tB\tFor what?"',
      ['1 A: "Wait', '2 B: For what?"'],
    ],
    ["a quote that never closes", 'A\t"Wait', ['1 A: "Wait']],
    ["a quoted text with a line break", 'A\t"One\nTwo"', ["1 A: One\nTwo"]],
    ["a quoted text with doubled quotes", 'A\t"say ""yes"" now"', ['1 A: say "yes" now']],
    ["inches", 'A\t5" tall', ['1 A: 5" tall']],
  ])("tabs: %s", async (_name, rows, expected) => {
    const script = await csv(`ID\tCharacter\tText_EN-US\n1\t${rows}\n`);
    expect(linesOf(script)).toEqual(expected);
    expect(script.problems).toEqual([]);
  });
  test.each([
    [
      "a backslash before each quote",
      '"He said \\"no, never\\" twice."',
      'He said "no, never" twice.',
    ],
    ["text after the closing quote", '"Stop!" he said.', "Stop! he said."],
    ["a backslash at the end", '"C:\\"', "C:\\"],
  ])("commas: %s", async (_name, cell, text) => {
    const script = await csv(`ID,Character,Text_EN-US\n1,A,${cell}\n2,B,Fine.`);
    expect(linesOf(script)).toEqual([`1 A: ${text}`, "2 B: Fine."]);
    expect(problemsOf(script)).toEqual(cell.endsWith('\\"') ? [] : ["warning 2 quote-inside"]);
  });
  test.each([
    ["decimal commas", "TC In;TC Out;Text_EN-US\n1,5;2,5;Yes, no, yes, no\n3,5;4,5;No, no"],
    ["a title with commas", "Draft, 1, 2, 3, 4\nCharacter;Text_EN-US\nA;Yes\nB;No"],
    ["vertical lines", "Character|Text_EN-US\nA|Yes, no\nB|No; no"],
    ["tabs", "Character\tText_EN-US\nA\tYes; no; yes; no\nB\tNo"],
  ])("the delimiter of a file with %s", async (_name, text) => {
    const script = await csv(text);
    expect(script.lines).toHaveLength(2);
    expect(script.problems.filter(({ severity }) => severity !== "note")).toEqual([]);
  });
});

describe("the header", () => {
  const lines = ["1 Anna: Good morning."];
  test.each([
    ["below an empty row", "\nID,Character,Text_EN-US\n1,Anna,Good morning.", []],
    [
      "below titles",
      "Episode 101\nDate,2026-01-01\n\nID,Character,Text_EN-US\n1,Anna,Good morning.",
      ["note 4 header-below"],
    ],
    [
      "in row 20",
      `${"x\n".repeat(19)}ID,Character,Text_EN-US\n1,Anna,Good morning.`,
      ["note 20 header-below"],
    ],
  ])("%s", async (_name, text, problems) => {
    const script = await csv(text);
    expect(linesOf(script)).toEqual(lines);
    expect(problemsOf(script)).toEqual(problems);
  });
  test("is not searched below row 20", async () => {
    const script = await csv(`${"x\n".repeat(20)}ID,Character,Text_EN-US\n1,Anna,Hi`);
    expect(script.problems[0]?.code).toBe("text-column-missing");
    expect(script.problems[0]?.message).toContain("None of the rows 1 to 20");
  });

  // SubtitleEdit/subtitleedit 10823, genesis-ai-dev/codex-editor 1099: other words for columns.
  test.each([
    ["Speaker,Text_EN-US", "Anna,Hi", "- Anna: Hi"],
    ["Nr.;Rolle;Text (EN-US)", "7;Anna;Hi", "7 Anna: Hi"],
    ["N°;Personnage;Texte FR", "7;Anna;Salut", "7 Anna: Salut"],
    ["Personaje;Español (España)", "Anna;Hola", "- Anna: Hola"],
    ["Personaggio;Italiano", "Anna;Ciao", "- Anna: Ciao"],
    ["Personagem;Text_PT_BR", "Anna;Oi", "- Anna: Oi"],
    ["Postać;Polski", "Anna;Cześć", "- Anna: Cześć"],
    ["Personage;Nederlands", "Anna;Hoi", "- Anna: Hoi"],
    ["Karaktär;Svenska", "Anna;Hej", "- Anna: Hej"],
    ["Konuşmacı;Türkçe", "Anna;Selam", "- Anna: Selam"],
    ["役名;セリフ JA", "アンナ;はい", "- アンナ: はい"],
    ["角色;台词 ZH", "安娜;好", "- 安娜: 好"],
    ["배역;한국어", "안나;네", "- 안나: 네"],
    ["Character\u00a0;\u200bText-FR-FR", "Anna;Oui", "- Anna: Oui"],
    ["Line;Character;Text_EN-US", "3;Anna;Hi", "3 Anna: Hi"],
  ])("words: %s", async (names, row, line) => {
    const script = await csv(`${names}\n${row}`);
    expect(linesOf(script)).toEqual([line]);
    expect(problemsOf(script)).toEqual(["note 1 columns-recognised"]);
  });

  test("a column of texts without a language has that of the batch, or is named", async () => {
    const text = "Speaker,Dialogue\nAnna,Hi";
    expect((await csv(text, "EN-GB")).lines[0]?.text).toEqual({ "en-gb": "Hi" });
    const open = await csv(text);
    expect(problemsOf(open)).toContain("error 1 text-language-missing");
    expect(open.lines[0]?.text).toEqual({});
    const english = await csv("Speaker,English\nAnna,Hi");
    expect(english.problems[0]?.message).toContain("EN-GB or EN-US");
    expect((await csv("Speaker,English\nAnna,Hi", "en-us")).lines[0]?.text).toEqual({
      "en-us": "Hi",
    });
    expect(problemsOf(await csv("Speaker,English\nAnna,Hi", "fr-fr"))).toContain(
      "error 1 text-language-missing",
    );
  });

  test.each(["Text_ES-MX", "Text_ZH-TW", "Text_Klingon"])("%s is in no language", async (name) =>
    expect(problemsOf(await csv(`Character,${name}\nAnna,Hi`))).toContain(
      "error 1 language-unknown",
    ),
  );
  test("a table without one has no lines", async () => {
    const script = await csv("1,Anna,Good morning.\n2,Ben,Fine.\n");
    expect(script.lines).toEqual([]);
    expect(problemsOf(script)).toContain("error 1 text-column-missing");
  });
});

test("numbers under #, and titles between the lines", async () => {
  const rows = [
    "#;Speaker;Text_EN-US",
    "1;ANNA;One.",
    "SCENE 2;;",
    "Act two: night;;",
    "2;BEN;Two.",
  ];
  const script = await readScript(utf8(rows.join("\n")), "a.csv", { purpose: "audio-production" });
  expect(
    script.lines.map(({ row, id, character }) => `${row} ${id ?? "-"} ${character ?? "-"}`),
  ).toEqual(["2 1 ANNA", "5 2 BEN"]);
  expect(script.problems.map(({ code, rows: all }) => [code, all])).toContainEqual([
    "left-out-heading",
    [3, 4],
  ]);
});

test("times of a dialogue list, with decimal commas", async () => {
  const script = await csv(
    "TC In;TC Out;Speaker;Text_EN-US\n00:00:01,5;00:00:02,25;Anna;One\n3,5;4;Ben;Two\n01:02;01:03.004;Ben;Three\n;;Ben;Four",
  );
  expect(script.lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_500, 2_250],
    [3_500, 4_000],
    [62_000, 63_004],
    [null, null],
  ]);
});

test.each([
  ["a word", "soon;later", "error 2 timing-invalid"],
  ["an end before the start", "00:02;00:01", "error 2 timing-negative"],
  ["frames", "00:00:01:12;00:00:02:00", "warning 2 frame-rate-missing"],
  ["61 seconds", "00:61;01:02", "error 2 timing-invalid"],
])("a time that is not read is named: %s", async (_name, times, problem) => {
  const script = await csv(`TC In;TC Out;Text_EN-US\n${times};One`);
  expect(script.lines[0]).toMatchObject({ startMs: null, endMs: null });
  expect(problemsOf(script)).toContain(problem);
});

describe("sheets", () => {
  const script = { name: "Script", rows: { 1: header, 2: ["1", "Anna", "Good morning."] } };
  const cover = { name: "Cover", rows: { 1: ["Episode 101"], 2: ["Client: Example"] } };
  const lists = { name: "Lists", rows: { 1: ["Text_EN-US"], 2: ["joy"] } };
  // yakew7/Fair-Code 182, gbif/ipt 1787: the first sheet is a cover, or hidden.
  test.each([
    ["a cover", [cover, script], ["note - sheet-chosen"]],
    ["a hidden list", [{ ...lists, state: 'state="hidden"' }, script], ["note - sheets-hidden"]],
    [
      "a very hidden list",
      [{ ...lists, state: 'state="veryHidden"' }, script],
      ["note - sheets-hidden"],
    ],
    ["a visible list", [lists, script], ["warning - sheet-missing"]],
    ["two scripts", [script, { ...script, name: "Part 2" }], ["warning - sheet-missing"]],
    [
      "a cover and the template without a header",
      [cover, script, { name: scriptSheet, rows: {} }],
      ["note - sheet-chosen"],
    ],
  ])("%s", async (_name, sheets, problems) => {
    const result = await xlsx(sheets);
    expect(linesOf(result)).toEqual(["1 Anna: Good morning."]);
    expect(problemsOf(result)).toEqual(problems);
  });
  test("without a header, the sheets and rows that were searched are named", async () => {
    const { problems } = await xlsx([cover, { ...cover, name: "Notes" }]);
    expect(problems[0]?.message).toBe(
      "None of the rows 1 to 2 of the sheets “Cover”, “Notes” has a column for text.",
    );
  });
  test("only hidden sheets", async () =>
    expect(problemsOf(await xlsx([{ ...script, state: 'state="hidden"' }]))).toEqual([
      "note - sheets-hidden",
      "error - sheets-hidden-all",
    ]));
});

describe("what a sheet does not show", () => {
  const rows = { 1: header, 2: ["1", "Anna", "One"], 3: ["2", "Ben", "Two"] };
  test.each([
    ["a hidden row", { 3: 'hidden="1"' }],
    ["a row without height", { 3: 'ht="0" customHeight="1"' }],
    ["a filtered row", { 3: 'hidden="true" spans="1:3"' }],
  ])("%s is left out", async (_name, attributes) => {
    const script = await xlsx([{ rows, attributes }]);
    expect(linesOf(script)).toEqual(["1 Anna: One"]);
    expect(script.problems[0]).toMatchObject({
      code: "rows-hidden",
      severity: "note",
      message: "Hidden rows were left out (1): 3.",
    });
  });
  test.each([
    ["a hidden column", '<col min="2" max="2" width="9" hidden="1"/>'],
    ["a column without width", '<col min="2" max="2" width="0" customWidth="1"/>'],
    ["a collapsed column", '<col min="2" max="2" hidden="true" outlineLevel="1"/>'],
  ])("%s is left out", async (_name, columns) => {
    const script = await xlsx([{ rows, before: `<cols>${columns}</cols>` }]);
    expect(linesOf(script)).toEqual(["1 -: One", "2 -: Two"]);
    expect(script.problems[0]?.message).toBe("Hidden columns were left out (1): B.");
  });
  // mwilliamson/mammoth.js 230 reports the same of documents.
  const struck =
    '<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>';
  test.each([
    [
      "a run of a cell",
      inline("<r><t>Good </t></r><r><rPr><strike/></rPr><t>bad </t></r><r><t>day</t></r>"),
      "Good day",
    ],
    ["a run of a shared text", shared(0), "Yes"],
    ["a cell", { xml: '<c @ s="1" t="inlineStr"><is><t>gone</t></is></c>' }, null],
    ["a run that is not struck", inline('<r><rPr><strike val="0"/></rPr><t>Kept</t></r>'), "Kept"],
  ])("struck text of %s is left out", async (_name, cell, text) => {
    const strings = "<si><r><rPr><strike/></rPr><t>No</t></r><r><t>Yes</t></r></si>";
    const script = await xlsx([{ rows: { 1: header, 2: ["1", "Anna", cell] } }], {
      styles: struck,
      strings,
    });
    expect(script.lines[0]?.text["en-us"] ?? null).toBe(text);
    const note = script.problems.find(({ code }) => code === "text-struck");
    expect(note?.message).toBe(
      text === "Kept" ? undefined : "Struck text was left out in cells (1): C2.",
    );
  });
});

describe("values as displayed", () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="000"/><numFmt numFmtId="165" formatCode="&quot;EP1_&quot;0000"/></numFmts>' +
    `<cellXfs>${[0, 164, 9, 12, 14, 20, 165, 49, 3].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`;
  // SheetJS/sheetjs 608, tidyverse/readxl 462 and 389, exceljs/exceljs 1937.
  test.each([
    ["an ID with leading zeros", number(2, 1), "002"],
    ["a percentage", number(0.5, 2), "50%"],
    ["a fraction", number(0.5, 3), "1/2"],
    ["a date", number(46_024, 4), "1/2/2026"],
    ["a time", number(0.520_833_333_333_333_4, 5), "12:30"],
    ["a prefix", number(7, 6), "EP1_0007"],
    ["thousands", number(1_234_567, 8), "1,234,567"],
    ["a truth value", { xml: '<c @ t="b"><v>1</v></c>' }, "TRUE"],
    ["the value of a formula", formula("A1", "<v>3</v>"), "3"],
    ["an empty text of a formula", { xml: '<c @ t="str"><f>""</f><v></v></c>' }, null],
  ])("%s", async (_name, cell, text) => {
    const script = await xlsx([{ rows: { 1: header, 2: [cell, "Anna", "Hi"] } }], { styles });
    expect(script.lines[0]?.id).toBe(text);
    expect(script.problems).toEqual([]);
  });

  // infiniflow/ragflow 19737: programs that write formulas do not calculate them.
  test.each([
    ["no value", formula("Cast!A1")],
    ["an empty value", formula("Cast!A1", "<v></v>")],
    ["an empty element", formula("Cast!A1", "<v/>")],
  ])("a formula with %s is named", async (_name, cell) => {
    const script = await xlsx([
      { rows: { 1: header, 2: ["1", cell, "Hi"], 3: [cell, cell, cell] } },
    ]);
    expect(script.problems.filter(({ code }) => code === "formula-without-value")).toMatchObject([
      { severity: "error", row: 2, column: "Character" },
      { row: 3, column: "ID" },
      { row: 3, column: "Character" },
      { row: 3, column: "Text_EN-US" },
    ]);
  });

  // ExcelDataReader/ExcelDataReader 729, tidyverse/readxl 355.
  test.each([
    ["B2:B4", ["1 Anna: One", "2 Anna: Two", "3 Anna: Three", "4 Ben: Four"]],
    ["B2:B3", ["1 Anna: One", "2 Anna: Two", "3 -: Three", "4 Ben: Four"]],
    ["B2:C2", ["1 Anna: One", "2 -: Two", "3 -: Three", "4 Ben: Four"]],
    ["B4:B9", ["1 Anna: One", "2 -: Two", "3 -: Three", "4 Ben: Four"]],
  ])("merged cells %s", async (range, expected) => {
    const rows = {
      1: header,
      2: ["1", "Anna", "One"],
      3: ["2", null, "Two"],
      4: ["3", null, "Three"],
      5: ["4", "Ben", "Four"],
    };
    const after = `<mergeCells><mergeCell ref="${range}"/></mergeCells>`;
    expect(linesOf(await xlsx([{ rows, after }]))).toEqual(expected);
  });
  test("a merged text is not spoken twice", async () => {
    const rows = { 1: header, 2: ["1", "Anna", "Both"], 3: ["2", "Ben", null] };
    const after = `<mergeCells><mergeCell ref="C2:C3"/></mergeCells>`;
    const script = await xlsx([{ rows, after }]);
    expect(linesOf(script)).toEqual(["1 Anna: Both", "2 Ben: "]);
    expect(problemsOf(script)).toContain("warning 3 text-missing");
  });

  // python-excel/xlrd 169, box/spout 727.
  test.each(["SharedStrings.xml", "SHAREDSTRINGS.XML", "sharedstrings.xml"])(
    "shared texts in a part that is named %s",
    async (stringsPart) => {
      const strings = "<si><t>Anna</t></si>";
      const rows = { 1: header, 2: ["1", shared(0), "Hi"] };
      const script = await xlsx([{ rows }], { strings, stringsPart });
      expect(linesOf(script)).toEqual(["1 Anna: Hi"]);
    },
  );
});

test.each([
  ["<html><body><table><tr><td>ID</td></tr></table></body></html>", "a.xlsx", "html", "HTML"],
  ["<table><tr><td>ID</td></tr></table>", "a.xlsx", "html", "HTML"],
  ...["a.srt", "a.vtt", "a.ass", "a.ttml", "a.sbv", "a.txt", "a.csv"].flatMap((name) =>
    ["", "\ufeff", '<?xml version="1.0" encoding="utf-8"?>\n', "<!-- saved -->\n"].map((before) => [
      `${before}<!DOCTYPE html>\n<html><title>Sign in</title><p>Anna: Hello</p></html>`,
      name,
      "html",
      "HTML",
    ]),
  ),
  ["{\\rtf1\\ansi ANNA: Hi}", "a.txt", "rtf", "RTF"],
  ["{\\rtf1\\ansi ANNA: Hi}", "a.docx", "rtf", "RTF"],
  [
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    "a.xlsx",
    "xml-table",
    "Excel 2003",
  ],
])("%s under another extension: %s", async (text = "", name = "", code = "", named = "") => {
  const { problems } = await read(utf8(text), name);
  expect(problems[0]?.code).toBe(code);
  expect(problems[0]?.message).toContain(named);
});

test("a bulk table has names as displayed, and names formulas without a value", async () => {
  const names = ["BATCH_NAME", "SCRIPT_PATH", "LANGUAGE_CODE"];
  const row = (cell: Cell) => [cell, "https://example.com/a.srt", "FR-FR"];
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>';
  const rows = {
    1: ["Requests of March"],
    3: names,
    4: row(number(1, 0)),
    5: row(number(46_054, 1)),
    6: row(formula('"E"&amp;1')),
  };
  const bulk = await readBulk(book([{ name: "Batches", rows }], { styles }), "a.xlsx");
  expect(bulk.rows.map(({ row: at, name }) => [at, name])).toEqual([
    [4, "001"],
    [5, "2/1/2026"],
    [6, ""],
  ]);
  expect(bulk.rows[2]?.problems[0]).toMatchObject({ row: 6, code: "formula-without-value" });
});

describe("columns that the user assigns", () => {
  const map = { sheet: "", headerRow: null, frameRate: null };
  const readWith = (text: string, columns: Partial<ColumnMapping>) =>
    readScript(utf8(text), "a.csv", {
      purpose: "audio-production",
      columns: { ...map, columns: {}, ...columns },
    });
  test("by names, in any case", async () => {
    const script = await readWith("Title\nWho is it,Said,Note\nAnna,Hi,x", {
      columns: { "who IS it": "character", Said: "text:en-us", Note: "ignore" },
    });
    expect(linesOf(script)).toEqual(["- Anna: Hi"]);
    expect(problemsOf(script)).toEqual(["note 2 header-below"]);
  });
  test("by letters, without a header", async () => {
    const script = await readWith("1,Anna,Good morning.\n2,Ben,Fine.", {
      headerRow: 0,
      columns: { A: "id", B: "character", C: "text:en-us" },
    });
    expect(linesOf(script)).toEqual(["1 Anna: Good morning.", "2 Ben: Fine."]);
    expect(script.problems).toEqual([]);
  });
  test("some of them: the names of the others count", async () => {
    const script = await readWith("ID,Sprecht,Text_EN-US\n1,Anna,Hi", {
      columns: { Sprecht: "character" },
    });
    expect(linesOf(script)).toEqual(["1 Anna: Hi"]);
  });
  test("frames, with their rate", async () => {
    const script = await readWith("TC In,TC Out,Text_EN-US\n00:00:01:12,00:00:02:06,Hi", {
      frameRate: 24,
    });
    expect(script.lines[0]).toMatchObject({ startMs: 1_500, endMs: 2_250 });
  });
  test("a name or a sheet that does not exist is an error", async () => {
    const unknown = await readWith("ID,Text_EN-US\n1,Hi", { columns: { Speaker: "character" } });
    expect(unknown.problems).toMatchObject([{ code: "column-missing", column: "Speaker" }]);
    const sheet = await readWith("ID,Text_EN-US\n1,Hi", { sheet: "Part 2" });
    expect(problemsOf(sheet)).toContain("error - sheet-unknown");
  });
});

test("errors of formulas in a .csv are named, hashtags are text", async () => {
  const rows = ["Character,Text_EN-US", "Anna,#NAME?", "#BEZUG!,Hello", "Ben,#STOP!", "Ben,#N/A"];
  const script = await readScript(utf8(rows.join("\n")), "a.csv", { purpose: "audio-production" });
  expect(script.lines.flatMap(({ text }) => Object.values(text))).toEqual(["Hello", "#STOP!"]);
  const errors = script.problems.filter(({ severity }) => severity === "error");
  expect(errors.map(({ row, code, message }) => `${row ?? ""} ${code} ${message}`)).toEqual([
    "2 cell-error The formula here ends in #NAME?.",
    "3 cell-error The formula here ends in #BEZUG!.",
    "5 cell-error The formula here ends in #N/A.",
  ]);
});
