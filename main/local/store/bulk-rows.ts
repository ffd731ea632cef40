/** SQL of bulk requests and their rows. */
import type { Database } from "../../store/database";
import type { BatchSettings, BulkRequestRow, BulkRowRow, BulkTally } from "./batch-port";
import { batchColumns, insertBatch, toBatchRow, type StoredBatch } from "./batch-rows";
import type { LocalStore } from "./port";
import { promised } from "./promised";

export type BulkRows = Pick<
  LocalStore,
  "addBulkRequest" | "findBulkRequest" | "finishBulkRead" | "tallyBulk" | "listBulkRows"
>;

type StoredRequest = Omit<BulkRequestRow, "isRead" | "settings"> & {
  isRead: number;
  settings: string;
};

export function createBulkRows(database: Database): BulkRows {
  return {
    addBulkRequest: (request, at) =>
      promised(() =>
        database.durably(() => {
          database.run(
            `INSERT INTO bulk_requests (id, project_id, script_path, settings, created_at)
             VALUES (?, ?, ?, ?, ?)`,
            request.id,
            request.projectId,
            request.scriptPath,
            JSON.stringify(request.settings),
            at,
          );
          database.run("INSERT INTO tasks (kind, request_id) VALUES ('bulk', ?)", request.id);
        }),
      ),
    findBulkRequest: (id) =>
      promised(() => {
        const row = database.get<StoredRequest>(
          `SELECT id, project_id AS projectId, script_path AS scriptPath, settings, is_read AS isRead, failure
           FROM bulk_requests WHERE id = ?`,
          id,
        );
        if (!row) return null;
        const settings = JSON.parse(row.settings) as BatchSettings;
        return { ...row, isRead: row.isRead === 1, settings };
      }),
    finishBulkRead: ({ id, requestId }, outcome, at) =>
      promised(() =>
        database.durably(() => {
          const isOpen = database.run("DELETE FROM tasks WHERE id = ?", id) > 0;
          if (!isOpen) return;
          database.run(
            "UPDATE bulk_requests SET is_read = 1, failure = ? WHERE id = ?",
            outcome.result === "failed" ? outcome.failure : null,
            requestId,
          );
          if (outcome.result === "failed") return;
          outcome.rows.forEach((row, position) => {
            if (row.batch) insertBatch(database, row.batch, at);
            database.run(
              `INSERT INTO bulk_rows (request_id, position, row_number, name, failure, batch_id)
               VALUES (?, ?, ?, ?, ?, ?)`,
              requestId,
              position,
              row.rowNumber,
              row.name,
              row.failure,
              row.batch?.id ?? null,
            );
          });
        }),
      ),
    tallyBulk: (requestId) =>
      promised(
        () =>
          database.get<BulkTally>(
            `SELECT count(*) AS total, coalesce(sum(b.status = 'ingesting'), 0) AS underWay,
               coalesce(sum(b.id IS NULL OR b.status = 'failed'), 0) AS failed
             FROM bulk_rows r LEFT JOIN batches b ON b.id = r.batch_id WHERE r.request_id = ?`,
            requestId,
          ) ?? { total: 0, underWay: 0, failed: 0 },
      ),
    listBulkRows: (requestId, offset, limit) =>
      promised(() => {
        const rows = database.all<BulkRowRow>(
          `SELECT row_number AS rowNumber, name, failure, batch_id AS batchId FROM bulk_rows
           WHERE request_id = ? AND position >= ? ORDER BY position LIMIT ?`,
          requestId,
          offset,
          limit,
        );
        return rows.map((row) => {
          const batch =
            row.batchId === null
              ? undefined
              : database.get<StoredBatch>(
                  `SELECT ${batchColumns} FROM batches b WHERE b.id = ?`,
                  row.batchId,
                );
          return { ...row, batch: batch ? toBatchRow(batch) : null };
        });
      }),
  };
}
