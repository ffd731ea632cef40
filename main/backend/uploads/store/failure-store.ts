/** SQL of the consequences of a failure: the upload is queued again, fails, or begins again. */
import type { Problem, RestartReason } from "../../../../preload/model";
import type { CommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { fromTheBeginning, replacesFormer, uncheckPath } from "./upload-rows";
import { pendingStates, quoted } from "./upload-selection";

/** `group`: the durable writes of several files share a transaction. */
export function createFailureStore(db: Database, group: CommitGroup) {
  return {
    /**
     * Queues a pending row again: with the problem that ended its last attempt, until `at`; at once
     * without either.
     */
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
      db.run(
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
        db.run(
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
     * Discards the sent parts and counts the restart. Without a reason the service lost them; with
     * one, other bytes are sent than before.
     */
    restart(id: number, reason: RestartReason | null): void {
      db.durably(() => {
        db.run("DELETE FROM upload_parts WHERE upload = ?", id);
        db.run(
          `UPDATE uploads SET ${fromTheBeginning}, ${uncheckPath}, ${reason === null ? "" : `${replacesFormer},`}
             restarts = restarts + 1, restart_reason = coalesce(?, restart_reason) WHERE id = ?`,
          reason,
          id,
        );
      });
    },
  };
}
