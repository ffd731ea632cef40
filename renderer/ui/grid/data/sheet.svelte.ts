import type { Block, GridRow, Rows } from "./rows";

/**
 * Maximum number of undo steps. Each has the list of rows before it; the rows themselves are
 * shared.
 */
const maxSteps = 200;

interface Step {
  rows: Rows;
  /** The selection before the step. */
  block: Block;
}

/** The rows of a grid, with undo and redo. */
export class Sheet {
  rows = $state.raw<Rows>([]);
  #past = $state.raw<readonly Step[]>([]);
  #future = $state.raw<readonly Step[]>([]);
  #nextId = 1;

  constructor(rows: Rows) {
    this.rows = rows;
    this.#nextId = 1 + rows.reduce((most, { id }) => Math.max(most, id), 0);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Creates a row with an id that was never used before. */
  makeRow(cells: GridRow["cells"] = {}): GridRow {
    return { id: this.#nextId++, cells };
  }

  /** Applies a step. Returns false if nothing changes. */
  change(rows: Rows, block: Block): boolean {
    if (rows === this.rows) return false;
    this.#past = [...this.#past.slice(1 - maxSteps), { rows: this.rows, block }];
    this.#future = [];
    this.rows = rows;
    return true;
  }

  /** Undoes the last step. Returns the selection before it, or null if there is none. */
  undo(now: Block): Block | null {
    const step = this.#past.at(-1);
    if (!step) return null;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { rows: this.rows, block: now }];
    this.rows = step.rows;
    return step.block;
  }

  /** Redoes the last undone step. */
  redo(now: Block): Block | null {
    const step = this.#future.at(-1);
    if (!step) return null;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { rows: this.rows, block: now }];
    this.rows = step.rows;
    return step.block;
  }
}
