import type { Character } from "../../../preload/model/resources";
import type { PagedList } from "../../app/lists/paged-list.svelte";

const chunk = 500;

/**
 * The position of the next character without a voice after the row `from`, continuing at the start
 * of the list; -1 if there is none. Rows that are not loaded are fetched.
 */
export async function nextUncast(
  list: PagedList<Character>,
  from: number,
  isUncast: (character: Character) => boolean,
): Promise<number> {
  const after = await findIn(list, from + 1, list.total, isUncast);
  return after >= 0 ? after : findIn(list, 0, Math.max(0, from), isUncast);
}

async function findIn(
  list: PagedList<Character>,
  from: number,
  to: number,
  isUncast: (character: Character) => boolean,
): Promise<number> {
  for (let index = from; index < to; index++) {
    const row = list.at(index);
    if (row) {
      if (isUncast(row)) return index;
      continue;
    }
    const rows = await list.range(index, Math.min(to, index + chunk));
    const found = rows.findIndex(isUncast);
    if (found >= 0) return index + found;
    if (rows.length === 0) return -1;
    index += rows.length - 1;
  }
  return -1;
}
