/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are made and read at once */
import { SvelteMap } from "svelte/reactivity";
import { valueFor, type GridColumn, type RowProblems } from "./column";
import { Cursor } from "./cursor.svelte";
import { range } from "./data/fill";
import {
  setTexts,
  textOf,
  type Block,
  type GridRow,
  type CellAddress,
  type Rows,
} from "./data/rows";
import type { Sheet } from "./data/sheet.svelte";

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

/** The placeholder row after the last one; it becomes a row when it receives text. */
export const emptyRow: GridRow = { id: -1, cells: {} };

/**
 * The data of a grid: its sheet, columns and selection, and how they are read and written. Each
 * write is one undo step.
 */
export class GridModel {
  readonly sheet: Sheet;
  readonly cursor: Cursor;
  readonly isFixed: boolean;
  readonly maxRows: number;
  /** Widths set by the user, in pixels, by column. */
  readonly widths = new SvelteMap<string, number>();
  /** The last operation, announced by screen readers. */
  announcement = $state("");
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
  canEdit(column: number): boolean {
    return !this.isReadOnly && this.columns[column]?.isReadOnly !== true;
  }
  selectRows(top: number, bottom: number, active?: CellAddress): void {
    this.cursor.select(
      { top, bottom, left: 0, right: this.columns.length - 1 },
      active ?? { row: top, column: 0 },
    );
  }
  selectColumns(left: number, right: number, active?: CellAddress): void {
    const bottom = Math.max(0, this.sheet.rows.length - 1);
    this.cursor.select({ top: 0, bottom, left, right }, active ?? { row: 0, column: left });
  }

  /** Announces a text to screen readers, also when it repeats the last one. */
  announce(text: string): void {
    this.announcement = this.announcement === text ? `${text}\u00a0` : text;
  }

  /** Writes a text into every cell of a block. Returns the number of cells. */
  fill(block: Block, textOfCell: (row: number, column: number) => string): number {
    const columns = range(block.left, block.right).filter((column) => this.canEdit(column));
    const texts = range(block.top, block.bottom).flatMap((row) =>
      columns.map((column): [number, number, string] => [row, column, textOfCell(row, column)]),
    );
    this.put(texts, this.cursor.block);
    return texts.length;
  }
  /**
   * Writes texts into cells that can be edited. `block` is selected again when the step is undone.
   */
  put(texts: readonly [row: number, column: number, text: string][], block: Block): void {
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
  /** Replaces the rows. Returns whether that is a change. */
  change(rows: Rows): boolean {
    const isChanged = this.sheet.change(rows, this.cursor.block);
    if (isChanged) this.cursor.keepInside();
    return isChanged;
  }
}
