/** SQL that reads the uploads of a workspace. */
import type { UploadFilter, UploadState } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { createFinishedBefore } from "./finished-before";
import { uploadColumns, type UploadRow } from "./upload-rows";
import { listUploads, quoted, unfinishedStates } from "./upload-selection";

export function createUploadQueries(db: Database) {
  return {
    get: (id: number): UploadRow | undefined =>
      db.get<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`, id),
    /** The uploads of a file on this computer that were not cancelled. */
    ofSource(workspaceId: string, sourcePath: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND source_path = ? AND state <> 'cancelled'
           ORDER BY id DESC`,
        workspaceId,
        sourcePath,
      );
    },
    /** All unfinished uploads of a workspace, in queue order. */
    unfinished(workspaceId: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND state IN (${quoted(unfinishedStates)})
           ORDER BY position`,
        workspaceId,
      );
    },
    /** The unfinished uploads to this gallery path. */
    unfinishedTo(workspaceId: string, galleryPath: string): { id: number; sourcePath: string }[] {
      return db.all<{ id: number; sourcePath: string }>(
        `SELECT id, source_path AS sourcePath FROM uploads WHERE workspace_id = ? AND gallery_path = ?
             AND state IN (${quoted(unfinishedStates)})`,
        workspaceId,
        galleryPath,
      );
    },

    /** A page of the uploads that a filter and a search select, in queue order. */
    list: (
      workspaceId: string,
      filter: UploadFilter,
      search: string,
      offset: number,
      limit: number,
    ) => listUploads(db, workspaceId, filter, search, { offset, limit }),
    /**
     * Files and bytes by state, without cancelled ones. Triggers maintain them: the cost does not
     * depend on the queue.
     */
    totals(workspaceId: string) {
      return db.all<{ state: UploadState; files: number; bytes: number; sentBytes: number }>(
        `SELECT state, files, bytes, sent_bytes AS sentBytes FROM upload_totals
           WHERE workspace_id = ? AND state <> 'cancelled' AND files > 0`,
        workspaceId,
      );
    },
    /** The finished uploads of a workspace that do not count as progress. */
    finishedBefore: createFinishedBefore(db).finishedBefore,
    /** The states of these uploads, of their files, and their confirmed bytes. */
    identitiesOf(ids: readonly number[]) {
      type Row = Pick<UploadRow, "id" | "state" | "size" | "mtimeNs" | "sentBytes">;
      return db.all<Row>(
        `SELECT id, state, size, mtime_ns AS mtimeNs, sent_bytes AS sentBytes FROM uploads
           WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
    },
  };
}
