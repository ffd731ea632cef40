import type { Block, GridRow, Rows } from "./rows";

/** Steps that can be taken back. Each holds the list of rows as it was, with the rows themselves shared. */
const maxSteps = 200;

interface Step {
  rows: Rows;
  /** What was selected when the step was taken. */
  block: Block;
}

/** The rows of a grid, with every change to be taken back and done again. */
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

  /** A new row; its number was never another's. */
  makeRow(cells: GridRow["cells"] = {}): GridRow {
    return { id: this.#nextId++, cells };
  }

  /** Takes a step; false when nothing is changed by it. */
  change(rows: Rows, block: Block): boolean {
    if (rows === this.rows) return false;
    this.#past = [...this.#past.slice(1 - maxSteps), { rows: this.rows, block }];
    this.#future = [];
    this.rows = rows;
    return true;
  }

  /** Takes the last step back; answers what was selected then, null when there is none. */
  undo(now: Block): Block | null {
    const step = this.#past.at(-1);
    if (!step) return null;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { rows: this.rows, block: now }];
    this.rows = step.rows;
    return step.block;
  }

  /** Does the last step again that was taken back. */
  redo(now: Block): Block | null {
    const step = this.#future.at(-1);
    if (!step) return null;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { rows: this.rows, block: now }];
    this.rows = step.rows;
    return step.block;
  }
}
