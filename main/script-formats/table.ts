/** A sheet or .csv as rows of text, and the lookup of its columns by name. */
import { maxColumns } from "./limits";
import { editDistance } from "../common/edit-distance";
import type { Problems } from "./problems";
import { cleanName } from "./files/text";

/** Why the value of a cell is unknown, as a problem of its cell. */
export interface CellFault {
  code: "cell-error" | "formula-without-value";
  message: string;
}

export interface TableRow {
  /** From 1, as displayed by a spreadsheet. */
  row: number;
  /** As displayed. */
  cells: readonly string[];
  /** The cells without a value, by column from 0. */
  failed?: ReadonlyMap<number, CellFault>;
  /** Values of merged cells that begin in an earlier row, by column from 0. */
  merged?: ReadonlyMap<number, string>;
}

/** What a sheet does not show: numbers of rows, letters of columns, and names of cells. */
export interface LeftOut {
  rows: string[];
  columns: string[];
  struck: string[];
  /** Cells whose format hides their value. */
  hidden: string[];
}

export const nothingLeftOut = (): LeftOut => ({ rows: [], columns: [], struck: [], hidden: [] });

/** The visible rows of a sheet or .csv; empty rows may be absent. */
export interface Table {
  rows: TableRow[];
  /** The number of the row with the names of the columns; 0 for none. */
  headerRow: number;
  /** The name of the sheet; "" for a .csv. */
  sheet: string;
  /** The row whose names are those of two rows. */
  joinedHeader?: number;
  /** Whether every cell is stored as it is displayed, and none was left out. */
  isPlain: boolean;
  leftOut: LeftOut;
}

/** A column of the header. */
export interface Column {
  index: number;
  /** Exactly as in the file. */
  name: string;
}

/** The cells of the header. */
export const headerOf = ({ rows, headerRow }: Table): readonly string[] =>
  rows.find(({ row }) => row === headerRow)?.cells ?? [];

/**
 * The columns of the header, keyed by trimmed name in lower case. Of several columns with the same
 * name the first one is used; the others cause a warning if `isKnown` returns true for the name.
 */
export function columnsOf(
  table: Table,
  problems: Problems,
  isKnown: (key: string) => boolean,
): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  headerOf(table)
    .slice(0, maxColumns)
    .forEach((cell, index) => {
      const name = cleanName(cell);
      const key = name.toLowerCase();
      if (key === "") return;
      if (!columns.has(key)) columns.set(key, { index, name });
      else if (isKnown(key)) {
        problems.warning(
          table.headerRow,
          name,
          "column-twice",
          `The column ${name} occurs twice. The first one is used.`,
        );
      }
    });
  return columns;
}

/** Column names that are listed in one problem, and the length of each. */
const listedNames = 20;
const listedLength = 60;

/**
 * Adds warnings about columns that are not read: one for each name that resembles a known one, and
 * one that lists the others. `knownNames` are compared without case. Returns the misspelt columns.
 */
export function warnOfUnknownColumns(
  columns: readonly Column[],
  headerRow: number,
  problems: Problems,
  knownNames: readonly string[],
): Column[] {
  const misspelt: Column[] = [];
  const others: string[] = [];
  for (const column of columns) {
    const name = column.name.slice(0, listedLength);
    const suggestion = nearestName(column.name.toLowerCase(), knownNames);
    if (suggestion === null) others.push(name);
    else {
      misspelt.push(column);
      const message = `The column ${name} is not known and was not read. Is it ${suggestion}?`;
      problems.warning(headerRow, column.name, "column-unknown", message, { suggestion });
    }
  }
  if (others.length > 0) {
    const names = listOf(others);
    problems.warning(headerRow, names, "columns-ignored", `Columns that were not read: ${names}.`);
  }
  return misspelt;
}

/** The first names, and the number of the others. */
export function listOf(names: readonly string[]): string {
  const more = names.length - listedNames;
  return names.slice(0, listedNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/**
 * The known name that differs from `key` least, by at most a third of its characters; null if there
 * is none.
 */
function nearestName(key: string, knownNames: readonly string[]): string | null {
  if (key.length > listedLength) return null;
  let [nearest, least]: [string | null, number] = [null, Infinity];
  for (const name of knownNames) {
    const distance = editDistance(key, name.toLowerCase());
    if (distance < least && distance <= name.length / 3) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** "A" for 0, "Z" for 25, "AA" for 26. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** The cells of a row, also those that are merged with cells of rows above. */
export function mergedCells({ cells, merged }: Pick<TableRow, "cells" | "merged">): string[] {
  const texts = [...cells];
  for (const [index, text] of merged ?? []) {
    while (texts.length < index) texts.push("");
    texts[index] = text;
  }
  return texts;
}

/**
 * The texts of a row, also of cells that are merged with cells of rows above. A cell without a
 * value is an error with its column.
 */
export function textsOf(given: TableRow, header: readonly string[], problems: Problems): string[] {
  for (const [index, { code, message }] of given.failed ?? []) {
    const name = cleanName(header[index] ?? "") || columnLetters(index);
    problems.error(given.row, name, code, message);
  }
  return mergedCells(given);
}

/** The rows below the header with a non-empty cell in one of these columns. */
export function filledRows(table: Table, columns: readonly Column[]): TableRow[] {
  return table.rows.filter(
    ({ row, cells, failed }) =>
      row > table.headerRow &&
      columns.some(
        ({ index }) => failed?.has(index) === true || (cells[index] ?? "").trim() !== "",
      ),
  );
}
