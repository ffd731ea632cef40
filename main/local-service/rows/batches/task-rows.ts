/** SQL of background tasks and their outcomes. */
import { all, run, type Rows, type Work } from "../unit-of-work";
import type { TaskRows } from "./ingestion-port";
import { batchExists, updateCounts } from "./batch-rows";
import { refreshStatus } from "./batch-status";
import { setVoices } from "./voices";
import { createTaskLists } from "./task-lists";

export function createTaskRows(rows: Rows): TaskRows {
  function* deleteTask(id: number) {
    return (yield* run("DELETE FROM tasks WHERE id = ?", id)) > 0;
  }
  /** Ends a task, or moves it to its second step. False if its row was deleted. */
  function* advanceTask(id: number, isToBeCast: boolean) {
    return isToBeCast
      ? (yield* run("UPDATE tasks SET step = 'cast', attempts = 0 WHERE id = ?", id)) > 0
      : yield* deleteTask(id);
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
    removeTask: rows.note(function* (id) {
      yield* deleteTask(id);
    }),
    beginTask: rows.change(function* (id) {
      yield* run("UPDATE tasks SET attempts = attempts + 1 WHERE id = ?", id);
    }),
    putBackTask: rows.note(function* (id) {
      yield* run(
        "UPDATE tasks SET attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END WHERE id = ?",
        id,
      );
    }),
    finishIngestion: rows.change(function* ({ id, batchId }, outcome, at) {
      const isFailed = outcome.result === "failed";
      const isToBeCast = !isFailed && outcome.isToBeCast;
      if (!(yield* advanceTask(id, isToBeCast)) || !(yield* batchExists(batchId))) return;
      yield* run(
        `UPDATE batches SET status = ?, note = ?, awaits_transcription = ?, updated_at = ?
         WHERE id = ?`,
        isFailed ? "failed" : isToBeCast ? "ingesting" : "casting",
        outcome.note,
        !isFailed && outcome.awaitsTranscription === true ? 1 : 0,
        at,
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
      yield* updateCounts([batchId], at);
    }),
    finishLanguage: rows.change(function* ({ id, batchId, languageId }, outcome, at) {
      const isToBeCast = outcome.result === "ingested" && outcome.isToBeCast;
      if (!(yield* advanceTask(id, isToBeCast)) || !(yield* batchExists(batchId))) return;
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
        yield* updateCounts([batchId], at);
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
    finishCasting: rows.change(function* ({ id, batchId }, voices, at) {
      if (!(yield* deleteTask(id)) || !(yield* batchExists(batchId))) return;
      yield* run(
        "UPDATE batches SET status = 'casting' WHERE id = ? AND status = 'ingesting'",
        batchId,
      );
      yield* setVoices(voices, at);
      yield* updateCounts([batchId], at);
    }),
  };
}
