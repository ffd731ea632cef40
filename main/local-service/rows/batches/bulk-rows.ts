/** SQL of bulk requests and their rows. */
import { end, hold } from "../leases";
import { ofItsRequest } from "../found-scopes";
import { type Scope } from "../scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { BatchSettings, NewBatch } from "./batch-port";
import type {
  BulkRequestRow,
  BulkResultRow,
  BulkCounts,
  ListedBulkRow,
  BulkRows,
} from "./bulk-port";
import { addTask, batchById, insertBatch, toBatchRow, type StoredBatch } from "./batch-rows";
import type { SourceSigner } from "../source-signer";

const ofNewRequest = ({ id, projectId }: { id: string; projectId: string }): Scope => ({
  projectId,
  requestId: id,
});

type StoredRequest = Omit<BulkRequestRow, "isRead" | "settings"> & {
  isRead: number;
  settings: string;
};

export function createBulkRows(rows: Rows, signer: SourceSigner): BulkRows {
  /** Position of a task in the project's casting order; null if the task has ended. */
  function* positionOf(id: number): Work<number | null> {
    return (
      (yield* get<{ turn: number }>(
        `SELECT t.turn FROM tasks t JOIN projects p ON p.id = t.project_id
       WHERE t.id = ? AND p.status <> 'removed'`,
        id,
      ))?.turn ?? null
    );
  }
  return {
    addBulkRequest: rows.within(ofNewRequest).change(function* (request, at) {
      yield* run(
        `INSERT INTO bulk_requests (id, project_id, script_path, settings, signature, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        request.id,
        request.projectId,
        request.scriptPath,
        JSON.stringify(request.settings),
        signer.bulk(request.id, request.scriptPath),
        at,
      );
      yield* addTask("bulk", request.projectId, { requestId: request.id });
    }),
    findBulkRequest: rows.read(function* (id) {
      const row = yield* get<StoredRequest>(
        `SELECT b.id, project_id AS projectId, script_path AS scriptPath, settings, is_read AS isRead, failure
         FROM bulk_requests b JOIN projects p ON p.id = b.project_id
         WHERE b.id = ? AND p.status <> 'removed'`,
        id,
      );
      if (!row) return null;
      const settings = JSON.parse(row.settings) as BatchSettings;
      return { ...row, isRead: row.isRead === 1, settings };
    }),
    clearBulkRows: rows.within(ofItsRequest).note(function* ({ requestId, lease }, limit) {
      yield* hold(lease);
      const sql = `DELETE FROM bulk_rows WHERE request_id = ? AND position IN
        (SELECT position FROM bulk_rows WHERE request_id = ? LIMIT ?)`;
      return (yield* run(sql, requestId, requestId, limit)) > 0;
    }),
    addBulkRows: rows.within(ofItsRequest).note(function* (
      { id, requestId, lease },
      position,
      added,
    ) {
      yield* hold(lease);
      if ((yield* positionOf(id)) === null) return false;
      yield* run(
        `INSERT INTO bulk_rows (request_id, position, row_number, name, failure, plan)
         SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3, value ->> 4,
           value ->> 5 FROM @items`,
        jsonList(
          added.map(({ rowNumber, name, failure, batch }, index) => [
            requestId,
            position + index,
            rowNumber,
            name,
            failure,
            batch && JSON.stringify(batch),
          ]),
        ),
      );
      return true;
    }),
    finishBulkRead: rows.within(ofItsRequest).change(function* ({ id, requestId, lease }, failure) {
      yield* hold(lease);
      if ((yield* positionOf(id)) === null) return;
      const sql = "UPDATE bulk_requests SET is_read = 1, failure = ? WHERE id = ?";
      yield* run(sql, failure, requestId);
      if (failure === null) return;
      yield* end(lease);
      yield* run("DELETE FROM tasks WHERE id = ?", id);
    }),
    createBulkBatches: rows.within(ofItsRequest).change(function* (
      { id, requestId, lease },
      limit,
      at,
    ) {
      yield* hold(lease);
      const taskPosition = yield* positionOf(id);
      if (taskPosition === null) return false;
      const planned = yield* all<{ position: number; plan: string }>(
        `SELECT position, plan FROM bulk_rows WHERE request_id = ? AND plan IS NOT NULL
         ORDER BY position LIMIT ?`,
        requestId,
        limit,
      );
      for (const { position, plan } of planned) {
        const batch = JSON.parse(plan) as NewBatch;
        yield* insertBatch(signer, batch, at, {
          requestId,
          position: taskPosition,
        });
        yield* run(
          "UPDATE bulk_rows SET batch_id = ?, plan = NULL WHERE request_id = ? AND position = ?",
          batch.id,
          requestId,
          position,
        );
      }
      if (planned.length === limit) return true;
      yield* end(lease);
      yield* run("DELETE FROM tasks WHERE id = ?", id);
      return false;
    }),
    countBulkRows: rows.read(function* (requestId) {
      return (
        (yield* get<BulkCounts>(
          `SELECT count(*) AS total,
             count(*) FILTER (WHERE r.plan IS NOT NULL OR coalesce(b.status, '') = 'ingesting') AS pending,
             count(*) FILTER (WHERE r.plan IS NULL AND coalesce(b.status, '') IN ('', 'failed', 'removed'))
               AS failed
           FROM bulk_rows r LEFT JOIN batches b ON b.id = r.batch_id WHERE r.request_id = ?`,
          requestId,
        )) ?? { total: 0, pending: 0, failed: 0 }
      );
    }),
    listBulkRows: rows.read(function* (requestId, offset, limit) {
      const found = yield* all<BulkResultRow & { isWaiting: number }>(
        `SELECT row_number AS rowNumber, name, r.failure, batch_id AS batchId, plan IS NOT NULL AS isWaiting
         FROM bulk_rows r JOIN bulk_requests q ON q.id = r.request_id
         WHERE request_id = ? AND q.is_read = 1 AND position >= ? ORDER BY position LIMIT ?`,
        requestId,
        offset,
        limit,
      );
      const listed: ListedBulkRow[] = [];
      for (const row of found) {
        const batch = row.batchId === null ? null : yield* get<StoredBatch>(batchById, row.batchId);
        listed.push({
          ...row,
          isWaiting: row.isWaiting === 1,
          batch: batch ? toBatchRow(batch) : null,
        });
      }
      return listed;
    }),
  };
}
