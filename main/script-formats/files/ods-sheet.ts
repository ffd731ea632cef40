/** The rows of one sheet of an .ods file. */
import { maxCells, maxColumns, maxSheetRows } from "../limits";
import { UnreadableFile } from "../problems";
import { columnLetters, nothingLeftOut, type Table, type TableRow } from "../table";
import { createCharacterCount } from "./text";
import { attributeOf } from "./xml";

/** The number in an attribute, at least 1. */
export const countOf = (attributes: string, name: string) =>
  Math.max(1, Math.trunc(Number(attributeOf(attributes, name) ?? 1)) || 1);
const isShown = (attributes: string) =>
  !/^(?:collapse|filter)$/.test(attributeOf(attributes, "table:visibility") ?? "");

export interface OdsCell {
  column: number;
  repeated: number;
  /** Rows over which the cell is merged. */
  rowSpan: number;
  isStruck: boolean;
  hasValue: boolean;
  text: string;
  paragraphs: number;
  hasStruck: boolean;
  /** What is wrong with its value. */
  fault: "error" | "formula" | "format" | null;
}

interface OdsRow {
  number: number;
  repeated: number;
  isShown: boolean;
  isFilled: boolean;
  cells: string[];
  failed: Map<number, { code: "formula-without-value" | "cell-error"; message: string }>;
}

const withoutValue =
  "The formula here has no stored value. Open the file in a spreadsheet program, calculate it, and save it.";
const withoutFormat =
  "The number here was saved without its format, so that it may have looked different. Save the file as .xlsx.";
/** A repeated row with content is a row of the table this many times at most. */
const maxRepeatedRows = 100_000;

export interface OdsSheet extends Omit<Table, "headerRow" | "isPlain"> {
  isHidden: boolean;
}

/** What the sheets of a file may contain together. */
export function createOdsBudget() {
  let left = maxCells;
  return {
    count: createCharacterCount(),
    /** Throws `UnreadableFile` for more cells than a file may have. */
    addCells(cells: number): void {
      left -= cells;
      if (left < 0) throw new UnreadableFile("too-many-cells");
    },
  };
}

export interface OdsSheetOptions {
  name: string;
  isHidden: boolean;
  /** The names of styles with struck text. */
  struck: ReadonlySet<string>;
  /** Numbers were written without their formats. */
  losesFormats: boolean;
  budget: ReturnType<typeof createOdsBudget>;
}

/** Builds a sheet from its elements, in their order. */
export function createOdsSheet({
  name: sheetName,
  isHidden,
  struck,
  losesFormats,
  budget,
}: OdsSheetOptions) {
  const sheet: OdsSheet = { sheet: sheetName, rows: [], leftOut: nothingLeftOut(), isHidden };
  const columnStyles: { shown: boolean; cellStyle: string }[] = [];
  const hiddenFilled = new Set<number>();
  let merges: { column: number; lastRow: number; text: string }[] = [];
  let rowNumber = 0;
  let row: OdsRow | null = null;
  let cell: OdsCell | null = null;
  let column = 0;

  function startCell(attributes: string): OdsCell {
    const style = attributeOf(attributes, "table:style-name");
    const own = style ?? columnStyles[Math.min(column, maxColumns)]?.cellStyle ?? "";
    const formula = attributeOf(attributes, "table:formula");
    const type = attributeOf(attributes, "(?:calcext|office):value-type");
    const isError = /error/.test(attributeOf(attributes, "calcext:value-type") ?? "");
    cell = {
      column,
      repeated: countOf(attributes, "table:number-columns-repeated"),
      rowSpan: countOf(attributes, "table:number-rows-spanned"),
      isStruck: struck.has(own),
      hasValue: type !== null,
      text: "",
      paragraphs: 0,
      hasStruck: false,
      fault: isError
        ? "error"
        : formula !== null && type === null
          ? "formula"
          : losesFormats && type === "float" && style === null
            ? "format"
            : null,
    };
    return cell;
  }

  function endCell(): void {
    if (cell === null || row === null) return;
    const { text, isStruck, hasStruck, rowSpan, repeated, fault } = cell;
    column += repeated;
    const first = cell.column;
    if (first >= maxColumns || (text === "" && fault === null && !hasStruck)) return;
    row.isFilled = true;
    if (!row.isShown) return;
    const last = Math.min(first + repeated, maxColumns);
    for (let at = first; at < last; at += 1) {
      if (columnStyles[at]?.shown === false) {
        hiddenFilled.add(at);
        continue;
      }
      const name = `${columnLetters(at)}${row.number}`;
      if (isStruck || hasStruck) sheet.leftOut.struck.push(name);
      if (isStruck || (text === "" && fault === null)) continue;
      budget.addCells(Math.max(at + 1 - row.cells.length, 0));
      budget.count(text);
      while (row.cells.length < at) row.cells.push("");
      row.cells[at] = text;
      if (fault === "error")
        row.failed.set(at, { code: "cell-error", message: `The formula here ends in ${text}.` });
      else if (fault === "format")
        row.failed.set(at, { code: "cell-error", message: `${withoutFormat} It is ${text}.` });
      else if (fault === "formula" && text === "")
        row.failed.set(at, { code: "formula-without-value", message: withoutValue });
      else if (rowSpan > 1) merges.push({ column: at, lastRow: row.number + rowSpan - 1, text });
    }
  }

  function endRow(): void {
    if (row === null) return;
    const { number, repeated, cells, failed } = row;
    rowNumber += repeated;
    if (!row.isShown && row.isFilled) {
      for (let at = 0; at < Math.min(repeated, maxRepeatedRows); at += 1)
        sheet.leftOut.rows.push(String(number + at));
    }
    if (cells.length === 0) return;
    if (repeated > maxRepeatedRows || sheet.rows.length + repeated > maxSheetRows)
      throw new UnreadableFile("too-many-cells");
    budget.addCells(cells.length * (repeated - 1));
    for (let at = 0; at < repeated; at += 1) {
      const one: TableRow = { row: number + at, cells: [...cells] };
      if (failed.size > 0) one.failed = failed;
      const merged = merges.filter(({ lastRow }) => lastRow >= one.row);
      const values = merged.filter((merge) => (cells[merge.column] ?? "") === "");
      if (values.length > 0)
        one.merged = new Map(values.map((merge) => [merge.column, merge.text]));
      merges = merged;
      sheet.rows.push(one);
    }
  }

  return {
    addColumns(attributes: string): void {
      const repeated = countOf(attributes, "table:number-columns-repeated");
      const cellStyle = attributeOf(attributes, "table:default-cell-style-name") ?? "";
      const shown = isShown(attributes);
      for (let at = 0; at < repeated && columnStyles.length < maxColumns; at += 1)
        columnStyles.push({ shown, cellStyle });
    },
    startRow(attributes: string): void {
      column = 0;
      row = {
        number: rowNumber + 1,
        repeated: countOf(attributes, "table:number-rows-repeated"),
        isShown: isShown(attributes),
        isFilled: false,
        cells: [],
        failed: new Map(),
      };
    },
    startCell,
    /** The cell that was started has its text. */
    endCell(): void {
      endCell();
      cell = null;
    },
    endRow(): void {
      endRow();
      row = null;
    },
    end(): OdsSheet {
      sheet.leftOut.columns = [...hiddenFilled].map(columnLetters);
      return sheet;
    },
  };
}
