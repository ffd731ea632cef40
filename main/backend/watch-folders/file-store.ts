/** SQL of the file versions that were queued from watch folders. */
import type { Database } from "../../common/database/database";
import type { FileSnapshot, FileStamp } from "../uploads/store/upload-rows";

/** The last queued version of a file; after its arrival the one that was sent. */
export interface WatchedFile extends FileSnapshot {
  /** Below the watch folder, "/" between segments, NFC. */
  path: string;
  /**
   * See content-md5.ts; "" if unknown, null in rows of versions that compared only size and time.
   */
  contentMd5: string | null;
  sourcePath: string;
  galleryPath: string;
  /** The upload of this version; null after its arrival. */
  uploadId: number | null;
  /** When a version last arrived at galleryPath; null if none has. */
  uploadedAt: number | null;
}

/** How far the files of a watch folder are. */
export interface WatchProgress {
  /** Files of which a version has arrived in the gallery. */
  uploaded: number;
  /** Files whose upload is not finished, without failed ones. */
  queued: number;
  failed: number;
  /** The last file that arrived; null if none has. */
  lastFile: { galleryPath: string; uploadedAt: number } | null;
}

export function createWatchedFileStore(db: Database) {
  return {
    file: (id: number, path: string): WatchedFile | undefined =>
      db.get<WatchedFile>(
        `SELECT path, source_path AS sourcePath, size, mtime_ns AS mtimeNs, inode, ctime_ns AS ctimeNs, device,
           content_md5 AS contentMd5, gallery_path AS galleryPath, upload_id AS uploadId, uploaded_at AS uploadedAt
           FROM watched_files WHERE watch_folder_id = ? AND path = ?`,
        id,
        path,
      ),
    /**
     * The MD5 of what was sent of a file that has arrived; "" if unknown. Of a copy in a local
     * workspace it is known when the copy has been compared, after the arrival.
     */
    sentContent(workspaceId: string, file: WatchedFile): string {
      if (file.contentMd5) return file.contentMd5;
      const row = db.get<{ contentMd5: string }>(
        `SELECT content_md5 AS contentMd5 FROM uploads WHERE workspace_id = ? AND source_path = ?
           AND gallery_path = ? AND state = 'done' AND size = ? AND mtime_ns = ? ORDER BY id DESC LIMIT 1`,
        workspaceId,
        file.sourcePath,
        file.galleryPath,
        file.size,
        file.mtimeNs,
      );
      return row?.contentMd5 ?? "";
    },
    setFile(id: number, file: WatchedFile): void {
      db.run(
        `INSERT OR REPLACE INTO watched_files (watch_folder_id, path, source_path, size, mtime_ns, inode, ctime_ns,
           device, content_md5, gallery_path, upload_id, uploaded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        file.path,
        file.sourcePath,
        file.size,
        file.mtimeNs,
        file.inode,
        file.ctimeNs,
        file.device,
        file.contentMd5,
        file.galleryPath,
        file.uploadId,
        file.uploadedAt,
      );
    },
    /** The file has the content that was sent, although its stamp changed. */
    setStamp(id: number, path: string, { inode, ctimeNs, device }: FileStamp): void {
      db.run(
        `UPDATE watched_files SET inode = ?, ctime_ns = ?, device = ?
           WHERE watch_folder_id = ? AND path = ?`,
        inode,
        ctimeNs,
        device,
        id,
        path,
      );
    },
    /**
     * Stores the arrival of uploads, at the paths where they arrived: of one, or of all that have
     * arrived since the last call, and their versions, which may be later ones. The source is
     * compared too, because ids of deleted uploads are used again.
     */
    setArrived(uploadId?: number): void {
      db.run(
        `UPDATE watched_files SET gallery_path = u.gallery_path, uploaded_at = u.finished_at, upload_id = NULL,
             size = u.size, mtime_ns = u.mtime_ns, inode = u.inode, ctime_ns = u.ctime_ns, device = u.device,
             content_md5 = u.content_md5
           FROM uploads AS u WHERE u.id = watched_files.upload_id AND u.state = 'done'
             AND u.source_path = watched_files.source_path AND (u.id = ?1 OR ?1 IS NULL)`,
        uploadId ?? null,
      );
    },
    /** Reads the index of arrivals, and the rows of unfinished uploads. */
    progress(id: number): WatchProgress {
      const uploaded = db.get<{ count: number }>(
        "SELECT count(*) AS count FROM watched_files WHERE watch_folder_id = ? AND uploaded_at IS NOT NULL",
        id,
      );
      const lastFile = db.get<{ galleryPath: string; uploadedAt: number }>(
        `SELECT gallery_path AS galleryPath, uploaded_at AS uploadedAt FROM watched_files
         WHERE watch_folder_id = ? AND uploaded_at IS NOT NULL ORDER BY uploaded_at DESC LIMIT 1`,
        id,
      );
      // A cancelled upload is not counted: its file is uploaded again only after a change.
      const open = db.get<{ queued: number; failed: number }>(
        `SELECT coalesce(sum(u.state NOT IN ('done', 'failed', 'cancelled')), 0) AS queued,
             coalesce(sum(u.state = 'failed'), 0) AS failed
           FROM watched_files AS w JOIN uploads AS u ON u.id = w.upload_id
           WHERE w.upload_id IS NOT NULL AND w.watch_folder_id = ? AND u.source_path = w.source_path`,
        id,
      );
      return {
        uploaded: uploaded?.count ?? 0,
        queued: open?.queued ?? 0,
        failed: open?.failed ?? 0,
        lastFile: lastFile ?? null,
      };
    },
  };
}
