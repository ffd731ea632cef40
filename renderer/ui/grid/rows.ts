/**
 * The rows of a grid and what can be done with them. Rows never change: an edit makes new ones of those it touches
 * and leaves the others as they are, so that "is it still the same row" is a comparison of references, for undo,
 * for what is to be kept, and for what is to be checked again.
 */

/** A row by its own number, with its texts by column; "" is left out. */
export interface GridRow {
  readonly id: number;
  readonly cells: Readonly<Record<string, string>>;
}
export type Rows = readonly GridRow[];

/** A cell by the positions of its row and column. */
export interface Place {
  row: number;
  column: number;
}
/** A block of cells; both ends belong to it. */
export interface Block {
  top: number;
  left: number;
  bottom: number;
  right: number;
}
/** Texts to be put in cells: by the position of the row, by column. */
export type CellTexts = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** The text of a cell, "" for none. */
export function textOf(row: GridRow | undefined, column: string): string {
  return row?.cells[column] ?? "";
}

/** The row with these texts, or itself where they are what it holds already. */
export function withTexts(row: GridRow, texts: Readonly<Record<string, string>>): GridRow {
  const changed = Object.entries(texts).filter(([column, text]) => textOf(row, column) !== text);
  if (changed.length === 0) return row;
  const cells = Object.entries({ ...row.cells, ...Object.fromEntries(changed) });
  return { id: row.id, cells: Object.fromEntries(cells.filter(([, text]) => text !== "")) };
}

/** Puts texts in cells; rows that are missing at the end are made. */
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

/** Without the rows from one position to another, both included. */
export function removeRows(rows: Rows, top: number, bottom: number): Rows {
  return top >= rows.length ? rows : [...rows.slice(0, top), ...rows.slice(bottom + 1)];
}

/** Moves rows by a number of positions; as far as there is room. */
export function moveRows(rows: Rows, top: number, bottom: number, by: number): Rows {
  const moved = rows.slice(top, bottom + 1);
  const rest = removeRows(rows, top, bottom);
  const at = Math.max(0, Math.min(rest.length, top + by));
  return at === top || moved.length === 0 ? rows : insertRows(rest, at, moved);
}

/** The block that two cells span. */
export function blockOf(from: Place, to: Place): Block {
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
