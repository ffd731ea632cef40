/** SQL of the upload queue: uploads and their parts. State is written here before it is reported. */
import type {
  ConflictChoice,
  Problem,
  RestartReason,
  UploadFilter,
  UploadState,
} from "../../../preload/model";
import type { Database, SqlValue } from "../../common/database/database";
import { uploadColumns, type ConflictRule, type FileSnapshot, type UploadRow } from "./upload-rows";
import { listUploads, quoted, selected, statesOf, type UploadSelection } from "./upload-selection";

export interface NewUpload extends FileSnapshot {
  sourcePath: string;
  galleryPath: string;
  contentType: string;
  replaces: boolean;
  onConflict: ConflictRule;
}

export interface PartRow {
  number: number;
  /** As received: the identifier of the part. */
  etag: string;
  size: number;
  /** MD5 of the bytes sent, in hexadecimal digits; "" if unknown. */
  md5: string;
}

/** Resets the sent parts: the file is sent from its beginning under a new upload id. */
const fromTheBeginning =
  "upload_id = NULL, part_size = 0, part_count = 0, sent_bytes = 0, done_parts = 0, complete_attempts = 0, is_unverified = 0";
/** After a reset the path is checked again, unless the service may already have stored the file there. */
const uncheckPath = `is_started = CASE WHEN upload_id IS NOT NULL AND complete_attempts = 0 THEN 0 ELSE is_started END`;
const noProblem = "error_code = NULL, error_message = NULL, next_try_at = NULL";

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(db: Database) {
  const run = (sql: string, ...values: SqlValue[]) => db.run(sql, ...values);

  /** Updates the uploads of a selection that are in one of these states. */
  function updateSelected(set: string, states: readonly UploadState[], selection: UploadSelection) {
    const { where, values } = selected(selection, states);
    db.durably(() => run(`UPDATE uploads SET ${set} WHERE ${where}`, ...values));
  }

  function get(id: number): UploadRow | undefined {
    return db.get<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`, id);
  }

  /** The storage's ETag could not be compared with the bytes sent. */
  const setUnverified = (id: number) =>
    void run("UPDATE uploads SET is_unverified = 1 WHERE id = ?", id);

  return {
    /** Adds a drop; its files are added in one or more steps. */
    addDrop(workspaceId: string, now: number): number {
      // Counts as reported until all its files are added; see closeDrop.
      const sql = "INSERT INTO drops (workspace_id, created_at, is_announced) VALUES (?, ?, 1)";
      return Number(db.prepare(sql).run(workspaceId, now).lastInsertRowid);
    },
    /** All files of a drop are queued: its end is reported from now on. */
    closeDrop(dropId: number): void {
      run("UPDATE drops SET is_announced = 0 WHERE id = ?", dropId);
    },
    /** Queues files of a drop; on disk when it returns. */
    add(dropId: number, workspaceId: string, files: readonly NewUpload[]): void {
      db.durably(() => {
        const last = db.get<{ position: number | null }>(
          "SELECT max(position) AS position FROM uploads",
        );
        let position = last?.position ?? 0;
        for (const file of files) {
          position += 1;
          run(
            `INSERT INTO uploads (drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns,
               inode, ctime_ns, device, state, position, replaces, on_conflict)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?)`,
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
        }
      });
    },
    get,
    parts(id: number): PartRow[] {
      return db.all<PartRow>(
        "SELECT number, etag, size, md5 FROM upload_parts WHERE upload = ? ORDER BY number",
        id,
      );
    },
    /** The uploads of a file on this computer that were not cancelled. */
    ofSource(workspaceId: string, sourcePath: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND source_path = ? AND state <> 'cancelled'
           ORDER BY id DESC`,
        workspaceId,
        sourcePath,
      );
    },
    /** The unfinished uploads to this gallery path. */
    underWay(workspaceId: string, galleryPath: string): { id: number; sourcePath: string }[] {
      return db.all<{ id: number; sourcePath: string }>(
        `SELECT id, source_path AS sourcePath FROM uploads WHERE workspace_id = ? AND gallery_path = ?
             AND state IN (${quoted([...statesOf.active, "queued", "paused", "failed"])})`,
        workspaceId,
        galleryPath,
      );
    },

    /** A page of the uploads that a filter and a search select, in queue order. */
    list: (
      workspaceId: string,
      filter: UploadFilter,
      search: string,
      offset: number,
      limit: number,
    ) => listUploads(db, workspaceId, filter, search, { offset, limit }),
    /** Files and bytes by state, without cancelled ones. Triggers maintain them: the cost does not depend on the queue. */
    totals(workspaceId: string) {
      return db.all<{ state: UploadState; files: number; bytes: number; sentBytes: number }>(
        `SELECT state, files, bytes, sent_bytes AS sentBytes FROM upload_totals
           WHERE workspace_id = ? AND state <> 'cancelled' AND files > 0`,
        workspaceId,
      );
    },
    /** Sent files by gallery path, with their sources: for a plan that is created repeatedly (headless upload). */
    doneAt(workspaceId: string, galleryPath: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND gallery_path = ? AND state = 'done'`,
        workspaceId,
        galleryPath,
      );
    },

    /**
     * Queues active rows again that no worker is sending, with their parts: after a start, and after a time in which
     * the database could not be written.
     */
    requeueInterrupted(busy: readonly number[]): void {
      run(
        `UPDATE uploads SET state = 'queued', next_try_at = NULL WHERE state IN (${quoted(statesOf.active)})
           AND id NOT IN (SELECT value FROM json_each(?))`,
        JSON.stringify(busy),
      );
    },
    /** Ends delays that end later than this: the clock was set back since they were stored. */
    boundWaits(at: number): void {
      run("UPDATE uploads SET next_try_at = NULL WHERE next_try_at > ?", at);
    },
    /** The next due upload of these workspaces, without the active ones. */
    nextDue(
      now: number,
      workspaces: readonly string[],
      busy: readonly number[],
    ): UploadRow | undefined {
      return db.get<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE state = 'queued' AND (next_try_at IS NULL OR next_try_at <= ?)
           AND workspace_id IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))
           ORDER BY position LIMIT 1`,
        now,
        JSON.stringify(workspaces),
        JSON.stringify(busy),
      );
    },
    /** When the next delay of a row ends, or null. */
    nextDueAt(now: number): number | null {
      const row = db.get<{ at: number | null }>(
        "SELECT min(next_try_at) AS at FROM uploads WHERE state = 'queued' AND next_try_at > ?",
        now,
      );
      return row?.at ?? null;
    },

    /** These change only an active upload: a pause or cancel meanwhile is not overwritten. */
    setState(id: number, state: UploadState): boolean {
      return (
        run(
          `UPDATE uploads SET state = ? WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          state,
          id,
        ) > 0
      );
    },
    /** The path was checked: the first byte may be sent. `replaces`: the gallery has a file there. */
    start(id: number, galleryPath: string, replaces: boolean): void {
      run(
        "UPDATE uploads SET is_started = 1, gallery_path = ?, replaces = ? WHERE id = ?",
        galleryPath,
        replaces ? 1 : 0,
        id,
      );
    },
    /** Skips the file: the user chose to keep the one in the gallery. */
    skip(id: number): void {
      db.durably(() =>
        run(
          `UPDATE uploads SET state = 'cancelled' WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          id,
        ),
      );
    },
    /** Applies the user's choice to uploads that stopped because their path is taken. */
    resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
      const { where, values } = selected(selection, ["failed"]);
      db.durably(() =>
        run(
          // If a skipped file is restored, the user chooses again.
          `UPDATE uploads SET on_conflict = ?, state = ?, finished_at = NULL, ${noProblem}
             WHERE ${where} AND error_code = 'path-taken'`,
          choice === "skip" ? "ask" : choice,
          choice === "skip" ? "cancelled" : "queued",
          ...values,
        ),
      );
    },
    /** Stores the id of a multipart upload; on disk before its first byte is sent. */
    begin(id: number, uploadId: string, partSize: number, partCount: number): void {
      db.durably(() => {
        run("DELETE FROM upload_parts WHERE upload = ?", id);
        run(
          `UPDATE uploads SET ${fromTheBeginning}, upload_id = ?, part_size = ?, part_count = ? WHERE id = ?`,
          uploadId,
          partSize,
          partCount,
          id,
        );
      });
    },
    /** Stores a part that the service confirmed. `isVerified`: its ETag is the MD5 of the bytes sent. */
    partDone(id: number, part: PartRow & { isVerified: boolean }): void {
      db.transaction(() => {
        run(
          "INSERT OR REPLACE INTO upload_parts (upload, number, etag, size, md5) VALUES (?, ?, ?, ?, ?)",
          id,
          part.number,
          part.etag,
          part.size,
          part.md5,
        );
        if (!part.isVerified) setUnverified(id);
        run(
          `UPDATE uploads SET attempts = 0, ${noProblem},
             done_parts = (SELECT count(*) FROM upload_parts WHERE upload = uploads.id),
             sent_bytes = (SELECT sum(size) FROM upload_parts WHERE upload = uploads.id) WHERE id = ?`,
          id,
        );
      });
    },
    setUnverified,
    /** The bytes of all sent parts are unchanged although ctime or device changed. */
    setStamp(id: number, { ctimeNs, device }: Pick<FileSnapshot, "ctimeNs" | "device">): void {
      run("UPDATE uploads SET ctime_ns = ?, device = ? WHERE id = ?", ctimeNs, device, id);
    },
    /** "complete" is about to be sent; on disk before it is, so that a lost response is distinguishable from no request. */
    completing(id: number): void {
      db.durably(() =>
        run(
          `UPDATE uploads SET state = 'completing', complete_attempts = complete_attempts + 1
             WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          id,
        ),
      );
    },
    done(id: number, now: number): void {
      db.durably(() => {
        run(
          `UPDATE uploads SET state = 'done', sent_bytes = size, finished_at = ?, ${noProblem} WHERE id = ?`,
          now,
          id,
        );
        run("DELETE FROM upload_parts WHERE upload = ?", id);
      });
    },
    /** Queues a row again, to be retried at `at`, or at once if that is null. */
    waitFor(
      id: number,
      problem: Problem | null,
      at: number | null,
      countsAsAttempt: boolean,
    ): void {
      run(
        `UPDATE uploads SET state = 'queued', error_code = ?, error_message = ?, next_try_at = ?,
           attempts = attempts + ? WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
        problem?.code ?? null,
        problem?.message ?? null,
        at,
        countsAsAttempt ? 1 : 0,
        id,
      );
    },
    fail(id: number, problem: Problem, now: number): void {
      db.durably(() =>
        run(
          `UPDATE uploads SET state = 'failed', error_code = ?, error_message = ?, next_try_at = NULL, finished_at = ?
           WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          problem.code,
          problem.message,
          now,
          id,
        ),
      );
    },
    /** Discards the sent parts and counts the restart. Without a reason the service lost them. */
    restart(id: number, reason: RestartReason | null): void {
      db.durably(() => {
        run("DELETE FROM upload_parts WHERE upload = ?", id);
        run(
          `UPDATE uploads SET ${fromTheBeginning}, ${uncheckPath}, restarts = restarts + 1,
             restart_reason = coalesce(?, restart_reason) WHERE id = ?`,
          reason,
          id,
        );
      });
    },
    /** Stores the present identity of a changed file; its sent parts are discarded. */
    updateIdentity(id: number, identity: FileSnapshot): void {
      db.durably(() => {
        const adopted = run(
          `UPDATE uploads SET ${fromTheBeginning}, ${uncheckPath}, size = ?, mtime_ns = ?, inode = ?, ctime_ns = ?, device = ?,
             restart_reason = NULL WHERE id = ? AND state = 'failed'`,
          identity.size,
          identity.mtimeNs,
          identity.inode,
          identity.ctimeNs,
          identity.device,
          id,
        );
        if (adopted > 0) run("DELETE FROM upload_parts WHERE upload = ?", id);
      });
    },

    pause: (selection: UploadSelection) =>
      updateSelected("state = 'paused'", [...statesOf.active, "queued"], selection),
    resume: (selection: UploadSelection) =>
      updateSelected(`state = 'queued', ${noProblem}`, ["paused"], selection),
    cancel: (selection: UploadSelection) =>
      updateSelected(
        "state = 'cancelled'",
        [...statesOf.active, "queued", "paused", "failed"],
        selection,
      ),
    restore: (ids: readonly number[]) =>
      updateSelected(`state = 'queued', ${noProblem}`, ["cancelled"], { ids }),
    retry: (selection: UploadSelection) =>
      updateSelected(
        `state = 'queued', attempts = 0, restarts = 0, finished_at = NULL, ${noProblem}`,
        ["failed", "queued"],
        selection,
      ),
    /** The failed uploads of a selection: their files are inspected again before a retry. */
    failedOf(selection: UploadSelection): UploadRow[] {
      const { where, values } = selected(selection, ["failed"]);
      return db.all<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE ${where}`, ...values);
    },
    /** Moves waiting uploads to the top of the queue, in their present order. */
    moveToTop(selection: UploadSelection): void {
      const { where, values } = selected(selection, ["queued", "paused"]);
      db.durably(() => {
        const first = db.get<{ at: number | null }>("SELECT min(position) AS at FROM uploads");
        run(
          `WITH moved AS (SELECT id, row_number() OVER (ORDER BY position DESC) AS step FROM uploads WHERE ${where})
           UPDATE uploads SET position = ? - moved.step FROM moved WHERE uploads.id = moved.id`,
          ...values,
          first?.at ?? 0,
        );
      });
    },
    /** Deletes finished and cancelled uploads; returns the number of finished ones. */
    clearDone(workspaceId: string): number {
      return db.durably(() => {
        run("DELETE FROM uploads WHERE workspace_id = ? AND state = 'cancelled'", workspaceId);
        const cleared = run(
          "DELETE FROM uploads WHERE workspace_id = ? AND state = 'done'",
          workspaceId,
        );
        run("DELETE FROM drops WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE drop_id = drops.id)");
        return cleared;
      });
    },
    /** Drops whose files have all ended since the last call. */
    finishedDrops(): { workspaceId: string; files: number; failed: number }[] {
      const open = quoted([...statesOf.active, "queued", "paused"]);
      const count = (state: UploadState) =>
        `(SELECT count(*) FROM uploads WHERE drop_id = drops.id AND state = '${state}')`;
      return db.transaction(() => {
        const drops = db.all<{ id: number; workspaceId: string; files: number; failed: number }>(
          `SELECT id, workspace_id AS workspaceId,
                  ${count("done")} AS files, ${count("failed")} AS failed FROM drops
             WHERE is_announced = 0
               AND NOT EXISTS (SELECT 1 FROM uploads WHERE drop_id = drops.id AND state IN (${open}))`,
        );
        for (const { id } of drops) run("UPDATE drops SET is_announced = 1 WHERE id = ?", id);
        return drops.map(({ id: _id, ...drop }) => drop);
      });
    },
  };
}
