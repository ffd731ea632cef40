import { onDestroy } from "svelte";

/** How long after the last interaction rows may be reordered, in milliseconds. */
const restMs = 4000;

/**
 * Keeps the order of a live list while the user points at it or uses keys in it, so that a click hits the intended
 * row. New values are shown at once; a new order waits until there was no interaction for a while.
 */
export interface SteadyOrder<T> {
  /** Call on each interaction with the list, by pointer or key. */
  touch: () => void;
  /** The rows in display order. `place` identifies the list, `offset` the position of the first row in it. */
  keep: (place: string, offset: number, rows: readonly T[]) => readonly T[];
}

/** Creates the order of a component's list; `settle` is called when a new order may be shown. */
export function steadyOrder<T>(keyOf: (row: T) => string, settle: () => void): SteadyOrder<T> {
  const shown = new Map<number, readonly string[]>();
  let shownPlace = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let isBehind = false;
  onDestroy(() => clearTimeout(timer));

  function rest(): void {
    isHeld = false;
    if (isBehind) settle();
    isBehind = false;
  }

  return {
    touch() {
      isHeld = true;
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    },
    keep(place, offset, rows) {
      if (place !== shownPlace) shown.clear();
      shownPlace = place;
      const before = shown.get(offset) ?? [];
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      // Rows that came or went have moved the others anyway.
      const isSame = before.length === byKey.size && before.every((key) => byKey.has(key));
      if (!isHeld || !isSame) {
        shown.set(offset, [...byKey.keys()]);
        return rows;
      }
      isBehind ||= rows.some((row, index) => keyOf(row) !== before[index]);
      return before.flatMap((key) => byKey.get(key) ?? []);
    },
  };
}
