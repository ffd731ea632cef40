/** The media that orders wait for: each a file of this computer, and the upload that brings it to the gallery. */
import type { Database } from "../../common/database/database";
import type { FileIdentity } from "../uploads/upload-rows";

/** A file of this computer that an entry names, and where it is or will be in the gallery. */
export interface OutboxFile extends FileIdentity {
  sourcePath: string;
  galleryPath: string;
  /** The upload that brings it; null when none is needed, or it was taken off the list. */
  upload: number | null;
  isThere: number;
  /** The field of the order that names it: "videoPath", "rows[3].script". */
  field: string;
}

// For queries over entries ("o"), their files ("f") and the uploads of these ("u").
export const isMissing = "f.entry = o.id AND f.is_there = 0";
export const isLost = `(f.upload IS NULL OR u.state IN ('failed', 'cancelled'))`;
export const filesOf = "outbox_files f LEFT JOIN uploads u ON u.id = f.upload";
const fileColumns = `source_path AS sourcePath, gallery_path AS galleryPath, size, mtime_ns AS mtimeNs, inode, upload,
  is_there AS isThere, field`;

export function createOutboxFiles(db: Database) {
  return {
    files: (id: number) =>
      db.all<OutboxFile>(`SELECT ${fileColumns} FROM outbox_files WHERE entry = ?`, id),
    /** Files of other entries that came from this one, for those that are there already. */
    inGalleryFrom: (workspaceId: string, sourcePath: string) =>
      db.all<OutboxFile>(
        `SELECT ${fileColumns} FROM outbox_files WHERE source_path = ? AND is_there = 1
           AND entry IN (SELECT id FROM outbox WHERE workspace_id = ?)`,
        sourcePath,
        workspaceId,
      ),
    putFile(id: number, file: OutboxFile): void {
      db.run(
        `INSERT OR REPLACE INTO outbox_files (entry, source_path, gallery_path, size, mtime_ns, inode, upload, is_there,
           field) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        file.sourcePath,
        file.galleryPath,
        file.size,
        file.mtimeNs,
        file.inode,
        file.upload,
        file.isThere,
        file.field,
      );
    },
    removeFile(id: number, sourcePath: string): void {
      db.run("DELETE FROM outbox_files WHERE entry = ? AND source_path = ?", id, sourcePath);
    },
    /** Its files that will not come by themselves, and why: without a code where an upload was called off. */
    failedFiles: (id: number, most: number) =>
      db.all<{ sourcePath: string; errorCode: string | null; field: string }>(
        `SELECT f.source_path AS sourcePath, u.error_code AS errorCode, f.field
           FROM ${filesOf} WHERE f.entry = ? AND f.is_there = 0 AND ${isLost} LIMIT ?`,
        id,
        most,
      ),
  };
}
