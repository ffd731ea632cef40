/** SQL of background tasks and their outcomes. */
import type { Lease } from "../lease-port";
import { end, hold } from "../leases";
import { ofItsBatch } from "../scopes";
import { ofProjectOfItsBatch, ofProjectOfTask } from "../found-scopes";
import { all, run, type Rows, type Work } from "../unit-of-work";
import type { TaskRows } from "./ingestion-port";
import { batchExists, updateCounts } from "./batch-rows";
import { refreshStatus } from "./batch-status";
import { setVoices } from "./voices";
import { createTaskLists } from "./task-lists";

export function createTaskRows(rows: Rows): TaskRows {
  type Claimed = { id: number; lease: Lease };
  function* deleteTask({ id, lease }: Claimed) {
    yield* hold(lease);
    yield* end(lease);
    return (yield* run("DELETE FROM tasks WHERE id = ?", id)) > 0;
  }
  /** Ends a task, or moves it to its second step. False if its row was deleted. */
  function* advanceTask(task: Claimed, isToBeCast: boolean) {
    if (!isToBeCast) return yield* deleteTask(task);
    yield* hold(task.lease);
    yield* end(task.lease);
    return (yield* run("UPDATE tasks SET step = 'cast' WHERE id = ?", task.id)) > 0;
  }
  function* addCharacters(batchId: string, characterIds: readonly string[]): Work<void> {
    for (const characterId of characterIds)
      yield* run(
        `INSERT INTO batch_characters (batch_id, character_id)
         SELECT ?, id FROM characters WHERE id = ? ON CONFLICT DO NOTHING`,
        batchId,
        characterId,
      );
  }
  function* setTranslation(batchId: string, languageId: string, status: string, note: string) {
    return yield* run(
      "UPDATE translations SET status = ?, note = ? WHERE batch_id = ? AND language_id = ?",
      status,
      note,
      batchId,
      languageId,
    );
  }

  return {
    ...createTaskLists(rows),
    removeTask: rows.within(ofProjectOfTask).note(function* (task) {
      yield* deleteTask(task);
    }),
    finishIngestion: rows.within(ofItsBatch).change(function* (task, outcome, at) {
      const { batchId } = task;
      const isFailed = outcome.result === "failed";
      const isToBeCast = !isFailed && outcome.isToBeCast;
      if (!(yield* advanceTask(task, isToBeCast)) || !(yield* batchExists(batchId))) return;
      yield* run(
        `UPDATE batches SET status = ?, awaits_transcription = ?, updated_at = ?,
           note = CASE WHEN note = '' THEN CAST(? AS TEXT) ELSE note || CAST(? AS TEXT) END
         WHERE id = ?`,
        isFailed ? "failed" : isToBeCast ? "ingesting" : "casting",
        !isFailed && outcome.awaitsTranscription === true ? 1 : 0,
        at,
        outcome.note,
        outcome.note === "" ? "" : `. ${outcome.note}`,
        batchId,
      );
      yield* run("DELETE FROM speech_spans WHERE batch_id = ?", batchId);
      if (isFailed) {
        yield* run(
          "UPDATE translations SET status = 'failed' WHERE batch_id = ? AND status = 'pending'",
          batchId,
        );
        return;
      }
      yield* addCharacters(batchId, outcome.characterIds);
      for (const languageId of outcome.languageIds)
        yield* setTranslation(batchId, languageId, "ready", "");
      yield* updateCounts(batchId, at);
    }),
    finishLanguage: rows.within(ofItsBatch).change(function* (task, outcome, at) {
      const { batchId, languageId } = task;
      const isToBeCast = outcome.result === "ingested" && outcome.isToBeCast;
      if (!(yield* advanceTask(task, isToBeCast)) || !(yield* batchExists(batchId))) return;
      if (outcome.result === "failed") {
        yield* setTranslation(batchId, languageId, "failed", outcome.note);
        yield* refreshStatus(batchId, at);
      } else {
        yield* setTranslation(batchId, languageId, "ready", outcome.note);
        // The texts of an earlier script become the spare set, and are purged later.
        if (outcome.isSpare)
          yield* run(
            `UPDATE translations SET text_set = 1 - text_set, spare_from = 1
             WHERE batch_id = ? AND language_id = ?`,
            batchId,
            languageId,
          );
        yield* addCharacters(batchId, outcome.characterIds);
        yield* updateCounts(batchId, at);
      }
      yield* run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
    }),
    listUncast: rows.read((batchId) =>
      all(
        `SELECT c.id, c.name FROM batch_characters s JOIN characters c ON c.id = s.character_id
         WHERE s.batch_id = ? AND c.voice IS NULL
         ORDER BY (SELECT min(l.number) FROM lines l WHERE l.character_id = c.id AND l.batch_id = s.batch_id),
           c.folded`,
        batchId,
      ),
    ),
    finishCasting: rows.within(ofProjectOfItsBatch).change(function* (task, voices, at) {
      const { batchId } = task;
      if (!(yield* deleteTask(task)) || !(yield* batchExists(batchId))) return;
      yield* run(
        "UPDATE batches SET status = 'casting' WHERE id = ? AND status = 'ingesting'",
        batchId,
      );
      yield* setVoices(voices, at);
      yield* updateCounts(batchId, at);
    }),
  };
}
