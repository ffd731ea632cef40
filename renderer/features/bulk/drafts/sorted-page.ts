/** How to compare items, by the sort key of a column. */
export type Comparators<T> = Readonly<Record<string, (a: T, b: T) => number>>;

/**
 * A range of a short list that is sorted here. `sort` is a key of `comparators`, with a leading "-"
 * for descending.
 */
export function sortedPage<T>(
  all: readonly T[],
  comparators: Comparators<T>,
  sort: string,
  offset: number,
  limit: number,
): { items: T[]; total: number } {
  const compare = comparators[sort.replace(/^-/, "")] ?? (() => 0);
  const sign = sort.startsWith("-") ? -1 : 1;
  const sorted = [...all].sort((a, b) => sign * compare(a, b));
  return { items: sorted.slice(offset, offset + limit), total: all.length };
}
