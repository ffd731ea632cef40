/** SQL of the schedule: which uploads are due, and when others are. */
import type { Database, SqlValue } from "../../../common/database/database";
import { quoted, statesOf } from "./upload-selection";

export function createScheduleStore(db: Database) {
  return {
    /**
     * Queues active rows again that no worker is sending, with their parts: after a start, and
     * after a time in which the database could not be written.
     */
    requeueInterrupted(busy: readonly number[]): void {
      db.run(
        `UPDATE uploads SET state = 'queued', next_try_at = NULL WHERE state IN (${quoted(statesOf.active)})
           AND id NOT IN (SELECT value FROM json_each(?))`,
        JSON.stringify(busy),
      );
    },
    /** Ends delays that end later than `at`: the clock was set back since they were stored. */
    limitDelays(at: number): void {
      db.run("UPDATE uploads SET next_try_at = NULL WHERE next_try_at > ?", at);
    },
    /**
     * The ids of the next due uploads of a workspace that are not active; those whose delay has
     * ended come before the others. Only the index is read: the cost does not depend on the length
     * of the queue.
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
  };
}
