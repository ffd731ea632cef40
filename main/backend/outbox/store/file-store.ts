/**
 * Media that pending requests need: local files, and the uploads that bring them to the gallery.
 */
import type { Database } from "../../../common/database/database";
import type { FileStamp, SentFile } from "../../uploads/store/upload-rows";

/**
 * A local file that an entry names, and its path in the gallery, current or future. Its snapshot is
 * that of the time when the entry was added, and once it is in the gallery that of what was sent.
 */
export interface OutboxFile extends SentFile {
  galleryPath: string;
  /** The id of its upload; null when none is needed, or the upload was deleted from the list. */
  upload: number | null;
  /** 1 once it is in the gallery. */
  isThere: number;
  /** The field of the request that names it: "videoPath", "rows[3].script". */
  field: string;
}

// SQL for queries over entries ("o"), their files ("f") and the uploads of these ("u").
export const isMissing = "f.entry = o.id AND f.is_there = 0";
export const hasNoUpload = `(f.upload IS NULL OR u.state IN ('failed', 'cancelled'))`;
export const filesOf = "outbox_files f LEFT JOIN uploads u ON u.id = f.upload";
const fileColumns = `source_path AS sourcePath, gallery_path AS galleryPath, size, mtime_ns AS mtimeNs, inode,
  ctime_ns AS ctimeNs, device, content_md5 AS contentMd5, upload, is_there AS isThere, field`;

export function createOutboxFiles(db: Database) {
  return {
    files: (id: number) =>
      db.all<OutboxFile>(`SELECT ${fileColumns} FROM outbox_files WHERE entry = ?`, id),
    /** Files of a workspace's entries with this source that are already in the gallery. */
    inGalleryFrom: (workspaceId: string, sourcePath: string) =>
      db.all<OutboxFile>(
        `SELECT ${fileColumns} FROM outbox_files WHERE source_path = ? AND is_there = 1
           AND entry IN (SELECT id FROM outbox WHERE workspace_id = ?)`,
        sourcePath,
        workspaceId,
      ),
    putFile(id: number, file: OutboxFile): void {
      db.run(
        `INSERT OR REPLACE INTO outbox_files (entry, source_path, gallery_path, size, mtime_ns, inode, ctime_ns, device,
           content_md5, upload, is_there, field) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        file.sourcePath,
        file.galleryPath,
        file.size,
        file.mtimeNs,
        file.inode,
        file.ctimeNs,
        file.device,
        file.contentMd5,
        file.upload,
        file.isThere,
        file.field,
      );
    },
    /**
     * Files in the gallery from this source have the content that was sent, although their stamp
     * changed.
     */
    setStamp({ sourcePath, contentMd5 }: SentFile, { inode, ctimeNs, device }: FileStamp): void {
      db.run(
        `UPDATE outbox_files SET inode = ?, ctime_ns = ?, device = ?
           WHERE source_path = ? AND content_md5 = ? AND is_there = 1`,
        inode,
        ctimeNs,
        device,
        sourcePath,
        contentMd5,
      );
    },
    removeFile(id: number, sourcePath: string): void {
      db.run("DELETE FROM outbox_files WHERE entry = ? AND source_path = ?", id, sourcePath);
    },
    /**
     * Files whose upload failed or was cancelled, at most `limit`; without an error code where it
     * was cancelled.
     */
    failedFiles: (id: number, limit: number) =>
      db.all<{ sourcePath: string; errorCode: string | null; field: string }>(
        `SELECT f.source_path AS sourcePath, u.error_code AS errorCode, f.field
           FROM ${filesOf} WHERE f.entry = ? AND f.is_there = 0 AND ${hasNoUpload} LIMIT ?`,
        id,
        limit,
      ),
  };
}
