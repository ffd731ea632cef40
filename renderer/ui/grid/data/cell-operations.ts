import { t } from "../../../app/strings";
import { toasts } from "../../../app/messages/toasts.svelte";
import { fillingOf, fillingTo } from "./fill";
import type { GridModel } from "../grid-model.svelte";
import { titledBlock, type Titled } from "./header-row";
import { textOf, type Block } from "./rows";

/** The operations on blocks of cells of a grid: copying, clearing, pasting and filling. */
export class CellOperations {
  #grid: GridModel;

  constructor(grid: GridModel) {
    this.#grid = grid;
  }

  /** The texts of the selected cells. */
  texts(): string[][] {
    const { left, right } = this.#grid.cursor.block;
    const { top, bottom } = this.#grid.rowBlock;
    const columns = this.#grid.columns.slice(left, right + 1);
    return this.#grid.sheet.rows
      .slice(top, bottom + 1)
      .map((row) => columns.map(({ id }) => textOf(row, id)));
  }
  clear(): void {
    const { block } = this.#grid.cursor;
    const bottom = Math.min(block.bottom, this.#grid.sheet.rows.length - 1);
    if (this.#grid.fill({ ...block, bottom }, () => "") > 0) this.#grid.announce(t.grid.cleared);
  }
  /** Pastes a block at the selection. A block that fits several times is repeated. */
  paste(texts: readonly (readonly string[])[]): void {
    const { block } = this.#grid.cursor;
    const titled = this.#grid.isReadOnly ? null : titledBlock(this.#grid.columns, texts);
    if (titled) {
      this.#pasteTitled(titled, block.top);
      return;
    }
    const height = texts.length;
    const width = Math.max(0, ...texts.map(({ length }) => length));
    if (width === 0 || this.#grid.isReadOnly) return;
    const times = (room: number, size: number) => (room % size === 0 ? room : size);
    const rows = times(block.bottom - block.top + 1, height);
    const columns = times(block.right - block.left + 1, width);
    const room =
      (this.#grid.isFixed ? this.#grid.sheet.rows.length : this.#grid.maxRows) - block.top;
    const target: Block = {
      top: block.top,
      left: block.left,
      bottom: block.top + Math.min(rows, room) - 1,
      right: Math.min(block.left + columns, this.#grid.columns.length) - 1,
    };
    this.#grid.fill(
      target,
      (row, column) => texts[(row - target.top) % height]?.[(column - target.left) % width] ?? "",
    );
    this.#grid.cursor.select(target);
    const outside = block.left + columns - this.#grid.columns.length;
    this.#announcePaste(target, Math.max(0, rows - room), Math.max(0, outside));
  }
  /** Pastes rows with a header row, each value into its column. */
  #pasteTitled({ texts, targets }: Titled, top: number): void {
    const room = (this.#grid.isFixed ? this.#grid.sheet.rows.length : this.#grid.maxRows) - top;
    const height = Math.min(texts.length, room);
    const named = targets.flatMap((column, at) => (column < 0 ? [] : [{ column, at }]));
    const cells = texts
      .slice(0, height)
      .flatMap((row, down) =>
        named.map(({ column, at }): [number, number, string] => [
          top + down,
          column,
          row[at] ?? "",
        ]),
      );
    this.#grid.put(cells, this.#grid.cursor.block);
    const positions = named.map(({ column }) => column);
    this.#grid.cursor.select({
      top,
      left: Math.min(...positions),
      bottom: top + Math.max(1, height) - 1,
      right: Math.max(...positions),
    });
    const unknown = targets.filter(
      (column, at) => column < 0 && texts.some((row) => (row[at] ?? "").trim() !== ""),
    );
    const pasted = { top, left: 0, bottom: top + height - 1, right: named.length - 1 };
    this.#announcePaste(pasted, texts.length - height, unknown.length);
  }
  #announcePaste({ top, left, bottom, right }: Block, rows: number, columns: number): void {
    const lost = [
      ...(rows > 0 ? [t.grid.noRoom(rows)] : []),
      ...(columns > 0 ? [t.grid.noColumns(columns)] : []),
    ].join(" ");
    this.#grid.announce([t.grid.pasted(bottom - top + 1, right - left + 1), lost].join(" ").trim());
    // Problems of absent rows are not shown.
    if (lost !== "") toasts.show(lost, { tone: "bad" });
  }
  /** Fills the selection with its first row; a single row is filled from the row above. */
  fillDown(): void {
    const { top, bottom, left, right } = this.#grid.cursor.block;
    const source = top === bottom ? top - 1 : top;
    if (source < 0) return;
    const target = { top: source + 1, bottom, left, right };
    this.#grid.announce(
      t.grid.filled(this.#grid.fill(target, (_, column) => this.#grid.textAt(source, column))),
    );
  }
  /** Continues the series at the start of the selection in each column. */
  fillSeries(): void {
    const { columns, cursor } = this.#grid;
    const { target, textOf: text } = fillingOf(columns, cursor.block, this.#read);
    this.#grid.announce(t.grid.filled(this.#grid.fill(target, text)));
  }
  /** Applies a drag of the fill handle to a row below or above the selection. */
  fillTo(row: number): void {
    const { block } = this.#grid.cursor;
    const filling = fillingTo(this.#grid.columns, block, row, this.#read);
    if (!filling) return;
    const filled = this.#grid.fill(filling.target, filling.textOf);
    this.#grid.cursor.select({
      ...block,
      top: Math.min(block.top, row),
      bottom: Math.max(block.bottom, row),
    });
    this.#grid.announce(t.grid.filled(filled));
  }

  #read = (row: number, column: number) => this.#grid.textAt(row, column);
}
