/** Which column of a table contains what, as the user says it. */
import { columnOf } from "../files/xlsx/sheet";
import { columnLetters } from "../table";
import { createHash } from "node:crypto";
import type { ColumnMapping, ColumnRole } from "../../../preload/facts/script-columns";
import { cleanName } from "../files/text";

/** Longer names are texts; a column is then known by its letter. */
const maxKeyLength = 200;

/**
 * The key of each column of a header in a map: its name in lower case, or its letter if an earlier
 * column has the same name, or the name is empty or a long text. Each column has another key.
 * `width`: the columns of the table, which can be more than the cells of the header.
 */
export function columnKeys(cells: readonly string[], width = cells.length): string[] {
  const names = Array.from({ length: width }, (_, index) =>
    cleanName(cells[index] ?? "").toLowerCase(),
  );
  const all = new Set(names);
  const seen = new Set<string>();
  return names.map((name, index) => {
    if (name === "" || name.length > maxKeyLength || seen.has(name)) return letterKey(index, all);
    seen.add(name);
    return name;
  });
}

/** The letter of a column, as a key that no column has as its name. */
function letterKey(index: number, names: ReadonlySet<string>): string {
  let key = columnLetters(index).toLowerCase();
  while (names.has(key)) key = `column ${key}`;
  return key;
}

/** Identifies a header by the names of its columns; null for a row without a text. */
export function headerKey(cells: readonly string[]): string | null {
  const last = cells.findLastIndex((cell) => cleanName(cell) !== "");
  if (last < 0) return null;
  const keys = columnKeys(cells.slice(0, last + 1));
  return createHash("sha256").update(JSON.stringify(keys)).digest("hex");
}

/** Roles by column from 0, and the names that the table does not have. */
interface PlacedRoles {
  roles: ReadonlyMap<number, ColumnRole>;
  unknown: string[];
}

/** The roles that a map gives to the columns of a row. */
export function rolesIn(
  cells: readonly string[],
  map: ColumnMapping,
  width = cells.length,
): PlacedRoles {
  const keys = columnKeys(cells, Math.max(width, cells.length));
  const roles = new Map<number, ColumnRole>();
  const unknown: string[] = [];
  for (const [name, role] of Object.entries(map.columns)) {
    const key = cleanName(name).toLowerCase();
    let index = keys.indexOf(key);
    if (index < 0) index = columnOfLetters(key);
    if (index >= 0 && index < width) roles.set(index, role);
    else unknown.push(name);
  }
  return { roles, unknown };
}

/** "a" is 0; -1 for a text that is no letter of a column. */
const columnOfLetters = (key: string) => (/^[a-z]{1,3}$/.test(key) ? columnOf(key) : -1);
