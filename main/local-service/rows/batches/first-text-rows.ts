/** SQL of the first texts of a language that has none. */
import { ofItsBatch } from "../scopes";
import { get, run, type Rows, type Work } from "../unit-of-work";
import { addTask, updateCounts } from "./batch-rows";
import type { FirstTextProblem, FirstTextRows } from "./ingestion-port";
import { currentSetOf } from "./line-rows";

/** The texts of a translation `t` that it has now. */
const textsOf = (t: string) =>
  `FROM line_texts x WHERE x.batch_id = ${t}.batch_id AND x.language_id = ${currentSetOf(t)} AND trim(x.text) <> ''`;

export function createFirstTextRows(rows: Rows): FirstTextRows {
  function* problemOf(batchId: string, languageId: string): Work<FirstTextProblem | null> {
    const found = yield* get<{ hasTexts: number; hasSource: number }>(
      `SELECT (t.status NOT IN ('pending', 'failed') OR t.type <> 'target'
           OR EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = t.batch_id
             AND (k.language_id IS NULL OR k.language_id = t.language_id))
           OR EXISTS (SELECT 1 ${textsOf("t")})) AS hasTexts,
         EXISTS (SELECT 1 FROM translations s WHERE s.batch_id = t.batch_id AND s.type = 'source'
           AND EXISTS (SELECT 1 ${textsOf("s")})) AS hasSource
       FROM translations t WHERE t.batch_id = ? AND t.language_id = ?`,
      batchId,
      languageId,
    );
    if (!found) return "unknown-language";
    if (found.hasTexts === 1) return "has-texts";
    return found.hasSource === 1 ? null : "no-source-texts";
  }

  return {
    copySourceTexts: rows.within(ofItsBatch).change(function* ({ batchId, languageId }, note, at) {
      const problem = yield* problemOf(batchId, languageId);
      if (problem !== null) return problem;
      yield* run(
        `INSERT INTO line_texts (batch_id, number, language_id, text)
         SELECT x.batch_id, x.number, ${currentSetOf("t")}, x.text
         FROM translations t JOIN translations s ON s.batch_id = t.batch_id AND s.type = 'source'
           JOIN line_texts x ON x.batch_id = s.batch_id AND x.language_id = ${currentSetOf("s")}
         WHERE t.batch_id = ? AND t.language_id = ? AND trim(x.text) <> ''
         ON CONFLICT (batch_id, number, language_id) DO UPDATE SET text = excluded.text`,
        batchId,
        languageId,
      );
      yield* run(
        "UPDATE translations SET status = 'ready', note = ? WHERE batch_id = ? AND language_id = ?",
        note,
        batchId,
        languageId,
      );
      // The texts are not in the language yet: its takes are made after a request.
      yield* run(
        `INSERT INTO dubs (batch_id, language_id, state, requested_at) VALUES (?, ?, 'idle', ?)
         ON CONFLICT DO NOTHING`,
        batchId,
        languageId,
        at,
      );
      yield* updateCounts(batchId, at);
      return null;
    }),
    queueFirstTranslation: rows.within(ofItsBatch).change(function* ({ batchId, languageId }, at) {
      const problem = yield* problemOf(batchId, languageId);
      if (problem !== null) return problem;
      // Without its script, which had no text for any line, the language is translated.
      const { projectId } = (yield* get<{ projectId: string }>(
        `UPDATE batches SET updated_at = ? WHERE id = ? RETURNING project_id AS projectId`,
        at,
        batchId,
      )) ?? { projectId: "" };
      yield* run(
        `UPDATE translations SET status = 'pending', note = '', script_path = NULL, signature = ''
         WHERE batch_id = ? AND language_id = ?`,
        batchId,
        languageId,
      );
      yield* addTask("language", projectId, { batchId, languageId });
      return null;
    }),
  };
}
