/**
 * SQL of the analysis of videos: spans of speech, and the work that a newly installed engine makes
 * possible.
 */
import type { Database } from "../../../common/database/database";
import type { SpanText, SpeechSpanRows, AwaitingRows } from "../batches/ingestion-port";
import { addTask, batchExists } from "../batches/batch-rows";
import { toPromise } from "../to-promise";
import { runUnit } from "../sqlite-driver";

export function createAnalysisRows(database: Database): SpeechSpanRows & AwaitingRows {
  const insert = (batchId: string, { startMs, endMs, text }: SpanText) =>
    database.run(
      `INSERT INTO speech_spans (batch_id, start_ms, end_ms, text) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET end_ms = excluded.end_ms, text = excluded.text`,
      batchId,
      startMs,
      endMs,
      text,
    );
  return {
    addSpans: (batchId, spans) =>
      toPromise(() =>
        database.transaction(() => {
          if (!runUnit(database, batchExists(batchId))) return false;
          for (const span of spans) insert(batchId, span);
          return true;
        }),
      ),
    listSpans: (batchId) =>
      toPromise(() =>
        database.all<SpanText>(
          `SELECT start_ms AS startMs, end_ms AS endMs, text FROM speech_spans WHERE batch_id = ?
           ORDER BY start_ms`,
          batchId,
        ),
      ),
    replaceSpans: (batchId, from, to) =>
      toPromise(() =>
        database.durably(() => {
          if (!runUnit(database, batchExists(batchId))) return false;
          for (const { startMs } of from)
            database.run(
              "DELETE FROM speech_spans WHERE batch_id = ? AND start_ms = ?",
              batchId,
              startMs,
            );
          for (const span of to) insert(batchId, span);
          // The task made progress: earlier ends of the process are not counted against it.
          database.run(
            "UPDATE tasks SET attempts = 1 WHERE batch_id = ? AND attempts > 1",
            batchId,
          );
          return true;
        }),
      ),
    listAwaiting: () =>
      toPromise(() =>
        database.all<{ batchId: string; languageId: string }>(
          `SELECT b.id AS batchId, p.source_language AS languageId
           FROM batches b JOIN projects p ON p.id = b.project_id
           WHERE b.awaits_transcription = 1 AND b.status = 'casting' AND p.status <> 'removed'
             AND p.source_language IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE batch_id = b.id)
             AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.batch_id = b.id)`,
        ),
      ),
    queueTranscription: (batchId, at) =>
      toPromise(() =>
        database.durably(() => {
          const batch = database.get<{ projectId: string }>(
            `UPDATE batches SET status = 'ingesting', note = '', awaits_transcription = 0, updated_at = ?
             WHERE id = ? AND awaits_transcription = 1 RETURNING project_id AS projectId`,
            at,
            batchId,
          );
          if (batch) runUnit(database, addTask("batch", batch.projectId, { batchId }));
        }),
      ),
    listUntranslated: () =>
      toPromise(() =>
        database.all<{ batchId: string; projectId: string; from: string; to: string }>(
          `SELECT t.batch_id AS batchId, b.project_id AS projectId, p.source_language AS "from", t.language_id AS "to"
           FROM translations t JOIN batches b ON b.id = t.batch_id JOIN projects p ON p.id = b.project_id
           JOIN translations s ON s.batch_id = t.batch_id AND s.type = 'source'
           WHERE t.status = 'pending' AND t.script_path IS NULL AND t.type = 'target' AND s.status <> 'pending'
             AND s.status <> 'failed' AND p.type = 'media-dubbing' AND p.status <> 'removed'
             AND b.status NOT IN ('ingesting', 'failed', 'removed')
             AND NOT EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = t.batch_id AND k.language_id = t.language_id)
           ORDER BY b.created_at, b.id, t.position`,
        ),
      ),
    queueTranslation: ({ batchId, projectId, to }) =>
      toPromise(() =>
        database.durably(() => {
          if (runUnit(database, batchExists(batchId)))
            runUnit(database, addTask("language", projectId, { batchId, languageId: to }));
        }),
      ),
  };
}
