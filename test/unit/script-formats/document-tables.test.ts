/** Tables of a .docx whose columns are assigned, as those of a workbook. */
import { expect, test } from "vitest";
import { convertScript } from "../../../main/script-formats/convert";
import { readScript } from "../../../main/script-formats/read";
import { readTableView } from "../../../main/script-formats/table-view";
import type { ReadOptions } from "../../../main/script-formats/model";
import type { ColumnMapping } from "../../../preload/facts/script-columns";
import { documentOf, docx, paragraph, tableOf } from "../../helpers/script-files";

const unclear = [
  ["A", "B", "C"],
  ["Good morning.", "Guten Morgen.", "ANNA"],
  ["How are you?", "Wie geht es?", "BEN"],
];
const options: ReadOptions = { purpose: "audio-production", languageCode: "en-us" };
const columns: ColumnMapping = {
  sheet: "",
  headerRow: 1,
  columns: { a: "text:en-us", b: "text:de-de", c: "character" },
  frameRate: null,
};
const read = (bytes: Uint8Array, more: Partial<ReadOptions> = {}) =>
  readScript(bytes, "a.docx", { ...options, ...more });
const linesOf = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.map(({ character, text }) => `${character ?? "-"}: ${Object.values(text).join(" | ")}`);
const assigned = ["ANNA: Good morning. | Guten Morgen.", "BEN: How are you? | Wie geht es?"];

test("columns that are not certain ask, and are read as they are assigned", async () => {
  const bytes = documentOf(paragraph("Episode 1") + tableOf(...unclear));
  const asked = await read(bytes);
  expect(asked.areColumnsAssigned).toBe(false);
  expect(asked.problems.map(({ code }) => code)).toContain("document-table-columns");

  const view = readTableView(bytes, "a.docx", options, null);
  expect(view).toMatchObject({ sheets: [""], sheet: "", headerRow: 1, isAssigned: false });
  expect(view.columns.map(({ name }) => name)).toEqual(["A", "B", "C"]);
  expect(view.rows.map(({ cells }) => cells)).toEqual(unclear);

  const script = await read(bytes, { columns });
  expect(linesOf(script)).toEqual(assigned);
  expect(script).toMatchObject({ languages: ["en-us", "de-de"], areColumnsAssigned: true });
  expect(script.problems.map(({ code, row }) => `${code} ${row ?? "-"}`)).toEqual([
    "document-outside-tables 1",
  ]);
  // The answer is remembered for the header.
  const known = { header: view.header, sheet: "", columns: columns.columns, frameRate: null };
  expect(linesOf(await read(bytes, { known: [known] }))).toEqual(assigned);
  // A service does not know the answer, and gets the template.
  const converted = await convertScript(bytes, "a.docx", { ...options, ofFile: known });
  expect(converted.extension).toBe("xlsx");
  const template = await readScript(converted.bytes ?? bytes, "a.xlsx", options);
  expect(linesOf(template)).toEqual(assigned);
  expect((await convertScript(bytes, "a.docx", options)).bytes).toBeNull();
});

test("tables that continue each other are one; others are chosen by their numbers", async () => {
  const [header = [], first = [], second = []] = unclear;
  const same = documentOf(tableOf(header, first) + paragraph("") + tableOf(header, second));
  expect(linesOf(await read(same, { columns }))).toEqual(assigned);
  const others = documentOf(tableOf(["Cast", "Actor"], ["ANNA", "Jane"]) + tableOf(...unclear));
  expect(readTableView(others, "a.docx", options, null).sheets).toEqual(["1", "2"]);
  const script = await read(others, { columns: { ...columns, sheet: "2" } });
  expect(linesOf(script)).toEqual(assigned);
});

test("times and several languages are read where the names of the columns say it", async () => {
  const timed = tableOf(
    ["TC In", "TC Out", "Speaker", "English", "German"],
    ["00:00:01,000", "00:00:02,000", "ANNA", "Good morning.", "Guten Morgen."],
    ["00:00:04,000", "00:00:05,500", "BEN", "How are you?", "Wie geht es?"],
  );
  const script = await read(documentOf(timed));
  expect(linesOf(script)).toEqual(assigned);
  expect(script.lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_000, 2_000],
    [4_000, 5_500],
  ]);
  expect(readTableView(documentOf(paragraph("Hi.")), "a.docx", options, null).sheets).toEqual([]);
});

test("a column of pictures names no speakers, with and without a header", async () => {
  const rows = [
    ["Wide shot of house", "ANNA: Good morning."],
    ["Close up", "BEN: How are you?"],
  ];
  const expected = ["ANNA: Good morning.", "BEN: How are you?"];
  for (const header of [[["VIDEO", "AUDIO"]], []])
    expect(linesOf(await read(documentOf(tableOf(...header, ...rows))))).toEqual(expected);
});

test("notes below a table, and other texts below it", async () => {
  const table = tableOf(["Character", "Dialogue"], ["ANNA", "Good morning.*"], ["BEN", "Hi."]);
  const noted = await read(documentOf(table + paragraph("") + paragraph("* A pun.")));
  expect(linesOf(noted)).toEqual(["ANNA: Good morning.*", "BEN: Hi."]);
  expect(noted.problems.map(({ code }) => code)).toContain("left-out-direction");
  const made = await read(documentOf(table + paragraph("Made by a studio.")));
  expect(made.problems).toContainEqual(
    expect.objectContaining({ code: "speaker-none", row: 7, severity: "note" }),
  );
});

test("a column for voices has names of actors, or what is said", async () => {
  const said = tableOf(["Character", "Voice"], ["ANNA", "Hello"], ["BEN", "Goodbye"]);
  expect(linesOf(await read(documentOf(said)))).toEqual(["ANNA: Hello", "BEN: Goodbye"]);
  const cast = tableOf(["Character", "Voice"], ["ANNA", "Jane Doe"], ["BEN", "John Roe"]);
  const spoken = paragraph("ANNA: Hi.") + paragraph("BEN: Yes.");
  expect(linesOf(await read(documentOf(cast + spoken)))).toEqual(["ANNA: Hi.", "BEN: Yes."]);
});

const lineBreaks = (...rows: string[]) =>
  `<w:p><w:r>${rows.map((row) => `<w:t>${row}</w:t>`).join("<w:br/>")}</w:r></w:p>`;

test("several speakers in one paragraph, and in one cell", async () => {
  // Browsers paste such line breaks, and Google Docs saves them for "Shift+Enter".
  const pasted = await read(documentOf(lineBreaks("ANNA: Hello.", "you two", "BEN: Hi.", "Oh.")));
  expect(linesOf(pasted)).toEqual(["ANNA: Hello.\nyou two", "BEN: Hi.\nOh."]);
  expect(pasted.problems).toContainEqual(
    expect.objectContaining({ code: "speaker-inside", row: 1 }),
  );
  const whole = lineBreaks("INT. SEA - DAY", "", "ANNA", "Hello.", "", "BEN", "Hi.");
  expect(linesOf(await read(documentOf(whole)))).toEqual(["ANNA: Hello.", "BEN: Hi."]);
  // Rows that a speaker reads aloud stay in the speech.
  const menu = ["ANNA: The menu.", "Starter: soup.", "PS: fish."];
  const reading = await read(documentOf(lineBreaks(...menu) + paragraph("BEN: Good.")));
  expect(linesOf(reading)).toEqual(["ANNA: The menu.\nStarter: soup.\nPS: fish.", "BEN: Good."]);
  expect(reading.problems).toContainEqual(
    expect.objectContaining({ code: "rows-undivided", row: 1 }),
  );
  const repeated = lineBreaks("Anna: Hi.", "Ben: Yes.", "Anna: Oh.", "Ben: No.");
  expect(linesOf(await read(documentOf(repeated)))).toHaveLength(4);
  const once = ["Anna: Hi.", "Ben: Yes.", "Anna: Oh.", "Ben: No.", "Waiter: The bill."];
  expect(linesOf(await read(documentOf(lineBreaks(...once))))).toEqual(once);
  const allOnce = ["Anna: Hi.", "Ben: Yes.", "Carl: Oh.", "Dora: No."];
  expect(linesOf(await read(documentOf(lineBreaks(...allOnce))))).toEqual(allOnce);
  const fewNamed = ["Anna: Hi.", "It rains.", "It snows.", "Ben: Yes.", "Oh.", "No."];
  expect(linesOf(await read(documentOf(lineBreaks(...fewNamed))))).toHaveLength(6);
  const menuOnly = ["ANNA: The menu.", "Starter: soup.", "Main: fish.", "BEN: Good."];
  expect(linesOf(await read(documentOf(lineBreaks(...menuOnly))))).toEqual([
    "ANNA: The menu.\nStarter: soup.\nMain: fish.",
    "BEN: Good.",
  ]);
  const cells = `<w:tbl>${[["ANNA: Hello.", "BEN: Hi. ANNA: Oh."], ["ANNA: Bye."]]
    .map((texts) => `<w:tr><w:tc>${texts.map(paragraph).join("")}</w:tc></w:tr>`)
    .join("")}</w:tbl>`;
  const inCells = ["ANNA: Hello.", "BEN: Hi.", "ANNA: Oh.", "ANNA: Bye."];
  expect(linesOf(await read(documentOf(cells)))).toEqual(inCells);
  const pictures = tableOf(
    ["Video", "Audio"],
    ["Wide", "ANNA: Hello."],
    ["Sea", "BEN: Hi. ANNA: Oh."],
  );
  expect(linesOf(await read(documentOf(pictures)))).toEqual(inCells.slice(0, 3));
  const letter = documentOf(lineBreaks("Dear Anna,", "I am well.", "Yours"));
  expect(linesOf(await read(letter))).toEqual(["-: Dear Anna,\nI am well.\nYours"]);
  // A paragraph with line breaks and without names stays one line.
  const verse =
    paragraph("BEN: Hi.") + paragraph("") + lineBreaks("Roses are red,", "she said: no");
  expect(linesOf(await read(documentOf(verse)))).toEqual([
    "BEN: Hi.",
    "-: Roses are red,\nshe said: no",
  ]);
});

test("a name and a time above the text in one paragraph", async () => {
  const teams = docx("Anna Smith   0:03\nGood morning.", "Ben   0:07\nHi.");
  expect(linesOf(await read(teams))).toEqual(["Anna Smith: Good morning.", "Ben: Hi."]);
});
