import { t } from "../../app/strings";
import { CellOperations } from "./data/cell-operations";
import { titleFor, valueFor, type CellProblem, type RowProblems } from "./column";
import { GridModel, type GridOptions } from "./grid-model.svelte";
import { nextProblem } from "./data/next-problem";
import { RowOperations } from "./data/row-operations";
import { withTexts, type Block, type GridRow, type CellAddress } from "./data/rows";

/** The cell being edited. */
interface Editing extends CellAddress {
  text: string;
  /** The text when the edit began; committing it unchanged is not an edit. */
  before: string;
  /** The edit began by typing over the cell: arrow keys then leave it, as in a spreadsheet. */
  isTyped: boolean;
}

const noProblems: RowProblems = {};

/**
 * State and operations of a grid. The component renders it and forwards keys and pointer events.
 */
export class GridControl extends GridModel {
  readonly cells = new CellOperations(this);
  readonly rows = new RowOperations(this);
  editing = $state.raw<Editing | null>(null);
  /** The row to which the fill handle is dragged, during a drag. */
  fillRow = $state<number | null>(null);
  #problemsOf: (row: GridRow) => RowProblems;

  constructor(options: GridOptions) {
    super(options);
    this.#problemsOf = options.problemsOf;
  }

  /** The problems of a row, with the text being edited applied. */
  problemsAt(index: number): RowProblems {
    const { editing } = this;
    if (editing?.row === index && editing.text !== editing.before) {
      const column = this.columns[editing.column];
      const row = this.rowAt(index);
      if (column)
        return this.#problemsOf(
          withTexts(row, { [column.id]: valueFor(column, row, editing.text) }),
        );
    }
    const row = this.sheet.rows[index];
    return row ? this.#problemsOf(row) : noProblems;
  }
  problemAt({ row, column }: CellAddress): CellProblem | undefined {
    const id = this.columns[column]?.id;
    return id === undefined ? undefined : this.problemsAt(row)[id];
  }

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
    this.put([[editing.row, editing.column, editing.text]], this.cursor.block);
  }
  /** Commits a selected value: several options may have the same title. */
  choose(value: string): void {
    const { editing } = this;
    this.editing = null;
    if (editing) this.put([[editing.row, editing.column, value]], this.cursor.block);
  }
  /** Writes the edited text, or the text of the active cell, into every selected cell. */
  fillBlock(): void {
    const { block, active } = this.cursor;
    const text = this.editing?.text ?? this.textAt(active.row, active.column);
    this.editing = null;
    this.announce(t.grid.filled(this.fill(block, () => text)));
  }

  undo(): void {
    this.#restore(this.sheet.undo(this.cursor.block), t.grid.undone, t.grid.nothingToUndo);
  }
  redo(): void {
    this.#restore(this.sheet.redo(this.cursor.block), t.grid.redone, t.grid.nothingToRedo);
  }
  /** Whether the current drag of the fill handle would write the cell. */
  isFilling(row: number, column: number): boolean {
    const { fillRow } = this;
    const { top, bottom, left, right } = this.cursor.block;
    if (fillRow === null || column < left || column > right) return false;
    return row > bottom ? row <= fillRow : row < top && row >= fillRow;
  }
  /** Moves to the next or previous cell with a problem, wrapping around. */
  nextProblem(step: 1 | -1): void {
    const { rows } = this.sheet;
    const next = nextProblem(rows, this.columns, this.#problemsOf, this.cursor.active, step);
    if (next) this.cursor.moveTo(next);
    else this.announce(t.grid.noProblems);
  }

  #restore(block: Block | null, done: string, nothing: string): void {
    this.editing = null;
    if (block) this.cursor.select(block);
    this.announce(block ? done : nothing);
  }
}
