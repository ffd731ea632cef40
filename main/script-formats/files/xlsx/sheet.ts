/** The rows of a sheet, with the cells as they are displayed. */
import { maxCells, maxColumns, maxSheetRows } from "../../limits";
import { UnreadableFile } from "../../problems";
import {
  columnLetters,
  nothingLeftOut,
  type CellFault,
  type Table,
  type TableRow,
} from "../../table";
import { append, createCharacterCount } from "../text";
import { attributeOf, isSet, localName, scanXml } from "../xml";
import { createRichText, unescapeText, type SharedStrings } from "./strings";
import type { Styles } from "./styles";

/** The column, from 0, of a reference like "AB12"; -1 for an invalid reference. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90 || column > 100_000) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  text: string;
}

interface Range {
  column: number;
  firstRow: number;
  lastRow: number;
}

/** Maximum number of merged ranges that are read; Excel itself becomes slow at this number. */
const maxMerged = 100_000;

/** The first column of a merged range with several rows, such as "B2:B4"; null for others. */
function mergedRange(reference: string): Range | null {
  const [from = "", to = ""] = reference.split(":");
  const rowOf = (cell: string) => Number(/^[A-Z$]{1,5}(\d{1,7})$/i.exec(cell)?.[1] ?? 0);
  const range = { column: columnOf(from), firstRow: rowOf(from), lastRow: rowOf(to) };
  const isValid = range.column >= 0 && range.column < maxColumns && range.firstRow > 0;
  return isValid && range.lastRow > range.firstRow && range.lastRow <= maxSheetRows ? range : null;
}

const withoutValue: CellFault = {
  code: "formula-without-value",
  message:
    "The formula here has no stored value. Open the file in a spreadsheet program, calculate it, and save it.",
};

export interface SheetContext {
  strings: SharedStrings;
  styles: Styles;
}

/** The content of a cell, before its style is applied. */
interface Content {
  /** The number or text; "" for none. */
  raw: string;
  isNumber: boolean;
  hasStruck: boolean;
  fault: CellFault | null;
}

function contentOf(
  { type, text, hasFormula }: Cell,
  strings: SharedStrings,
  inline: { text: string; hasStruck: boolean },
): Content {
  const content = (raw: string, fault: CellFault | null = null, hasStruck = false) => ({
    raw,
    isNumber: false,
    hasStruck,
    fault,
  });
  switch (type) {
    case "s": {
      const index = Number(text);
      const shared = strings.texts[index];
      if (shared !== undefined) return content(shared, null, strings.struck.has(index));
      const message = "The text of this cell is missing in the file.";
      return content(text, { code: "cell-error", message });
    }
    case "inlineStr":
      return content(inline.text, null, inline.hasStruck);
    case "str":
      return content(unescapeText(text));
    case "b":
      return content(text.trim() === "1" ? "TRUE" : "FALSE");
    case "e":
      return content(text, { code: "cell-error", message: `The formula here ends in ${text}.` });
    default: {
      if (text.trim() === "") return content("", hasFormula ? withoutValue : null);
      const isNumber = (type === "" || type === "n") && !Number.isNaN(Number(text));
      return { ...content(text), isNumber };
    }
  }
}

/** The visible, non-empty rows of a sheet, in ascending order. */
export function readSheet(
  xml: string,
  { strings, styles }: SheetContext,
): Omit<Table, "headerRow" | "sheet"> {
  const rows: TableRow[] = [];
  const leftOut = nothingLeftOut();
  const hiddenColumns = new Set<number>();
  const filledHiddenColumns = new Set<number>();
  const ranges: Range[] = [];
  const count = createCharacterCount();
  const rich = createRichText();
  let row = 0;
  let isRowHidden = false;
  let isRowFilled = false;
  let cells: string[] = [];
  let failed = new Map<number, CellFault>();
  let column = -1;
  let cell: Cell | null = null;
  let isValue = false;
  let isData = false;
  let formattedCells = 0;
  let left = maxCells;

  function put(done: Cell): void {
    if (done.column >= maxColumns) return;
    const { raw, isNumber, hasStruck, fault } = contentOf(done, strings, rich.end());
    if (raw === "" && fault === null && !hasStruck) return;
    isRowFilled = true;
    if (isRowHidden) return;
    const name = `${columnLetters(done.column)}${row}`;
    if (hiddenColumns.has(done.column)) {
      filledHiddenColumns.add(done.column);
      return;
    }
    const isStruck = styles.isStruck(done.style);
    if (isStruck || hasStruck) leftOut.struck.push(name);
    if (isStruck || (raw === "" && fault === null)) return;
    const text = isNumber
      ? styles.numberText(Number(raw), done.style)
      : fault !== null || done.type === "b"
        ? raw
        : styles.ownText(raw, done.style);
    if (text !== raw) formattedCells += 1;
    if (text === "" && fault === null) {
      leftOut.hidden.push(name);
      return;
    }
    left -= Math.max(done.column + 1 - cells.length, 0);
    if (left < 0) throw new UnreadableFile("too-many-cells");
    count(text);
    while (cells.length < done.column) cells.push("");
    cells[done.column] = text;
    if (fault !== null) failed.set(done.column, fault);
  }

  function startRow(attributes: string): void {
    const given = Number(attributeOf(attributes, "r") ?? row + 1);
    if (!Number.isInteger(given) || given < 1 || given > maxSheetRows)
      throw new UnreadableFile("damaged");
    row = given;
    isRowHidden = isSet(attributes, "hidden") || attributeOf(attributes, "ht") === "0";
    isRowFilled = false;
    column = -1;
    cells = [];
    failed = new Map();
  }

  function startCell(attributes: string): void {
    const given = columnOf(attributeOf(attributes, "r") ?? "");
    column = given < 0 ? column + 1 : given;
    const type = attributeOf(attributes, "t") ?? "";
    const style = Number(attributeOf(attributes, "s") ?? -1);
    cell = { column, type, style, hasFormula: false, text: "" };
    rich.start();
  }

  function hideColumns(attributes: string): void {
    if (!isSet(attributes, "hidden") && attributeOf(attributes, "width") !== "0") return;
    const first = Number(attributeOf(attributes, "min") ?? 0) - 1;
    const last = Math.min(Number(attributeOf(attributes, "max") ?? 0), maxColumns) - 1;
    for (let at = Math.max(first, 0); at <= last; at += 1) hiddenColumns.add(at);
  }

  scanXml(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "sheetData") isData = true;
      else if (name === "col") hideColumns(attributes);
      else if (name === "mergeCell") {
        const range = mergedRange(attributeOf(attributes, "ref") ?? "");
        if (range !== null && ranges.length < maxMerged) ranges.push(range);
      }
      if (!isData) return;
      if (name === "row") startRow(attributes);
      else if (name === "c") startCell(attributes);
      else if (name === "f" && cell !== null) cell.hasFormula = true;
      else if (name === "v") isValue = true;
      else rich.open(name, attributes);
    },
    text(value) {
      if (isValue && cell !== null) cell.text = append(cell.text, value);
      else rich.add(value);
    },
    close(tag) {
      const name = localName(tag);
      rich.close(name);
      if (name === "v") isValue = false;
      else if (name === "c") {
        if (cell !== null && row > 0) put(cell);
        cell = null;
      } else if (name === "row") {
        // A row number may occur twice.
        if (rows.length === maxSheetRows) throw new UnreadableFile("too-many-cells");
        if (isRowHidden && isRowFilled) leftOut.rows.push(String(row));
        if (cells.length > 0) rows.push(failed.size > 0 ? { row, cells, failed } : { row, cells });
        cells = [];
      } else if (name === "sheetData") isData = false;
    },
  });
  leftOut.columns = [...filledHiddenColumns].map(columnLetters);
  // The format allows other orders, although known programs write rows in ascending order.
  rows.sort((one, other) => one.row - other.row);
  mergeRanges(rows, ranges);
  const isComplete = [leftOut.rows, leftOut.columns, leftOut.struck, leftOut.hidden].every(
    (names) => names.length === 0,
  );
  const isPlain = isComplete && ranges.length === 0 && formattedCells === 0;
  return { rows, leftOut, isPlain };
}

/** Gives each row of a merged range the value of its first row. */
function mergeRanges(rows: TableRow[], ranges: readonly Range[]): void {
  let left = maxCells;
  for (const { column, firstRow, lastRow } of ranges) {
    let at = indexFrom(rows, firstRow);
    const value = rows[at]?.row === firstRow ? (rows[at]?.cells[column] ?? "") : "";
    if (value === "" || rows[at]?.failed?.has(column) === true) continue;
    for (at += 1; at < rows.length; at += 1) {
      const row = rows[at];
      left -= 1;
      if (row === undefined || row.row > lastRow || left < 0) break;
      row.merged = new Map([...(row.merged ?? []), [column, value]]);
    }
  }
}

/** The index of the first row with at least this number. */
function indexFrom(rows: readonly TableRow[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.row ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
