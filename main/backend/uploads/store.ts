/** The durable queue: uploads and their parts. State is kept here before anybody is told of it. */
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
  /** As it came: the part's identifier. */
  etag: string;
  size: number;
  /** Of the bytes sent, in hexadecimal digits; "" where it is not known. */
  md5: string;
}

/** Forgets what was sent, so that the file goes from its beginning under a new upload id. */
const fromTheBeginning =
  "upload_id = NULL, part_size = 0, part_count = 0, sent_bytes = 0, done_parts = 0, complete_attempts = 0, is_unverified = 0";
/** Begun anew, its path is checked again, unless the service may already have put the file there. */
const uncheckPath = `is_started = CASE WHEN upload_id IS NOT NULL AND complete_attempts = 0 THEN 0 ELSE is_started END`;
const noProblem = "error_code = NULL, error_message = NULL, next_try_at = NULL";

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(db: Database) {
  const run = (sql: string, ...values: SqlValue[]) => db.run(sql, ...values);

  /** Runs an update over those of a selection that are in one of these states. */
  function updateSelected(set: string, states: readonly UploadState[], selection: UploadSelection) {
    const { where, values } = selected(selection, states);
    db.durably(() => run(`UPDATE uploads SET ${set} WHERE ${where}`, ...values));
  }

  function get(id: number): UploadRow | undefined {
    return db.get<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`, id);
  }

  /** The storage's ETag could not be compared with what was sent. */
  const setUnverified = (id: number) =>
    void run("UPDATE uploads SET is_unverified = 1 WHERE id = ?", id);

  return {
    /** A drop, to which its files are added in one or more steps. */
    addDrop(workspaceId: string, now: number): number {
      // Counts as announced until all its files are there; see closeDrop.
      const sql = "INSERT INTO drops (workspace_id, created_at, is_announced) VALUES (?, ?, 1)";
      return Number(db.prepare(sql).run(workspaceId, now).lastInsertRowid);
    },
    /** All files of a drop are queued: from now on its end is worth telling. */
    closeDrop(dropId: number): void {
      run("UPDATE drops SET is_announced = 0 WHERE id = ?", dropId);
    },
    /** Queues files of a drop. They are on disk when this returns. */
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
    /** The uploads of a file on this computer that were not called off. */
    ofSource(workspaceId: string, sourcePath: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND source_path = ? AND state <> 'cancelled'
           ORDER BY id DESC`,
        workspaceId,
        sourcePath,
      );
    },
    /** The uploads of this gallery path that are not at their end. */
    underWay(workspaceId: string, galleryPath: string): { id: number; sourcePath: string }[] {
      return db.all<{ id: number; sourcePath: string }>(
        `SELECT id, source_path AS sourcePath FROM uploads WHERE workspace_id = ? AND gallery_path = ?
             AND state IN (${quoted([...statesOf.active, "queued", "paused", "failed"])})`,
        workspaceId,
        galleryPath,
      );
    },

    /** A page of what a filter and a search select, in the order of the list. */
    list: (
      workspaceId: string,
      filter: UploadFilter,
      search: string,
      offset: number,
      limit: number,
    ) => listUploads(db, workspaceId, filter, search, { offset, limit }),
    /** Files and bytes by state; cancelled ones are left out. Triggers keep them, so this costs the same for any queue. */
    totals(workspaceId: string) {
      return db.all<{ state: UploadState; files: number; bytes: number; sentBytes: number }>(
        `SELECT state, files, bytes, sent_bytes AS sentBytes FROM upload_totals
           WHERE workspace_id = ? AND state <> 'cancelled' AND files > 0`,
        workspaceId,
      );
    },
    /** What of these paths has been sent from where: for a plan that is made again and again. */
    doneAt(workspaceId: string, galleryPath: string): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE workspace_id = ? AND gallery_path = ? AND state = 'done'`,
        workspaceId,
        galleryPath,
      );
    },

    /**
     * Whatever counts as active and is not at work waits its turn again, with all it had: after a start, and after
     * a time in which nothing could be written.
     */
    requeueStray(busy: readonly number[]): void {
      run(
        `UPDATE uploads SET state = 'queued', next_try_at = NULL WHERE state IN (${quoted(statesOf.active)})
           AND id NOT IN (SELECT value FROM json_each(?))`,
        JSON.stringify(busy),
      );
    },
    /** Those that wait for a time later than this do not wait any more: the clock was set back since it was stored. */
    hurryLaterThan(at: number): void {
      run("UPDATE uploads SET next_try_at = NULL WHERE next_try_at > ?", at);
    },
    /** The next upload that may go, of these workspaces, leaving out those already at work. */
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
    /** When the next of those that wait for their time is due, or null. */
    nextDueAt(now: number): number | null {
      const row = db.get<{ at: number | null }>(
        "SELECT min(next_try_at) AS at FROM uploads WHERE state = 'queued' AND next_try_at > ?",
        now,
      );
      return row?.at ?? null;
    },

    /** Each of these changes only an upload that is still active, so that a pause or cancel meanwhile stands. */
    setState(id: number, state: UploadState): boolean {
      return (
        run(
          `UPDATE uploads SET state = ? WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          state,
          id,
        ) > 0
      );
    },
    /** Its path was checked: the first byte may be sent there. `replaces`: the gallery holds something there. */
    start(id: number, galleryPath: string, replaces: boolean): void {
      run(
        "UPDATE uploads SET is_started = 1, gallery_path = ?, replaces = ? WHERE id = ?",
        galleryPath,
        replaces ? 1 : 0,
        id,
      );
    },
    /** The user chose to leave what is in the gallery. */
    skip(id: number): void {
      db.durably(() =>
        run(
          `UPDATE uploads SET state = 'cancelled' WHERE id = ? AND state IN (${quoted([...statesOf.active, "queued"])})`,
          id,
        ),
      );
    },
    /** The user's choice for those that stopped because their path is taken. */
    resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
      const { where, values } = selected(selection, ["failed"]);
      db.durably(() =>
        run(
          // One that is skipped is asked about again when it is put back.
          `UPDATE uploads SET on_conflict = ?, state = ?, finished_at = NULL, ${noProblem}
             WHERE ${where} AND error_code = 'path-taken'`,
          choice === "skip" ? "ask" : choice,
          choice === "skip" ? "cancelled" : "queued",
          ...values,
        ),
      );
    },
    /** A multipart upload has begun. On disk before its first byte is sent. */
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
    /** A part is at the service. `isVerified`: its ETag is the MD5 of what was sent. */
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
    /** The bytes of all parts sent proved to be the same although ctime or device had changed. */
    setStamp(id: number, { ctimeNs, device }: Pick<FileSnapshot, "ctimeNs" | "device">): void {
      run("UPDATE uploads SET ctime_ns = ?, device = ? WHERE id = ?", ctimeNs, device, id);
    },
    /** "complete" is about to be sent. On disk before it is, so that a lost answer can be told from none. */
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
    /** Back in the queue, to be tried again: at once where `at` is null. */
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
    /** The parts sent cannot be used (any more): begins anew and counts it. Without a reason the service lost them. */
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
    /** A failed file is what it is now; what was sent of its former self is worth nothing. */
    adopt(id: number, identity: FileSnapshot): void {
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
    /** Which of a selection failed: their files are looked at again before they are retried. */
    failedOf(selection: UploadSelection): UploadRow[] {
      const { where, values } = selected(selection, ["failed"]);
      return db.all<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE ${where}`, ...values);
    },
    /** Puts those that wait before all others, their own order kept. */
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
    /** Takes finished and cancelled ones off the list; returns how many finished ones went. */
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
    /** Drops whose files have all come to their end since this was last asked. */
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
