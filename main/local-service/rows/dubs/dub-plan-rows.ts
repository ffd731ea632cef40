/** SQL of comparisons of the takes of a dub with the present texts and voices. */
import { end, hold } from "../leases";
import { ofLeasedBatch, ofLeasedNamedLanguage, ofNamedLanguage } from "../scopes";
import { all, exists, get, run, type Rows, type Work } from "../unit-of-work";
import { countLines } from "../batches/line-rows";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import type { DubPlanRows } from "./dub-port";
import { videoNoteSql } from "./video-note";

/** `is_check_due` while takes are compared; 1 when they are to be compared. */
export const checkRunning = 2;

/** Marks all dubs, so that their takes are compared again. */
export function* markAllForCheck(): Work<void> {
  // A plan in progress may have no takes yet.
  yield* run(
    `UPDATE dubs SET is_check_due = 1 WHERE planned > 0 OR is_check_due = ${checkRunning}`,
  );
}

export const createDubPlanRows = (rows: Rows): DubPlanRows => ({
  requestChecks: rows.note(() => markAllForCheck()),
  requestCheck: rows
    .within(ofNamedLanguage)
    .note((batchId, languageId) => markForCheck(batchId, languageId)),
  beginPlan: rows.within(ofLeasedNamedLanguage).note(function* (lease, batchId, languageId) {
    yield* hold(lease);
    yield* run(
      `UPDATE dubs SET is_check_due = ${checkRunning} WHERE batch_id = ? AND language_id = ?`,
      batchId,
      languageId,
    );
  }),
  isPlanDue: rows.read((batchId, languageId) =>
    exists(
      "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND (state = 'due' OR is_check_due <> 0)",
      batchId,
      languageId,
    ),
  ),
  finishPlan: rows.within(ofLeasedBatch).change(function* (
    lease,
    batchId,
    languageId,
    { planned, lines },
    at,
  ) {
    yield* hold(lease);
    yield* end(lease);
    const counted = yield* all<{ state: string; count: number }>(
      `SELECT state, count(*) AS count FROM takes WHERE batch_id = ? AND language_id = ? GROUP BY state`,
      batchId,
      languageId,
    );
    const count = (state: string) => counted.find((row) => row.state === state)?.count ?? 0;
    const inBatch = yield* countLines(batchId);
    // Lines may have other numbers now, and the one that the note names may be deleted.
    const firstFailed = yield* get<{ number: number; problem: string }>(
      `SELECT number, problem FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'failed'
       ORDER BY number, variant LIMIT 1`,
      batchId,
      languageId,
    );
    const failedNote = firstFailed ? `line ${firstFailed.number}: ${firstFailed.problem}` : "";
    const [made, failed, queued] = [count("made"), count("failed"), count("queued")];
    yield* run(
      `UPDATE dubs SET planned = ?, made = ?, failed = ?, outdated = ?,
         untranslated = ?,
         is_check_due = CASE is_check_due WHEN ${checkRunning} THEN 0 ELSE is_check_due END,
         note = CASE WHEN state = 'blocked' THEN note WHEN ? = '' THEN ${videoNoteSql}
           WHEN ${videoNoteSql} = '' THEN ? ELSE ? || '. ' || ${videoNoteSql} END,
         state = CASE WHEN state NOT IN ('due', 'making') THEN state WHEN ? > 0 THEN 'making' ELSE 'finishing' END
       WHERE batch_id = ? AND language_id = ?`,
      planned,
      made,
      failed,
      planned - made - failed - queued,
      Math.max(0, inBatch - lines),
      failedNote,
      failedNote,
      failedNote,
      queued,
      batchId,
      languageId,
    );
    yield* refreshStatus(batchId, at);
  }),
});
