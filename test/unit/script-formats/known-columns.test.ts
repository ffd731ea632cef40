/**
 * Tables whose columns the user assigns: the view of their first rows, and reading them by the
 * header that is remembered.
 */
import { describe, expect, it } from "vitest";
import { writeXlsx } from "hucre/xlsx";
import { convertScript } from "../../../main/script-formats/convert";
import type { ReadOptions, Script } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";
import { readTableView } from "../../../main/script-formats/table-view";
import type { ColumnRole, KnownColumns } from "../../../preload/facts/script-columns";

const production = { purpose: "audio-production" } as const satisfies ReadOptions;
const table = [
  "The Lamp;;;;;",
  "Version 3;;;;;",
  "Nr;Who speaks;TC In;TC Out;Fassung A;Fassung B",
  "1;Mara;1,5;2,75;Ist da jemand?;Is anybody there?",
  "2;Wirt;3,0;4,25;Nur der Wind.;Only the wind.",
].join("\n");
const bytesOf = (text: string) => Buffer.from(text);
const viewOf = (bytes: Uint8Array, name: string, options: Partial<ReadOptions> = {}) =>
  readTableView(bytes, name, { ...production, ...options }, null);
const roles: readonly ColumnRole[] = [
  "id",
  "character",
  "start",
  "end",
  "text:de-de",
  "text:en-us",
];

/** The choice of the user for the table that is shown. */
function assigned(bytes: Uint8Array, name: string, chosen: readonly ColumnRole[]): KnownColumns {
  const { header, columns } = viewOf(bytes, name);
  const entries = columns.map(({ key }, at) => [key, chosen[at] ?? "ignore"] as const);
  return { header, sheet: "", columns: Object.fromEntries(entries), frameRate: null };
}
const linesOf = ({ lines }: Script) =>
  lines.map(({ id, character, startMs, endMs, text }) => [id, character, startMs, endMs, text]);
const expected = [
  ["1", "Mara", 1500, 2750, { "de-de": "Ist da jemand?", "en-us": "Is anybody there?" }],
  ["2", "Wirt", 3000, 4250, { "de-de": "Nur der Wind.", "en-us": "Only the wind." }],
];

describe("the view of a table", () => {
  it("has the header, the rows above it, and what its names say", () => {
    const view = viewOf(bytesOf(table), "a.csv");
    expect(view).toMatchObject({ sheets: [""], headerRow: 3, isAssigned: false, problems: [] });
    expect(view.rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
    expect(view.columns.map(({ name, role }) => [name, role])).toEqual([
      ["Nr", "id"],
      ["Who speaks", "ignore"],
      ["TC In", "start"],
      ["TC Out", "end"],
      ["Fassung A", "ignore"],
      ["Fassung B", "ignore"],
    ]);
  });
  it("proposes the fullest row if no name is known", () => {
    const view = viewOf(bytesOf("The Lamp,,\n\nWer,Was,Wozu\nMara,Hello,joy\n"), "a.csv");
    expect(view).toMatchObject({ headerRow: 3, isAssigned: false });
    expect(view.columns.map(({ name }) => name)).toEqual(["Wer", "Was", "Wozu"]);
  });
  it("is of the sheet and the row that the user chooses, also of no header", async () => {
    const sheets = ["One", "Two"].map((name) => ({
      name,
      rows: [
        ["Speaker", `Text ${name}`],
        ["Mara", "Hello"],
      ],
    }));
    const bytes = Uint8Array.from(await writeXlsx({ sheets }));
    const view = (sheet: string, headerRow: number | null) =>
      readTableView(bytes, "a.xlsx", production, { sheet, headerRow });
    expect(view("Two", null)).toMatchObject({ sheets: ["One", "Two"], sheet: "Two" });
    expect(view("Two", 1).columns[1]?.name).toBe("Text Two");
    const without = view("One", 0);
    expect(without).toMatchObject({ headerRow: 0, header: null });
    expect(without.columns.map(({ key, name }) => [key, name])).toEqual([
      ["a", "A"],
      ["b", "B"],
    ]);
  });
  it("has another key for each column, also where the letter of one is the name of another", async () => {
    // The second column has no name, and the fourth no cell in the header.
    const text = "B;;D\n1;Mara;Ist da jemand?;Is anybody there?\n";
    const inFirstRow = (content: string) =>
      readTableView(bytesOf(content), "a.csv", production, { sheet: "", headerRow: 1 });
    const { header, columns } = inFirstRow(text);
    const keys = columns.map(({ key }) => key);
    expect(keys).toEqual(["b", "column b", "d", "column d"]);
    const chosen = ["id", "character", "text:de-de", "text:en-us"] as const;
    const entries = keys.map((key, at) => [key, chosen[at] ?? "ignore"] as const);
    const ofFile = { header, sheet: "", columns: Object.fromEntries(entries), frameRate: null };
    const read = await readScript(bytesOf(text), "a.csv", { ...production, ofFile });
    expect(linesOf(read)).toEqual([
      ["1", "Mara", null, null, { "de-de": "Ist da jemand?", "en-us": "Is anybody there?" }],
    ]);
    // A name in the table that looks like such a key.
    const others = inFirstRow("B;;column b\n1;2;3\n").columns.map(({ key }) => key);
    expect(others).toEqual(["b", "column column b", "column b"]);
  });
  it("has no sheets for a file without a table, and the problem of one that cannot be read", () => {
    expect(viewOf(bytesOf("Mara: Hello."), "a.txt")).toMatchObject({ sheets: [], problems: [] });
    const { sheets, problems } = viewOf(bytesOf("no zip"), "a.xlsx");
    expect([sheets, problems.map(({ code }) => code)]).toEqual([[], ["format-mismatch"]]);
  });
});

describe("columns that the user assigned", () => {
  it("are used for every table with the same header, in any row of it", async () => {
    const known = [assigned(bytesOf(table), "a.csv", roles)];
    const other = ["Title;;;;;", ...table.split("\n").slice(2)].join("\n");
    for (const text of [table, other]) {
      const read = await readScript(bytesOf(text), "b.csv", { ...production, known });
      expect(linesOf(read)).toEqual(expected);
      expect(read.areColumnsAssigned).toBe(true);
      expect(read.problems.map(({ code }) => code)).toEqual(["header-below"]);
    }
    const view = viewOf(bytesOf(other), "b.csv", { known });
    expect(view.columns.map(({ role }) => role)).toEqual(roles);
    expect(view.isAssigned).toBe(true);
  });
  it("are known by their letters where names repeat, are missing or are long texts", () => {
    const long = "x".repeat(201);
    const bytes = bytesOf(`Wer,Was,,Was,${long}\na,b,c,d,e\n`);
    const { columns } = readTableView(bytes, "a.csv", production, { sheet: "", headerRow: 1 });
    expect(columns.map(({ key }) => key)).toEqual(["wer", "was", "c", "d", "e"]);
  });
  it("are not used for a table with another header, nor for one that has changed", async () => {
    const known = assigned(bytesOf(table), "a.csv", roles);
    const changed = table.replace("Fassung A", "Fassung C");
    const options = { ...production, known: [known], ofFile: known };
    const read = await readScript(bytesOf(changed), "a.csv", options);
    expect(read.areColumnsAssigned).toBe(false);
    expect(read.problems.map(({ code }) => code)).toContain("text-column-missing");
  });
  it("of a table without a header are used for the file only", async () => {
    const rows = "Mara;Ist da jemand?\nWirt;Nur der Wind.\n";
    const ofFile: KnownColumns = {
      header: null,
      sheet: "",
      columns: { a: "character", b: "text:de-de" },
      frameRate: null,
    };
    const own = await readScript(bytesOf(rows), "a.csv", { ...production, ofFile });
    expect(own.lines.map(({ character }) => character)).toEqual(["Mara", "Wirt"]);
    const other = await readScript(bytesOf(rows), "b.csv", { ...production, known: [ofFile] });
    expect([other.lines, other.areColumnsAssigned]).toEqual([[], false]);
  });
  it("are read in the sheet that was chosen if several have the header", async () => {
    const sheet = (name: string, text: string) => ({
      name,
      rows: [
        ["Wer", "Was"],
        ["Mara", text],
      ],
    });
    const bytes = Uint8Array.from(
      await writeXlsx({ sheets: [sheet("Old", "Not this"), sheet("Final", "This")] }),
    );
    const choice = assigned(bytes, "a.xlsx", ["character", "text:en-us"]);
    const known = [{ ...choice, sheet: "Final" }];
    const read = await readScript(bytes, "a.xlsx", { ...production, known });
    expect([read.sheet, read.lines.map(({ text }) => text["en-us"])]).toEqual(["Final", ["This"]]);
  });
  it("are written as the template for every service; the other tables of our own are unchanged", async () => {
    const known = [assigned(bytesOf(table), "a.csv", roles)];
    for (const isForOwnService of [true, false]) {
      const options = { ...production, known, isForOwnService };
      const { bytes, extension } = await convertScript(bytesOf(table), "a.csv", options);
      expect(extension).toBe("xlsx");
      const read = await readScript(bytes ?? new Uint8Array(), "a.xlsx", production);
      const times = isForOwnService ? {} : { startMs: null, endMs: null };
      expect(read.lines).toMatchObject([
        { id: "1", character: "Mara", text: expected[0]?.[4], ...times },
        { id: "2", character: "Wirt", text: expected[1]?.[4], ...times },
      ]);
      if (isForOwnService)
        expect(read.lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
          [1500, 2750],
          [3000, 4250],
        ]);
    }
    const foreign = "Speaker,Text_EN-US\nMara,Hello\n";
    const own = { ...production, known, isForOwnService: true };
    expect((await convertScript(bytesOf(foreign), "b.csv", own)).bytes).toBeNull();
  });
});

describe("the encoding that the user chose", () => {
  const polish = Buffer.from("ID,Character,Text_EN-US\n1,Anna,\xb3\xf3d\x9f\n", "latin1");
  const cues = Buffer.from("1\n00:00:01,000 --> 00:00:02,000\n\xb3\xf3d\x9f\n", "latin1");
  it("is named with the first words that show it, and reported without one", async () => {
    const assumed = await readScript(polish, "a.csv", production);
    expect(assumed.encoding).toMatchObject({ isAssumed: true });
    const read = await readScript(polish, "a.csv", { ...production, encoding: "windows-1250" });
    expect(read.encoding).toEqual({ name: "windows-1250", isAssumed: false, words: ["łódź"] });
    expect([read.lines[0]?.text["en-us"], read.problems]).toEqual(["łódź", []]);
    const marked = await readScript(Buffer.from("\ufeffText_EN-US\nYes\n", "utf16le"), "a.csv", {
      ...production,
    });
    expect(marked.encoding).toMatchObject({ name: "utf-16le", isAssumed: false });
    const found = await readScript(Buffer.from("Text_EN-US\nCafé\n", "utf16le"), "a.csv", {
      ...production,
    });
    expect(found.encoding).toEqual({ name: "utf-16le", isAssumed: true, words: ["Café"] });
    const utf8 = await readScript(bytesOf(table), "a.csv", production);
    expect(utf8.encoding).toEqual({ name: "utf-8", isAssumed: false, words: [] });
  });
  it.each([
    ["a.csv", polish, true],
    ["a.csv", polish, false],
    ["a.srt", cues, true],
    ["a.vtt", Buffer.concat([Buffer.from("WEBVTT\n\n"), cues]), true],
  ])("is the one in which %s is converted to UTF-8", async (name, bytes, isForOwnService) => {
    const options = {
      ...production,
      languageCode: "pl-pl",
      encoding: "windows-1250",
      isForOwnService,
    } as const;
    const converted = await convertScript(bytes, name, options);
    expect(name.endsWith(converted.extension)).toBe(true);
    expect(Buffer.from(converted.bytes ?? []).toString()).toContain("łódź");
  });
});
