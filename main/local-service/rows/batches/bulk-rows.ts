/** SQL of bulk requests and their rows. */
import type { Database } from "../../../common/database/database";
import type { BatchSettings, NewBatch } from "./batch-port";
import type {
  BulkRequestRow,
  BulkResultRow,
  BulkCounts,
  ListedBulkRow,
  BulkRows,
} from "./bulk-port";
import {
  addTask,
  batchColumns,
  insertBatch,
  batchExistsSql,
  toBatchRow,
  type StoredBatch,
} from "./batch-rows";
import type { SourceSigner } from "../source-signer";
import { toPromise } from "../to-promise";

type StoredRequest = Omit<BulkRequestRow, "isRead" | "settings"> & {
  isRead: number;
  settings: string;
};

export function createBulkRows(database: Database, signer: SourceSigner): BulkRows {
  /** Position of a task in the project's casting order; null if the task has ended. */
  const positionOf = (id: number): number | null =>
    database.get<{ turn: number }>(
      `SELECT t.turn FROM tasks t JOIN projects p ON p.id = t.project_id
       WHERE t.id = ? AND p.status <> 'removed'`,
      id,
    )?.turn ?? null;
  return {
    addBulkRequest: (request, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `INSERT INTO bulk_requests (id, project_id, script_path, settings, signature, created_at)
             VALUES (?, ?, ?, ?, ?, ?)`,
            request.id,
            request.projectId,
            request.scriptPath,
            JSON.stringify(request.settings),
            signer.bulk(request.id, request.scriptPath),
            at,
          );
          addTask(database, "bulk", request.projectId, { requestId: request.id });
        }),
      ),
    findBulkRequest: (id) =>
      toPromise(() => {
        const row = database.get<StoredRequest>(
          `SELECT b.id, project_id AS projectId, script_path AS scriptPath, settings, is_read AS isRead, failure
           FROM bulk_requests b JOIN projects p ON p.id = b.project_id
           WHERE b.id = ? AND p.status <> 'removed'`,
          id,
        );
        if (!row) return null;
        const settings = JSON.parse(row.settings) as BatchSettings;
        return { ...row, isRead: row.isRead === 1, settings };
      }),
    clearBulkRows: (requestId, limit) =>
      toPromise(() =>
        database.transaction(() => {
          const sql = `DELETE FROM bulk_rows WHERE request_id = ? AND position IN
            (SELECT position FROM bulk_rows WHERE request_id = ? LIMIT ?)`;
          return database.run(sql, requestId, requestId, limit) > 0;
        }),
      ),
    addBulkRows: ({ id, requestId }, position, rows) =>
      toPromise(() =>
        database.transaction(() => {
          if (positionOf(id) === null) return false;
          rows.forEach((row, index) =>
            database.run(
              `INSERT INTO bulk_rows (request_id, position, row_number, name, failure, plan)
               VALUES (?, ?, ?, ?, ?, ?)`,
              requestId,
              position + index,
              row.rowNumber,
              row.name,
              row.failure,
              row.batch && JSON.stringify(row.batch),
            ),
          );
          return true;
        }),
      ),
    finishBulkRead: ({ id, requestId }, failure) =>
      toPromise(() =>
        database.durably(() => {
          if (positionOf(id) === null) return;
          const sql = "UPDATE bulk_requests SET is_read = 1, failure = ? WHERE id = ?";
          database.run(sql, failure, requestId);
          if (failure !== null) database.run("DELETE FROM tasks WHERE id = ?", id);
        }),
      ),
    createBulkBatches: ({ id, requestId }, limit, at) =>
      toPromise(() =>
        database.durably(() => {
          const taskPosition = positionOf(id);
          if (taskPosition === null) return false;
          const rows = database.all<{ position: number; plan: string }>(
            `SELECT position, plan FROM bulk_rows WHERE request_id = ? AND plan IS NOT NULL
             ORDER BY position LIMIT ?`,
            requestId,
            limit,
          );
          for (const { position, plan } of rows) {
            const batch = JSON.parse(plan) as NewBatch;
            insertBatch({ database, signer }, batch, at, { requestId, position: taskPosition });
            database.run(
              "UPDATE bulk_rows SET batch_id = ?, plan = NULL WHERE request_id = ? AND position = ?",
              batch.id,
              requestId,
              position,
            );
          }
          if (rows.length === limit) return true;
          database.run("DELETE FROM tasks WHERE id = ?", id);
          return false;
        }),
      ),
    countBulkRows: (requestId) =>
      toPromise(
        () =>
          database.get<BulkCounts>(
            `SELECT count(*) AS total,
               coalesce(sum(r.plan IS NOT NULL OR coalesce(b.status, '') = 'ingesting'), 0) AS pending,
               coalesce(sum(r.plan IS NULL AND coalesce(b.status, '') IN ('', 'failed', 'removed')), 0)
                 AS failed
             FROM bulk_rows r LEFT JOIN batches b ON b.id = r.batch_id WHERE r.request_id = ?`,
            requestId,
          ) ?? { total: 0, pending: 0, failed: 0 },
      ),
    listBulkRows: (requestId, offset, limit) =>
      toPromise(() => {
        const rows = database.all<BulkResultRow & { isWaiting: number }>(
          `SELECT row_number AS rowNumber, name, r.failure, batch_id AS batchId, plan IS NOT NULL AS isWaiting
           FROM bulk_rows r JOIN bulk_requests q ON q.id = r.request_id
           WHERE request_id = ? AND q.is_read = 1 AND position >= ? ORDER BY position LIMIT ?`,
          requestId,
          offset,
          limit,
        );
        const sql = `SELECT ${batchColumns} FROM batches b WHERE b.id = ? AND ${batchExistsSql}`;
        return rows.map((row): ListedBulkRow => {
          const batch = row.batchId === null ? null : database.get<StoredBatch>(sql, row.batchId);
          return {
            ...row,
            isWaiting: row.isWaiting === 1,
            batch: batch ? toBatchRow(batch) : null,
          };
        });
      }),
  };
}
