/** Names that resemble a misspelled one, for error messages. */
import { editDistance } from "../common/edit-distance";

/** Longer names are compared by their beginning: the work grows with the product of the lengths. */
const comparedLength = 60;
const maxNames = 3;

/**
 * A sentence about the names that exist, or "" if there are none: up to three that resemble
 * `wanted`, else the first ones.
 */
export function nearNames(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.normalize("NFC").toLowerCase().slice(0, comparedLength);
  const target = plain(wanted);
  const near = names
    .map((name) => ({ name, distance: editDistance(target, plain(name)) }))
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
