/** Grids of bulk requests while they are filled in: every row that was saved is on disk. */
import type { BulkDraft, BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import type { Database } from "../../common/database/database";

/** Rows of a grid. */
export const maxBulkRows = 10_000;

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
  function get(workspaceId: string, id: number): BulkDraft {
    const sql = `SELECT ${columns} FROM bulk_drafts WHERE workspace_id = ? AND id = ?`;
    const found = db.get<StoredDraft>(sql, workspaceId, id);
    if (found) return toDraft(found);
    throw new AppError("not-found", "this grid is no longer there");
  }
  const putRow = (draft: number, { id, ...body }: BulkRow, place: number) =>
    db.run(
      `INSERT INTO bulk_draft_rows (draft, id, place, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (draft, id) DO UPDATE SET body = excluded.body`,
      draft,
      id,
      place,
      JSON.stringify(body),
    );
  const touch = (id: number, now: number) =>
    db.run("UPDATE bulk_drafts SET updated_at = ? WHERE id = ?", now, id);

  return {
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
        draft.rows.forEach((row, place) => putRow(id, row, place));
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
    /** Moves all rows but these to another grid, for which the same holds; null where there are no others. */
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
        const made = Number(added.lastInsertRowid);
        db.run(`UPDATE bulk_draft_rows SET draft = ? WHERE ${others}`, made, id, ids);
        return get(workspaceId, made);
      });
    },
    remove(id: number): void {
      db.durably(() => db.run("DELETE FROM bulk_drafts WHERE id = ?", id));
    },
    removeAll(workspaceId: string): void {
      db.run("DELETE FROM bulk_drafts WHERE workspace_id = ?", workspaceId);
    },

    rows: (id: number): BulkRow[] =>
      db
        .all<{ id: number; body: string }>(
          "SELECT id, body FROM bulk_draft_rows WHERE draft = ? ORDER BY place, id",
          id,
        )
        .map((row) => ({ id: row.id, ...(JSON.parse(row.body) as Omit<BulkRow, "id">) })),
    /**
     * Keeps changed rows; new ones stand at the end. With `order` all rows stand as it says, and what it leaves out is
     * gone. On disk when it returns. Throws "invalid-input" for more rows than a grid can have.
     */
    saveRows(
      id: number,
      rows: readonly BulkRow[],
      order: readonly number[] | null,
      now: number,
    ): void {
      db.durably(() => {
        // Places are compared here: SQLite would go through the whole order for every row.
        const before = db.all<{ id: number; place: number }>(
          "SELECT id, place FROM bulk_draft_rows WHERE draft = ?",
          id,
        );
        const placed = new Map(before.map((row) => [row.id, row.place]));
        const requiredMedia = order && new Map(order.map((rowId, place) => [rowId, place]));
        let end = Math.max(-1, ...placed.values());
        for (const row of rows) {
          const place = requiredMedia?.get(row.id) ?? placed.get(row.id) ?? ++end;
          putRow(id, row, place);
          if (!placed.has(row.id)) placed.set(row.id, place);
        }
        if (requiredMedia)
          for (const [rowId, place] of placed) {
            const next = requiredMedia.get(rowId);
            if (next === undefined)
              db.run("DELETE FROM bulk_draft_rows WHERE draft = ? AND id = ?", id, rowId);
            else if (next !== place)
              db.run(
                "UPDATE bulk_draft_rows SET place = ? WHERE draft = ? AND id = ?",
                next,
                id,
                rowId,
              );
          }
        const count = db.get<{ n: number }>(
          "SELECT count(*) AS n FROM bulk_draft_rows WHERE draft = ?",
          id,
        );
        if ((count?.n ?? 0) > maxBulkRows)
          throw new AppError("invalid-input", `rows: more than ${maxBulkRows}`);
        touch(id, now);
      });
    },
  };
}
