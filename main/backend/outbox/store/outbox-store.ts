/**
 * The store of the outbox: pending requests and the media they wait for. Every change of state is
 * on disk before the window, the service or the next step depends on it.
 */
import type { Database } from "../../../common/database/database";
import { createDeliveryStore } from "./delivery-store";
import { createEntryQueries } from "./entry-queries";
import { idsOf, type NewOutboxEntry } from "./entry-rows";
import { createOutboxFiles } from "./file-store";

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(db: Database) {
  const queries = createEntryQueries(db);

  return {
    ...createOutboxFiles(db),
    ...queries,
    ...createDeliveryStore(db),
    durably: db.durably,
    /**
     * Adds an entry as a draft; `publish` ends that once its files, which may be many, are added.
     */
    add(entry: NewOutboxEntry, now: number): number {
      const added = db
        .prepare(
          `INSERT INTO outbox (workspace_id, project_id, project_name, kind, name, state, target_folder,
             body, has_script, draft_id, created_at, result_id)
             VALUES (?, ?, ?, ?, ?, 'draft', ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          entry.workspaceId,
          entry.projectId,
          entry.projectName,
          entry.kind,
          entry.name,
          entry.targetFolder,
          entry.body,
          entry.hasScript ? 1 : 0,
          entry.draftId,
          now,
          entry.resultId ?? "",
        );
      return Number(added.lastInsertRowid);
    },
    /**
     * Shows a draft whose files are on disk, and has it sent; `also` writes in the same
     * transaction.
     */
    publish(id: number, also?: () => void): void {
      db.durably(() => {
        db.run("UPDATE outbox SET state = 'waiting' WHERE id = ? AND state = 'draft'", id);
        also?.();
      });
    },
    /** Deletes the replaceable entries of a bulk draft but one. Returns their ids. */
    removeReplaceable(workspaceId: string, draftId: number, exceptId: number): number[] {
      return db.durably(() => {
        const replaced = queries
          .replaceableEntries(workspaceId, draftId)
          .filter((id) => id !== exceptId);
        db.run("DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", idsOf(replaced));
        return replaced;
      });
    },
    /**
     * Replaces the request of an entry, unless it is being sent or may have been delivered. Returns
     * whether it did.
     */
    replace(
      id: number,
      entry: Pick<NewOutboxEntry, "name" | "body" | "hasScript" | "targetFolder">,
    ) {
      return (
        db.run(
          `UPDATE outbox SET name = ?, body = ?, has_script = ?, target_folder = ?, state = 'waiting', attempts = 0,
             revision = revision + 1, next_try_at = NULL, error_code = NULL, error_message = NULL, fields = '[]'
           WHERE id = ? AND state IN ('waiting', 'refused') AND attempted_at IS NULL`,
          entry.name,
          entry.body,
          entry.hasScript ? 1 : 0,
          entry.targetFolder,
          id,
        ) > 0
      );
    },

    /**
     * Removes entries, which can be restored. One that is being sent stays: its delivery cannot be
     * stopped.
     */
    remove(workspaceId: string, ids: readonly number[]): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET removed_from = state, state = 'removed' WHERE workspace_id = ?
             AND state IN ('waiting', 'refused', 'sent') AND id IN (SELECT value FROM json_each(?))`,
          workspaceId,
          idsOf(ids),
        ),
      );
    },
    /** Restores removed entries to their earlier states. */
    restore(workspaceId: string, ids: readonly number[]): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET state = removed_from, removed_from = NULL WHERE workspace_id = ?
             AND state = 'removed' AND id IN (SELECT value FROM json_each(?))`,
          workspaceId,
          idsOf(ids),
        ),
      );
    },
    /**
     * At a start: deletes removed entries and interrupted drafts of every workspace. Returns their
     * ids.
     */
    deleteHidden(): number[] {
      return db.durably(() => {
        const where = "state IN ('draft', 'removed')";
        const deleted = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`);
        db.run(`DELETE FROM outbox WHERE ${where}`);
        return deleted.map(({ id }) => id);
      });
    },
    /** Deletes an entry that was refused, unless it was changed since. Returns whether it did. */
    deleteRefused(id: number, revision: number): boolean {
      const sql = "DELETE FROM outbox WHERE id = ? AND revision = ? AND state = 'refused'";
      return db.durably(() => db.run(sql, id, revision) > 0);
    },
    /**
     * Deletes a workspace's entries that were sent; removed ones can still be restored. Returns
     * their ids.
     */
    deleteSent(workspaceId: string): number[] {
      return db.durably(() => {
        const where = "workspace_id = ? AND state = 'sent'";
        const deleted = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`, workspaceId);
        db.run(`DELETE FROM outbox WHERE ${where}`, workspaceId);
        return deleted.map(({ id }) => id);
      });
    },
    /** Deletes all entries of a workspace. Returns their ids. */
    deleteAll(workspaceId: string): number[] {
      return db.durably(() => {
        const sql = "SELECT id FROM outbox WHERE workspace_id = ?";
        const deleted = db.all<{ id: number }>(sql, workspaceId);
        db.run("DELETE FROM outbox WHERE workspace_id = ?", workspaceId);
        return deleted.map(({ id }) => id);
      });
    },
  };
}
