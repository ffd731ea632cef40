import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readClipboard, writeClipboard } from "../../renderer/ui/grid/data/clipboard";
import { parseHtmlTable } from "../../renderer/ui/grid/data/html-table";
import type { GridRow } from "../../renderer/ui/grid/data/rows";
import { continueSeries } from "../../renderer/ui/grid/data/series";
import { formatTsv, parseTsv } from "../../renderer/ui/grid/data/tsv";

const sample = (name: string) =>
  readFileSync(path.join(import.meta.dirname, "clipboard", `${name}.txt`), "utf8");
/** The cells that are read from a clipboard with this HTML and plain text. */
const pasted = (html: string, plain: string) =>
  readClipboard({ getData: (type) => (type === "text/html" ? html : plain) });

/** The visible cells of calc.fods. */
const calcCells = [
  ["Batch name", "Video", "Script", "Language", "Takes"],
  ["two\nlines", "Überfahrt/größe_ß.mov", "tab here", "FR-FR", "2"],
  ['say "hi"', "a & b <c> 'd'.mov", '"all quoted"', "", "1.234,50"],
  ["007", "008", "09.03.2024", "pt-br", "WAHR"],
  ["", "", "", "", ""],
  ["over two columns", "", "over two rows", "", "#DIV/0!"],
  ["two  spaces", "around", "", "abc", "日本語 😀"],
  ["with a note", "https://media.example/x.mov?a=1&b=2", "C:\\Scripts\\ep 1.xlsx", "", ""],
];

/** A generator of pseudo-random integers: the same seed gives the same sequence. */
function randomIntegers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

describe("clipboard tables", () => {
  test("LibreOffice Calc: omits hidden rows and notes, preserves spaces", () => {
    expect(pasted(sample("calc-html"), sample("calc-plain"))).toEqual(calcCells);
    // Some programs provide HTML only. It does not preserve runs of spaces.
    const single = calcCells.map((row) => row.map((text) => text.replaceAll("  ", " ")));
    expect(pasted(sample("calc-html"), "")).toEqual(single);
  });

  test("LibreOffice Calc: plain text alone contains hidden rows, but no line breaks and quotes", () => {
    const read = pasted("", sample("calc-plain"));
    expect(read.map(([name]) => name)).toEqual([
      "Batch name",
      "two lines",
      'say "hi"',
      "hidden by hand",
      "007",
      "",
      "over two columns",
      "two  spaces",
      "with a note",
    ]);
    const visible = read.filter(([name]) => name !== "hidden by hand");
    const single = calcCells.map((row) => row.map((text) => text.replace("\n", " ")));
    single[2]![2] = "all quoted";
    expect(visible.map((row) => row.map((text) => text.trim()))).toEqual(single);
  });

  test("Excel: omits rows hidden by a filter, joins source lines, reads cells that span columns", () => {
    expect(parseHtmlTable(sample("excel-html"))).toEqual([
      ["Batch name", "Video", "Note"],
      ["Ep 1", "season-2/a.mov", "two\nlines"],
      ['Ep "2"', "a & b <c>.mov", "TRUE"],
      ["over two", "", ""],
    ]);
  });

  test("Google Sheets: reads cells that span rows, and links", () => {
    expect(parseHtmlTable(sample("sheets-html"))).toEqual([
      ["Batch name", "Video", "Note"],
      ["Ep 1", "season-2/a.mov", "two\nlines"],
      ['Ep "2"', "merged > down", "1,5"],
      ["", "", "https://media.example/x.mov?a=1&b=2"],
    ]);
  });

  test("returns null for HTML without a table; malformed HTML is harmless and is read in bounded time", () => {
    expect(parseHtmlTable("<p>no table</p>")).toBeNull();
    expect(parseHtmlTable("")).toBeNull();
    expect(parseHtmlTable("<table></table>")).toBeNull();
    expect(
      parseHtmlTable(
        "<table><tr><td><script>alert(1)</script><img src=x onerror=alert(2)>a<td>b&#0;&#x41;&nope;",
      ),
    ).toEqual([["a", "bA&nope;"]]);
    expect(
      parseHtmlTable("<table><tr><td>x<table><tr><td>inner</table></td><td>y</table>"),
    ).toEqual([["xinner", "y"]]);
    // In quadratic time, these would exceed the time limit of the test.
    parseHtmlTable(`<table><tr><td>${'<a b="'.repeat(20_000)}`);
    parseHtmlTable(`<table>${"<tr><td rowspan=9999 colspan=9999>x".repeat(30)}`);
  });

  test("reads tab-separated text with the quoting of Excel", () => {
    expect(parseTsv('a\tb\r\n"two\nlines"\t"tab\there"\r\n"say ""hi"""\tEp "2"\r\n')).toEqual([
      ["a", "b"],
      ["two\nlines", "tab\there"],
      ['say "hi"', 'Ep "2"'],
    ]);
    expect(parseTsv("one")).toEqual([["one"]]);
    expect(parseTsv("a\t\n\tb")).toEqual([
      ["a", ""],
      ["", "b"],
    ]);
    expect(parseTsv('"never closed\tx')).toEqual([['"never closed', "x"]]);
  });

  test("takes runs of spaces from the plain text only for rows with the same words", () => {
    const cells = (...rows: string[][]) =>
      `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join("")}</tr>`).join("")}</table>`;
    const html = cells(["a b", "c"], ["d e", "f"]);
    expect(pasted(html, "a  b\tc\nd   e\tf")).toEqual([
      ["a  b", "c"],
      ["d   e", "f"],
    ]);
    // The plain text has a hidden row first and a different row last.
    expect(pasted(html, "x\ty\na  b\tc\nd  E\tf")).toEqual([
      ["a  b", "c"],
      ["d e", "f"],
    ]);
    expect(pasted(html, "a  b")).toEqual([
      ["a  b", "c"],
      ["d e", "f"],
    ]);
    expect(pasted(html, "other")).toEqual([
      ["a b", "c"],
      ["d e", "f"],
    ]);
  });

  test("pasting copied cells gives the same cells", () => {
    const roll = randomIntegers(7);
    const bits = ["a", '"', "\t", "\n", "\r\n", " ", "ü", "<td>", "&amp;", "\\", "1", ""];
    for (let round = 0; round < 400; round++) {
      const text = () => Array.from({ length: roll(5) }, () => bits[roll(bits.length)]).join("");
      const width = 1 + roll(4);
      const block = Array.from({ length: 1 + roll(4) }, () => Array.from({ length: width }, text));
      const formats = new Map<string, string>();
      writeClipboard(
        {
          getData: (type) => formats.get(type) ?? "",
          setData: (type, data) => void formats.set(type, data),
        },
        block,
      );
      // A single empty cell is an empty string on the clipboard.
      const isEmpty = formatTsv(block) === "";
      // If the last row is one empty cell, its text is only the line break before it.
      const isLastRowLost = width === 1 && block.at(-1)?.[0] === "" && block.length > 1;
      const read = readClipboard({ getData: (type) => formats.get(type) ?? "" });
      expect(read).toEqual(isEmpty ? [] : isLastRowLost ? block.slice(0, -1) : block);
    }
  });
});

describe("series", () => {
  test.each([
    [["Ep 1"], ["Ep 2", "Ep 3"]],
    [["S02E08"], ["S02E09", "S02E10"]],
    [
      ["season-2/S02E09_conform.mp4"],
      ["season-2/S02E10_conform.mp4", "season-2/S02E11_conform.mp4"],
    ],
    [["5"], ["5", "5"]],
    [
      ["1", "3"],
      ["5", "7"],
    ],
    [
      ["Ep 10", "Ep 8"],
      ["Ep 6", "Ep 4"],
    ],
    [
      ["a", "b"],
      ["a", "b"],
    ],
    [
      ["s1/e01.mov", "s1/e02.mov"],
      ["s1/e03.mov", "s1/e04.mov"],
    ],
    [
      ["ep01/E01", "ep02/E02"],
      ["ep03/E03", "ep04/E04"],
    ],
    [["Pilot"], ["Pilot", "Pilot"]],
    [
      ["x1", "x2", "x4"],
      ["x1", "x2"],
    ],
    [["98765432109876543210"], ["98765432109876543210", "98765432109876543210"]],
  ])("%j continues with %j", (samples, expected) => {
    expect(continueSeries(samples, 2)).toEqual(expected);
  });
});

test("undoing any sequence of edits restores the rows, and redoing it gives the edited rows", async () => {
  vi.stubGlobal("location", { search: "" });
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("navigator", { platform: "Linux" });
  const { GridControl } = await import("../../renderer/ui/grid/grid-control.svelte");
  const { Sheet } = await import("../../renderer/ui/grid/data/sheet.svelte");
  const columns = ["a", "b", "c"].map((id) => ({ id, title: id, width: 100 }));
  for (let seed = 1; seed <= 30; seed++) {
    const roll = randomIntegers(seed);
    const rows: GridRow[] = Array.from({ length: 1 + roll(8) }, (_, index) => ({
      id: index + 1,
      cells: { a: `Ep ${index + 1}` },
    }));
    const sheet = new Sheet(rows);
    const control = new GridControl({
      sheet,
      columns: () => columns,
      problemsOf: () => ({}),
      maxRows: 14,
    });
    const block = () => Array.from({ length: 1 + roll(3) }, () => [`p${roll(9)}`, `q${roll(9)}`]);
    const edits = [
      () => {
        control.begin();
        control.type(`t${roll(99)}`);
        control.commit();
      },
      () => control.cells.paste(block()),
      () => control.cells.clear(),
      () => control.rows.insert(roll(2) === 0 ? "above" : "below"),
      () => control.rows.remove(),
      () => control.rows.duplicate(),
      () => control.rows.move(roll(5) - 2),
      () => control.cells.fillDown(),
      () => control.fillBlock(),
      () => control.cells.fillSeries(),
      () => control.cells.fillTo(roll(14)),
      () => control.rows.append([{ a: "appended" }, { b: "too" }]),
    ];
    const before = structuredClone(sheet.rows);
    for (let step = 0; step < 60; step++) {
      control.cursor.moveTo({ row: roll(16), column: roll(3) });
      if (roll(2) === 0) control.cursor.extendTo({ row: roll(16), column: roll(3) });
      edits[roll(edits.length)]?.();
      if (roll(6) === 0) control.undo();
      const ids = sheet.rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeLessThanOrEqual(14);
    }
    const after = structuredClone(sheet.rows);
    let steps = 0;
    for (; sheet.canUndo; steps++) control.undo();
    expect(sheet.rows).toEqual(before);
    // The array of rows is the original object, not a copy.
    expect(sheet.rows).toBe(rows);
    for (; steps > 0; steps--) control.redo();
    expect(sheet.rows).toEqual(after);
  }
});
