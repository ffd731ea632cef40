/** SQL of a transfer: what is on disk of an upload before and after each of its requests. */
import type { UploadState } from "../../../../preload/model";
import type { CommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { noProblem, type FileStamp, type UploadRow } from "./upload-rows";
import { pendingStates, quoted } from "./upload-selection";
import { createPartStore } from "./part-store";

/** An upload whose path was checked, and when that is on disk. */
export interface StartedUpload {
  row: UploadRow;
  stored: Promise<void>;
}

/**
 * What says that a file is in the gallery: a list of it, or the promised answer of the service or
 * its storage. "none": it is assumed until a list shows it.
 */
export type Evidence = "list" | "answer" | "none";

/** `group`: the durable writes of several files share a transaction. */
export function createTransferStore(db: Database, group: CommitGroup) {
  return {
    ...createPartStore(db, group),
    /**
     * Sets the state of an upload unless the user has paused or cancelled it meanwhile. Returns
     * whether it was set. The other changes of a pending row below have the same condition.
     */
    setState(id: number, state: UploadState): boolean {
      return (
        db.run(
          `UPDATE uploads SET state = ? WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          state,
          id,
        ) > 0
      );
    },
    /**
     * The path was checked: a pending row is "uploading". `replaces`: the gallery has a file there.
     * The first byte may be sent when the returned promise has resolved.
     */
    start(row: UploadRow, galleryPath: string, replaces: boolean): StartedUpload {
      const stored = group.durably(
        () =>
          void db.run(
            `UPDATE uploads SET is_started = 1, gallery_path = ?, replaces = ?,
               state = CASE WHEN state IN (${quoted(pendingStates)}) THEN 'uploading' ELSE state END WHERE id = ?`,
            galleryPath,
            replaces ? 1 : 0,
            row.id,
          ),
      );
      // A failure is handled where the promise is awaited; this prevents an unhandled rejection
      // before.
      stored.catch(() => undefined);
      const isReplacing = replaces ? 1 : 0;
      return {
        row: { ...row, state: "uploading", galleryPath, isStarted: 1, replaces: isReplacing },
        stored,
      };
    },
    /** Skips the file: the user chose to keep the one in the gallery. */
    skip(id: number): void {
      db.durably(() =>
        db.run(
          `UPDATE uploads SET state = 'cancelled' WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          id,
        ),
      );
    },
    /** The bytes of all sent parts are unchanged although the stamp changed. */
    setStamp(id: number, { inode, ctimeNs, device }: FileStamp): void {
      const set = "inode = ?, ctime_ns = ?, device = ?";
      db.run(`UPDATE uploads SET ${set} WHERE id = ?`, inode, ctimeNs, device, id);
    },
    /**
     * "complete" is about to be sent; on disk before it is, so that a lost response is
     * distinguishable from no request.
     */
    async beginComplete(id: number): Promise<void> {
      await group.durably(() =>
        db.run(
          `UPDATE uploads SET state = 'completing', complete_attempts = complete_attempts + 1
             WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          id,
        ),
      );
    },
    /**
     * The file is in the gallery. Resolves when that is on disk. `contentMd5`: see content-md5.ts.
     */
    finish(
      {
        id,
        partCount,
        contentMd5,
        evidence,
      }: Pick<UploadRow, "id" | "partCount" | "contentMd5"> & { evidence: Evidence },
      now: number,
    ): Promise<void> {
      return group.durably(() => {
        db.run(
          `UPDATE uploads SET state = 'done', sent_bytes = size, finished_at = ?, content_md5 = ?,
             is_unlisted = ?, is_assumed = ?, ${noProblem} WHERE id = ?`,
          now,
          contentMd5,
          evidence === "list" ? 0 : 1,
          evidence === "none" ? 1 : 0,
          id,
        );
        if (partCount > 0) db.run("DELETE FROM upload_parts WHERE upload = ?", id);
      });
    },
  };
}
