import { plain, type GridColumn } from "./column";

/** What a pasted block becomes when its first row names columns of the grid. */
export interface Titled {
  /** The rows below it. */
  texts: readonly (readonly string[])[];
  /** For each column of the block the position of the grid's; -1 for one that the grid has not. */
  places: readonly number[];
}

/** Two names are no accident; a single one may be a value. */
const leastNames = 2;

/** A block below a row of column names, as tables are copied whole; null where the first row names none. */
export function titledBlock(
  columns: readonly GridColumn[],
  texts: readonly (readonly string[])[],
): Titled | null {
  const [first, ...below] = texts;
  if (!first || below.length === 0) return null;
  const known = new Map(
    columns.flatMap(({ title, names = [] }, at) =>
      [title, ...names].map((name) => [plain(name), at] as const),
    ),
  );
  const found = first.map((text) => known.get(plain(text)) ?? -1);
  const places = found.map((place, at) => (found.indexOf(place) === at ? place : -1));
  const named = places.filter((place) => place >= 0).length;
  const filled = first.filter((text) => text.trim() !== "").length;
  return named >= leastNames && named * 2 > filled ? { texts: below, places } : null;
}
