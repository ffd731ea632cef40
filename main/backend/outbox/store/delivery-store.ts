/**
 * The states of entries while they are delivered. Each is on disk before the next step depends on
 * it.
 */
import type { Problem } from "../../../../preload/model";
import type { Database, SqlValue } from "../../../common/database/database";
import { idsOf, noFailure, type OutboxFailure } from "./entry-rows";

export function createDeliveryStore(db: Database) {
  const failureColumns = ({ problem, fields }: OutboxFailure): SqlValue[] => [
    problem?.code ?? null,
    problem?.message ?? null,
    JSON.stringify(fields),
  ];
  const setFailure = "error_code = ?, error_message = ?, fields = ?";

  return {
    /**
     * Marks an entry as being sent, on disk before it is. Returns false when it was changed,
     * removed or sent meanwhile.
     */
    markSending(id: number, revision: number, seenBefore: readonly string[], now: number): boolean {
      return db.durably(
        () =>
          db.run(
            `UPDATE outbox SET state = 'sending', attempted_at = ?, seen_before = ?
               WHERE id = ? AND revision = ? AND state = 'waiting'`,
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
     * Returns an entry to "waiting", until `at` where given. `attemptedAt` is when it was last sent
     * without a response, or null where it was certainly not delivered. `isAttempt`: it counts as a
     * failed attempt.
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
    /**
     * Returns entries to "waiting" that were being sent when the program ended; their delivery is
     * unconfirmed.
     */
    requeueInterrupted(now: number): void {
      db.run("UPDATE outbox SET state = 'waiting', attempted_at = ? WHERE state = 'sending'", now);
    },
    /**
     * After a start: the clock may have been set back since these times were stored. Waits that are
     * longer than `maxWaitMs` end, and send times in the future are set to `now`.
     */
    limitWaits(now: number, maxWaitMs: number): void {
      db.run("UPDATE outbox SET next_try_at = NULL WHERE next_try_at > ?", now + maxWaitMs);
      db.run("UPDATE outbox SET attempted_at = ? WHERE attempted_at > ?", now, now);
    },

    /**
     * Makes entries due now. An unconfirmed one is sent again: the user has checked the project.
     */
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
    /**
     * Makes postponed entries due now: of a workspace or of all; where `codes` is given, only those
     * with these errors.
     */
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
  };
}
