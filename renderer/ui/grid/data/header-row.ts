import { searchKey } from "../../fields/search-text";
import type { GridColumn } from "../column";

/** A pasted block whose first row names columns of the grid. */
export interface Titled {
  /** The rows below it. */
  texts: readonly (readonly string[])[];
  /**
   * For each column of the block, the index of the grid's column; -1 if the grid has no such
   * column.
   */
  targets: readonly number[];
}

/** Minimum number of matching names. A single match may be a value. */
const minNames = 2;

/**
 * Splits a block into header row and values, as whole tables are copied; null if the first row
 * names no columns.
 */
export function titledBlock(
  columns: readonly GridColumn[],
  texts: readonly (readonly string[])[],
): Titled | null {
  const [first, ...below] = texts;
  if (!first || below.length === 0) return null;
  const known = new Map(
    columns.flatMap(({ title, names = [] }, at) =>
      [title, ...names].map((name) => [searchKey(name), at] as const),
    ),
  );
  const found = first.map((text) => known.get(searchKey(text)) ?? -1);
  const targets = found.map((target, at) => (found.indexOf(target) === at ? target : -1));
  const named = targets.filter((target) => target >= 0).length;
  const filled = first.filter((text) => text.trim() !== "").length;
  return named >= minNames && named * 2 > filled ? { texts: below, targets } : null;
}
