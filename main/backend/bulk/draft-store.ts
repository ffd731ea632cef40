/** Bulk drafts. Every saved row is on disk when the call returns. */
import type { BulkDraft, BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import type { Database } from "../../common/database/database";
import { createBulkDraftRowStore } from "./draft-row-store";

interface StoredDraft extends Omit<BulkDraft, "settings" | "columns"> {
  settings: string;
  columns: string;
}

export interface NewBulkDraft {
  name: string;
  settings: BatchSettings;
  columns: readonly string[];
  targetFolder: string;
  rows: readonly BulkRow[];
}

const columns = `id, project_id AS projectId, name, settings, columns, target_folder AS targetFolder,
  updated_at AS updatedAt, (SELECT count(*) FROM bulk_draft_rows WHERE draft = bulk_drafts.id) AS rowCount`;
const toDraft = (found: StoredDraft): BulkDraft => ({
  ...found,
  settings: JSON.parse(found.settings) as BatchSettings,
  columns: JSON.parse(found.columns) as string[],
});

export type BulkDraftStore = ReturnType<typeof createBulkDraftStore>;

export function createBulkDraftStore(db: Database) {
  const { putRow, touch, rows, rowsInSlices, saveRows } = createBulkDraftRowStore(db);
  function get(workspaceId: string, id: number): BulkDraft {
    const sql = `SELECT ${columns} FROM bulk_drafts WHERE workspace_id = ? AND id = ?`;
    const found = db.get<StoredDraft>(sql, workspaceId, id);
    if (found) return toDraft(found);
    throw new AppError("not-found", "this draft no longer exists");
  }
  return {
    rows,
    rowsInSlices,
    saveRows,
    /** Throws "not-found". */
    get,
    list: (workspaceId: string, projectId: string): BulkDraft[] =>
      db
        .all<StoredDraft>(
          `SELECT ${columns} FROM bulk_drafts WHERE workspace_id = ? AND project_id = ? ORDER BY updated_at DESC, id DESC`,
          workspaceId,
          projectId,
        )
        .map(toDraft),
    add(workspaceId: string, projectId: string, draft: NewBulkDraft, now: number): BulkDraft {
      return db.durably(() => {
        const added = db
          .prepare(
            `INSERT INTO bulk_drafts (workspace_id, project_id, name, settings, columns, target_folder, updated_at)
               VALUES (?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            workspaceId,
            projectId,
            draft.name,
            JSON.stringify(draft.settings),
            JSON.stringify(draft.columns),
            draft.targetFolder,
            now,
          );
        const id = Number(added.lastInsertRowid);
        draft.rows.forEach((row, position) => putRow(id, row, position));
        return get(workspaceId, id);
      });
    },
    change(
      id: number,
      change: Partial<Pick<BulkDraft, "name" | "settings" | "columns" | "targetFolder">>,
      now: number,
    ): void {
      db.durably(() => {
        const set = (column: string, value: string | undefined) => {
          if (value !== undefined)
            db.run(`UPDATE bulk_drafts SET ${column} = ? WHERE id = ?`, value, id);
        };
        set("name", change.name);
        set("settings", change.settings && JSON.stringify(change.settings));
        set("columns", change.columns && JSON.stringify(change.columns));
        set("target_folder", change.targetFolder);
        touch(id, now);
      });
    },
    /**
     * Moves all rows but `staying` to a new draft with the same settings; null where there are no
     * others.
     */
    split(
      workspaceId: string,
      id: number,
      staying: ReadonlySet<number>,
      name: string,
      now: number,
    ): BulkDraft | null {
      const ids = JSON.stringify([...staying]);
      const others = "draft = ? AND id NOT IN (SELECT value FROM json_each(?))";
      return db.durably(() => {
        const first = db.get(`SELECT id FROM bulk_draft_rows WHERE ${others} LIMIT 1`, id, ids);
        if (!first) return null;
        const added = db
          .prepare(
            `INSERT INTO bulk_drafts (workspace_id, project_id, name, settings, columns, target_folder, updated_at)
               SELECT workspace_id, project_id, ?, settings, columns, target_folder, ? FROM bulk_drafts WHERE id = ?`,
          )
          .run(name, now, id);
        const createdId = Number(added.lastInsertRowid);
        db.run(`UPDATE bulk_draft_rows SET draft = ? WHERE ${others}`, createdId, id, ids);
        return get(workspaceId, createdId);
      });
    },
    remove(id: number): void {
      db.durably(() => db.run("DELETE FROM bulk_drafts WHERE id = ?", id));
    },
    removeAll(workspaceId: string): void {
      db.run("DELETE FROM bulk_drafts WHERE workspace_id = ?", workspaceId);
    },
  };
}
