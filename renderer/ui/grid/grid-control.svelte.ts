/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are made and read at once */
import { SvelteMap } from "svelte/reactivity";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";
import { titleFor, valueFor, type CellProblem, type GridColumn, type RowProblems } from "./column";
import { Cursor } from "./cursor.svelte";
import { fillingOf, fillingTo, range } from "./fill";
import { titledBlock, type Titled } from "./header-row";
import { nextProblem } from "./next-problem";
import {
  insertRows,
  moveRows,
  removeRows,
  setTexts,
  textOf,
  withTexts,
  type Block,
  type GridRow,
  type Place,
  type Rows,
} from "./rows";
import type { Sheet } from "./sheet.svelte";

export interface GridOptions {
  sheet: Sheet;
  columns: () => readonly GridColumn[];
  /** Called for every visible row on every change: cache the result per row. */
  problemsOf: (row: GridRow) => RowProblems;
  isReadOnly?: () => boolean;
  /** Rows cannot be added; existing rows can be changed and removed. */
  isFixed?: boolean;
  maxRows?: number;
}

/** The cell being edited. */
interface Editing extends Place {
  text: string;
  /** The text when the edit began; committing it unchanged is no edit. */
  before: string;
  /** The edit began by typing over the cell: arrow keys then leave it, as in a spreadsheet. */
  isTyped: boolean;
}

const noProblems: RowProblems = {};
/** The placeholder row after the last one; it becomes a row when it receives text. */
const emptyRow: GridRow = { id: -1, cells: {} };

/** State and operations of a grid. The component renders it and forwards keys and pointer events. */
export class GridControl {
  readonly sheet: Sheet;
  readonly cursor: Cursor;
  readonly isFixed: boolean;
  readonly maxRows: number;
  /** Widths set by the user, in pixels, by column. */
  readonly widths = new SvelteMap<string, number>();
  editing = $state.raw<Editing | null>(null);
  /** The row to which the fill handle is dragged, during a drag. */
  fillRow = $state<number | null>(null);
  /** The last operation, announced by screen readers. */
  said = $state("");
  #options: GridOptions;

  constructor(options: GridOptions) {
    this.#options = options;
    this.sheet = options.sheet;
    this.isFixed = options.isFixed ?? false;
    this.maxRows = options.maxRows ?? 10_000;
    this.cursor = new Cursor({
      rows: () => this.rowCount,
      columns: () => this.columns.length,
      isFilled: (row, column) => this.textAt(row, column) !== "",
    });
  }

  get columns(): readonly GridColumn[] {
    return this.#options.columns();
  }
  get isReadOnly(): boolean {
    return this.#options.isReadOnly?.() ?? false;
  }
  get #canGrow(): boolean {
    return !this.isFixed && !this.isReadOnly && this.sheet.rows.length < this.maxRows;
  }
  /** Number of rows including the placeholder row. */
  get rowCount(): number {
    return this.sheet.rows.length + (this.#canGrow ? 1 : 0);
  }
  /** The selected rows, without the placeholder row. */
  get rowBlock(): { top: number; bottom: number; count: number } {
    const { top, bottom } = this.cursor.block;
    const last = Math.min(bottom, this.sheet.rows.length - 1);
    return { top, bottom: last, count: Math.max(0, last - top + 1) };
  }

  rowAt(index: number): GridRow {
    return this.sheet.rows[index] ?? emptyRow;
  }
  textAt(row: number, column: number): string {
    return textOf(this.sheet.rows[row], this.columns[column]?.id ?? "");
  }
  /** The problems of a row, with the text being edited applied. */
  problemsAt(index: number): RowProblems {
    const { editing } = this;
    if (editing?.row === index && editing.text !== editing.before) {
      const column = this.columns[editing.column];
      const row = this.rowAt(index);
      if (column)
        return this.#options.problemsOf(
          withTexts(row, { [column.id]: valueFor(column, row, editing.text) }),
        );
    }
    const row = this.sheet.rows[index];
    return row ? this.#options.problemsOf(row) : noProblems;
  }
  problemAt({ row, column }: Place): CellProblem | undefined {
    const id = this.columns[column]?.id;
    return id === undefined ? undefined : this.problemsAt(row)[id];
  }
  canEdit(column: number): boolean {
    return !this.isReadOnly && this.columns[column]?.isReadOnly !== true;
  }

  // Editing

  /** Opens the editor of the active cell with its text, or with the typed character. */
  begin(typed?: string): void {
    const { row, column } = this.cursor.active;
    if (this.editing || !this.canEdit(column) || this.rowCount === 0) return;
    const own = this.columns[column];
    if (!own) return;
    const value = this.textAt(row, column).replace(/[\r\n\t]+/g, " ");
    const before = titleFor(own, this.rowAt(row), value);
    this.editing = { row, column, before, text: typed ?? before, isTyped: typed !== undefined };
  }
  type(text: string): void {
    if (this.editing) this.editing = { ...this.editing, text };
  }
  cancel(): void {
    this.editing = null;
  }
  /** Commits the edit. */
  commit(): void {
    const { editing } = this;
    this.editing = null;
    if (!editing || editing.text === editing.before) return;
    this.#put([[editing.row, editing.column, editing.text]], this.cursor.block);
  }
  /** Commits a selected value: several options may have the same title. */
  choose(value: string): void {
    const { editing } = this;
    this.editing = null;
    if (editing) this.#put([[editing.row, editing.column, value]], this.cursor.block);
  }
  /** Writes the edited text, or the text of the active cell, into every selected cell. */
  fillBlock(): void {
    const { block, active } = this.cursor;
    const text = this.editing?.text ?? this.textAt(active.row, active.column);
    this.editing = null;
    this.#say(t.grid.filled(this.#fill(block, () => text)));
  }

  // Blocks of cells

  /** The texts of the selected cells. */
  texts(): string[][] {
    const { left, right } = this.cursor.block;
    const { top, bottom } = this.rowBlock;
    const columns = this.columns.slice(left, right + 1);
    return this.sheet.rows
      .slice(top, bottom + 1)
      .map((row) => columns.map(({ id }) => textOf(row, id)));
  }
  clear(): void {
    const { block } = this.cursor;
    const bottom = Math.min(block.bottom, this.sheet.rows.length - 1);
    if (this.#fill({ ...block, bottom }, () => "") > 0) this.#say(t.grid.cleared);
  }
  /** Pastes a block at the selection. A block that fits several times is repeated. */
  paste(texts: readonly (readonly string[])[]): void {
    const { block } = this.cursor;
    const titled = this.isReadOnly ? null : titledBlock(this.columns, texts);
    if (titled) {
      this.#pasteTitled(titled, block.top);
      return;
    }
    const height = texts.length;
    const width = Math.max(0, ...texts.map(({ length }) => length));
    if (width === 0 || this.isReadOnly) return;
    const times = (room: number, size: number) => (room % size === 0 ? room : size);
    const rows = times(block.bottom - block.top + 1, height);
    const columns = times(block.right - block.left + 1, width);
    const room = (this.isFixed ? this.sheet.rows.length : this.maxRows) - block.top;
    const target: Block = {
      top: block.top,
      left: block.left,
      bottom: block.top + Math.min(rows, room) - 1,
      right: Math.min(block.left + columns, this.columns.length) - 1,
    };
    this.#fill(
      target,
      (row, column) => texts[(row - target.top) % height]?.[(column - target.left) % width] ?? "",
    );
    this.cursor.select(target);
    const outside = block.left + columns - this.columns.length;
    this.#sayPasted(target, Math.max(0, rows - room), Math.max(0, outside));
  }
  /** Pastes rows with a header row, each value into its column. */
  #pasteTitled({ texts, places }: Titled, top: number): void {
    const room = (this.isFixed ? this.sheet.rows.length : this.maxRows) - top;
    const height = Math.min(texts.length, room);
    const named = places.flatMap((column, at) => (column < 0 ? [] : [{ column, at }]));
    const cells = texts
      .slice(0, height)
      .flatMap((row, down) =>
        named.map(({ column, at }): [number, number, string] => [
          top + down,
          column,
          row[at] ?? "",
        ]),
      );
    this.#put(cells, this.cursor.block);
    const positions = named.map(({ column }) => column);
    this.cursor.select({
      top,
      left: Math.min(...positions),
      bottom: top + Math.max(1, height) - 1,
      right: Math.max(...positions),
    });
    const unknown = places.filter(
      (column, at) => column < 0 && texts.some((row) => (row[at] ?? "").trim() !== ""),
    );
    const pasted = { top, left: 0, bottom: top + height - 1, right: named.length - 1 };
    this.#sayPasted(pasted, texts.length - height, unknown.length);
  }
  #sayPasted({ top, left, bottom, right }: Block, rows: number, columns: number): void {
    const lost = [
      ...(rows > 0 ? [t.grid.noRoom(rows)] : []),
      ...(columns > 0 ? [t.grid.noColumns(columns)] : []),
    ].join(" ");
    this.#say([t.grid.pasted(bottom - top + 1, right - left + 1), lost].join(" ").trim());
    // Problems of absent rows are not shown.
    if (lost !== "") toasts.show(lost, { tone: "bad" });
  }
  /** Fills the selection with its first row; a single row is filled from the row above. */
  fillDown(): void {
    const { top, bottom, left, right } = this.cursor.block;
    const source = top === bottom ? top - 1 : top;
    if (source < 0) return;
    const target = { top: source + 1, bottom, left, right };
    this.#say(t.grid.filled(this.#fill(target, (_, column) => this.textAt(source, column))));
  }
  /** Continues the series at the start of the selection in each column. */
  fillSeries(): void {
    const { columns, cursor } = this;
    const { target, textOf: text } = fillingOf(columns, cursor.block, this.#read);
    this.#say(t.grid.filled(this.#fill(target, text)));
  }
  /** Applies a drag of the fill handle to a row below or above the selection. */
  fillTo(row: number): void {
    const { block } = this.cursor;
    const filling = fillingTo(this.columns, block, row, this.#read);
    if (!filling) return;
    const filled = this.#fill(filling.target, filling.textOf);
    this.cursor.select({
      ...block,
      top: Math.min(block.top, row),
      bottom: Math.max(block.bottom, row),
    });
    this.#say(t.grid.filled(filled));
  }

  // Rows

  insert(where: "above" | "below"): void {
    if (this.isFixed || this.isReadOnly) return;
    const { top, bottom } = this.cursor.block;
    const room = this.maxRows - this.sheet.rows.length;
    const made = range(1, Math.min(room, bottom - top + 1)).map(() => this.sheet.makeRow());
    const at = Math.min(where === "above" ? top : bottom + 1, this.sheet.rows.length);
    if (!this.#change(insertRows(this.sheet.rows, at, made))) return;
    this.cursor.moveTo({ row: at, column: this.cursor.active.column });
    this.#say(t.grid.inserted(made.length));
  }
  /** Appends rows as one undo step. Values may be given by title, as when they are typed. */
  append(rows: readonly GridRow["cells"][]): number {
    const room = this.maxRows - this.sheet.rows.length;
    // Built once, not for every cell of 10,000 rows.
    const columns = new Map(this.columns.map((column) => [column.id, column]));
    const valueOf = (id: string, text: string) => {
      const column = columns.get(id);
      return column ? valueFor(column, emptyRow, text) : text;
    };
    const made = rows
      .slice(0, room)
      .map((cells) =>
        this.sheet.makeRow(
          Object.fromEntries(Object.entries(cells).map(([id, text]) => [id, valueOf(id, text)])),
        ),
      );
    const at = this.sheet.rows.length;
    if (!this.#change(insertRows(this.sheet.rows, at, made))) return 0;
    this.cursor.moveTo({ row: at, column: 0 });
    this.#say(t.grid.inserted(made.length));
    return made.length;
  }
  remove(): void {
    const { top, bottom, count } = this.rowBlock;
    if (this.isReadOnly || !this.#change(removeRows(this.sheet.rows, top, bottom))) return;
    this.cursor.moveTo({ row: top, column: this.cursor.active.column });
    this.#say(t.grid.removed(count));
  }
  duplicate(): void {
    const { top, bottom } = this.rowBlock;
    const room = this.maxRows - this.sheet.rows.length;
    if (this.isFixed || this.isReadOnly) return;
    const copies = this.sheet.rows
      .slice(top, bottom + 1)
      .slice(0, room)
      .map(({ cells }) => this.sheet.makeRow(cells));
    if (!this.#change(insertRows(this.sheet.rows, bottom + 1, copies))) return;
    this.selectRows(bottom + 1, bottom + copies.length);
    this.#say(t.grid.duplicated(copies.length));
  }
  move(by: number): void {
    const { top, bottom, count } = this.rowBlock;
    const { left, right } = this.cursor.block;
    if (this.isReadOnly || count === 0) return;
    if (!this.#change(moveRows(this.sheet.rows, top, bottom, by))) return;
    const at = Math.max(0, Math.min(this.sheet.rows.length - count, top + by));
    this.cursor.select({ top: at, bottom: at + count - 1, left, right });
    this.#say(t.grid.moved(count, at + 1));
  }

  // Steps, selections, problems

  undo(): void {
    this.#restore(this.sheet.undo(this.cursor.block), t.grid.undone, t.grid.nothingToUndo);
  }
  redo(): void {
    this.#restore(this.sheet.redo(this.cursor.block), t.grid.redone, t.grid.nothingToRedo);
  }
  selectRows(top: number, bottom: number, active?: Place): void {
    this.cursor.select(
      { top, bottom, left: 0, right: this.columns.length - 1 },
      active ?? { row: top, column: 0 },
    );
  }
  selectColumns(left: number, right: number, active?: Place): void {
    const bottom = Math.max(0, this.sheet.rows.length - 1);
    this.cursor.select({ top: 0, bottom, left, right }, active ?? { row: 0, column: left });
  }
  /** Moves to the next or previous cell with a problem, wrapping around. */
  nextProblem(step: 1 | -1): void {
    const { rows } = this.sheet;
    const { problemsOf } = this.#options;
    const next = nextProblem(rows, this.columns, problemsOf, this.cursor.active, step);
    if (next) this.cursor.moveTo(next);
    else this.#say(t.grid.noProblems);
  }

  /** Announces a text to screen readers, also when it repeats the last one. */
  say(text: string): void {
    this.#say(text);
  }
  #say(text: string): void {
    this.said = this.said === text ? `${text}\u00a0` : text;
  }

  #read = (row: number, column: number) => this.textAt(row, column);
  /** Writes a text into every cell of a block. Returns the number of cells. */
  #fill(block: Block, textOfCell: (row: number, column: number) => string): number {
    const columns = range(block.left, block.right).filter((column) => this.canEdit(column));
    const texts = range(block.top, block.bottom).flatMap((row) =>
      columns.map((column): [number, number, string] => [row, column, textOfCell(row, column)]),
    );
    this.#put(texts, this.cursor.block);
    return texts.length;
  }
  #put(texts: readonly [row: number, column: number, text: string][], block: Block): void {
    const byRow = new Map<number, Record<string, string>>();
    // Built once, not for every cell of 10,000 rows.
    const columns = this.columns.map((column, at) => (this.canEdit(at) ? column : undefined));
    for (const [index, at, text] of texts) {
      const column = columns[at];
      if (!column) continue;
      const changes = byRow.get(index) ?? {};
      changes[column.id] = valueFor(column, this.rowAt(index), text);
      byRow.set(index, changes);
    }
    const next = setTexts(this.sheet.rows, byRow, () => this.sheet.makeRow());
    this.sheet.change(next, block);
  }
  #change(rows: Rows): boolean {
    const isChanged = this.sheet.change(rows, this.cursor.block);
    if (isChanged) this.cursor.keepInside();
    return isChanged;
  }
  #restore(block: Block | null, done: string, nothing: string): void {
    this.editing = null;
    if (block) this.cursor.select(block);
    this.#say(block ? done : nothing);
  }
}
