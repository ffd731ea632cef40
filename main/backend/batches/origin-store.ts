/** What batches that this application created were created from. */
import { batchOrigin, type BatchOrigin } from "../../../preload/contract/batch-origin";
import type { Database } from "../../common/database/database";

export type BatchOriginStore = ReturnType<typeof createBatchOriginStore>;

export function createBatchOriginStore(db: Database) {
  return {
    /** Null for a batch that was not created here. */
    get(workspaceId: string, batchId: string): BatchOrigin | null {
      const sql = "SELECT origin FROM batch_origins WHERE workspace_id = ? AND batch_id = ?";
      const row = db.get<{ origin: string }>(sql, workspaceId, batchId);
      return row ? (batchOrigin.safeParse(JSON.parse(row.origin)).data ?? null) : null;
    },
    put(workspaceId: string, batchId: string, origin: BatchOrigin): void {
      db.run(
        `INSERT OR REPLACE INTO batch_origins (workspace_id, batch_id, origin)
           SELECT id, ?, ? FROM workspaces WHERE id = ?`,
        batchId,
        JSON.stringify(origin),
        workspaceId,
      );
    },
    remove(workspaceId: string, batchIds: readonly string[]): void {
      db.run(
        `DELETE FROM batch_origins WHERE workspace_id = ?
           AND batch_id IN (SELECT value FROM json_each(?))`,
        workspaceId,
        JSON.stringify(batchIds),
      );
    },
    /** The row of a bulk request that became this batch, as JSON, with the settings of all rows. */
    bulkRow(
      workspaceId: string,
      batchId: string,
    ): { source: string; settings: string; targetFolder: string } | null {
      return (
        db.get<{ source: string; settings: string; targetFolder: string }>(
          `SELECT source, settings, target_folder AS targetFolder FROM bulk_request_rows
             JOIN bulk_requests ON bulk_requests.id = request
             WHERE batch_id = ?1 AND batch_id <> '' AND workspace_id = ?2 AND is_sent_here = 1 LIMIT 1`,
          batchId,
          workspaceId,
        ) ?? null
      );
    },
  };
}
