/**
 * Orders on their way to the service, and the media that they wait for. State is kept here before anybody is told of
 * it: the window, the service, or the step that comes next.
 */
import type { OutboxEntry, OutboxState } from "../../../preload/contract/outbox";
import type { Problem } from "../../../preload/model";
import type { Database, SqlValue } from "../../common/database/database";
import { createOutboxFiles, filesOf, isLost, isMissing } from "./file-store";

export type OutboxKind = OutboxEntry["kind"];

/** An entry without what it asks for: that of a bulk request is long. */
export interface OutboxRow {
  id: number;
  workspaceId: string;
  projectId: string;
  projectName: string;
  kind: OutboxKind;
  name: string;
  /** As it is kept: "waiting" also while a file of it has failed. */
  state: OutboxState;
  isDropped: number;
  revision: number;
  targetFolder: string;
  hasScript: number;
  draftId: number | null;
  /** JSON: ids of batches of its names that were there before it was sent. */
  seenBefore: string | null;
  /** It was sent then, and what became of it is not known. */
  attemptedAt: number | null;
  attempts: number;
  nextTryAt: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** JSON: the fields that were refused. */
  fields: string;
  createdAt: number;
  sentAt: number | null;
  resultId: string;
  /** Its media that are not in the gallery yet: those on their way, and those whose upload failed or is gone. */
  uploads: number;
  failedUploads: number;
}

/** With the state that is shown: one whose file has failed is "refused". */
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
  /** Of languages: the batch that they are for. */
  resultId?: string;
}

/** Why an entry waits or was refused. */
export interface OutboxFailure {
  problem: Problem | null;
  fields: readonly { field: string; message: string }[];
}
const nothing: OutboxFailure = { problem: null, fields: [] };

/** What is shown: an entry with a file that failed needs somebody, and goes on by itself when the file does. */
const shownState = `CASE WHEN o.state = 'waiting' AND EXISTS (
  SELECT 1 FROM ${filesOf} WHERE ${isMissing} AND ${isLost}) THEN 'refused' ELSE o.state END`;
/** Whether it can be taken back without anybody asking what became of it. */
const isReplaceable = `is_dropped = 0 AND state IN ('waiting', 'refused') AND attempted_at IS NULL
  AND error_code IS NOT 'unconfirmed'`;
const columns = `o.id, o.workspace_id AS workspaceId, o.project_id AS projectId, o.project_name AS projectName,
  o.kind, o.name, o.state, o.is_dropped AS isDropped, o.revision, o.target_folder AS targetFolder,
  o.has_script AS hasScript, o.draft_id AS draftId, o.seen_before AS seenBefore, o.attempted_at AS attemptedAt,
  o.attempts, o.next_try_at AS nextTryAt, o.error_code AS errorCode, o.error_message AS errorMessage, o.fields,
  o.created_at AS createdAt, o.sent_at AS sentAt, o.result_id AS resultId,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND NOT ${isLost}) AS uploads,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND ${isLost}) AS failedUploads`;
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
    /** Adds an entry that nobody sees before `open`: its files may be many. */
    add(entry: NewOutboxEntry, now: number): number {
      const added = db
        .prepare(
          `INSERT INTO outbox (workspace_id, project_id, project_name, kind, name, state, is_dropped, target_folder,
             body, has_script, draft_id, created_at, result_id)
             VALUES (?, ?, ?, ?, ?, 'waiting', 1, ?, ?, ?, ?, ?, ?)`,
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
    /** All that it needs is on disk: from now on it is there. What has to be true with it is written by `also`. */
    open(id: number, also?: () => void): void {
      db.durably(() => {
        db.run("UPDATE outbox SET is_dropped = 0 WHERE id = ?", id);
        also?.();
      });
    },
    /**
     * Orders of a table that still wait, of which it is certain that none has arrived; the newest first. They go from
     * the outbox, but for the one that takes their place, with `removeReplaceable`.
     */
    replaceableEntries(workspaceId: string, draftId: number): number[] {
      const sql = `SELECT id FROM outbox WHERE workspace_id = ? AND draft_id = ? AND ${isReplaceable}
        ORDER BY id DESC`;
      return db.all<{ id: number }>(sql, workspaceId, draftId).map(({ id }) => id);
    },
    removeReplaceable(workspaceId: string, draftId: number, exceptId: number): number[] {
      return db.durably(() => {
        const gone = this.replaceableEntries(workspaceId, draftId).filter((id) => id !== exceptId);
        db.run("DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", idsOf(gone));
        return gone;
      });
    },
    body(id: number): string | null {
      const sql = "SELECT body FROM outbox WHERE id = ?";
      return db.get<{ body: string }>(sql, id)?.body ?? null;
    },
    /** Puts another order in its place, unless it is being sent or was. Returns whether it did. */
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

    /** A window of a workspace's entries, the newest first; `projectId` "" stands for all. */
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
      const where = `o.workspace_id = ? AND o.is_dropped = 0 AND (? = '' OR o.project_id = ?) AND ${inState}`;
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
           WHERE o.workspace_id = ? AND o.is_dropped = 0 AND (? = '' OR o.project_id = ?) GROUP BY 1`,
        workspaceId,
        projectId,
        projectId,
      );
    },
    /** Whether anything waits, for who wonders whether a change of uploads is worth telling. */
    hasUnsent: () =>
      db.get("SELECT 1 FROM outbox WHERE is_dropped = 0 AND state <> 'sent' LIMIT 1") !== undefined,

    /** Projects with something that could go now: all its files are there. */
    ready(now: number): { workspaceId: string; projectId: string }[] {
      return db.all(
        `SELECT DISTINCT o.workspace_id AS workspaceId, o.project_id AS projectId FROM outbox o
           WHERE o.is_dropped = 0 AND o.state = 'waiting' AND (o.next_try_at IS NULL OR o.next_try_at <= ?)
             AND NOT EXISTS (SELECT 1 FROM outbox_files f WHERE ${isMissing})`,
        now,
      );
    },
    /** The first of a project that could go now. */
    nextReady(workspaceId: string, projectId: string, now: number): OutboxRow | undefined {
      return db.get<OutboxRow>(
        `SELECT ${columns} FROM outbox o WHERE o.workspace_id = ? AND o.project_id = ? AND o.is_dropped = 0
           AND o.state = 'waiting' AND (o.next_try_at IS NULL OR o.next_try_at <= ?)
           AND NOT EXISTS (SELECT 1 FROM outbox_files f WHERE ${isMissing}) ORDER BY o.id LIMIT 1`,
        workspaceId,
        projectId,
        now,
      );
    },
    /** When the next of those that wait for their time is due, or null. */
    nextDueAt(now: number): number | null {
      const row = db.get<{ at: number | null }>(
        `SELECT min(next_try_at) AS at FROM outbox WHERE is_dropped = 0 AND state = 'waiting' AND next_try_at > ?`,
        now,
      );
      return row?.at ?? null;
    },
    /** Names of the batches of a project that are yet to be sent. */
    unsentNames(workspaceId: string, projectId: string): string[] {
      const sql =
        "SELECT name FROM outbox WHERE workspace_id = ? AND project_id = ? AND kind = 'batch' AND state <> 'sent'";
      return db.all<{ name: string }>(sql, workspaceId, projectId).map(({ name }) => name);
    },
    /**
     * Names of the batches that orders of a project, single ones and bulk requests, are yet to make; without those
     * that a start of this table would replace.
     */
    pendingNames(workspaceId: string, projectId: string, draftId: number): string[] {
      const open = `workspace_id = ?1 AND project_id = ?2 AND state <> 'sent' AND is_dropped = 0
        AND NOT (draft_id IS ?3 AND ${isReplaceable})`;
      const sql = `SELECT name FROM outbox WHERE kind = 'batch' AND ${open} UNION ALL
        SELECT json_extract(one.value, '$.name') FROM outbox, json_each(outbox.body, '$.rows') AS one
          WHERE kind = 'bulk' AND ${open}`;
      return db.all<{ name: string }>(sql, workspaceId, projectId, draftId).map(({ name }) => name);
    },
    /** Whether a batch is known as that of another entry, or of a bulk request (but for the one of that row id). */
    isClaimed(workspaceId: string, batchId: string, exceptRequest = 0): boolean {
      const sql = `SELECT 1 FROM outbox WHERE workspace_id = ?1 AND result_id = ?2 AND kind = 'batch'
        UNION ALL SELECT 1 FROM bulk_request_rows JOIN bulk_requests ON bulk_requests.id = request
          WHERE batch_id = ?2 AND batch_id <> '' AND workspace_id = ?1 AND request <> ?3`;
      return db.get(sql, workspaceId, batchId, exceptRequest) !== undefined;
    },

    /**
     * It is about to be sent. On disk before it is. Returns false when it was changed, dropped or sent meanwhile.
     */
    attempt(id: number, revision: number, seenBefore: readonly string[], now: number): boolean {
      return db.durably(
        () =>
          db.run(
            `UPDATE outbox SET state = 'sending', attempted_at = ?, seen_before = ?
               WHERE id = ? AND revision = ? AND state = 'waiting' AND is_dropped = 0`,
            now,
            JSON.stringify(seenBefore),
            id,
            revision,
          ) > 0,
      );
    },
    /** It arrived. On disk when it returns; what is known of it otherwise is written by `also`. */
    sent(
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
    /** It needs somebody. */
    refuse(id: number, revision: number, failure: OutboxFailure): void {
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
     * Back to wait. `attemptedAt` is when it was last sent without an answer, or null where it is known that it did
     * not arrive.
     */
    waitFor(
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
          ...failureColumns({ ...nothing, problem: wait.problem }),
          id,
          revision,
        ),
      );
    },
    /** What was being sent when the program ended: whether it arrived is to be found out. */
    requeueInterrupted(now: number): void {
      db.run("UPDATE outbox SET state = 'waiting', attempted_at = ? WHERE state = 'sending'", now);
    },
    /**
     * After a start: the clock may have been set back since these moments were stored. A wait is at most this long, and
     * nothing was sent in the future.
     */
    boundWaits(now: number, longestWaitMs: number): void {
      db.run("UPDATE outbox SET next_try_at = NULL WHERE next_try_at > ?", now + longestWaitMs);
      db.run("UPDATE outbox SET attempted_at = ? WHERE attempted_at > ?", now, now);
    },

    /** Tries these again now. One that nobody could confirm is sent anew: its user has looked. */
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
    /** Their time has come: of a workspace, or of all; of those that wait for these reasons alone where given. */
    hurry(workspaceId: string | null, codes?: readonly string[]): void {
      db.run(
        `UPDATE outbox SET next_try_at = NULL WHERE state = 'waiting' AND next_try_at IS NOT NULL
           AND (? IS NULL OR workspace_id = ?) AND (? IS NULL OR error_code IN (SELECT value FROM json_each(?)))`,
        workspaceId,
        workspaceId,
        codes ? 1 : null,
        JSON.stringify(codes ?? []),
      );
    },
    setDropped(workspaceId: string, ids: readonly number[], isDropped: boolean): void {
      db.durably(() =>
        db.run(
          `UPDATE outbox SET is_dropped = ? WHERE workspace_id = ? AND id IN (SELECT value FROM json_each(?))`,
          isDropped ? 1 : 0,
          workspaceId,
          idsOf(ids),
        ),
      );
    },
    /** Forgets what was dropped, of every workspace: nobody takes it back any more. Returns the entries that are gone. */
    clearDropped(): number[] {
      return db.durably(() => {
        const where = "is_dropped = 1 AND state <> 'sending'";
        const gone = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`);
        db.run(`DELETE FROM outbox WHERE ${where}`);
        return gone.map(({ id }) => id);
      });
    },
    /** Forgets what was sent; what was dropped may yet be taken back. Returns the entries that are gone. */
    clear(workspaceId: string): number[] {
      return db.durably(() => {
        const where = "workspace_id = ? AND state = 'sent' AND is_dropped = 0";
        const gone = db.all<{ id: number }>(`SELECT id FROM outbox WHERE ${where}`, workspaceId);
        db.run(`DELETE FROM outbox WHERE ${where}`, workspaceId);
        return gone.map(({ id }) => id);
      });
    },
    /** Forgets a workspace that is being removed. */
    remove(workspaceId: string): number[] {
      return db.durably(() => {
        const sql = "SELECT id FROM outbox WHERE workspace_id = ?";
        const gone = db.all<{ id: number }>(sql, workspaceId);
        db.run("DELETE FROM outbox WHERE workspace_id = ?", workspaceId);
        return gone.map(({ id }) => id);
      });
    },
  };
}
