/** Names of columns in two rows: "TC" above "In" and "Out". */
import { cleanName } from "../files/text";
import type { Table, TableRow } from "../table";
import { headerRows } from "./find-table";

/** The names of two rows; a name above also applies to the empty cells beside it. */
function joinedCells(above: readonly string[], below: readonly string[]): string[] {
  let last = "";
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [first, second] = [cleanName(above[at] ?? ""), cleanName(below[at] ?? "")];
    if (first !== "") last = first;
    if (second === "") return first;
    return cleanName(`${first === "" ? last : first} ${second}`);
  });
}

/**
 * The table with the names of both rows in the second one, if they say more than the names of any
 * row. `rate` rates a row as the header.
 */
export function withJoinedHeader(table: Table, rate: (row: TableRow) => number): Table {
  const top = table.rows.filter(({ row }) => row <= headerRows);
  let best = Math.max(0, ...top.map(rate));
  let joined: TableRow | null = null;
  for (const [at, below] of top.entries()) {
    const above = top[at - 1];
    if (above === undefined || above.row !== below.row - 1 || below.failed) continue;
    const row: TableRow = { ...below, cells: joinedCells(above.cells, below.cells) };
    const score = rate(row);
    if (score > best) [best, joined] = [score, row];
  }
  if (joined === null) return table;
  const own = joined;
  const rows = table.rows.map((row) => (row.row === own.row ? own : row));
  return { ...table, rows, joinedHeader: own.row };
}
