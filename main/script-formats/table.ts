/** A sheet or .csv as rows of text, and its columns found by their names. */
import { maxColumns } from "./limits";
import type { Problems } from "./problems";
import { cleanName } from "./text";

export interface TableRow {
  /** From 1, as a spreadsheet shows it. */
  row: number;
  cells: readonly string[];
  /** Columns, from 0, whose formula ended in an error ("#N/A"). */
  failed?: ReadonlySet<number>;
}

/** Row 1 is the header; rows without anything may be absent. */
export interface Table {
  rows: TableRow[];
  /** Whether it is the sheet that was asked for, and not just the first one. */
  isPreferredSheet: boolean;
  /** Its name; "" in a .csv. */
  sheet: string;
}

/** A column of the header. */
export interface Column {
  index: number;
  /** As it stands in the file. */
  name: string;
}

/**
 * The columns of row 1 by name in lower case and without space around. The first of several with one name
 * counts; the others are a warning when `isKnown` says that the name has a meaning.
 */
export function columnsOf(
  table: Table,
  problems: Problems,
  isKnown: (key: string) => boolean,
): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  const header = table.rows[0]?.row === 1 ? table.rows[0].cells : [];
  header.slice(0, maxColumns).forEach((cell, index) => {
    const name = cleanName(cell);
    const key = name.toLowerCase();
    if (key === "") return;
    if (!columns.has(key)) columns.set(key, { index, name });
    else if (isKnown(key)) {
      problems.warning(
        1,
        name,
        "column-twice",
        `The column ${name} is there twice. The first one counts.`,
      );
    }
  });
  return columns;
}

/** The rows below the header that have something in one of these columns. */
export function filledRows(table: Table, columns: readonly Column[]): TableRow[] {
  return table.rows.filter(
    ({ row, cells, failed }) =>
      row > 1 &&
      columns.some(
        ({ index }) => failed?.has(index) === true || (cells[index] ?? "").trim() !== "",
      ),
  );
}
