/** Finds the sheet and the row with the header of a table. */
import type { Problems } from "../problems";
import type { CodeOf } from "../../../preload/facts/script-problems";
import { listOf, type LeftOut, type Table, type TableRow } from "../table";

/** The header is one of the first rows: titles, dates and notes may stand above it. */
export const headerRows = 20;

/** A visible sheet of a file, read on demand. */
export interface SheetSource {
  name: string;
  read: () => Table;
}

/** The sheets, each of which is read at most once. */
export const readOnce = (sheets: readonly SheetSource[]): SheetSource[] =>
  sheets.map(({ name, read }) => {
    let table: Table | undefined;
    return { name, read: () => (table ??= read()) };
  });

export interface TableSearch {
  /** The name of the sheet that is read if it has a header, in any case. */
  sheet: string;
  /** Rates a row as the header; 0 if it cannot be one. */
  rate: (row: TableRow) => number;
  /** The place that the user chose: "" for any sheet, null for any row, 0 for no header. */
  place?: { sheet: string; headerRow: number | null } | undefined;
  /** Of sheets with equal headers, those for which it is true come first. */
  isPreferred?: (sheet: string) => boolean;
}

/** A table, and how certain its header is: 0 if none was found. */
export interface FoundTable extends Table {
  score: number;
  /** The visible sheets in which it was searched. */
  searched: readonly string[];
  /** Other sheets that have a header, and were not read. */
  others: readonly string[];
}

/** The table of a sheet with its best header; of equal ones the first, row 1 if there is none. */
function withHeader(table: Table, { rate, place }: TableSearch): FoundTable {
  const searched = [table.sheet];
  if (place?.headerRow !== undefined && place.headerRow !== null)
    return { ...table, headerRow: place.headerRow, score: 1, searched, others: [] };
  let [headerRow, best] = [1, 0];
  for (const row of table.rows) {
    if (row.row > headerRows) break;
    const score = rate(row);
    if (score > best) [headerRow, best] = [row.row, score];
  }
  return { ...table, headerRow, score: best, searched, others: [] };
}

/** Whether a sheet has this name, in any case. */
export const isNamed = (name: string, wanted: string) =>
  name.trim().toLowerCase() === wanted.trim().toLowerCase();
export const quotedSheets = (names: readonly string[]) => listOf(names.map((name) => `“${name}”`));

/**
 * The table of a file: the sheet that the user chose; else the named one; else the one with the
 * best header, of equal ones the first. Notes what was passed over.
 */
export function findTable(
  sheets: readonly SheetSource[],
  search: TableSearch,
  problems: Problems,
): FoundTable {
  const chosen = search.place?.sheet ?? "";
  const named = sheets.find(({ name }) => isNamed(name, chosen === "" ? search.sheet : chosen));
  if (named === undefined && chosen !== "") {
    const message = `There is no visible sheet “${chosen}”, but ${quotedSheets(sheets.map(({ name }) => name))}.`;
    problems.error(null, null, "sheet-unknown", message);
  }
  const own = named && withHeader(named.read(), search);
  if (own !== undefined && (own.score > 0 || chosen !== "" || sheets.length === 1)) {
    noteUnread(own, problems);
    return own;
  }
  let best = own;
  const others: { sheet: string; score: number }[] = [];
  const passOver = ({ sheet, score, rows }: FoundTable) => {
    if (rows.length > 0) others.push({ sheet, score });
  };
  for (const sheet of sheets) {
    if (sheet === named) continue;
    const table = withHeader(sheet.read(), search);
    const isBefore =
      best !== undefined &&
      best.score === table.score &&
      search.isPreferred?.(table.sheet) === true &&
      !search.isPreferred(best.sheet);
    if (best !== undefined && best.score >= table.score && !isBefore) passOver(table);
    else {
      if (best !== undefined) passOver(best);
      best = table;
    }
  }
  if (best === undefined) throw new Error("a file has a sheet");
  const withTable = others.filter(({ score }) => score > 0);
  const found = {
    ...best,
    searched: sheets.map(({ name }) => name),
    others: best.score > 0 ? withTable.map(({ sheet }) => sheet) : [],
  };
  if (found.score > 0 && withTable.length > 0) {
    const message = `Several sheets have lines, and none is named ${search.sheet}. Only “${found.sheet}” was read, not ${quotedSheets(withTable.map(({ sheet }) => sheet))}.`;
    problems.warning(null, null, "sheet-missing", message);
  } else if (found.score > 0 && others.length > 0) {
    const message = `The sheet “${found.sheet}” was read. No row with names of columns was found in ${quotedSheets(others.map(({ sheet }) => sheet))}.`;
    problems.note(null, null, "sheet-chosen", message, { assumed: found.sheet });
  }
  noteUnread(found, problems);
  return found;
}

const leftOutNotes: Readonly<Record<keyof LeftOut, readonly [CodeOf<"note">, string]>> = {
  rows: ["rows-hidden", "Hidden rows were left out"],
  columns: ["columns-hidden", "Hidden columns were left out"],
  struck: ["text-struck", "Struck text was left out in cells"],
  hidden: ["cells-hidden", "Cells whose format hides their value were left out"],
};

/** Notes the rows above the header, merged cells, and what the sheet does not show. */
function noteUnread(table: FoundTable, problems: Problems): void {
  const { rows, headerRow, score, leftOut } = table;
  const above = rows.filter(
    ({ row, cells }) =>
      row < headerRow &&
      !(table.joinedHeader === headerRow && row === headerRow - 1) &&
      cells.some((cell) => cell.trim() !== ""),
  );
  if (score > 0 && table.joinedHeader === headerRow) {
    const message = `The names of the columns are in rows ${headerRow - 1} and ${headerRow}. They were joined.`;
    problems.note(headerRow, null, "header-joined", message);
  }
  if (score > 0 && above.length > 0) {
    const message = `Row ${headerRow} has the names of the columns. Rows above it were not read.`;
    problems.note(headerRow, null, "header-below", message);
  }
  for (const [kind, [code, message]] of Object.entries(leftOutNotes)) {
    const names = leftOut[kind as keyof LeftOut];
    if (names.length > 0)
      problems.note(null, null, code, `${message} (${names.length}): ${listOf(names)}.`);
  }
  const merged = rows.filter((row) => row.row > headerRow && row.merged !== undefined);
  if (merged.length > 0) {
    const message = `Merged cells apply to all of their rows: ${listOf(merged.map(({ row }) => String(row)))}.`;
    problems.note(null, null, "cells-merged", message);
  }
}
