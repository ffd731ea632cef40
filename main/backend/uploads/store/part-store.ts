/** SQL of the parts of a multipart upload. */
import type { CommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { fromTheBeginning, noProblem } from "./upload-rows";

export interface PartRow {
  number: number;
  /** As received: the identifier of the part. */
  etag: string;
  size: number;
  /** MD5 of the bytes sent, in hexadecimal digits; "" if unknown. */
  md5: string;
}

/** `group`: the durable writes of several files share a transaction. */
export function createPartStore(db: Database, group: CommitGroup) {
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
  };
}
