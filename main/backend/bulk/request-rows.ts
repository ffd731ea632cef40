/** SQL of the rows of bulk requests. */
import type { BulkRow } from "../../../preload/contract/bulk";
import type { Database, SqlValue } from "../../common/database/database";

/** What the status of a row means: in progress, completed, failed. */
export type RowStatus = "open" | "done" | "failed";

/** A row as the service reports it. */
export interface BulkRowState {
  /** The index of the row in the request. */
  position: number;
  batchId: string;
  status: string;
  message: string;
  rowStatus: RowStatus;
}

/** A row of a followed request. */
export interface ListedRow extends BulkRowState {
  name: string;
}

export function createBulkRequestRows(db: Database) {
  return {
    /** Writes rows of a followed request, all of them or a part. */
    putListed(id: number, rows: readonly ListedRow[]): void {
      db.transaction(() => {
        for (const { position, name, batchId, status, message, rowStatus } of rows) {
          const source: BulkRow = {
            id: position,
            name,
            video: "",
            script: "",
            language: "",
            settings: {},
          };
          db.run(
            `INSERT INTO bulk_request_rows (request, place, source, name, batch_id, status, message, outcome)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (request, place) DO UPDATE SET source = excluded.source,
               name = excluded.name, batch_id = excluded.batch_id, status = excluded.status,
               message = excluded.message, outcome = excluded.outcome`,
            id,
            position,
            JSON.stringify(source),
            name,
            batchId,
            status,
            message,
            rowStatus,
          );
        }
        db.run(
          `UPDATE bulk_requests SET row_count = (SELECT count(*) FROM bulk_request_rows WHERE request = ?)
             WHERE id = ?`,
          id,
          id,
        );
      });
    },
    counts(id: number): Record<RowStatus, number> {
      const rows = db.all<{ rowStatus: RowStatus; n: number }>(
        "SELECT outcome AS rowStatus, count(*) AS n FROM bulk_request_rows WHERE request = ? GROUP BY outcome",
        id,
      );
      const counts = { open: 0, done: 0, failed: 0 };
      for (const { rowStatus, n } of rows) counts[rowStatus] = n;
      return counts;
    },
    page(id: number, filter: RowStatus | "all", offset: number, limit: number) {
      const where = "request = ? AND (? = 'all' OR outcome = ?)";
      const values: SqlValue[] = [id, filter, filter];
      const rows = db.all<{ id: string; name: string; status: string; message: string }>(
        `SELECT batch_id AS id, name, status, message FROM bulk_request_rows WHERE ${where}
           ORDER BY place LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      );
      const total = db.get<{ n: number }>(
        `SELECT count(*) AS n FROM bulk_request_rows WHERE ${where}`,
        ...values,
      );
      return { rows, total: total?.n ?? 0 };
    },
    /** All rows of a request: their names, and the ids of their batches, "" where unknown. */
    rows: (id: number) =>
      db.all<{ name: string; batchId: string }>(
        "SELECT name, batch_id AS batchId FROM bulk_request_rows WHERE request = ? ORDER BY place",
        id,
      ),
    /** The distinct service statuses of a request's rows; "" for rows without a batch. */
    statuses: (id: number): string[] =>
      db
        .all<{ status: string }>(
          `SELECT DISTINCT CASE batch_id WHEN '' THEN '' ELSE status END AS status FROM bulk_request_rows
             WHERE request = ?`,
          id,
        )
        .map(({ status }) => status),
    /** The rows that failed, as they were sent. */
    failedRows: (id: number): BulkRow[] =>
      db
        .all<{ source: string }>(
          "SELECT source FROM bulk_request_rows WHERE request = ? AND outcome = 'failed' ORDER BY place",
          id,
        )
        .map(({ source }) => JSON.parse(source) as BulkRow),
    putRows(id: number, rows: readonly BulkRowState[]): void {
      db.transaction(() => {
        for (const { position, batchId, status, message, rowStatus } of rows)
          db.run(
            `UPDATE bulk_request_rows SET batch_id = ?, status = ?, message = ?, outcome = ?
               WHERE request = ? AND place = ?`,
            batchId,
            status,
            message,
            rowStatus,
            id,
            position,
          );
      });
    },
  };
}
