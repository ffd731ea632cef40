/** SQL of the work that is to be done, and of how it ends. */
import type { Database } from "../../common/database/database";
import type { TaskRow } from "./batch-port";
import { isBatchThere, recount } from "./batch-rows";
import { giveVoices } from "./cast-rows";
import type { LocalStore } from "./port";
import { promised } from "./to-promise";

export type TaskRows = Pick<
  LocalStore,
  | "listTasks"
  | "removeTask"
  | "beginTask"
  | "putBackTask"
  | "finishIngestion"
  | "finishLanguage"
  | "listUncast"
  | "finishCasting"
>;

interface StoredTask {
  id: number;
  kind: TaskRow["kind"];
  step: TaskRow["step"];
  lane: string;
  isBulk: number;
  attempts: number;
  batchId: string | null;
  languageId: string | null;
  requestId: string | null;
}

const columns = `t.id, t.kind, t.step, t.lane, t.lane <> t.project_id AS isBulk, t.attempts, t.batch_id AS batchId,
  t.language_id AS languageId, t.request_id AS requestId`;

function toTask({ kind, batchId, languageId, requestId, ...stored }: StoredTask): TaskRow {
  const common = { ...stored, isBulk: stored.isBulk === 1 };
  if (kind === "bulk") return { ...common, kind, requestId: requestId ?? "" };
  if (kind === "batch") return { ...common, kind, batchId: batchId ?? "" };
  return { ...common, kind, batchId: batchId ?? "", languageId: languageId ?? "" };
}

export function createTaskRows(database: Database): TaskRows {
  /** Every value of an indexed column once, found by jumping from one to the next. */
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
  const readable = (lane: string, limit: number, running: readonly number[]) =>
    database.all<StoredTask>(
      `SELECT ${columns} FROM tasks t
       WHERE t.lane = ? AND t.step = 'read' AND t.id NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM tasks o WHERE o.batch_id = t.batch_id AND o.id < t.id)
       ORDER BY t.id LIMIT ?`,
      lane,
      JSON.stringify(running),
      limit,
    );
  const firstInTurn = (projectId: string) =>
    database.all<StoredTask>(
      `SELECT ${columns} FROM tasks t WHERE t.project_id = ? ORDER BY t.turn, t.id LIMIT 1`,
      projectId,
    );

  const dropTask = (id: number) => database.run("DELETE FROM tasks WHERE id = ?", id) > 0;
  /** Ends a task, or leaves it for its second step. False where it is gone already. */
  const passOn = (id: number, isToBeCast: boolean) =>
    isToBeCast
      ? database.run("UPDATE tasks SET step = 'cast', attempts = 0 WHERE id = ?", id) > 0
      : dropTask(id);
  function addSpeakers(batchId: string, characterIds: readonly string[]): void {
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
    listTasks: (limit, running) =>
      promised(() => {
        const casting = valuesOf("project_id")
          .flatMap(firstInTurn)
          .filter(({ id, step }) => step === "cast" && !running.includes(id));
        const reading = valuesOf("lane").flatMap((lane) => readable(lane, limit, running));
        return [...casting, ...reading].map(toTask);
      }),
    removeTask: (id) => promised(() => void dropTask(id)),
    beginTask: (id) =>
      promised(() =>
        database.durably(
          () => void database.run("UPDATE tasks SET attempts = attempts + 1 WHERE id = ?", id),
        ),
      ),
    putBackTask: (id) =>
      promised(
        () =>
          void database.run("UPDATE tasks SET attempts = max(attempts - 1, 0) WHERE id = ?", id),
      ),
    finishIngestion: ({ id, batchId }, outcome, at) =>
      promised(() =>
        database.durably(() => {
          const isFailed = outcome.result === "failed";
          const isToBeCast = !isFailed && outcome.isToBeCast;
          if (!passOn(id, isToBeCast) || !isBatchThere(database, batchId)) return;
          database.run(
            "UPDATE batches SET status = ?, note = ?, updated_at = ? WHERE id = ?",
            isFailed ? "failed" : isToBeCast ? "ingesting" : "casting",
            outcome.note,
            at,
            batchId,
          );
          if (isFailed) {
            database.run(
              "UPDATE translations SET status = 'failed' WHERE batch_id = ? AND status = 'pending'",
              batchId,
            );
            return;
          }
          addSpeakers(batchId, outcome.characterIds);
          for (const languageId of outcome.languageIds)
            setTranslation(batchId, languageId, "ready", "");
          recount(database, [batchId], at);
        }),
      ),
    finishLanguage: ({ id, batchId, languageId }, outcome, at) =>
      promised(() =>
        database.durably(() => {
          const isToBeCast = outcome.result === "ingested" && outcome.isToBeCast;
          if (!passOn(id, isToBeCast) || !isBatchThere(database, batchId)) return;
          if (outcome.result === "failed") {
            setTranslation(batchId, languageId, "failed", outcome.note);
          } else {
            setTranslation(batchId, languageId, "ready", outcome.note);
            // What an earlier script said of this language is the spare set from here on, and will be purged.
            if (outcome.isSpare)
              database.run(
                `UPDATE translations SET text_set = 1 - text_set, spare_from = 1
                 WHERE batch_id = ? AND language_id = ?`,
                batchId,
                languageId,
              );
            addSpeakers(batchId, outcome.characterIds);
            if (outcome.characterIds.length > 0) recount(database, [batchId], at);
          }
          database.run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
        }),
      ),
    listUncast: (batchId) =>
      promised(() =>
        database.all(
          `SELECT c.id, c.name FROM batch_characters s JOIN characters c ON c.id = s.character_id
           WHERE s.batch_id = ? AND c.voice IS NULL
           ORDER BY (SELECT min(l.number) FROM lines l WHERE l.character_id = c.id AND l.batch_id = s.batch_id),
             c.folded`,
          batchId,
        ),
      ),
    finishCasting: ({ id, batchId }, voices, at) =>
      promised(() =>
        database.durably(() => {
          if (!dropTask(id) || !isBatchThere(database, batchId)) return;
          database.run(
            "UPDATE batches SET status = 'casting' WHERE id = ? AND status = 'ingesting'",
            batchId,
          );
          giveVoices(database, voices, at);
          recount(database, [batchId], at);
        }),
      ),
  };
}
