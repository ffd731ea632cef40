/** Bulk drafts. Every saved row is on disk when the call returns. */
import { maxBulkRows, type BulkDraft, type BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings } from "../../../preload/model/resources";
import { AppError, invalidFields } from "../../common/errors";
import type { Database } from "../../common/database/database";
import { createYieldIfDue } from "../../common/yield-to-event-loop";

interface StoredDraft extends Omit<BulkDraft, "settings" | "columns"> {
  settings: string;
  columns: string;
}

interface StoredRow {
  id: number;
  /** The other fields of a row, as JSON. */
  body: string;
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

const toRow = ({ id, body }: StoredRow): BulkRow => ({
  id,
  ...(JSON.parse(body) as Omit<BulkRow, "id">),
});

export type BulkDraftStore = ReturnType<typeof createBulkDraftStore>;

export function createBulkDraftStore(db: Database) {
  function get(workspaceId: string, id: number): BulkDraft {
    const sql = `SELECT ${columns} FROM bulk_drafts WHERE workspace_id = ? AND id = ?`;
    const found = db.get<StoredDraft>(sql, workspaceId, id);
    if (found) return toDraft(found);
    throw new AppError("not-found", "this draft no longer exists");
  }
  const putRow = (draft: number, { id, ...body }: BulkRow, position: number) =>
    db.run(
      `INSERT INTO bulk_draft_rows (draft, id, place, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (draft, id) DO UPDATE SET body = excluded.body`,
      draft,
      id,
      position,
      JSON.stringify(body),
    );
  const storedRows = (id: number) =>
    db.all<StoredRow>(
      "SELECT id, body FROM bulk_draft_rows WHERE draft = ? ORDER BY place, id",
      id,
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

    rows: (id: number): BulkRow[] => storedRows(id).map(toRow),
    /**
     * The present rows, read in slices of a few milliseconds. Rows that are deleted meanwhile are
     * not returned.
     */
    async rowsInSlices(id: number): Promise<BulkRow[]> {
      const yieldIfDue = createYieldIfDue();
      const ids = db.all<{ id: number }>(
        "SELECT id FROM bulk_draft_rows WHERE draft = ? ORDER BY place, id",
        id,
      );
      const rows: BulkRow[] = [];
      for (const { id: rowId } of ids) {
        const stored = db.get<StoredRow>(
          "SELECT id, body FROM bulk_draft_rows WHERE id = ? AND draft = ?",
          rowId,
          id,
        );
        if (stored) rows.push(toRow(stored));
        await yieldIfDue();
      }
      return rows;
    },
    /**
     * Saves changed rows; new ones are appended. `order` lists the ids of all rows in their order:
     * rows that are not in it are deleted. On disk when it returns. Throws "invalid-input" for more
     * rows than a draft can have.
     */
    saveRows(
      id: number,
      rows: readonly BulkRow[],
      order: readonly number[] | null,
      now: number,
    ): void {
      db.durably(() => {
        // Positions are compared here: SQLite would search the whole order for every row.
        const before = db.all<{ id: number; position: number }>(
          "SELECT id, place AS position FROM bulk_draft_rows WHERE draft = ?",
          id,
        );
        const positions = new Map(before.map((row) => [row.id, row.position]));
        const newPositions = order && new Map(order.map((rowId, position) => [rowId, position]));
        let end = Math.max(-1, ...positions.values());
        for (const row of rows) {
          const position = newPositions?.get(row.id) ?? positions.get(row.id) ?? ++end;
          putRow(id, row, position);
          if (!positions.has(row.id)) positions.set(row.id, position);
        }
        if (newPositions)
          for (const [rowId, position] of positions) {
            const next = newPositions.get(rowId);
            if (next === undefined)
              db.run("DELETE FROM bulk_draft_rows WHERE draft = ? AND id = ?", id, rowId);
            else if (next !== position)
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
          throw invalidFields([{ field: "rows", message: `more than ${maxBulkRows}` }]);
        touch(id, now);
      });
    },
  };
}
