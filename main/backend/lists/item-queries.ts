/** SQL that reads the items of cached lists: single ones, pages and counts. */
import type { Database } from "../../common/database/database";
import { orderOf, whereOf, wordsOf, type ItemFilter, type ItemPage } from "./list-query";
import { rowsAtOnce, withoutNul, type ListKey, type ListRows } from "./list-rows";

export function createItemQueries(db: Database, { find }: Pick<ListRows, "find">) {
  function count(list: number, filter: ItemFilter): number {
    const { where, values } = whereOf(filter);
    return (
      db.get<{ n: number }>(`SELECT count(*) AS n FROM list_items WHERE ${where}`, list, ...values)
        ?.n ?? 0
    );
  }

  function counts(list: number): Record<string, number> {
    const rows = db.all<{ category: string; items: number }>(
      "SELECT category, items FROM list_counts WHERE list = ? AND items > 0",
      list,
    );
    return Object.fromEntries(rows.map(({ category, items }) => [category, items]));
  }

  return {
    body(key: ListKey, id: string): string | null {
      const list = find(key);
      if (!list) return null;
      const sql = "SELECT body FROM list_items WHERE list = ? AND id = ?";
      return db.get<{ body: string }>(sql, list.id, withoutNul(id))?.body ?? null;
    },
    /** A page of the items that match a filter, and their total. */
    page(key: ListKey, page: ItemPage): { bodies: string[]; total: number } {
      const list = find(key);
      if (!list) return { bodies: [], total: 0 };
      const { where, values } = whereOf(page);
      const { order, orderValues } = orderOf(page);
      // Row ids first: only the bodies of the page are read.
      const rows = db.all<{ body: string }>(
        `SELECT body FROM list_items WHERE rowid IN (
           SELECT rowid FROM list_items WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?
         ) ORDER BY ${order}`,
        list.id,
        ...values,
        ...orderValues,
        page.limit,
        page.offset,
        ...orderValues,
      );
      const isCounted =
        page.subtype === undefined && !page.fields && wordsOf(page.search ?? "").length === 0;
      const byCategory = isCounted ? counts(list.id) : {};
      const total = !isCounted
        ? count(list.id, page)
        : page.category === undefined
          ? Object.values(byCategory).reduce((sum, items) => sum + items, 0)
          : (byCategory[withoutNul(page.category)] ?? 0);
      return { bodies: rows.map(({ body }) => body), total };
    },
    /** The bodies of a whole list in slices, by id. */
    *bodies(key: ListKey): Generator<string[]> {
      const list = find(key);
      let after = "";
      while (list) {
        const rows = db.all<{ id: string; body: string }>(
          `SELECT id, body FROM list_items WHERE list = ? AND id > ? ORDER BY id LIMIT ${rowsAtOnce}`,
          list.id,
          after,
        );
        const last = rows.at(-1);
        if (!last) return;
        yield rows.map(({ body }) => body);
        after = last.id;
      }
    },
    /** Items by category. */
    counts(key: ListKey): Record<string, number> {
      const list = find(key);
      return list ? counts(list.id) : {};
    },
  };
}
