/** Scripts as workbooks and .csv: "interface-notes § Scripts". */
import { describe, expect, test } from "vitest";
import type { ProjectType } from "../../../preload/facts/project-types";
import { readScript } from "../../../main/script-formats/read";
import { scriptLanguages } from "../../../main/script-formats/vocabulary";
import { scriptSheet, rawWorkbook, utf16, utf8, workbook } from "../../helpers/script-files";
import { long } from "../../long";

const read = (bytes: Uint8Array, fileName: string, purpose: ProjectType = "audio-production") =>
  readScript(bytes, fileName, { purpose });
const csv = (text: string, purpose?: ProjectType) => read(utf8(text), "a.csv", purpose);
/** Problems as short texts. */
const problemTexts = (script: Awaited<ReturnType<typeof read>>) =>
  script.problems.map(
    ({ severity, row, column, code }) => `${severity} ${row ?? "-"} ${column ?? "-"} ${code}`,
  );

const header = ["ID", "Character", "Emotion", "Intensity", "Text_FR-FR", "Text_en-us"];

test("a workbook with all columns", async () => {
  const script = await read(
    await workbook([
      header,
      ["1", "Anna", "Joy", "HIGH", "Bonjour", "Hello"],
      [2, " Ben\n", "", "", "Salut", null],
      [null, null, null, null, null, null],
      ["x-3", "Anna", "narration", "low", null, "Bye"],
    ]),
    "episode.xlsx",
  );
  expect(script).toEqual({
    format: "xlsx",
    lines: [
      {
        number: 1,
        id: "1",
        character: "Anna",
        text: { "fr-fr": "Bonjour", "en-us": "Hello" },
        sourceAudio: null,
        emotion: "joy",
        intensity: "high",
        startMs: null,
        endMs: null,
        row: 2,
      },
      {
        number: 2,
        id: "2",
        character: "Ben",
        text: { "fr-fr": "Salut" },
        sourceAudio: null,
        emotion: null,
        intensity: null,
        startMs: null,
        endMs: null,
        row: 3,
      },
      {
        number: 3,
        id: "x-3",
        character: "Anna",
        text: { "en-us": "Bye" },
        sourceAudio: null,
        emotion: "narration",
        intensity: "low",
        startMs: null,
        endMs: null,
        row: 5,
      },
    ],
    characters: ["Anna", "Ben"],
    languages: ["fr-fr", "en-us"],
    columns: { ID: 0, Character: 1, Emotion: 2, Intensity: 3, "Text_FR-FR": 4, "Text_en-us": 5 },
    sheet: scriptSheet,
    areColumnsAssigned: false,
    encoding: null,
    problems: [],
  });
});

test("the sheet of the template is read at any position; without it the first of several, with a warning", async () => {
  const other = { name: "Other", rows: [["Text_EN-US"], ["wrong"]] };
  const named = { name: "revoiceit_prod_template_SCRIPT", rows: [["Text_EN-US"], ["right"]] };
  const both = await read(await workbook([], "", { sheets: [other, named] }), "a.xlsx");
  expect(both.lines.map(({ text }) => text)).toEqual([{ "en-us": "right" }]);
  expect(both.problems).toEqual([]);
  const own = { ...named, name: "Notes" };
  const first = await read(await workbook([], "", { sheets: [other, own] }), "a.xlsx");
  expect(first.lines.map(({ text }) => text)).toEqual([{ "en-us": "wrong" }]);
  expect(problemTexts(first)).toEqual(["warning - - sheet-missing"]);
  expect(first.problems[0]?.message).toContain("Only “Other” was read, not “Notes”.");
  // A workbook with one sheet leaves nothing unread, whatever the name of the sheet is.
  const only = await read(await workbook([], "", { sheets: [other] }), "a.xlsx");
  expect(only.lines).toHaveLength(1);
  expect(only.problems).toEqual([]);
});

test("a column with an unknown name is named, with the known name that it resembles", async () => {
  const script = await csv(
    "ID,Charcter,Txt_DE-DE,Text_EN-GB,Notes,Scene,Source\n1,Anna,Hallo,Hello,x,y,z",
  );
  expect(
    script.problems.map(({ column, code, message, suggestion }) => [
      column,
      code,
      message,
      suggestion,
    ]),
  ).toEqual([
    [
      "Charcter",
      "column-unknown",
      "The column Charcter is not known and was not read. Is it Character?",
      "Character",
    ],
    [
      "Txt_DE-DE",
      "column-unknown",
      "The column Txt_DE-DE is not known and was not read. Is it Text_DE-DE?",
      "Text_DE-DE",
    ],
    // The column Source is that of exported texts: it is not meant to be read.
    ["Notes, Scene", "columns-ignored", "Columns that were not read: Notes, Scene.", undefined],
  ]);
  // Their cells can be located.
  expect(script.columns).toMatchObject({ Charcter: 1, "Txt_DE-DE": 2 });
});

test("of very many unknown columns, a limited number is named", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `Mood ${at} ${"x".repeat(2_000)}`);
  const script = await csv(`Text_EN-GB,${names.join(",")}\nHi`);
  const [problem] = script.problems;
  expect(script.problems).toHaveLength(1);
  expect(problem?.message).toContain("and 280 more");
  expect(problem?.message.length).toBeLessThan(2_000);
});

describe("columns", () => {
  const rows: [name: string, text: string, problems: string[], lines: unknown[]][] = [
    ["case and white space are ignored", " TEXT_en-GB ; ID \nHi;1", [], [{ "en-gb": "Hi" }]],
    [
      "unknown columns are named",
      "Mood,Text_EN-GB\nbad,Hi",
      ["warning 1 Mood columns-ignored"],
      [{ "en-gb": "Hi" }],
    ],
    ["only a text column is required", "Text_EN-GB\nHi", [], [{ "en-gb": "Hi" }]],
    ["no text column", "ID,Character\n1,A", ["error 1 - text-column-missing"], [{}]],
    ["no header", "\n1,A", ["error 1 - text-column-missing"], []],
    [
      "an unknown language",
      "Text_EN-GB,Text_XX-YY\nHi,Hu",
      ["error 1 Text_XX-YY language-unknown"],
      [{ "en-gb": "Hi" }],
    ],
    ["an empty language", "Text_\nHi", ["error 1 Text_ language-unknown"], []],
    [
      "names of object properties",
      "__proto__,constructor,Text___proto__,Text_EN-GB\nx,y,z,Hi",
      [
        "warning 1 __proto__, constructor columns-ignored",
        "error 1 Text___proto__ language-unknown",
      ],
      [{ "en-gb": "Hi" }],
    ],
    [
      "a duplicate column",
      "Text_EN-GB,text_en-gb,Mood,Mood\nfirst,second,1,2",
      ["warning 1 text_en-gb column-twice", "warning 1 Mood columns-ignored"],
      [{ "en-gb": "first" }],
    ],
  ];
  test.each(rows)("%s", async (_name, text, problems, texts) => {
    const script = await csv(text);
    expect(problemTexts(script)).toEqual(problems);
    expect(script.lines.map((line) => line.text)).toEqual(texts);
    expect(Object.getPrototypeOf(script.lines[0]?.text ?? {})).toBe(Object.prototype);
  });

  test.each(scriptLanguages)("%s is a language code", async (code) => {
    const script = await csv(`Text_${code}\nx`);
    expect(script.languages).toEqual([code.toLowerCase()]);
    expect(script.problems).toEqual([]);
  });
});

describe("rows", () => {
  const rows: [name: string, text: string, problems: string[]][] = [
    ["an unknown emotion", "Emotion,Text_EN-GB\nbored,Hi", ["error 2 Emotion emotion-unknown"]],
    [
      "an unknown intensity",
      "intensity,Text_EN-GB\n\nvery,Hi",
      ["error 3 intensity intensity-unknown"],
    ],
    ["a duplicate ID", "ID,Character,Text_EN-GB\na,N,x\nb,N,y\na,N,z", ["warning 4 ID id-twice"]],
    ["IDs differ by case", "ID,Text_EN-GB\na,x\nA,y", []],
    ["no text", "ID,Text_EN-GB\na,", ["warning 2 - text-missing"]],
    ["no lines", "ID,Text_EN-GB\n,\n ,\t", ["error - - lines-missing"]],
    ["cells beyond the header", "Text_EN-GB\nHi,a,b", ["warning 2 - columns-ignored"]],
    ["empty cells beyond the header", "Text_EN-GB,,\nHi,,\n", []],
    ["a text with the delimiter", "ID,Text_EN-GB\n1,Hi, there\n", ["warning 2 - columns-ignored"]],
    ["a huge cell", `Text_EN-GB\n${"x".repeat(32_767)}`, []],
    [
      "a cell over the length limit",
      `ID,Text_EN-GB\n1,${"x".repeat(32_768)}`,
      ["error 2 Text_EN-GB text-too-long", "warning 2 - text-missing"],
    ],
    ["an unclosed quote", 'Text_EN-GB\n"Hi', ["error 2 - quote-open"]],
  ];
  test.each(rows)("%s", async (_name, text, problems) =>
    expect(problemTexts(await csv(text))).toEqual(problems),
  );
});

describe("line dubbing", () => {
  const rows: [name: string, text: string, problems: string[]][] = [
    ["with source audio", "Text_EN-GB,Source_Audio\nHi,a/b.wav", []],
    [
      "a line without source audio",
      "Text_EN-GB,Source_Audio\nHi,\nHo,b.wav",
      ["error 2 Source_Audio source-audio-missing"],
    ],
    ["without the column", "Text_EN-GB\nHi\nHo", ["error 1 Source_Audio source-audio-missing"]],
    ["audio without text", "Text_EN-GB,Source_Audio\n,a.wav", ["warning 2 - text-missing"]],
  ];
  test.each(rows)("%s", async (_name, text, problems) =>
    expect(problemTexts(await csv(text, "line-dubbing"))).toEqual(problems),
  );
  test("the other project types read source audio and do not require it", async () => {
    const script = await csv("Text_EN-GB,SOURCE_AUDIO\nHi,https://e.com/a.wav?b=c\nHo,");
    expect(script.lines.map(({ sourceAudio }) => sourceAudio)).toEqual([
      "https://e.com/a.wav?b=c",
      null,
    ]);
    expect(script.problems).toEqual([]);
  });
});

describe(".csv syntax", () => {
  const plain = "ID,Text_FR-FR\r\n1,Voilà\r\n";
  const rows: [name: string, bytes: Uint8Array, text: string, problems: string[]][] = [
    ["UTF-8", utf8(plain), "Voilà", []],
    ["UTF-8 with a byte order mark", utf8(`\ufeff${plain}`), "Voilà", []],
    ["UTF-16 little-endian with a byte order mark", utf16(plain, "little", true), "Voilà", []],
    ["UTF-16 big-endian with a byte order mark", utf16(plain, "big", true), "Voilà", []],
    ["UTF-16 little-endian", utf16(plain, "little", false), "Voilà", []],
    ["UTF-16 big-endian", utf16(plain, "big", false), "Voilà", []],
    ["Windows-1252", Buffer.from(plain, "latin1"), "Voilà", ["note - - encoding"]],
    ["semicolons", utf8("ID;Text_FR-FR\n1;a,b"), "a,b", []],
    ["tabs", utf8("ID\tText_FR-FR\n1\ta,b;c"), "a,b;c", []],
    ["a line that declares the separator", utf8("sep=|\nID|Text_FR-FR\n1|a,b"), "a,b", []],
    ["old Macintosh line ends", utf8("ID,Text_FR-FR\r1,a"), "a", []],
    ["quotes", utf8('ID,Text_FR-FR\n1,"a, ""b""\r\nc"'), 'a, "b"\nc', []],
    ["a quote inside a field", utf8('ID,Text_FR-FR\n1,5" tall'), '5" tall', []],
    ["decomposed letters", utf8("ID,Text_FR-FR\n1,Voila\u0300"), "Voilà", []],
    ["right to left", utf8("ID,Text_FR-FR\n1,\u200fשלום عالم\u200f"), "שלום عالم", []],
    ["emoji", utf8("ID,Text_FR-FR\n1,👩‍👩‍👧 ok"), "👩‍👩‍👧 ok", []],
    ["control characters", utf8("ID,Text_FR-FR\n1,a\u0007b\u009f"), "ab", []],
    [
      "an unpaired surrogate",
      utf16("ID,Text_FR-FR\n1,a\ud83db", "little", true),
      "a\ufffdb",
      ["warning 2 - character-unreadable"],
    ],
  ];
  test.each(rows)("%s", async (_name, bytes, text, problems) => {
    const script = await read(bytes, "a.csv");
    expect(problemTexts(script)).toEqual(problems);
    expect(script.lines.map((line) => line.text["fr-fr"])).toEqual([text]);
  });
});

describe("cells of workbooks", () => {
  const cellOf = async (xml: string, strings = "") => {
    const first = `<row r="1"><c r="A1" t="inlineStr"><is><t>Text_EN-GB</t></is></c></row>`;
    const script = await read(rawWorkbook(`${first}<row r="2">${xml}</row>`, strings), "a.xlsx");
    return [script.lines[0]?.text["en-gb"], ...problemTexts(script)];
  };
  test.each([
    ["a number", `<c r="A2"><v>12.5</v></c>`, ["12.5", "note 2 - line-number"]],
    ["a boolean", `<c r="A2" t="b"><v>1</v></c>`, ["TRUE"]],
    ["a cell without a reference", `<c t="str"><v>x</v></c>`, ["x"]],
    [
      "the stored value of a formula",
      `<c r="A2" t="str"><f>WEBSERVICE("http://e.com")</f><v>kept</v></c>`,
      ["kept"],
    ],
    [
      "a formula without a value",
      `<c r="A2"><f>1+1</f></c>`,
      [undefined, "error 2 Text_EN-GB formula-without-value", "warning 2 - text-missing"],
    ],
    [
      "a formula with an error",
      `<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>`,
      [undefined, "error 2 Text_EN-GB cell-error", "warning 2 - text-missing"],
    ],
    [
      "entities",
      `<c r="A2" t="str"><v>a &lt; b &amp; &#x1F600; &other;</v></c>`,
      ["a < b & 😀 &other;"],
    ],
  ])("%s", async (_name, xml, expected) => expect(await cellOf(xml)).toEqual(expected));

  test("shared strings in runs, without phonetic guides", async () => {
    const strings = `<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></si>`;
    expect(await cellOf(`<c r="A2" t="s"><v>0</v></c>`, strings)).toEqual(["東京"]);
  });

  test.each([
    [
      "rows and cells in any order",
      `<row r="3"><c r="A3"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`,
      ["2", "3"],
    ],
    [
      "rows without a number",
      `<row><c><v>2</v></c></row><row/><row><c><v>4</v></c></row>`,
      ["2", "4"],
    ],
    [
      "characters that XML cannot represent",
      `<row><c t="str"><v>a_x000D_b_x0041_</v></c></row>`,
      ["a\nbA"],
    ],
    [
      "a reference to a missing string",
      `<row><c t="s"><v>7</v></c></row><row><c><v>x</v></c></row>`,
      [undefined, "x"],
    ],
    [
      "text after the data",
      `<row><c><v>1</v></c></row></sheetData><other><c r="A9"><v>9</v></c></other><sheetData>`,
      ["1"],
    ],
  ])("%s", async (_name, xml, expected) => {
    const first = `<row r="1"><c r="A1" t="inlineStr"><is><t>Text_EN-GB</t></is></c></row>`;
    const script = await read(rawWorkbook(first + xml), "a.xlsx");
    expect(script.lines.map(({ text }) => text["en-gb"])).toEqual(expected);
  });

  test("a row outside of the limits of a sheet", async () =>
    expect(problemTexts(await read(rawWorkbook(`<row r="1048577"/>`), "a.xlsx"))).toEqual([
      "error - - damaged",
    ]));

  test("converted dates", async () => {
    const script = await read(
      await workbook([
        ["ID", "Text_EN-GB"],
        [new Date(Date.UTC(2026, 2, 1)), "Hi"],
      ]),
      "a.xlsx",
    );
    expect(script.lines[0]?.id).toBe("2026-03-01");
  });

  test("a cell far outside is ignored or reported, with limited memory", async () => {
    const first = `<row r="1"><c r="A1" t="str"><v>Text_EN-GB</v></c></row><row r="2"><c r="A2" t="str"><v>x</v></c></row>`;
    const wide = rawWorkbook(`${first}<row r="3"><c r="XFD3" t="str"><v>x</v></c></row>`);
    expect((await read(wide, "a.xlsx")).lines).toHaveLength(1);
    const far = rawWorkbook(`${first}<row r="1048576"><c r="ZZ1048576" t="str"><v>x</v></c></row>`);
    expect((await read(far, "a.xlsx")).lines).toHaveLength(1);
    const many = `<row><c r="ALL1" t="str"><v>x</v></c></row>`.repeat(21_000);
    expect(problemTexts(await read(rawWorkbook(first + many), "a.xlsx"))).toEqual([
      "error - - too-many-cells",
    ]);
  });
});

test("the first thousand problems of each severity are listed, and the others counted", async () => {
  const rows = Array.from({ length: 1_500 }, () => "a,bored,x");
  const { problems } = await csv(`ID,Emotion,Text_EN-GB\n${rows.join("\n")}\nb,joy,x`);
  expect(problems.filter(({ severity }) => severity === "error")).toHaveLength(1_001);
  expect(problems.filter(({ code }) => code === "more").map(({ message }) => message)).toEqual([
    "And 500 more like these.",
    "And 499 more like these.",
  ]);
});

test("more lines than the limit", long, async () => {
  const script = await csv(`Text_EN-GB\n${"x\n".repeat(200_001)}`);
  expect(problemTexts(script)).toEqual(["error - - too-many-rows"]);
  expect(script.lines).toEqual([]);
});

test("as many lines as the limit", long, async () => {
  const full = await csv(`Text_EN-GB\n${"x\n".repeat(200_000)}`);
  expect(full.lines).toHaveLength(200_000);
  expect(full.problems.map(({ code }) => code)).toEqual(["speakers-missing"]);
});
