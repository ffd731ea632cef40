/** The first rows of a table, and what its columns contain: for the user, who assigns them. */
import { assignColumns } from "./columns/assign-columns";
import { columnKeys, headerKey } from "./columns/column-map";
import { headerRows, readOnce, type SheetSource } from "./columns/find-table";
import type { ReadOptions, TablePlace, TableView } from "./model";
import { createProblems, noTable, UnreadableFile } from "./problems";
import { findScriptTable, problemOf, tableSheetsOf, unreadableProblem } from "./read";
import { columnLetters, headerOf, type Table } from "./table";
import { cleanName } from "./files/text";
import { languageId } from "./vocabulary";

/** The header is among these rows, and some lines are below it. */
const shownRows = headerRows + 5;
const shownColumns = 100;
const shownLength = 120;

/** Does not throw. `place`: another one than the reader would find. */
export function readTableView(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
  place: TablePlace | null,
): TableView {
  const problems = createProblems();
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const sheets = tableSheetsOf(bytes, fileName, options, problems);
    return sheets === null ? noTable([]) : viewOf(readOnce(sheets), options, place);
  } catch (error) {
    return noTable([problemOf(error)]);
  }
}

/** The first row that fills as many cells as any of the first rows: probably the header. */
function fullestRow({ rows }: Table): number {
  const filled = rows
    .filter(({ row }) => row <= headerRows)
    .map(({ row, cells }) => ({ row, count: cells.filter((cell) => cell.trim() !== "").length }));
  const most = Math.max(0, ...filled.map(({ count }) => count));
  return filled.find(({ count }) => count === most)?.row ?? 1;
}

function viewOf(
  sheets: readonly SheetSource[],
  options: ReadOptions,
  given: TablePlace | null,
): TableView {
  const problems = createProblems();
  let place = given;
  if (place === null) {
    const { table } = findScriptTable(sheets, options, problems);
    // No name of a column is known.
    if (table.score === 0) place = { sheet: table.sheet, headerRow: fullestRow(table) };
  }
  const at = place && { ...place, columns: {}, frameRate: null };
  const found = findScriptTable(sheets, at === null ? options : { columns: at }, problems);
  const { table } = found;
  const header = headerOf(table);
  const key = headerKey(header);
  const known = at && key !== null ? options.known?.find((one) => one.header === key) : undefined;
  const map = known && at ? { ...at, ...known } : found.map;
  const language = languageId(options.languageCode ?? "");
  const { all } = assignColumns(table, { language, map }, problems);
  const keys = columnKeys(header, all.length);
  const shown = all.slice(0, shownColumns);
  return {
    sheets: sheets.map(({ name }) => name),
    sheet: table.sheet,
    headerRow: table.headerRow,
    header: key,
    rows: table.rows
      .filter(({ row }) => row <= shownRows)
      .map(({ row, cells }) => ({
        row,
        cells: cells.slice(0, shownColumns).map((cell) => cell.slice(0, shownLength)),
      })),
    columns: shown.map(({ index, role }) => ({
      key: keys[index] ?? "",
      name: cleanName(header[index] ?? "") || columnLetters(index),
      role,
    })),
    otherColumns: all.length - shown.length,
    frameRate: map?.frameRate ?? null,
    isAssigned: known !== undefined || (place === null && map !== undefined),
    problems: [],
  };
}
