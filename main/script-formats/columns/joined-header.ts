/** Names of columns in two rows: "TC" above "In" and "Out". */
import { cleanName } from "../files/text";
import type { Table, TableRow } from "../table";
import { headerRows } from "./find-table";
import { headingOf } from "./header-words";

/**
 * The names of two rows; a name above also applies to the empty cells beside it. Null if two names
 * together say nothing: the second row is then one of the lines.
 */
function joinedCells(above: readonly string[], below: readonly string[]): string[] | null {
  let last = "";
  const joined: string[] = [];
  for (let at = 0; at < Math.max(above.length, below.length); at += 1) {
    const [first, second] = [cleanName(above[at] ?? ""), cleanName(below[at] ?? "")];
    if (first !== "") last = first;
    const over = first === "" ? last : first;
    const both = second === "" ? first : cleanName(`${over} ${second}`);
    if (second !== "" && over !== "" && headingOf(both) === null) return null;
    joined.push(both);
  }
  return joined;
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
    const cells = joinedCells(above.cells, below.cells);
    if (cells === null) continue;
    const row: TableRow = { ...below, cells };
    const score = rate(row);
    if (score > best) [best, joined] = [score, row];
  }
  if (joined === null) return table;
  const own = joined;
  const rows = table.rows.map((row) => (row.row === own.row ? own : row));
  return { ...table, rows, joinedHeader: own.row };
}
