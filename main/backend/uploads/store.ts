/**
 * SQL of uploads and their parts: the rows as the queue and the transfers read and change them. A change is written
 * before it is reported. Drops and the user's actions are in modules of their own, and part of this store.
 */
import type { Problem, RestartReason, UploadFilter, UploadState } from "../../../preload/model";
import { createCommitGroup } from "../../common/database/commit-group";
import type { Database, SqlValue } from "../../common/database/database";
import { createComparisonStore } from "./comparison-store";
import { createDropStore } from "./drop-store";
import { createFinishedBefore } from "./finished-before";
import { createOrderStore } from "./order-store";
import { createSelectionStore } from "./selection-store";
import { createProblemStore } from "./problem-store";
import { createSourceStore } from "./source-store";
import {
  fromTheBeginning,
  noProblem,
  replacesFormer,
  uncheckPath,
  uploadColumns,
  type FileSnapshot,
  type UploadRow,
} from "./upload-rows";
import { listUploads, pendingStates, quoted, statesOf, unfinishedStates } from "./upload-selection";

export interface PartRow {
  number: number;
  /** As received: the identifier of the part. */
  etag: string;
  size: number;
  /** MD5 of the bytes sent, in hexadecimal digits; "" if unknown. */
  md5: string;
}

/** An upload whose path was checked, and when that is on disk. */
export interface StartedUpload {
  row: UploadRow;
  stored: Promise<void>;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(db: Database) {
  const run = (sql: string, ...values: SqlValue[]) => db.run(sql, ...values);
  const group = createCommitGroup(db);

  function get(id: number): UploadRow | undefined {
    return db.get<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`, id);
  }

  /** No checksum was compared: the storage's ETag is none, or the service copied the file by its path. */
  const setUnverified = (id: number) =>
    void run("UPDATE uploads SET is_unverified = 1 WHERE id = ?", id);

  return {
    ...createDropStore(db),
    ...createSelectionStore(db),
    ...createOrderStore(db),
    ...createSourceStore(db),
    ...createProblemStore(db),
    ...createComparisonStore(db),
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
    unfinishedTo(workspaceId: string, galleryPath: string): { id: number; sourcePath: string }[] {
      return db.all<{ id: number; sourcePath: string }>(
        `SELECT id, source_path AS sourcePath FROM uploads WHERE workspace_id = ? AND gallery_path = ?
             AND state IN (${quoted(unfinishedStates)})`,
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
    /** The finished uploads of a workspace that do not count as progress. */
    finishedBefore: createFinishedBefore(db).finishedBefore,
    /** The states of these uploads, of their files, and their confirmed bytes. */
    identitiesOf(ids: readonly number[]) {
      type Row = Pick<UploadRow, "id" | "state" | "size" | "mtimeNs" | "inode" | "sentBytes">;
      return db.all<Row>(
        `SELECT id, state, size, mtime_ns AS mtimeNs, inode, sent_bytes AS sentBytes FROM uploads
           WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
    },
    /** Sent files by gallery path, with their sources: for a plan that is created repeatedly (headless upload). */
    finishedTo(workspaceId: string, galleryPath: string): UploadRow[] {
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
    /** Ends delays that end later than `at`: the clock was set back since they were stored. */
    limitDelays(at: number): void {
      run("UPDATE uploads SET next_try_at = NULL WHERE next_try_at > ?", at);
    },
    /**
     * The ids of the next due uploads of a workspace that are not active; those whose delay has ended come before the
     * others. Only the index is read: the cost does not depend on the length of the queue.
     */
    due(workspaceId: string, now: number, busy: readonly number[], limit: number): number[] {
      const isBusy = new Set(busy);
      const next = (condition: string, order: string, ...values: SqlValue[]) =>
        db
          .all<{ id: number }>(
            `SELECT id FROM uploads WHERE state = 'queued' AND workspace_id = ? AND ${condition}
               ORDER BY ${order} LIMIT ?`,
            workspaceId,
            ...values,
            limit + busy.length,
          )
          .map(({ id }) => id)
          .filter((id) => !isBusy.has(id));
      const delayed = next("next_try_at <= ?", "next_try_at", now);
      const others = delayed.length < limit ? next("next_try_at IS NULL", "position") : [];
      return [...delayed, ...others].slice(0, limit);
    },
    /** When the next delay of a row of the workspace ends, or null. */
    nextDueAt(workspaceId: string, now: number): number | null {
      const row = db.get<{ at: number | null }>(
        `SELECT min(next_try_at) AS at FROM uploads
           WHERE state = 'queued' AND workspace_id = ? AND next_try_at > ?`,
        workspaceId,
        now,
      );
      return row?.at ?? null;
    },

    /**
     * Sets the state of an upload unless the user has paused or cancelled it meanwhile. Returns whether it was set. The
     * other changes of a pending row below have the same condition.
     */
    setState(id: number, state: UploadState): boolean {
      return (
        run(
          `UPDATE uploads SET state = ? WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          state,
          id,
        ) > 0
      );
    },
    /**
     * The path was checked: a pending row is "uploading". `replaces`: the gallery has a file there. The first byte may
     * be sent when the returned promise has resolved.
     */
    start(row: UploadRow, galleryPath: string, replaces: boolean): StartedUpload {
      const stored = group.durably(
        () =>
          void run(
            `UPDATE uploads SET is_started = 1, gallery_path = ?, replaces = ?,
               state = CASE WHEN state IN (${quoted(pendingStates)}) THEN 'uploading' ELSE state END WHERE id = ?`,
            galleryPath,
            replaces ? 1 : 0,
            row.id,
          ),
      );
      // A failure is handled where the promise is awaited; this prevents an unhandled rejection before.
      stored.catch(() => undefined);
      const isReplacing = replaces ? 1 : 0;
      return {
        row: { ...row, state: "uploading", galleryPath, isStarted: 1, replaces: isReplacing },
        stored,
      };
    },
    /** Skips the file: the user chose to keep the one in the gallery. */
    skip(id: number): void {
      db.durably(() =>
        run(
          `UPDATE uploads SET state = 'cancelled' WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          id,
        ),
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
    addPart(id: number, part: PartRow & { isVerified: boolean }): void {
      db.transaction(() => {
        const former = db.get<{ size: number }>(
          "SELECT size FROM upload_parts WHERE upload = ? AND number = ?",
          id,
          part.number,
        );
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
          `UPDATE uploads SET attempts = 0, ${noProblem}, done_parts = done_parts + ?,
             sent_bytes = sent_bytes + ? WHERE id = ?`,
          former ? 0 : 1,
          part.size - (former?.size ?? 0),
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
    async beginComplete(id: number): Promise<void> {
      await group.durably(() =>
        run(
          `UPDATE uploads SET state = 'completing', complete_attempts = complete_attempts + 1
             WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          id,
        ),
      );
    },
    /** The file is in the gallery. Resolves when that is on disk. */
    finish({ id, partCount }: { id: number; partCount: number }, now: number): Promise<void> {
      return group.durably(() => {
        run(
          `UPDATE uploads SET state = 'done', sent_bytes = size, finished_at = ?, ${noProblem} WHERE id = ?`,
          now,
          id,
        );
        if (partCount > 0) run("DELETE FROM upload_parts WHERE upload = ?", id);
      });
    },
    /** Queues a pending row again: with the problem that ended its last attempt, until `at`; at once without either. */
    requeue(
      id: number,
      {
        problem = null,
        at = null,
        isAttempt = false,
      }: {
        problem?: Problem | null;
        /** When it is due, by the clock of delays; null for at once. */
        at?: number | null;
        /** Counts as one of the consecutive failed attempts. */
        isAttempt?: boolean;
      } = {},
    ): void {
      run(
        `UPDATE uploads SET state = 'queued', error_code = ?, error_message = ?, next_try_at = ?,
           attempts = attempts + ? WHERE id = ? AND state IN (${quoted(pendingStates)})`,
        problem?.code ?? null,
        problem?.message ?? null,
        at,
        isAttempt ? 1 : 0,
        id,
      );
    },
    async fail(id: number, problem: Problem, now: number): Promise<void> {
      await group.durably(() =>
        run(
          `UPDATE uploads SET state = 'failed', error_code = ?, error_message = ?, next_try_at = NULL, finished_at = ?
           WHERE id = ? AND state IN (${quoted(pendingStates)})`,
          problem.code,
          problem.message,
          now,
          id,
        ),
      );
    },
    /**
     * Discards the sent parts and counts the restart. Without a reason the service lost them; with one, other bytes are
     * sent than before.
     */
    restart(id: number, reason: RestartReason | null): void {
      db.durably(() => {
        run("DELETE FROM upload_parts WHERE upload = ?", id);
        run(
          `UPDATE uploads SET ${fromTheBeginning}, ${uncheckPath}, ${reason === null ? "" : `${replacesFormer},`}
             restarts = restarts + 1, restart_reason = coalesce(?, restart_reason) WHERE id = ?`,
          reason,
          id,
        );
      });
    },
  };
}
