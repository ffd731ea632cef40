import type { GridColumn, RowProblems } from "../column";
import type { GridRow, CellAddress, Rows } from "./rows";

/** The next or previous cell with a problem, wrapping around at the end; null if there is none. */
export function nextProblem(
  rows: Rows,
  columns: readonly GridColumn[],
  problemsOf: (row: GridRow) => RowProblems,
  active: CellAddress,
  step: 1 | -1,
): CellAddress | null {
  const isInside = active.row < rows.length;
  const from = isInside ? active : { row: rows.length - 1, column: Infinity };
  // After wrapping around, the remaining cells of the start row are searched last.
  for (let offset = 0; offset <= rows.length && rows.length > 0; offset++) {
    const at = (from.row + offset * step + rows.length * 2) % rows.length;
    const row = rows[at];
    const found = row ? problemsOf(row) : {};
    const positions = columns.flatMap(({ id }, position) => (found[id] ? [position] : []));
    if (step < 0) positions.reverse();
    const next = positions.find((position) => offset > 0 || (position - from.column) * step > 0);
    if (next !== undefined) return { row: at, column: next };
  }
  return null;
}
