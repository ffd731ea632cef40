/**
 * Bulk requests that were sent from here, with their rows as they were sent and as the service last listed them; and
 * requests that are followed by their ids, with their rows as listed.
 */
import type { BulkRow } from "../../../preload/contract/bulk";
import type { Problem } from "../../../preload/model";
import type { BatchSettings } from "../../../preload/model/resources";
import { isErrorCode } from "../../common/errors";
import type { Database, SqlValue } from "../../common/database/database";

export type BulkOutcome = "open" | "done" | "failed";

export interface BulkRequestRow {
  id: number;
  workspaceId: string;
  projectId: string;
  requestId: string;
  name: string;
  settings: BatchSettings;
  columns: string[];
  targetFolder: string;
  rowCount: number;
  /** As the service last said; progress is 0 to 100. */
  status: string;
  progress: number;
  isOver: boolean;
  sentAt: number;
  readAt: number | null;
  problem: Problem | null;
  /**
   * Null where the service knows it by its id. Else the answer was lost and the id is our own: the batches of its names
   * that were there before are these, by their ids; others are its own.
   */
  seenBefore: readonly string[] | null;
  /** False where it is followed by its id: sentAt is then when following began. */
  isSentHere: boolean;
}
export interface NewBulkRequest {
  workspaceId: string;
  projectId: string;
  requestId: string;
  name: string;
  settings: BatchSettings;
  columns: readonly string[];
  targetFolder: string;
  rows: readonly BulkRow[];
  sentAt: number;
  seenBefore: readonly string[] | null;
}
/** What the service says of a row. */
export interface BulkRowState {
  place: number;
  batchId: string;
  status: string;
  message: string;
  outcome: BulkOutcome;
}

/** A row of a request that was not sent from here. */
export interface ListedRow extends BulkRowState {
  name: string;
}
interface FollowedRequest {
  workspaceId: string;
  projectId: string;
  requestId: string;
  /** When following begins. */
  at: number;
}
type RequestState = Pick<BulkRequestRow, "status" | "progress" | "isOver">;

type Parsed = "settings" | "columns" | "isOver" | "problem" | "seenBefore" | "isSentHere";
interface Stored extends Omit<BulkRequestRow, Parsed> {
  settings: string;
  columns: string;
  seenBefore: string | null;
  isOver: number;
  isSentHere: number;
  errorCode: string | null;
  errorMessage: string | null;
}
const columns = `id, workspace_id AS workspaceId, project_id AS projectId, request_id AS requestId, name, settings,
  columns, target_folder AS targetFolder, row_count AS rowCount, status, progress, is_over AS isOver,
  sent_at AS sentAt, read_at AS readAt, error_code AS errorCode, error_message AS errorMessage,
  seen_before AS seenBefore, is_sent_here AS isSentHere`;

function toRequest({ errorCode, errorMessage, ...found }: Stored): BulkRequestRow {
  const code = errorCode !== null && isErrorCode(errorCode) ? errorCode : "internal";
  return {
    ...found,
    settings: JSON.parse(found.settings) as BatchSettings,
    columns: JSON.parse(found.columns) as string[],
    isOver: found.isOver === 1,
    isSentHere: found.isSentHere === 1,
    seenBefore: found.seenBefore === null ? null : (JSON.parse(found.seenBefore) as string[]),
    problem: errorCode === null ? null : { code, message: errorMessage ?? "" },
  };
}

export type BulkRequestStore = ReturnType<typeof createBulkRequestStore>;

export function createBulkRequestStore(db: Database) {
  function setRead(id: number, read: RequestState & { at: number }): void {
    db.run(
      `UPDATE bulk_requests SET status = ?, progress = ?, is_over = ?, read_at = ?, error_code = NULL,
         error_message = NULL WHERE id = ?`,
      read.status,
      read.progress,
      read.isOver ? 1 : 0,
      read.at,
      id,
    );
  }
  function putListed(id: number, rows: readonly ListedRow[]): void {
    db.transaction(() => {
      for (const { place, name, batchId, status, message, outcome } of rows) {
        const source: BulkRow = {
          id: place,
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
          place,
          JSON.stringify(source),
          name,
          batchId,
          status,
          message,
          outcome,
        );
      }
      db.run(
        `UPDATE bulk_requests SET row_count = (SELECT count(*) FROM bulk_request_rows WHERE request = ?)
           WHERE id = ?`,
        id,
        id,
      );
    });
  }

  return {
    /** Adds a request that was not sent from here, named by its id. */
    follow(request: FollowedRequest, rows: readonly ListedRow[], state: RequestState): void {
      const { workspaceId, projectId, requestId, at } = request;
      db.transaction(() => {
        const added = db
          .prepare(
            `INSERT INTO bulk_requests (workspace_id, project_id, request_id, name, settings, columns, target_folder,
               row_count, sent_at, is_sent_here) VALUES (?, ?, ?, ?, '{}', '[]', '', 0, ?, 0)`,
          )
          .run(workspaceId, projectId, requestId, requestId, at);
        const id = Number(added.lastInsertRowid);
        putListed(id, rows);
        setRead(id, { ...state, at });
      });
    },
    /** Puts the rows of a request that was not sent from here, all of them or in portions. */
    putListed,
    setRead,
    /** Called inside the transaction that tells of its being sent. */
    add(request: NewBulkRequest): void {
      const added = db
        .prepare(
          `INSERT INTO bulk_requests (workspace_id, project_id, request_id, name, settings, columns, target_folder,
             row_count, sent_at, seen_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          request.workspaceId,
          request.projectId,
          request.requestId,
          request.name,
          JSON.stringify(request.settings),
          JSON.stringify(request.columns),
          request.targetFolder,
          request.rows.length,
          request.sentAt,
          request.seenBefore && JSON.stringify(request.seenBefore),
        );
      const id = Number(added.lastInsertRowid);
      request.rows.forEach((row, place) =>
        db.run(
          "INSERT INTO bulk_request_rows (request, place, source, name) VALUES (?, ?, ?, ?)",
          id,
          place,
          JSON.stringify(row),
          row.name,
        ),
      );
    },
    get(workspaceId: string, requestId: string): BulkRequestRow | null {
      const sql = `SELECT ${columns} FROM bulk_requests WHERE workspace_id = ? AND request_id = ?`;
      const found = db.get<Stored>(sql, workspaceId, requestId);
      return found ? toRequest(found) : null;
    },
    /** Of a project, the newest first. */
    list: (workspaceId: string, projectId: string): BulkRequestRow[] =>
      db
        .all<Stored>(
          `SELECT ${columns} FROM bulk_requests WHERE workspace_id = ? AND project_id = ? ORDER BY sent_at DESC, id DESC`,
          workspaceId,
          projectId,
        )
        .map(toRequest),
    /** Those of all workspaces that the service still works on, as far as it was asked. */
    open: () =>
      db.all<Pick<BulkRequestRow, "workspaceId" | "requestId" | "readAt">>(
        `SELECT workspace_id AS workspaceId, request_id AS requestId, read_at AS readAt FROM bulk_requests
           WHERE is_over = 0 AND coalesce(error_code, '') <> 'not-found' ORDER BY sent_at DESC, id DESC`,
      ),
    counts(id: number): Record<BulkOutcome, number> {
      const rows = db.all<{ outcome: BulkOutcome; n: number }>(
        "SELECT outcome, count(*) AS n FROM bulk_request_rows WHERE request = ? GROUP BY outcome",
        id,
      );
      const counts = { open: 0, done: 0, failed: 0 };
      for (const { outcome, n } of rows) counts[outcome] = n;
      return counts;
    },
    page(id: number, filter: BulkOutcome | "all", offset: number, limit: number) {
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
    /** All rows of a request: the names that were sent, and the batches that are known, else "". */
    rows: (id: number) =>
      db.all<{ name: string; batchId: string }>(
        "SELECT name, batch_id AS batchId FROM bulk_request_rows WHERE request = ? ORDER BY place",
        id,
      ),
    /** The words that the rows of a request have come to, each once; "" among them where one has no batch. */
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
        for (const { place, batchId, status, message, outcome } of rows)
          db.run(
            `UPDATE bulk_request_rows SET batch_id = ?, status = ?, message = ?, outcome = ?
               WHERE request = ? AND place = ?`,
            batchId,
            status,
            message,
            outcome,
            id,
            place,
          );
      });
    },
    setProblem(id: number, { code, message }: Problem): void {
      db.run(
        "UPDATE bulk_requests SET error_code = ?, error_message = ? WHERE id = ?",
        code,
        message,
        id,
      );
    },
    removeAll(workspaceId: string): void {
      db.run("DELETE FROM bulk_requests WHERE workspace_id = ?", workspaceId);
    },
  };
}
