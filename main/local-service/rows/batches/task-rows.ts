/** SQL of background tasks and their outcomes. */
import type { Database } from "../../../common/database/database";
import type { TaskRows } from "./ingestion-port";
import { batchExists, updateCounts } from "./batch-rows";
import { refreshStatus } from "./batch-status";
import { setVoices } from "./voices";
import { toPromise } from "../to-promise";
import { createTaskLists } from "./task-lists";

export function createTaskRows(database: Database): TaskRows {
  const deleteTask = (id: number) => database.run("DELETE FROM tasks WHERE id = ?", id) > 0;
  /** Ends a task, or moves it to its second step. False if its row was deleted. */
  const advanceTask = (id: number, isToBeCast: boolean) =>
    isToBeCast
      ? database.run("UPDATE tasks SET step = 'cast', attempts = 0 WHERE id = ?", id) > 0
      : deleteTask(id);
  function addCharacters(batchId: string, characterIds: readonly string[]): void {
    for (const characterId of characterIds)
      database.run(
        `INSERT INTO batch_characters (batch_id, character_id)
         SELECT ?, id FROM characters WHERE id = ? ON CONFLICT DO NOTHING`,
        batchId,
        characterId,
      );
  }
  const setTranslation = (batchId: string, languageId: string, status: string, note: string) =>
    database.run(
      "UPDATE translations SET status = ?, note = ? WHERE batch_id = ? AND language_id = ?",
      status,
      note,
      batchId,
      languageId,
    );

  return {
    ...createTaskLists(database),
    removeTask: (id) => toPromise(() => void deleteTask(id)),
    beginTask: (id) =>
      toPromise(() =>
        database.durably(
          () => void database.run("UPDATE tasks SET attempts = attempts + 1 WHERE id = ?", id),
        ),
      ),
    putBackTask: (id) =>
      toPromise(
        () =>
          void database.run("UPDATE tasks SET attempts = max(attempts - 1, 0) WHERE id = ?", id),
      ),
    finishIngestion: ({ id, batchId }, outcome, at) =>
      toPromise(() =>
        database.durably(() => {
          const isFailed = outcome.result === "failed";
          const isToBeCast = !isFailed && outcome.isToBeCast;
          if (!advanceTask(id, isToBeCast) || !batchExists(database, batchId)) return;
          database.run(
            `UPDATE batches SET status = ?, note = ?, awaits_transcription = ?, updated_at = ?
             WHERE id = ?`,
            isFailed ? "failed" : isToBeCast ? "ingesting" : "casting",
            outcome.note,
            !isFailed && outcome.awaitsTranscription === true ? 1 : 0,
            at,
            batchId,
          );
          database.run("DELETE FROM speech_spans WHERE batch_id = ?", batchId);
          if (isFailed) {
            database.run(
              "UPDATE translations SET status = 'failed' WHERE batch_id = ? AND status = 'pending'",
              batchId,
            );
            return;
          }
          addCharacters(batchId, outcome.characterIds);
          for (const languageId of outcome.languageIds)
            setTranslation(batchId, languageId, "ready", "");
          updateCounts(database, [batchId], at);
        }),
      ),
    finishLanguage: ({ id, batchId, languageId }, outcome, at) =>
      toPromise(() =>
        database.durably(() => {
          const isToBeCast = outcome.result === "ingested" && outcome.isToBeCast;
          if (!advanceTask(id, isToBeCast) || !batchExists(database, batchId)) return;
          if (outcome.result === "failed") {
            setTranslation(batchId, languageId, "failed", outcome.note);
            refreshStatus(database, batchId, at);
          } else {
            setTranslation(batchId, languageId, "ready", outcome.note);
            // The texts of an earlier script become the spare set, and are purged later.
            if (outcome.isSpare)
              database.run(
                `UPDATE translations SET text_set = 1 - text_set, spare_from = 1
                 WHERE batch_id = ? AND language_id = ?`,
                batchId,
                languageId,
              );
            addCharacters(batchId, outcome.characterIds);
            updateCounts(database, [batchId], at);
          }
          database.run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
        }),
      ),
    listUncast: (batchId) =>
      toPromise(() =>
        database.all(
          `SELECT c.id, c.name FROM batch_characters s JOIN characters c ON c.id = s.character_id
           WHERE s.batch_id = ? AND c.voice IS NULL
           ORDER BY (SELECT min(l.number) FROM lines l WHERE l.character_id = c.id AND l.batch_id = s.batch_id),
             c.folded`,
          batchId,
        ),
      ),
    finishCasting: ({ id, batchId }, voices, at) =>
      toPromise(() =>
        database.durably(() => {
          if (!deleteTask(id) || !batchExists(database, batchId)) return;
          database.run(
            "UPDATE batches SET status = 'casting' WHERE id = ? AND status = 'ingesting'",
            batchId,
          );
          setVoices(database, voices, at);
          updateCounts(database, [batchId], at);
        }),
      ),
  };
}
