/** SQL of finished uploads that a list of the gallery has to show. */
import type { Problem } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { fromTheBeginning, noProblem, type UploadRow } from "./upload-rows";
import { quoted, unfinishedStates } from "./upload-selection";

/**
 * Why a whole file, or its "complete", is sent again; each reason has a number of times of its own.
 */
export type ResendReason =
  /** It replaces another one, and no answer to "complete" arrived. */
  | "complete-lost"
  /** It was reported as stored, but the gallery does not list it. */
  | "not-listed"
  /** Successful answers to "complete" do not confirm it, and the gallery cannot decide. */
  | "complete-unclear"
  /** All bytes were accepted, but nothing confirmed them. */
  | "unconfirmed";

export function createListingStore(db: Database) {
  return {
    hasUnlisted: (workspaceId: string): boolean =>
      db.get("SELECT 1 FROM uploads WHERE workspace_id = ? AND is_unlisted = 1", workspaceId) !==
      undefined,
    /** The finished uploads of a workspace that no list has shown. */
    unlisted(workspaceId: string) {
      type Row = Pick<UploadRow, "id" | "galleryPath" | "finishedAt">;
      return db.all<Row>(
        `SELECT id, gallery_path AS galleryPath, finished_at AS finishedAt FROM uploads
           WHERE workspace_id = ? AND is_unlisted = 1`,
        workspaceId,
      );
    },
    /** A list has shown these uploads, or nothing can be said about them any more. */
    setListed(ids: readonly number[]): void {
      db.run(
        `UPDATE uploads SET is_unlisted = 0 WHERE is_unlisted = 1
           AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
    },
    /** The user deletes these files, or the files below these folders ("/" at the end). */
    expectNoLonger(workspaceId: string, paths: readonly string[]): void {
      db.run(
        `UPDATE uploads SET is_unlisted = 0 WHERE workspace_id = ? AND is_unlisted = 1
           AND EXISTS (SELECT 1 FROM json_each(?) WHERE gallery_path = value
             OR (value LIKE '%/' AND substr(gallery_path, 1, length(value)) = value))`,
        workspaceId,
        JSON.stringify(paths),
      );
    },
    /** Whether another upload to the same path is unfinished, or has finished later. */
    isSuperseded(id: number): boolean {
      return (
        db.get(
          `SELECT 1 FROM uploads AS one JOIN uploads AS other
               ON other.workspace_id = one.workspace_id AND other.gallery_path = one.gallery_path
                 AND other.id <> one.id
             WHERE one.id = ? AND (other.state IN (${quoted(unfinishedStates)})
               OR (other.state = 'done' AND (other.finished_at, other.id) > (one.finished_at, one.id)))`,
          id,
        ) !== undefined
      );
    },
    /** The file is sent again from its beginning. */
    resendUnlisted(id: number): void {
      db.durably(() =>
        db.run(
          `UPDATE uploads SET ${fromTheBeginning}, state = 'queued', finished_at = NULL, attempts = 0, ${noProblem}
             WHERE id = ? AND is_unlisted = 1`,
          id,
        ),
      );
    },
    failUnlisted(id: number, { code, message }: Problem): void {
      db.durably(() =>
        db.run(
          `UPDATE uploads SET ${fromTheBeginning}, state = 'failed', error_code = ?, error_message = ?
             WHERE id = ? AND is_unlisted = 1`,
          code,
          message,
          id,
        ),
      );
    },
    /**
     * Counts that the file is sent again for this reason; returns how often it was, this time
     * included.
     */
    countResend(id: number, reason: ResendReason): number {
      const key = `$."${reason}"`;
      return db.durably(() => {
        const row = db.get<{ count: number | null }>(
          "SELECT json_extract(resends, ?) AS count FROM uploads WHERE id = ?",
          key,
          id,
        );
        const count = (row?.count ?? 0) + 1;
        db.run("UPDATE uploads SET resends = json_set(resends, ?, ?) WHERE id = ?", key, count, id);
        return count;
      });
    },
  };
}
