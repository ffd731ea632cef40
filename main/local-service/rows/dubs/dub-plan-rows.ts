/** SQL of comparisons of the takes of a dub with the present texts and voices. */
import type { Database } from "../../../common/database/database";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import type { DubPlanRows } from "./dub-port";
import { toPromise } from "../to-promise";
import { videoNoteSql } from "./video-note";
import { runUnit } from "../sqlite-driver";

/** `is_check_due` while takes are compared; 1 when they are to be compared. */
export const checkRunning = 2;

export const createDubPlanRows = (database: Database): DubPlanRows => ({
  requestChecks: () =>
    toPromise(
      () =>
        // A plan in progress may have no takes yet.
        void database.run(
          `UPDATE dubs SET is_check_due = 1 WHERE planned > 0 OR is_check_due = ${checkRunning}`,
        ),
    ),
  requestCheck: (batchId, languageId) =>
    toPromise(() => runUnit(database, markForCheck(batchId, languageId))),
  beginPlan: (batchId, languageId) =>
    toPromise(
      () =>
        void database.run(
          `UPDATE dubs SET is_check_due = ${checkRunning} WHERE batch_id = ? AND language_id = ?`,
          batchId,
          languageId,
        ),
    ),
  restartPlans: () =>
    toPromise(
      () =>
        void database.run(`UPDATE dubs SET is_check_due = 1 WHERE is_check_due = ${checkRunning}`),
    ),
  isPlanDue: (batchId, languageId) =>
    toPromise(
      () =>
        database.get(
          "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND (state = 'due' OR is_check_due <> 0)",
          batchId,
          languageId,
        ) !== undefined,
    ),
  finishPlan: (batchId, languageId, { planned, lines }, at) =>
    toPromise(() =>
      database.durably(() => {
        const counted = database.all<{ state: string; count: number }>(
          `SELECT state, count(*) AS count FROM takes WHERE batch_id = ? AND language_id = ? GROUP BY state`,
          batchId,
          languageId,
        );
        const count = (state: string) => counted.find((row) => row.state === state)?.count ?? 0;
        const [made, failed, queued] = [count("made"), count("failed"), count("queued")];
        database.run(
          `UPDATE dubs SET planned = ?, made = ?, failed = ?, outdated = ?,
             untranslated = max(0, (SELECT count(*) FROM lines l WHERE l.batch_id = dubs.batch_id) - ?),
             is_check_due = CASE is_check_due WHEN ${checkRunning} THEN 0 ELSE is_check_due END,
             note = CASE WHEN failed = 0 AND state <> 'blocked' THEN ${videoNoteSql} ELSE note END,
             state = CASE WHEN state NOT IN ('due', 'making') THEN state WHEN ? > 0 THEN 'making' ELSE 'finishing' END
           WHERE batch_id = ? AND language_id = ?`,
          planned,
          made,
          failed,
          planned - made - failed - queued,
          lines,
          queued,
          batchId,
          languageId,
        );
        runUnit(database, refreshStatus(batchId, at));
      }),
    ),
});
