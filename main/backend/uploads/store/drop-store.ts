/** SQL of drops: files that the user added together, as one or more uploads. */
import type { ErrorCode, UploadState } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { isErrorCode } from "../../../common/errors";
import { createFinishedBefore } from "./finished-before";
import type { ConflictRule, FileSnapshot } from "./upload-rows";
import { pendingStates, quoted, statesOf } from "./upload-selection";

export interface NewUpload extends FileSnapshot {
  sourcePath: string;
  galleryPath: string;
  contentType: string;
  replaces: boolean;
  onConflict: ConflictRule;
}

export interface FinishedDrop {
  workspaceId: string;
  files: number;
  failed: number;
  /** The reason of all failures; null if there are several, or none. */
  failure: ErrorCode | null;
}

export function createDropStore(db: Database) {
  const { beforeAdding } = createFinishedBefore(db);

  return {
    /** Adds a drop; its files are added in one or more steps. */
    addDrop(workspaceId: string, now: number): number {
      // Counts as reported until all its files are added; see closeDrop.
      const sql = "INSERT INTO drops (workspace_id, created_at, is_announced) VALUES (?, ?, 1)";
      return Number(db.prepare(sql).run(workspaceId, now).lastInsertRowid);
    },
    /** All files of a drop are queued: its end is reported from now on. */
    closeDrop(dropId: number): void {
      db.run("UPDATE drops SET is_announced = 0 WHERE id = ?", dropId);
    },
    /**
     * Queues files of a drop; on disk when it returns. Returns their ids, in the order of the
     * files.
     */
    add(dropId: number, workspaceId: string, files: readonly NewUpload[]): number[] {
      return db.durably(() => {
        if (files.length > 0) beforeAdding(workspaceId);
        const last = db.get<{ position: number | null }>(
          "SELECT max(position) AS position FROM uploads",
        );
        let position = last?.position ?? 0;
        const insert = db.prepare(
          `INSERT INTO uploads (drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns,
             inode, ctime_ns, device, state, position, replaces, on_conflict)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?)`,
        );
        return files.map((file) => {
          position += 1;
          const { lastInsertRowid } = insert.run(
            dropId,
            workspaceId,
            file.sourcePath,
            file.galleryPath,
            file.contentType,
            file.size,
            file.mtimeNs,
            file.inode,
            file.ctimeNs,
            file.device,
            position,
            file.replaces ? 1 : 0,
            file.onConflict,
          );
          return Number(lastInsertRowid);
        });
      });
    },
    /** Drops whose files have all ended since the last call. */
    finishedDrops(): FinishedDrop[] {
      const open = quoted([...pendingStates, ...statesOf.paused]);
      const count = (state: UploadState) =>
        `(SELECT count(*) FROM uploads WHERE drop_id = drops.id AND state = '${state}')`;
      return db.transaction(() => {
        const drops = db.all<
          Omit<FinishedDrop, "failure"> & { id: number; failure: string | null }
        >(
          `SELECT id, workspace_id AS workspaceId,
                  ${count("done")} AS files, ${count("failed")} AS failed,
                  (SELECT CASE WHEN count(DISTINCT error_code) = 1 THEN min(error_code) END
                     FROM uploads WHERE drop_id = drops.id AND state = 'failed') AS failure FROM drops
             WHERE is_announced = 0
               AND NOT EXISTS (SELECT 1 FROM uploads WHERE drop_id = drops.id AND state IN (${open}))`,
        );
        for (const { id } of drops) db.run("UPDATE drops SET is_announced = 1 WHERE id = ?", id);
        return drops.map(({ id: _id, failure, ...drop }) => ({
          ...drop,
          failure: failure !== null && isErrorCode(failure) ? failure : null,
        }));
      });
    },
  };
}
