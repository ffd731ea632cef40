/** A sheet or .csv as rows of text, and the lookup of its columns by name. */
import { maxColumns } from "./limits";
import type { Problems } from "./problems";
import { cleanName } from "./files/text";

export interface TableRow {
  /** From 1, as displayed by a spreadsheet. */
  row: number;
  cells: readonly string[];
  /** Columns, from 0, with a formula that resulted in an error ("#N/A"). */
  failed?: ReadonlySet<number>;
}

/** Row 1 is the header; empty rows may be absent. */
export interface Table {
  rows: TableRow[];
  /** Whether this is the requested sheet and not the first one as a fallback. */
  isPreferredSheet: boolean;
  /** The name of the sheet; "" for a .csv. */
  sheet: string;
}

/** A column of the header. */
export interface Column {
  index: number;
  /** Exactly as in the file. */
  name: string;
}

/**
 * The columns of row 1, keyed by trimmed name in lower case. Of several columns with the same name the first one is
 * used; the others cause a warning if `isKnown` returns true for the name.
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
        `The column ${name} occurs twice. The first one is used.`,
      );
    }
  });
  return columns;
}

/** The rows below the header with a non-empty cell in one of these columns. */
export function filledRows(table: Table, columns: readonly Column[]): TableRow[] {
  return table.rows.filter(
    ({ row, cells, failed }) =>
      row > 1 &&
      columns.some(
        ({ index }) => failed?.has(index) === true || (cells[index] ?? "").trim() !== "",
      ),
  );
}
