import { t } from "../../../app/strings";
import { valueFor } from "../column";
import { range } from "./fill";
import { emptyRow, type GridModel } from "../grid-model.svelte";
import { insertRows, moveRows, removeRows, type GridRow } from "./rows";

/** The operations on the rows of a grid. */
export class RowOperations {
  #grid: GridModel;

  constructor(grid: GridModel) {
    this.#grid = grid;
  }

  insert(where: "above" | "below"): void {
    if (this.#grid.isFixed || this.#grid.isReadOnly) return;
    const { top, bottom } = this.#grid.cursor.block;
    const room = this.#grid.maxRows - this.#grid.sheet.rows.length;
    const made = range(1, Math.min(room, bottom - top + 1)).map(() => this.#grid.sheet.makeRow());
    const at = Math.min(where === "above" ? top : bottom + 1, this.#grid.sheet.rows.length);
    if (!this.#grid.change(insertRows(this.#grid.sheet.rows, at, made))) return;
    this.#grid.cursor.moveTo({ row: at, column: this.#grid.cursor.active.column });
    this.#grid.announce(t.grid.inserted(made.length));
  }
  /** Appends rows as one undo step. Values may be given by title, as when they are typed. */
  append(rows: readonly GridRow["cells"][]): number {
    const room = this.#grid.maxRows - this.#grid.sheet.rows.length;
    // Built once, not for every cell of 10,000 rows.
    const columns = new Map(this.#grid.columns.map((column) => [column.id, column]));
    const valueOf = (id: string, text: string) => {
      const column = columns.get(id);
      return column ? valueFor(column, emptyRow, text) : text;
    };
    const made = rows
      .slice(0, room)
      .map((cells) =>
        this.#grid.sheet.makeRow(
          Object.fromEntries(Object.entries(cells).map(([id, text]) => [id, valueOf(id, text)])),
        ),
      );
    const at = this.#grid.sheet.rows.length;
    if (!this.#grid.change(insertRows(this.#grid.sheet.rows, at, made))) return 0;
    this.#grid.cursor.moveTo({ row: at, column: 0 });
    this.#grid.announce(t.grid.inserted(made.length));
    return made.length;
  }
  remove(): void {
    const { top, bottom, count } = this.#grid.rowBlock;
    if (this.#grid.isReadOnly || !this.#grid.change(removeRows(this.#grid.sheet.rows, top, bottom)))
      return;
    this.#grid.cursor.moveTo({ row: top, column: this.#grid.cursor.active.column });
    this.#grid.announce(t.grid.removed(count));
  }
  duplicate(): void {
    const { top, bottom } = this.#grid.rowBlock;
    const room = this.#grid.maxRows - this.#grid.sheet.rows.length;
    if (this.#grid.isFixed || this.#grid.isReadOnly) return;
    const copies = this.#grid.sheet.rows
      .slice(top, bottom + 1)
      .slice(0, room)
      .map(({ cells }) => this.#grid.sheet.makeRow(cells));
    if (!this.#grid.change(insertRows(this.#grid.sheet.rows, bottom + 1, copies))) return;
    this.#grid.selectRows(bottom + 1, bottom + copies.length);
    this.#grid.announce(t.grid.duplicated(copies.length));
  }
  move(by: number): void {
    const { top, bottom, count } = this.#grid.rowBlock;
    const { left, right } = this.#grid.cursor.block;
    if (this.#grid.isReadOnly || count === 0) return;
    if (!this.#grid.change(moveRows(this.#grid.sheet.rows, top, bottom, by))) return;
    const at = Math.max(0, Math.min(this.#grid.sheet.rows.length - count, top + by));
    this.#grid.cursor.select({ top: at, bottom: at + count - 1, left, right });
    this.#grid.announce(t.grid.moved(count, at + 1));
  }
}
