/* eslint-disable svelte/prefer-svelte-reactivity -- the map is replaced whole */
import type { PagedList } from "./paged-list.svelte";

/** Maximum number of selected rows that are listed individually: the bound of the contract. */
const namedLimit = 100_000;

/**
 * The selected rows of a long list, and the cursor. Rows are stored by key, so that they stay
 * selected when the list changes; "all" is a flag, so that selecting a million rows costs nothing.
 */
export class Selection<T> {
  /** The index of the row with the cursor, or -1. */
  cursor = $state(-1);
  /** All rows of the list are selected, including those that are not loaded. */
  isAll = $state(false);
  #rows = $state.raw<ReadonlyMap<string | number, T>>(new Map());
  #anchor = 0;
  #cursorKey: string | number | null = null;
  #list: PagedList<T>;
  #keyOf: (item: T) => string | number;

  constructor(list: PagedList<T>, keyOf: (item: T) => string | number) {
    this.#list = list;
    this.#keyOf = keyOf;
  }

  get count(): number {
    return this.isAll ? this.#list.total : this.#rows.size;
  }

  /** The selected rows that are loaded; with isAll, more rows are selected. */
  get rows(): readonly T[] {
    return [...this.#rows.values()];
  }

  has(item: T | undefined): boolean {
    return item !== undefined && (this.isAll || this.#rows.has(this.#keyOf(item)));
  }

  clear(): void {
    this.isAll = false;
    this.#rows = new Map();
  }

  all(): void {
    this.isAll = this.#list.total > 0;
    this.#rows = new Map();
  }

  /** Selects these rows, also if the list does not contain them. */
  choose(rows: readonly T[]): void {
    this.isAll = false;
    this.#rows = new Map(rows.map((row) => [this.#keyOf(row), row]));
  }

  /** All selected rows; those that are not loaded are fetched. */
  async resolve(): Promise<readonly T[]> {
    return this.isAll ? this.#list.range(0, Math.min(this.#list.total, namedLimit)) : this.rows;
  }

  /**
   * A click or an arrow: one row, a toggled row (ctrl or cmd), or the range from the last one
   * (shift).
   */
  async pick(index: number, how: "one" | "toggle" | "range"): Promise<void> {
    this.moveTo(index);
    if (how === "range") return this.#pickRange(index);
    this.#anchor = index;
    const item = this.#list.at(index);
    if (!item) return;
    const key = this.#keyOf(item);
    if (how === "one") {
      this.isAll = false;
      this.#rows = new Map([[key, item]]);
      return;
    }
    const before = await this.resolve();
    const rows = new Map(before.map((row) => [this.#keyOf(row), row]));
    if (!rows.delete(key)) rows.set(key, item);
    this.isAll = false;
    this.#rows = rows;
  }

  /** Moves the cursor and leaves the selection as it is. */
  moveTo(index: number): void {
    this.cursor = index;
    const item = this.#list.at(index);
    this.#cursorKey = item ? this.#keyOf(item) : null;
  }

  /**
   * After the data changed: the cursor follows its row, and selected rows take their new values.
   */
  follow(): void {
    if (this.cursor >= this.#list.total) this.cursor = this.#list.total - 1;
    const current = this.#list.at(this.cursor);
    if (this.#cursorKey !== null && current && this.#keyOf(current) !== this.#cursorKey) {
      const index = this.#list.indexOf(this.#cursorKey);
      if (index >= 0) this.cursor = index;
      else this.#cursorKey = this.#keyOf(current);
    }
    if (this.#rows.size === 0 || this.#rows.size > 1000) return;
    this.#rows = new Map(
      [...this.#rows].map(([key, row]) => [key, this.#list.at(this.#list.indexOf(key)) ?? row]),
    );
  }

  /** The rows of a range when all of them are loaded. */
  #loaded(from: number, to: number): T[] | null {
    const rows: T[] = [];
    for (let index = from; index < to; index++) {
      const row = this.#list.at(index);
      if (!row) return null;
      rows.push(row);
    }
    return rows;
  }

  async #pickRange(index: number): Promise<void> {
    const from = Math.min(this.#anchor, index);
    const to = Math.min(Math.max(this.#anchor, index) + 1, from + namedLimit);
    this.choose(this.#loaded(from, to) ?? (await this.#list.range(from, to)));
  }
}
