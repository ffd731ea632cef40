/** SQL of what is still to be ingested, and of the lines that come of it. */
import type { Database } from "../../store/database";
import type { NamedLineRow, TaskRow } from "./batch-port";
import { recount } from "./batch-rows";
import type { LocalStore } from "./port";
import { promised } from "./promised";

export type LineRows = Pick<
  LocalStore,
  | "listTasks"
  | "removeTask"
  | "clearLines"
  | "addLines"
  | "finishIngestion"
  | "finishLanguage"
  | "countLines"
  | "listLines"
  | "listLineIds"
>;

interface StoredTask {
  id: number;
  kind: TaskRow["kind"];
  batchId: string | null;
  languageId: string | null;
  requestId: string | null;
}
type StoredLine = Omit<NamedLineRow, "texts"> & { texts: string };

function toTask({ id, kind, batchId, languageId, requestId }: StoredTask): TaskRow {
  if (kind === "bulk") return { id, kind, requestId: requestId ?? "" };
  if (kind === "batch") return { id, kind, batchId: batchId ?? "" };
  return { id, kind, batchId: batchId ?? "", languageId: languageId ?? "" };
}

export function createLineRows(database: Database): LineRows {
  const isThere = (batchId: string) =>
    database.get("SELECT 1 AS found FROM batches WHERE id = ?", batchId) !== undefined;
  const dropTask = (id: number) => void database.run("DELETE FROM tasks WHERE id = ?", id);
  const putText = (batchId: string, number: number, languageId: string, text: string) =>
    database.run(
      `INSERT INTO line_texts (batch_id, number, language_id, text) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET text = excluded.text`,
      batchId,
      number,
      languageId,
      text,
    );
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
    listTasks: (limit, except) =>
      promised(() =>
        database
          .all<StoredTask>(
            `SELECT id, kind, batch_id AS batchId, language_id AS languageId, request_id AS requestId
             FROM tasks t WHERE id NOT IN (SELECT value FROM json_each(?))
               AND NOT EXISTS (SELECT 1 FROM tasks o WHERE o.batch_id = t.batch_id AND o.id < t.id)
             ORDER BY id LIMIT ?`,
            JSON.stringify(except),
            limit,
          )
          .map(toTask),
      ),
    removeTask: (id) => promised(() => dropTask(id)),
    clearLines: (batchId) =>
      promised(() =>
        database.transaction(() => {
          database.run("DELETE FROM lines WHERE batch_id = ?", batchId);
          return isThere(batchId);
        }),
      ),
    addLines: (batchId, lines) =>
      promised(() =>
        database.transaction(() => {
          if (!isThere(batchId)) return false;
          for (const line of lines) {
            database.run(
              `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity,
                 start_ms, end_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
              batchId,
              line.number,
              line.lineId,
              line.characterId,
              line.sourceAudio,
              line.emotion,
              line.intensity,
              line.startMs,
              line.endMs,
            );
            for (const [languageId, text] of Object.entries(line.texts))
              putText(batchId, line.number, languageId, text);
          }
          return true;
        }),
      ),
    finishIngestion: ({ id, batchId }, outcome, at) =>
      promised(() =>
        database.durably(() => {
          dropTask(id);
          if (!isThere(batchId)) return;
          const status = outcome.result === "failed" ? "failed" : "casting";
          database.run(
            "UPDATE batches SET status = ?, note = ?, updated_at = ? WHERE id = ?",
            status,
            outcome.note,
            at,
            batchId,
          );
          if (outcome.result === "failed") {
            database.run("DELETE FROM lines WHERE batch_id = ?", batchId);
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
          dropTask(id);
          if (!isThere(batchId)) return;
          if (outcome.result === "failed") {
            setTranslation(batchId, languageId, "failed", outcome.note);
          } else {
            // What an earlier script said of this language is gone.
            database.run(
              "DELETE FROM line_texts WHERE batch_id = ? AND language_id = ?",
              batchId,
              languageId,
            );
            for (const [number, text] of outcome.texts) putText(batchId, number, languageId, text);
            setTranslation(batchId, languageId, "ready", outcome.note);
            addSpeakers(batchId, outcome.characterIds);
            if (outcome.characterIds.length > 0) recount(database, [batchId], at);
          }
          database.run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
        }),
      ),
    countLines: (batchId) =>
      promised(
        () =>
          database.get<{ count: number }>(
            "SELECT count(*) AS count FROM lines WHERE batch_id = ?",
            batchId,
          )?.count ?? 0,
      ),
    listLines: (batchId, after, limit) =>
      promised(() =>
        database
          .all<StoredLine>(
            `SELECT l.number, l.line_id AS lineId, l.character_id AS characterId,
               coalesce(c.name, '') AS character, l.source_audio AS sourceAudio, l.emotion, l.intensity,
               l.start_ms AS startMs, l.end_ms AS endMs,
               (SELECT json_group_object(x.language_id, x.text) FROM line_texts x
                WHERE x.batch_id = l.batch_id AND x.number = l.number) AS texts
             FROM lines l LEFT JOIN characters c ON c.id = l.character_id
             WHERE l.batch_id = ? AND l.number > ? ORDER BY l.number LIMIT ?`,
            batchId,
            after,
            limit,
          )
          .map((row) => ({ ...row, texts: JSON.parse(row.texts) as Record<string, string> })),
      ),
    listLineIds: (batchId) =>
      promised(() =>
        database.all(
          "SELECT number, line_id AS lineId FROM lines WHERE batch_id = ? ORDER BY number",
          batchId,
        ),
      ),
  };
}
