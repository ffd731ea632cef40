/** A second table below the lines of a sheet: the cast, a glossary. Its rows are no lines. */
import { isCapitalised, isName, nameKey } from "../character-names";
import { cleanName } from "../files/text";
import { problemRows } from "../line-kinds";
import type { Problems } from "../problems";
import { headerOf, listOf, type Column, type Table, type TableRow } from "../table";
import { headingOf } from "./header-words";

const minNames = 2;
/** The first column of a glossary. */
const termWord = /^(?:terms?|begriffe?|terme|término|termine|termo)$/iu;

/**
 * The names in a row that can be the header of a table: all are names of columns. None for a row of
 * a line.
 */
function namesIn({ cells, failed }: TableRow): string[] {
  const filled = cells.map(cleanName).filter((cell) => cell !== "");
  if (failed !== undefined || filled.length < minNames) return [];
  // A sentence of one word: "Stop."
  const isHeader = filled.every(
    (cell) => !/[.!?…]$/u.test(cell) && (headingOf(cell) !== null || termWord.test(cell)),
  );
  if (!isHeader) return [];
  // A soldier who is called GERMAN also speaks.
  const isLanguage = filled.every((cell) => (headingOf(cell)?.languages.length ?? 0) > 0);
  return isLanguage ? [] : filled;
}

/** Whether each filled cell of the rows of a cast is a name, and the header names two columns. */
const isCast = (names: readonly string[], below: readonly TableRow[]) =>
  names.every((name) => headingOf(name)?.role === "character") &&
  below.every(({ cells }) =>
    cells.map(cleanName).every((cell) => cell === "" || (isName(cell) && isCapitalised(cell))),
  );

/**
 * The rows above a second table: an empty row is above its header, whose names are others than
 * those of the table. `character`: the column of the names; where one who speaks above is in that
 * column of its rows, they are lines, or a cast.
 */
export function aboveSecondTable(
  rows: readonly TableRow[],
  table: Table,
  character: Column | undefined,
  problems: Problems,
): TableRow[] {
  const keysOf = (cells: readonly string[]) => cells.map(nameKey).filter(Boolean).join("\t");
  const header = keysOf(headerOf(table));
  const filled = table.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const speakers = new Set<string>();
  for (const [at, row] of filled.entries()) {
    const name = nameKey(row.cells[character?.index ?? -1] ?? "");
    const isBelowGap = at > 0 && row.row > (filled[at - 1]?.row ?? 0) + 1;
    const hasRows = filled[at + 1]?.row === row.row + 1;
    const isOther = row.row > table.headerRow && isBelowGap && hasRows && !speakers.has(name);
    const names = isOther && keysOf(row.cells) !== header ? namesIn(row) : [];
    if (row.row > table.headerRow && name !== "") speakers.add(name);
    if (names.length === 0) continue;
    const below = filled.slice(at + 1);
    const isSpeaking = below.some(({ cells }) =>
      speakers.has(nameKey(cells[character?.index ?? -1] ?? "")),
    );
    if (isSpeaking && !isCast(names, below)) continue;
    const left = rows.filter((one) => one.row >= row.row).map((one) => one.row);
    if (left.length === 0) return [...rows];
    const shown = listOf(names.map((one) => `“${one}”`));
    const message = `Row ${row.row} below an empty row names other columns (${shown}). It and the rows below it were not read.`;
    const remedy = "If they are lines, put all lines below the first names of columns.";
    problems.warning(row.row, null, "table-second", message, { remedy, ...problemRows(left) });
    return rows.filter((one) => one.row < row.row);
  }
  return [...rows];
}
