import { onDestroy } from "svelte";

/** How long after the last touch rows may change places again. */
const restMs = 4000;

/**
 * Keeps the rows of a live list where they are while somebody points at them or types among them: what is clicked is
 * what was aimed at. New values show at once; a new order waits until the list was left alone for a while.
 */
export interface SteadyOrder<T> {
  /** The list was touched: by the pointer or a key. */
  touch: () => void;
  /** The rows in the order to be shown; `place` says of which list they are, `offset` of which part. */
  keep: (place: string, offset: number, rows: readonly T[]) => readonly T[];
}

/** Makes the order of this component's list; `settle` is called when a new order may be shown. */
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
