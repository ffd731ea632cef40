/**
 * SQL of the cached lists: what the window shows of projects, batches, users and catalogues, with
 * or without a network. All lists share one table: an item is its resource as JSON, with the
 * columns by which it is searched, filtered and sorted.
 */
import type { Problem } from "../../../preload/model";
import type { Database, SqlValue } from "../../common/database/database";
import { orderOf, whereOf, wordsOf, type ItemFilter, type ItemPage } from "./list-query";

/** Identifies a list; the scope "" is the whole workspace. */
export interface ListKey {
  workspaceId: string;
  kind: string;
  scope: string;
}

/** An item as stored. */
export interface Item {
  id: string;
  nameKey: string;
  /** A second sort key. */
  otherKey: string;
  /** Items are counted and filtered by it. */
  category: string;
  subtype: string;
  amount: number;
  createdAt: number | null;
  updatedAt: number | null;
  /** Made by `searchKey`. */
  search: string;
  body: string;
}

/** The state of an item before it was put. */
export interface PreviousState {
  category: string;
}

// SECURITY: SQLite reads a text up to its first NUL; "ID\0…" must not pass for "ID".
const withoutNul = (text: string) => text.replaceAll("\u0000", "\ufffd");
const columns =
  "name_key, other_key, category, subtype, amount, created_at, updated_at, search, body";
const keyColumns = "workspace_id AS workspaceId, kind, scope";
const ofProject = "'batches', 'team', 'characters', 'glossary'";
const rowsAtOnce = 500;

export type ListStore = ReturnType<typeof createListStore>;

export function createListStore(db: Database) {
  const find = (key: ListKey) =>
    db.get<{ id: number; readAt: number | null; problem: string | null }>(
      "SELECT id, read_at AS readAt, problem FROM lists WHERE workspace_id = ? AND kind = ? AND scope = ?",
      key.workspaceId,
      key.kind,
      withoutNul(key.scope),
    );

  /** The number of a list, which is added if it does not exist. */
  function open(key: ListKey): number {
    const found = find(key);
    if (found) return found.id;
    db.run(
      "INSERT INTO lists (workspace_id, kind, scope) VALUES (?, ?, ?)",
      key.workspaceId,
      key.kind,
      withoutNul(key.scope),
    );
    return open(key);
  }

  function put(list: number, item: Item): PreviousState | null {
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
  }

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
    open,
    put,
    transaction: db.transaction,

    /**
     * The time of the last sync, and the problem of a later one; nulls for a list that was never
     * synced.
     */
    state(key: ListKey): { readAt: number | null; problem: Problem | null } {
      const found = find(key);
      return {
        readAt: found?.readAt ?? null,
        problem: found?.problem ? (JSON.parse(found.problem) as Problem) : null,
      };
    },
    /** A sync ended. A problem given here means that the list is incomplete (too long). */
    setRead(key: ListKey, readAt: number, problem: Problem | null): void {
      const json = problem && JSON.stringify(problem);
      db.run("UPDATE lists SET read_at = ?, problem = ? WHERE id = ?", readAt, json, open(key));
    },
    /** A sync failed: the list is unchanged. */
    setProblem(key: ListKey, problem: Problem): void {
      db.run("UPDATE lists SET problem = ? WHERE id = ?", JSON.stringify(problem), open(key));
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
    /** The ids of the cached project list of a workspace. */
    knownProjects(workspaceId: string): string[] {
      const list = find({ workspaceId, kind: "projects", scope: "" });
      if (!list) return [];
      const sql = "SELECT id FROM list_items WHERE list = ?";
      return db.all<{ id: string }>(sql, list.id).map(({ id }) => id);
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

    /** Deletes a list, in slices. */
    *drop(key: ListKey): Generator<void> {
      const list = find(key);
      if (!list) return;
      const some = `SELECT rowid FROM list_items WHERE list = ? LIMIT ${rowsAtOnce}`;
      while (db.run(`DELETE FROM list_items WHERE rowid IN (${some})`, list.id) > 0) yield;
      db.run("DELETE FROM lists WHERE id = ?", list.id);
    },
    /** Every list of a workspace. */
    all(workspaceId: string): ListKey[] {
      return db.all(`SELECT ${keyColumns} FROM lists WHERE workspace_id = ?`, workspaceId);
    },
    /** Every list of a project, and of its batches. */
    ofProject(workspaceId: string, projectId: string): ListKey[] {
      return db.all(
        `SELECT ${keyColumns} FROM lists WHERE workspace_id = ?1 AND (
             (kind IN (${ofProject}) AND scope = ?2)
             OR (kind IN ('batch', 'assignments') AND scope IN (
               SELECT item.id FROM lists AS batches JOIN list_items AS item ON item.list = batches.id
                 WHERE batches.workspace_id = ?1 AND batches.kind = 'batches' AND batches.scope = ?2)))`,
        workspaceId,
        withoutNul(projectId),
      );
    },
    /** Projects with cached lists that were not in the project list at its last sync. */
    orphans(workspaceId: string): string[] {
      const rows = db.all<{ scope: string }>(
        `SELECT DISTINCT lists.scope FROM lists
           JOIN lists AS projects ON projects.workspace_id = lists.workspace_id
             AND projects.kind = 'projects' AND projects.read_at IS NOT NULL
           WHERE lists.workspace_id = ? AND lists.kind IN (${ofProject}) AND NOT EXISTS (
             SELECT 1 FROM list_items WHERE list_items.list = projects.id AND list_items.id = lists.scope)`,
        workspaceId,
      );
      return rows.map(({ scope }) => scope);
    },

    addedLanguages(workspaceId: string, projectId: string): string[] {
      const rows = db.all<{ id: string }>(
        "SELECT language_id AS id FROM project_languages WHERE workspace_id = ? AND project_id = ?",
        workspaceId,
        withoutNul(projectId),
      );
      return rows.map(({ id }) => id);
    },
    addProjectLanguages(
      workspaceId: string,
      projectId: string,
      languages: readonly string[],
    ): void {
      db.transaction(() => {
        const sql = "INSERT OR IGNORE INTO project_languages VALUES (?, ?, ?)";
        const values: SqlValue[] = [workspaceId, withoutNul(projectId)];
        for (const language of languages) db.run(sql, ...values, withoutNul(language));
      });
    },
  };
}
