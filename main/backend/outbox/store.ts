/**
 * The rows of the outbox: pending requests and the media they wait for. Every change of state is on disk before the
 * window, the service or the next step depends on it.
 */
import type { OutboxEntry, OutboxState } from "../../../preload/contract/outbox";
import type { Problem } from "../../../preload/model";
import type { Database, SqlValue } from "../../common/database/database";
import { createOutboxFiles, filesOf, hasNoUpload, isMissing } from "./file-store";

export type OutboxKind = OutboxEntry["kind"];

/**
 * Where an entry is listed. "draft": its files are still being added. "removed": the user removed it; it can be restored
 * until the next start. Neither is sent or shown.
 */
export type EntryListing = "draft" | "listed" | "removed";

/** An entry without the body of its request, which may be large. */
export interface OutboxRow {
  id: number;
  workspaceId: string;
  projectId: string;
  projectName: string;
  kind: OutboxKind;
  name: string;
  /** As stored: also "waiting" while an upload of it has failed (`ShownRow`). */
  state: OutboxState;
  listing: EntryListing;
  /** Incremented by every change of the request. */
  revision: number;
  targetFolder: string;
  hasScript: number;
  draftId: number | null;
  /** JSON: ids of the batches of its names that existed before it was sent. */
  seenBefore: string | null;
  /** When it was last sent without a response; null where nothing is unconfirmed. */
  attemptedAt: number | null;
  attempts: number;
  nextTryAt: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** JSON: the rejected fields. */
  fields: string;
  createdAt: number;
  sentAt: number | null;
  resultId: string;
  /** Numbers of its media that are not in the gallery yet: being uploaded; upload failed, cancelled or deleted. */
  uploads: number;
  failedUploads: number;
}

/** With the state that is shown: an entry with a failed upload is "refused". */
export type ShownRow = OutboxRow & { shown: OutboxState };

export interface NewOutboxEntry {
  workspaceId: string;
  projectId: string;
  projectName: string;
  kind: OutboxKind;
  name: string;
  targetFolder: string;
  body: string;
  hasScript: boolean;
  draftId: number | null;
  /** Of added languages: the id of their batch. */
  resultId?: string;
}

/** Why an entry waits or was refused, and the rejected fields. */
export interface OutboxFailure {
  problem: Problem | null;
  fields: readonly { field: string; message: string }[];
}
const noFailure: OutboxFailure = { problem: null, fields: [] };

/** SQL: the shown state. A failed upload needs the user's attention, but the entry continues when it succeeds. */
const shownState = `CASE WHEN o.state = 'waiting' AND EXISTS (
  SELECT 1 FROM ${filesOf} WHERE ${isMissing} AND ${hasNoUpload}) THEN 'refused' ELSE o.state END`;
/** SQL: whether the service certainly has not received the entry's request, so that another may replace it. */
const isReplaceable = `listing = 'listed' AND state IN ('waiting', 'refused') AND attempted_at IS NULL
  AND error_code IS NOT 'unconfirmed'`;
const columns = `o.id, o.workspace_id AS workspaceId, o.project_id AS projectId, o.project_name AS projectName,
  o.kind, o.name, o.state, o.listing, o.revision, o.target_folder AS targetFolder,
  o.has_script AS hasScript, o.draft_id AS draftId, o.seen_before AS seenBefore, o.attempted_at AS attemptedAt,
  o.attempts, o.next_try_at AS nextTryAt, o.error_code AS errorCode, o.error_message AS errorMessage, o.fields,
  o.created_at AS createdAt, o.sent_at AS sentAt, o.result_id AS resultId,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND NOT ${hasNoUpload}) AS uploads,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND ${hasNoUpload}) AS failedUploads`;
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(db: Database) {
  const get = (id: number) =>
    db.get<ShownRow>(`SELECT ${columns}, ${shownState} AS shown FROM outbox o WHERE o.id = ?`, id);
  const failureColumns = ({ problem, fields }: OutboxFailure): SqlValue[] => [
    problem?.code ?? null,
    problem?.message ?? null,
    JSON.stringify(fields),
  ];
  const setFailure = "error_code = ?, error_message = ?, fields = ?";
  const idsOf = (ids: readonly number[]) => JSON.stringify(ids);

  return {
    ...createOutboxFiles(db),
    get,
    durably: db.durably,
    /** Adds an entry as a draft; `list` lists it once its files, which may be many, are added. */
    add(entry: NewOutboxEntry, now: number): number {
      const added = db
        .prepare(
          `INSERT INTO outbox (workspace_id, project_id, project_name, kind, name, state, listing, target_folder,
             body, has_script, draft_id, created_at, result_id)
             VALUES (?, ?, ?, ?, ?, 'waiting', 'draft', ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          entry.workspaceId,
          entry.projectId,
          entry.projectName,
          entry.kind,
          entry.name,
          entry.targetFolder,
          entry.body,
          entry.hasScript ? 1 : 0,
          entry.draftId,
          now,
          entry.resultId ?? "",
        );
      return Number(added.lastInsertRowid);
    },
    /** Lists a draft whose files are on disk; `also` writes in the same transaction. */
    publish(id: number, also?: () => void): void {
      db.durably(() => {
        db.run("UPDATE outbox SET listing = 'listed' WHERE id = ?", id);
        also?.();
      });
    },
    /**
     * Entries of a bulk draft that were certainly not delivered, the newest first. `removeReplaceable` deletes them, but
     * for the one that replaces them.
     */
    replaceableEntries(workspaceId: string, draftId: number): number[] {
      const sql = `SELECT id FROM outbox WHERE workspace_id = ? AND draft_id = ? AND ${isReplaceable}
        ORDER BY id DESC`;
      return db.all<{ id: number }>(sql, workspaceId, draftId).map(({ id }) => id);
    },
    removeReplaceable(workspaceId: string, draftId: number, exceptId: number): number[] {
      return db.durably(() => {
        const replaced = this.replaceableEntries(workspaceId, draftId).filter(
          (id) => id !== exceptId,
        );
        db.run("DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", idsOf(replaced));
        return replaced;
      });
    },
    body(id: number): string | null {
      const sql = "SELECT body FROM outbox WHERE id = ?";
      return db.get<{ body: string }>(sql, id)?.body ?? null;
    },
    /** Replaces the request of an entry, unless it is being sent or may have been delivered. Returns whether it did. */
    replace(
      id: number,
      entry: Pick<NewOutboxEntry, "name" | "body" | "hasScript" | "targetFolder">,
    ) {
      return (
        db.run(
          `UPDATE outbox SET name = ?, body = ?, has_script = ?, target_folder = ?, state = 'waiting', attempts = 0,
             revision = revision + 1, next_try_at = NULL, error_code = NULL, error_message = NULL, fields = '[]'
           WHERE id = ? AND state IN ('waiting', 'refused') AND attempted_at IS NULL`,
          entry.name,
          entry.body,
          entry.hasScript ? 1 : 0,
          entry.targetFolder,
          id,
        ) > 0
      );
    },

    /** A page of a workspace's entries, the newest first; `projectId` "" stands for all. */
    list(
      workspaceId: string,
      projectId: string,
      filter: OutboxState | "all" | "open",
      offset: number,
      limit: number,
    ): { rows: ShownRow[]; total: number } {
      const states = filter === "all" ? null : filter === "open" ? "!sent" : filter;
      const inState =
        states === null ? "1" : states === "!sent" ? "o.state <> 'sent'" : `${shownState} = ?`;
      const where = `o.workspace_id = ? AND o.listing = 'listed' AND (? = '' OR o.project_id = ?) AND ${inState}`;
      const values: SqlValue[] = [workspaceId, projectId, projectId];
      if (states !== null && states !== "!sent") values.push(states);
      const rows = db.all<ShownRow>(
        `SELECT ${columns}, ${shownState} AS shown FROM outbox o WHERE ${where} ORDER BY o.id DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      );
      const total = db.get<{ n: number }>(
        `SELECT count(*) AS n FROM outbox o WHERE ${where}`,
        ...values,
      );
      return { rows, total: total?.n ?? 0 };
    },
    counts(workspaceId: string, projectId: string): { state: OutboxState; n: number }[] {
      return db.all(
        `SELECT ${shownState} AS state, count(*) AS n FROM outbox o
           WHERE o.workspace_id = ? AND o.listing = 'listed' AND (? = '' OR o.project_id = ?) GROUP BY 1`,
        workspaceId,
        projectId,
        projectId,
      );
    },
    /** Whether any listed entry is not sent: only then does a change of uploads concern the outbox. */
    hasUnsent: () =>
      db.get("SELECT 1 FROM outbox WHERE listing = 'listed' AND state <> 'sent' LIMIT 1") !==
      undefined,

    /** Projects with an entry that can be sent now: it is due and all its files are in the gallery. */
    ready(now: number): { workspaceId: string; projectId: string }[] {
      return db.all(
        `SELECT DISTINCT o.workspace_id AS workspaceId, o.project_id AS projectId FROM outbox o
           WHERE o.listing = 'listed' AND o.state = 'waiting' AND (o.next_try_at IS NULL OR o.next_try_at <= ?)
             AND NOT EXISTS (SELECT 1 FROM outbox_files f WHERE ${isMissing})`,
        now,
      );
    },
    /** The oldest entry of a project that can be sent now. */
    nextReady(workspaceId: string, projectId: string, now: number): OutboxRow | undefined {
      return db.get<OutboxRow>(
        `SELECT ${columns} FROM outbox o WHERE o.workspace_id = ? AND o.project_id = ? AND o.listing = 'listed'
           AND o.state = 'waiting' AND (o.next_try_at IS NULL OR o.next_try_at <= ?)
           AND NOT EXISTS (SELECT 1 FROM outbox_files f WHERE ${isMissing}) ORDER BY o.id LIMIT 1`,
        workspaceId,
        projectId,
        now,
      );
    },
    /** When the next postponed entry is due, in milliseconds since 1970, or null. */
    nextDueAt(now: number): number | null {
      const row = db.get<{ at: number | null }>(
        `SELECT min(next_try_at) AS at FROM outbox WHERE listing = 'listed' AND state = 'waiting' AND next_try_at > ?`,
        now,
      );
      return row?.at ?? null;
    },
    /** Names of a project's single batches that are not sent. */
    unsentNames(workspaceId: string, projectId: string): string[] {
      const sql =
        "SELECT name FROM outbox WHERE workspace_id = ? AND project_id = ? AND kind = 'batch' AND state <> 'sent'";
      return db.all<{ name: string }>(sql, workspaceId, projectId).map(({ name }) => name);
    },
    /**
     * Names of the batches that pending requests of a project will create, single and bulk; without those of entries
     * that starting this bulk draft would replace.
     */
    pendingNames(workspaceId: string, projectId: string, draftId: number): string[] {
      const open = `workspace_id = ?1 AND project_id = ?2 AND state <> 'sent' AND listing = 'listed'
        AND NOT (draft_id IS ?3 AND ${isReplaceable})`;
      const sql = `SELECT name FROM outbox WHERE kind = 'batch' AND ${open} UNION ALL
        SELECT json_extract(one.value, '$.name') FROM outbox, json_each(outbox.body, '$.rows') AS one
          WHERE kind = 'bulk' AND ${open}`;
      return db.all<{ name: string }>(sql, workspaceId, projectId, draftId).map(({ name }) => name);
    },
    /** Whether a batch is the result of an entry, or of a bulk request other than the row `exceptRequest`. */
    isClaimed(workspaceId: string, batchId: string, exceptRequest = 0): boolean {
      const sql = `SELECT 1 FROM outbox WHERE workspace_id = ?1 AND result_id = ?2 AND kind = 'batch'
        UNION ALL SELECT 1 FROM bulk_request_rows JOIN bulk_requests ON bulk_requests.id = request
          WHERE batch_id = ?2 AND batch_id <> '' AND workspace_id = ?1 AND request <> ?3`;
      return db.get(sql, workspaceId, batchId, exceptRequest) !== undefined;
    },

    /**
     * Marks an entry as being sent, on disk before it is. Returns false when it was changed, removed or sent meanwhile.
     */
    markSending(id: number, revision: number, seenBefore: readonly string[], now: number): boolean {
      return db.durably(
        () =>
          db.run(
            `UPDATE outbox SET state = 'sending', attempted_at = ?, seen_before = ?
               WHERE id = ? AND revision = ? AND state = 'waiting' AND listing = 'listed'`,
            now,
            JSON.stringify(seenBefore),
            id,
            revision,
          ) > 0,
      );
    },
    /** Marks an entry as sent, on disk when it returns; `also` writes in the same transaction. */
    markSent(
      id: number,
      resultId: string,
      now: number,
      problem: Problem | null,
      also?: () => void,
    ): void {
      db.durably(() => {
        db.run(
          `UPDATE outbox SET state = 'sent', result_id = ?, sent_at = ?, attempted_at = NULL, seen_before = NULL,
             next_try_at = NULL, ${setFailure} WHERE id = ?`,
          resultId,
          now,
          ...failureColumns({ problem, fields: [] }),
          id,
        );
        also?.();
      });
    },
    /** Marks an entry as refused: it is not sent again before the user acts. */
    markRefused(id: number, revision: number, failure: OutboxFailure): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET state = 'refused', attempted_at = NULL, seen_before = NULL, next_try_at = NULL,
             ${setFailure} WHERE id = ? AND revision = ? AND state IN ('waiting', 'sending')`,
          ...failureColumns(failure),
          id,
          revision,
        ),
      );
    },
    /**
     * Returns an entry to "waiting", until `at` where given. `attemptedAt` is when it was last sent without a response,
     * or null where it was certainly not delivered. `isAttempt`: it counts as a failed attempt.
     */
    postpone(
      id: number,
      revision: number,
      wait: {
        problem: Problem | null;
        at: number | null;
        attemptedAt: number | null;
        isAttempt: boolean;
      },
    ): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET state = 'waiting', attempted_at = ?,
             seen_before = CASE WHEN ? IS NULL THEN NULL ELSE seen_before END,
             next_try_at = ?, attempts = attempts + ?, ${setFailure}
             WHERE id = ? AND revision = ? AND state IN ('waiting', 'sending')`,
          wait.attemptedAt,
          wait.attemptedAt,
          wait.at,
          wait.isAttempt ? 1 : 0,
          ...failureColumns({ ...noFailure, problem: wait.problem }),
          id,
          revision,
        ),
      );
    },
    /** Returns entries to "waiting" that were being sent when the program ended; their delivery is unconfirmed. */
    requeueInterrupted(now: number): void {
      db.run("UPDATE outbox SET state = 'waiting', attempted_at = ? WHERE state = 'sending'", now);
    },
    /**
     * After a start: the clock may have been set back since these times were stored. A wait is at most this long, and
     * nothing was sent in the future.
     */
    boundWaits(now: number, maxWaitMs: number): void {
      db.run("UPDATE outbox SET next_try_at = NULL WHERE next_try_at > ?", now + maxWaitMs);
      db.run("UPDATE outbox SET attempted_at = ? WHERE attempted_at > ?", now, now);
    },

    /** Makes entries due now. An unconfirmed one is sent again: the user has checked the project. */
    retry(workspaceId: string, ids: readonly number[]): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET state = 'waiting', attempts = 0, next_try_at = NULL, error_code = NULL,
             error_message = NULL, fields = '[]' WHERE workspace_id = ? AND state IN ('waiting', 'refused')
             AND id IN (SELECT value FROM json_each(?))`,
          workspaceId,
          idsOf(ids),
        ),
      );
    },
    /** Makes postponed entries due now: of a workspace or of all; where `codes` is given, only those with these errors. */
    makeDue(workspaceId: string | null, codes?: readonly string[]): void {
      db.run(
        `UPDATE outbox SET next_try_at = NULL WHERE state = 'waiting' AND next_try_at IS NOT NULL
           AND (? IS NULL OR workspace_id = ?) AND (? IS NULL OR error_code IN (SELECT value FROM json_each(?)))`,
        workspaceId,
        workspaceId,
        codes ? 1 : null,
        JSON.stringify(codes ?? []),
      );
    },
    /** Removes listed entries from the list, or restores removed ones. */
    setRemoved(workspaceId: string, ids: readonly number[], isRemoved: boolean): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET listing = ? WHERE workspace_id = ? AND listing = ?
             AND id IN (SELECT value FROM json_each(?))`,
          isRemoved ? "removed" : "listed",
          workspaceId,
          isRemoved ? "listed" : "removed",
          idsOf(ids),
        ),
      );
    },
    /** At a start: deletes removed entries and interrupted drafts of every workspace. Returns their ids. */
    deleteUnlisted(): number[] {
      return db.durably(() => {
        const where = "listing <> 'listed' AND state <> 'sending'";
        const deleted = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`);
        db.run(`DELETE FROM outbox WHERE ${where}`);
        return deleted.map(({ id }) => id);
      });
    },
    /** Deletes an entry that was refused, unless it was changed since. Returns whether it did. */
    deleteRefused(id: number, revision: number): boolean {
      const sql = "DELETE FROM outbox WHERE id = ? AND revision = ? AND state = 'refused'";
      return db.durably(() => db.run(sql, id, revision) > 0);
    },
    /** Deletes a workspace's listed entries that were sent; removed ones can still be restored. Returns their ids. */
    deleteSent(workspaceId: string): number[] {
      return db.durably(() => {
        const where = "workspace_id = ? AND state = 'sent' AND listing = 'listed'";
        const deleted = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`, workspaceId);
        db.run(`DELETE FROM outbox WHERE ${where}`, workspaceId);
        return deleted.map(({ id }) => id);
      });
    },
    /** Deletes all entries of a workspace. Returns their ids. */
    deleteAll(workspaceId: string): number[] {
      return db.durably(() => {
        const sql = "SELECT id FROM outbox WHERE workspace_id = ?";
        const deleted = db.all<{ id: number }>(sql, workspaceId);
        db.run("DELETE FROM outbox WHERE workspace_id = ?", workspaceId);
        return deleted.map(({ id }) => id);
      });
    },
  };
}
