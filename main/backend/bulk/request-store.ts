/**
 * Bulk requests sent by this application, with their rows as they were sent and as the service last
 * listed them; and requests that are followed by their id, with their rows as listed.
 */
import type { BulkRow } from "../../../preload/contract/bulk";
import type { Problem } from "../../../preload/model";
import type { BatchSettings } from "../../../preload/model/resources";
import { isErrorCode } from "../../common/errors";
import type { Database } from "../../common/database/database";
import { createBulkRequestRows, type ListedRow } from "./request-rows";

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
  /** As the service last reported; progress is 0 to 100. */
  status: string;
  progress: number;
  isOver: boolean;
  sentAt: number;
  readAt: number | null;
  problem: Problem | null;
  /**
   * Null where the service's id is known. Otherwise the response was lost and the id is local:
   * these are the ids of the batches of its names that existed before sending; later ones are its
   * results.
   */
  seenBefore: readonly string[] | null;
  /** False for a request that is followed by its id; `sentAt` is then when following began. */
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
  const requestRows = createBulkRequestRows(db);

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
  return {
    ...requestRows,
    /** Adds a followed request, named by its id. */
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
        requestRows.putListed(id, rows);
        setRead(id, { ...state, at });
      });
    },
    setRead,
    /** Adds a sent request. Call it in the transaction that marks its outbox entry as sent. */
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
      request.rows.forEach((row, position) =>
        db.run(
          "INSERT INTO bulk_request_rows (request, place, source, name) VALUES (?, ?, ?, ?)",
          id,
          position,
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
    /** The requests of a project, the newest first. */
    list: (workspaceId: string, projectId: string): BulkRequestRow[] =>
      db
        .all<Stored>(
          `SELECT ${columns} FROM bulk_requests WHERE workspace_id = ? AND project_id = ? ORDER BY sent_at DESC, id DESC`,
          workspaceId,
          projectId,
        )
        .map(toRequest),
    /** Requests of all workspaces that were not over when last read. */
    open: () =>
      db.all<Pick<BulkRequestRow, "workspaceId" | "requestId" | "readAt">>(
        `SELECT workspace_id AS workspaceId, request_id AS requestId, read_at AS readAt FROM bulk_requests
           WHERE is_over = 0 AND coalesce(error_code, '') <> 'not-found' ORDER BY sent_at DESC, id DESC`,
      ),
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
