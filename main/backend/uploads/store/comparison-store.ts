/**
 * SQL of uploads that the service of a local workspace has copied, until the copies are compared
 * with the files.
 */
import type { Database } from "../../../common/database/database";
import { fromTheBeginning, uploadColumns, type UploadRow } from "./upload-rows";

export function createComparisonStore(db: Database) {
  return {
    /** The file was copied; no checksum was compared. */
    setCopied: (id: number) =>
      void db.run("UPDATE uploads SET is_unverified = 1, is_copied = 1 WHERE id = ?", id),
    /** The finished upload whose copy has waited longest for its comparison, without these. */
    nextCopied: (except: readonly number[]): UploadRow | undefined =>
      db.get<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE is_copied = 1 AND state = 'done'
           AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY finished_at LIMIT 1`,
        JSON.stringify(except),
      ),
    /**
     * The copy has the bytes of the file, with this MD5; or nothing can be said any more, with "".
     */
    setCompared: (id: number, isSame: boolean, contentMd5: string) =>
      db.durably(() =>
        db.run(
          `UPDATE uploads SET is_copied = 0, is_unverified = ?, content_md5 = ?
             WHERE id = ? AND is_copied = 1`,
          isSame ? 0 : 1,
          contentMd5,
          id,
        ),
      ),
    /**
     * The copy differs: the upload has failed, and replaces the copy when it is repeated. That the
     * gallery lists the path does not show then that it has finished.
     */
    setDiffering: (id: number, message: string) =>
      db.durably(() =>
        db.run(
          `UPDATE uploads SET ${fromTheBeginning}, replaces = 1, state = 'failed', error_code = 'copy-differs',
               error_message = ?
             WHERE id = ? AND is_copied = 1 AND state = 'done'`,
          message,
          id,
        ),
      ),
  };
}
