import { onDestroy } from "svelte";

/** How long after the last interaction rows may be reordered, in milliseconds. */
const idleMs = 4000;

/**
 * Keeps the order of a live list while the user points at it or uses keys in it, so that a click
 * hits the intended row. New values are shown at once; a new order waits until there was no
 * interaction for a while.
 */
export interface StableOrder<T> {
  /** Call on each interaction with the list, by pointer or key. */
  touch: () => void;
  /**
   * The rows in display order. `list` identifies the list, `offset` the position of the first row
   * in it.
   */
  keep: (list: string, offset: number, rows: readonly T[]) => readonly T[];
}

/** Creates the order of a component's list; `settle` is called when a new order may be shown. */
export function stableOrder<T>(keyOf: (row: T) => string, settle: () => void): StableOrder<T> {
  const shown = new Map<number, readonly string[]>();
  let shownList = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isInteracting = false;
  let hasNewOrder = false;
  onDestroy(() => clearTimeout(timer));

  function apply(): void {
    isInteracting = false;
    if (hasNewOrder) settle();
    hasNewOrder = false;
  }

  return {
    touch() {
      isInteracting = true;
      clearTimeout(timer);
      timer = setTimeout(apply, idleMs);
    },
    keep(list, offset, rows) {
      if (list !== shownList) shown.clear();
      shownList = list;
      const before = shown.get(offset) ?? [];
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      // Added or removed rows have moved the others anyway.
      const isSame = before.length === byKey.size && before.every((key) => byKey.has(key));
      if (!isInteracting || !isSame) {
        shown.set(offset, [...byKey.keys()]);
        return rows;
      }
      hasNewOrder ||= rows.some((row, index) => keyOf(row) !== before[index]);
      return before.flatMap((key) => byKey.get(key) ?? []);
    },
  };
}
