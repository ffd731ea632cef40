/**
 * SQL of the cached lists: what the window shows of projects, batches, users and catalogues, with
 * or without a network. All lists share one table: an item is its resource as JSON, with the
 * columns by which it is searched, filtered and sorted.
 */
import type { Problem } from "../../../preload/model";
import type { Database, SqlValue } from "../../common/database/database";
import { createItemQueries } from "./item-queries";
import { createItemStore } from "./item-store";
import { createListRows, rowsAtOnce, withoutNul, type ListKey } from "./list-rows";

export type { Item, ListKey, PreviousState } from "./list-rows";

const keyColumns = "workspace_id AS workspaceId, kind, scope";
const ofProject = "'batches', 'team', 'characters', 'glossary'";

export type ListStore = ReturnType<typeof createListStore>;

export function createListStore(db: Database) {
  const listRows = createListRows(db);
  const { find, open } = listRows;

  return {
    ...createItemStore(db),
    ...createItemQueries(db, listRows),
    open,
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

    /** The ids of the cached project list of a workspace. */
    knownProjects(workspaceId: string): string[] {
      const list = find({ workspaceId, kind: "projects", scope: "" });
      if (!list) return [];
      const sql = "SELECT id FROM list_items WHERE list = ?";
      return db.all<{ id: string }>(sql, list.id).map(({ id }) => id);
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
