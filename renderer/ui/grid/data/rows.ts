/**
 * The rows of a grid and operations on them. Rows are immutable: an edit creates new rows for those
 * it changes and shares the others, so that a row is compared by reference, for undo,
 * for autosave, and for incremental validation.
 */

/** A row with its id and its texts by column; "" is omitted. */
export interface GridRow {
  readonly id: number;
  readonly cells: Readonly<Record<string, string>>;
}
export type Rows = readonly GridRow[];

/** A cell by the positions of its row and column. */
export interface CellAddress {
  row: number;
  column: number;
}
/** A block of cells; both corners are included. */
export interface Block {
  top: number;
  left: number;
  bottom: number;
  right: number;
}
/** Texts to write into cells: by row index, by column. */
export type CellTexts = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** The text of a cell; "" if empty. */
export function textOf(row: GridRow | undefined, column: string): string {
  return row?.cells[column] ?? "";
}

/** The row with these texts; the same row if nothing changes. */
export function withTexts(row: GridRow, texts: Readonly<Record<string, string>>): GridRow {
  const changed = Object.entries(texts).filter(([column, text]) => textOf(row, column) !== text);
  if (changed.length === 0) return row;
  const cells = Object.entries({ ...row.cells, ...Object.fromEntries(changed) });
  return { id: row.id, cells: Object.fromEntries(cells.filter(([, text]) => text !== "")) };
}

/** Writes texts into cells. Appends missing rows. */
export function setTexts(rows: Rows, texts: CellTexts, makeRow: () => GridRow): Rows {
  const next = [...rows];
  let isChanged = false;
  for (const [index, changes] of texts) {
    if (index >= next.length && Object.values(changes).every((text) => text === "")) continue;
    while (next.length <= index) next.push(makeRow());
    const row = next[index];
    if (!row) continue;
    const changed = withTexts(row, changes);
    isChanged ||= changed !== rows[index];
    next[index] = changed;
  }
  return isChanged ? next : rows;
}

export function insertRows(rows: Rows, at: number, inserted: Rows): Rows {
  return inserted.length === 0 ? rows : [...rows.slice(0, at), ...inserted, ...rows.slice(at)];
}

/** Removes the rows from one index to another, both included. */
export function removeRows(rows: Rows, top: number, bottom: number): Rows {
  return top >= rows.length ? rows : [...rows.slice(0, top), ...rows.slice(bottom + 1)];
}

/** Moves rows by a number of positions, as far as the grid allows. */
export function moveRows(rows: Rows, top: number, bottom: number, by: number): Rows {
  const moved = rows.slice(top, bottom + 1);
  const rest = removeRows(rows, top, bottom);
  const at = Math.max(0, Math.min(rest.length, top + by));
  return at === top || moved.length === 0 ? rows : insertRows(rest, at, moved);
}

/** The block between two cells. */
export function blockOf(from: CellAddress, to: CellAddress): Block {
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

export function isInBlock(block: Block, row: number, column: number): boolean {
  return row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;
}
