/**
 * SQL of the problems of uploads: how many files have each, and multipart uploads that will never
 * be completed.
 */
import type { AbandonedUpload, UploadProblem } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { isErrorCode } from "../../../common/errors";

/** The newest abandoned uploads that a list contains. */
const maxListed = 1000;

export function createProblemStore(db: Database) {
  return {
    /**
     * The number of failed and of waiting uploads by the code of their problem, most frequent
     * first. Each code and state occurs once: the codes of other versions are counted as
     * "internal".
     */
    problems(workspaceId: string): UploadProblem[] {
      const rows = db.all<{ code: string; state: string; files: number }>(
        `SELECT error_code AS code, state, count(*) AS files FROM uploads
           WHERE workspace_id = ? AND error_code IS NOT NULL AND state IN ('failed', 'queued')
           GROUP BY error_code, state`,
        workspaceId,
      );
      const counted = new Map<string, UploadProblem>();
      for (const { code: stored, state, files } of rows) {
        const code = isErrorCode(stored) ? stored : "internal";
        const key = `${code} ${state}`;
        const before = counted.get(key)?.files ?? 0;
        counted.set(key, { code, isFailed: state === "failed", files: before + files });
      }
      return [...counted.values()].sort((a, b) => b.files - a.files);
    },
    /** Multipart uploads of hosted services that will never be completed, newest first. */
    abandoned(): { total: number; bytes: number; uploads: AbandonedUpload[] } {
      const sum = db.get<{ total: number; bytes: number }>(
        "SELECT count(*) AS total, coalesce(sum(bytes), 0) AS bytes FROM abandoned_uploads",
      ) ?? { total: 0, bytes: 0 };
      const uploads = db.all<AbandonedUpload>(
        `SELECT workspaces.name AS workspace, upload_id AS uploadId, gallery_path AS galleryPath, bytes,
             abandoned_at AS abandonedAt
           FROM abandoned_uploads JOIN workspaces ON workspaces.id = workspace_id
           ORDER BY abandoned_uploads.id DESC LIMIT ?`,
        maxListed,
      );
      return { ...sum, uploads };
    },
    /** The service no longer has the upload with this id. */
    removeAbandoned(uploadId: string): void {
      db.run("DELETE FROM abandoned_uploads WHERE upload_id = ?", uploadId);
    },
    clearAbandoned(): void {
      db.run("DELETE FROM abandoned_uploads");
    },
  };
}
