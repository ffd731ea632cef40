/**
 * Reads entries of the outbox: lists of them, those that can be sent now, and the names that they
 * will create.
 */
import type { OutboxState } from "../../../../preload/contract/outbox";
import type { Database, SqlValue } from "../../../common/database/database";
import {
  columns,
  isReplaceable,
  isShown,
  isUnsent,
  shownState,
  type OutboxRow,
  type ShownRow,
} from "./entry-rows";
import { isMissing } from "./file-store";

export function createEntryQueries(db: Database) {
  return {
    get: (id: number) =>
      db.get<ShownRow>(
        `SELECT ${columns}, ${shownState} AS shown FROM outbox o WHERE o.id = ?`,
        id,
      ),
    body(id: number): string | null {
      const sql = "SELECT body FROM outbox WHERE id = ?";
      return db.get<{ body: string }>(sql, id)?.body ?? null;
    },
    /**
     * Entries of a bulk draft that were certainly not delivered, the newest first.
     * `removeReplaceable` deletes them, but for the one that replaces them.
     */
    replaceableEntries(workspaceId: string, draftId: number): number[] {
      const sql = `SELECT id FROM outbox WHERE workspace_id = ? AND draft_id = ? AND ${isReplaceable}
        ORDER BY id DESC`;
      return db.all<{ id: number }>(sql, workspaceId, draftId).map(({ id }) => id);
    },
    /** A page of a workspace's entries, the newest first; `projectId` "" stands for all. */
    list(
      workspaceId: string,
      projectId: string,
      filter: OutboxState | "all" | "open",
      offset: number,
      limit: number,
    ): { rows: ShownRow[]; total: number } {
      const where = `o.workspace_id = ? AND ${filter === "open" ? isUnsent : isShown}
        AND (? = '' OR o.project_id = ?)`;
      const values: SqlValue[] = [workspaceId, projectId, projectId];
      const isOfState = filter !== "all" && filter !== "open";
      if (isOfState) values.push(filter);
      const filtered = isOfState ? `${where} AND ${shownState} = ?` : where;
      const rows = db.all<ShownRow>(
        `SELECT ${columns}, ${shownState} AS shown FROM outbox o WHERE ${filtered} ORDER BY o.id DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      );
      const total = db.get<{ n: number }>(
        `SELECT count(*) AS n FROM outbox o WHERE ${filtered}`,
        ...values,
      );
      return { rows, total: total?.n ?? 0 };
    },
    counts(workspaceId: string, projectId: string): { state: OutboxState; n: number }[] {
      return db.all(
        `SELECT ${shownState} AS state, count(*) AS n FROM outbox o
           WHERE o.workspace_id = ? AND ${isShown} AND (? = '' OR o.project_id = ?) GROUP BY 1`,
        workspaceId,
        projectId,
        projectId,
      );
    },
    /**
     * Whether any shown entry is not sent: only then does a change of uploads concern the outbox.
     */
    hasUnsent: () => db.get(`SELECT 1 FROM outbox WHERE ${isUnsent} LIMIT 1`) !== undefined,

    /**
     * Projects with an entry that can be sent now: it is due and all its files are in the gallery.
     */
    ready(now: number): { workspaceId: string; projectId: string }[] {
      return db.all(
        `SELECT DISTINCT o.workspace_id AS workspaceId, o.project_id AS projectId FROM outbox o
           WHERE o.state = 'waiting' AND (o.next_try_at IS NULL OR o.next_try_at <= ?)
             AND NOT EXISTS (SELECT 1 FROM outbox_files f WHERE ${isMissing})`,
        now,
      );
    },
    /** The oldest entry of a project that can be sent now. */
    nextReady(workspaceId: string, projectId: string, now: number): OutboxRow | undefined {
      return db.get<OutboxRow>(
        `SELECT ${columns} FROM outbox o WHERE o.workspace_id = ? AND o.project_id = ?
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
        `SELECT min(next_try_at) AS at FROM outbox WHERE state = 'waiting' AND next_try_at > ?`,
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
     * Names of the batches that pending requests of a project will create, single and bulk; without
     * those of entries that starting this bulk draft would replace.
     */
    pendingNames(workspaceId: string, projectId: string, draftId: number): string[] {
      const open = `workspace_id = ?1 AND project_id = ?2 AND ${isUnsent} AND NOT (draft_id IS ?3 AND ${isReplaceable})`;
      const sql = `SELECT name FROM outbox WHERE kind = 'batch' AND ${open} UNION ALL
        SELECT json_extract(one.value, '$.name') FROM outbox, json_each(outbox.body, '$.rows') AS one
          WHERE kind = 'bulk' AND ${open}`;
      return db.all<{ name: string }>(sql, workspaceId, projectId, draftId).map(({ name }) => name);
    },
    /**
     * Whether a batch is the result of an entry, or of a bulk request other than the row
     * `exceptRequest`.
     */
    isClaimed(workspaceId: string, batchId: string, exceptRequest = 0): boolean {
      const sql = `SELECT 1 FROM outbox WHERE workspace_id = ?1 AND result_id = ?2 AND kind = 'batch'
        UNION ALL SELECT 1 FROM bulk_request_rows JOIN bulk_requests ON bulk_requests.id = request
          WHERE batch_id = ?2 AND batch_id <> '' AND workspace_id = ?1 AND request <> ?3`;
      return db.get(sql, workspaceId, batchId, exceptRequest) !== undefined;
    },
  };
}
