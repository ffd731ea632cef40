/**
 * SQL of what counts as progress: the unfinished uploads of a workspace, and those that finished
 * since its queue was empty. Uploads of last week in the list would otherwise be most of the total.
 * On disk, so that a restart changes no figure.
 */
import type { Database } from "../../../common/database/database";
import { pendingStates, quoted, statesOf } from "./upload-selection";

/** A number of finished uploads, and their bytes. */
export interface FinishedUploads {
  files: number;
  bytes: number;
}

export function createFinishedBefore(db: Database) {
  const none: FinishedUploads = { files: 0, bytes: 0 };

  const finished = (workspaceId: string): FinishedUploads =>
    db.get<FinishedUploads>(
      "SELECT files, bytes FROM upload_totals WHERE workspace_id = ? AND state = 'done'",
      workspaceId,
    ) ?? none;
  const isEmpty = (workspaceId: string): boolean =>
    db.get(
      `SELECT 1 FROM upload_totals WHERE workspace_id = ? AND files > 0
         AND state IN (${quoted([...pendingStates, ...statesOf.paused])})`,
      workspaceId,
    ) === undefined;
  const finishedBefore = (workspaceId: string): FinishedUploads =>
    db.get<FinishedUploads>(
      "SELECT files, bytes FROM finished_before WHERE workspace_id = ?",
      workspaceId,
    ) ?? none;
  const set = (workspaceId: string, { files, bytes }: FinishedUploads) =>
    void db.run(
      "INSERT OR REPLACE INTO finished_before (workspace_id, files, bytes) VALUES (?, ?, ?)",
      workspaceId,
      files,
      bytes,
    );

  return {
    /** The finished uploads of a workspace that are not counted. */
    finishedBefore,
    /** Call it before uploads are added, in the same transaction. */
    beforeAdding(workspaceId: string): void {
      if (isEmpty(workspaceId)) set(workspaceId, finished(workspaceId));
    },
    /**
     * Call it before finished uploads are deleted, in the same transaction: they remain counted
     * while others are open.
     */
    beforeClearing(workspaceId: string): void {
      const before = finishedBefore(workspaceId);
      const cleared = finished(workspaceId);
      set(
        workspaceId,
        isEmpty(workspaceId)
          ? none
          : { files: before.files - cleared.files, bytes: before.bytes - cleared.bytes },
      );
    },
  };
}
