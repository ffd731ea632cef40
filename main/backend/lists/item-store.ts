/** SQL that changes the items of cached lists; an active sync stages items before it puts them. */
import type { Database } from "../../common/database/database";
import { rowsAtOnce, withoutNul, type Item, type PreviousState } from "./list-rows";

const columns =
  "name_key, other_key, category, subtype, amount, created_at, updated_at, search, body";

export function createItemStore(db: Database) {
  return {
    /** Returns the state of the item before; null for a new one. */
    put(list: number, item: Item): PreviousState | null {
      const before = db.get<PreviousState>(
        "SELECT category FROM list_items WHERE list = ? AND id = ?",
        list,
        withoutNul(item.id),
      );
      db.run(
        `INSERT INTO list_items (list, id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (list, id) DO UPDATE SET (${columns}) = (${columns
           .split(", ")
           .map((column) => `excluded.${column}`)
           .join(", ")})`,
        list,
        withoutNul(item.id),
        withoutNul(item.nameKey),
        withoutNul(item.otherKey),
        withoutNul(item.category),
        withoutNul(item.subtype),
        item.amount,
        item.createdAt,
        item.updatedAt,
        withoutNul(item.search),
        item.body,
      );
      return before ?? null;
    },
    /** Whether an item is stored and unchanged. */
    isSame(list: number, { id, body }: Item): boolean {
      const sql = "SELECT 1 FROM list_items WHERE list = ? AND id = ? AND body = ?";
      return db.get(sql, list, withoutNul(id), body) !== undefined;
    },
    /** Returns how many were stored. */
    remove(list: number, ids: readonly string[]): number {
      return db.transaction(() => {
        const sql = "DELETE FROM list_items WHERE list = ? AND id = ?";
        return ids.reduce((removed, id) => removed + db.run(sql, list, withoutNul(id)), 0);
      });
    },
    /** The ids of a list in slices. An id with a NUL is returned as stored. */
    *ids(list: number): Generator<string[]> {
      let after = "";
      for (;;) {
        const rows = db.all<{ id: string }>(
          `SELECT id FROM list_items WHERE list = ? AND id > ? ORDER BY id LIMIT ${rowsAtOnce * 4}`,
          list,
          after,
        );
        const last = rows.at(-1);
        if (!last) return;
        yield rows.map(({ id }) => id);
        after = last.id;
      }
    },
    /** An id as it is stored. */
    storedId: withoutNul,

    /** Stages an item until the sync that found it ends. */
    stage(list: number, item: Item): void {
      db.run("INSERT INTO list_staged (list, item) VALUES (?, ?)", list, JSON.stringify(item));
    },
    /** Removes the first staged items and returns them; empty when there are no more. */
    shiftStaged(list: number, limit: number): Item[] {
      const rows = db.all<{ place: number; item: string }>(
        "SELECT place, item FROM list_staged WHERE list = ? ORDER BY place LIMIT ?",
        list,
        limit,
      );
      const last = rows.at(-1);
      if (!last) return [];
      db.run("DELETE FROM list_staged WHERE list = ? AND place <= ?", list, last.place);
      return rows.map(({ item }) => JSON.parse(item) as Item);
    },
    /** Deletes the staged items of interrupted syncs, of one list or of all. */
    dropStaged(list?: number): void {
      if (list === undefined) db.run("DELETE FROM list_staged");
      else db.run("DELETE FROM list_staged WHERE list = ?", list);
    },
  };
}
