/** SQL of background tasks and their outcomes. */
import type { Database } from "../../../common/database/database";
import type { TaskRow, TaskRows } from "./ingestion-port";
import { batchExists, updateCounts } from "./batch-rows";
import { refreshStatus } from "./batch-status";
import { setVoices } from "./voices";
import { toPromise } from "../to-promise";

interface StoredTask {
  id: number;
  kind: TaskRow["kind"];
  step: TaskRow["step"];
  group: string;
  isBulk: number;
  attempts: number;
  batchId: string | null;
  languageId: string | null;
  requestId: string | null;
}

const columns = `t.id, t.kind, t.step, t.lane AS "group", t.lane <> t.project_id AS isBulk, t.attempts, t.batch_id AS batchId,
  t.language_id AS languageId, t.request_id AS requestId`;

function toTask({ kind, batchId, languageId, requestId, ...stored }: StoredTask): TaskRow {
  const common = { ...stored, isBulk: stored.isBulk === 1 };
  if (kind === "bulk") return { ...common, kind, requestId: requestId ?? "" };
  if (kind === "batch") return { ...common, kind, batchId: batchId ?? "" };
  return { ...common, kind, batchId: batchId ?? "", languageId: languageId ?? "" };
}

export function createTaskRows(database: Database): TaskRows {
  /** The distinct values of an indexed column: one index lookup per value instead of a scan. */
  const valuesOf = (column: "lane" | "project_id") =>
    database
      .all<{ value: string }>(
        `WITH RECURSIVE found (value) AS (
           SELECT min(${column}) FROM tasks
           UNION ALL
           SELECT (SELECT min(${column}) FROM tasks WHERE ${column} > value) FROM found WHERE value IS NOT NULL
         ) SELECT value FROM found WHERE value IS NOT NULL`,
      )
      .map(({ value }) => value);
  const tasksToRead = (group: string, limit: number, running: readonly number[]) =>
    database.all<StoredTask>(
      `SELECT ${columns} FROM tasks t
       WHERE t.lane = ? AND t.step = 'read' AND t.is_held = 0 AND t.id NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM tasks o WHERE o.batch_id = t.batch_id AND o.id < t.id)
       ORDER BY t.id LIMIT ?`,
      group,
      JSON.stringify(running),
      limit,
    );
  const firstTask = (projectId: string, waiting: readonly number[]) =>
    database.all<StoredTask>(
      `SELECT ${columns} FROM tasks t
       WHERE t.project_id = ? AND t.is_held = 0 AND t.id NOT IN (SELECT value FROM json_each(?)) ORDER BY t.turn, t.id LIMIT 1`,
      projectId,
      JSON.stringify(waiting),
    );

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
    listTasks: (limit, { running, waiting }) =>
      toPromise(() => {
        const casting = valuesOf("project_id")
          .flatMap((projectId) => firstTask(projectId, waiting))
          .filter(({ id, step }) => step === "cast" && !running.includes(id));
        const except = [...running, ...waiting];
        const reading = valuesOf("lane").flatMap((group) => tasksToRead(group, limit, except));
        return [...casting, ...reading].map(toTask);
      }),
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
