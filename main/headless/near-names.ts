/** Names that resemble a misspelled one, for error messages. */

/** Longer names are compared by their beginning: the work grows with the product of the lengths. */
const comparedLength = 60;
const maxNames = 3;

/**
 * A sentence about the names that exist, or "" if there are none: up to three that resemble `wanted`, else the first
 * ones.
 */
export function nearNames(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.normalize("NFC").toLowerCase().slice(0, comparedLength);
  const target = plain(wanted);
  const near = names
    .map((name) => ({ name, distance: distanceOf(target, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.ceil(plain(name).length / 3))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
  if (near.length > 0) return `; did you mean ${listed(near)}?`;
  return names.length === 0 ? "" : `; there is ${listed(names)}`;
}

const listed = (names: readonly string[]) =>
  names.length <= maxNames
    ? names.join(", ")
    : `${names.slice(0, maxNames).join(", ")} and ${names.length - maxNames} more`;

/** The Levenshtein distance: the number of characters to insert, delete or replace. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1)
      next.push(
        Math.min(
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
