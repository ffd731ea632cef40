/** SQL of a transfer: what is on disk of an upload before and after each of its requests. */
import type { UploadState } from "../../../../preload/model";
import type { CommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { fromTheBeginning, noProblem, type FileStamp, type UploadRow } from "./upload-rows";
import { pendingStates, quoted } from "./upload-selection";

export interface PartRow {
  number: number;
  /** As received: the identifier of the part. */
  etag: string;
  size: number;
  /** MD5 of the bytes sent, in hexadecimal digits; "" if unknown. */
  md5: string;
}

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
  /**
   * No checksum was compared: the storage's ETag is none, or the service copied the file by its
   * path.
   */
  const setUnverified = (id: number) =>
    void db.run("UPDATE uploads SET is_unverified = 1 WHERE id = ?", id);

  return {
    parts(id: number): PartRow[] {
      return db.all<PartRow>(
        "SELECT number, etag, size, md5 FROM upload_parts WHERE upload = ? ORDER BY number",
        id,
      );
    },
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
    /** Stores the id of a multipart upload; on disk before its first byte is sent. */
    beginMultipart(
      id: number,
      uploadId: string,
      partSize: number,
      partCount: number,
    ): Promise<void> {
      return group.durably(() => {
        db.run("DELETE FROM upload_parts WHERE upload = ?", id);
        db.run(
          `UPDATE uploads SET ${fromTheBeginning}, upload_id = ?, part_size = ?, part_count = ? WHERE id = ?`,
          uploadId,
          partSize,
          partCount,
          id,
        );
      });
    },
    /**
     * Stores a part that the service confirmed. `isVerified`: its ETag is the MD5 of the bytes
     * sent.
     */
    addPart(id: number, part: PartRow & { isVerified: boolean }): void {
      db.transaction(() => {
        const former = db.get<{ size: number }>(
          "SELECT size FROM upload_parts WHERE upload = ? AND number = ?",
          id,
          part.number,
        );
        db.run(
          "INSERT OR REPLACE INTO upload_parts (upload, number, etag, size, md5) VALUES (?, ?, ?, ?, ?)",
          id,
          part.number,
          part.etag,
          part.size,
          part.md5,
        );
        if (!part.isVerified) setUnverified(id);
        db.run(
          `UPDATE uploads SET attempts = 0, resends = json_remove(resends, '$.unconfirmed'), ${noProblem}, done_parts = done_parts + ?,
             sent_bytes = sent_bytes + ? WHERE id = ?`,
          former ? 0 : 1,
          part.size - (former?.size ?? 0),
          id,
        );
      });
    },
    setUnverified,
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
