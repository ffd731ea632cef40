/**
 * SQL of the analysis of videos: spans of speech, and the work that a newly installed engine makes
 * possible.
 */
import { forgetAttempts, hold } from "../leases";
import { ofLeasedBatch, ofBatch, ofItsBatch } from "../scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { SpanText, SpeechSpanRows, AwaitingRows } from "../batches/ingestion-port";
import { addTask, batchExists } from "../batches/batch-rows";

export function createAnalysisRows(rows: Rows): SpeechSpanRows & AwaitingRows {
  function* putSpans(batchId: string, spans: readonly SpanText[]): Work<void> {
    yield* run(
      `INSERT INTO speech_spans (batch_id, start_ms, end_ms, text)
       SELECT ?, CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), value ->> 2 FROM @items WHERE true
       ON CONFLICT (batch_id, start_ms) DO UPDATE SET end_ms = excluded.end_ms, text = excluded.text`,
      batchId,
      jsonList(spans.map(({ startMs, endMs, text }) => [startMs, endMs, text])),
    );
  }
  return {
    addSpans: rows.within(ofLeasedBatch).note(function* (lease, batchId, spans) {
      yield* hold(lease);
      if (!(yield* batchExists(batchId))) return false;
      yield* putSpans(batchId, spans);
      return true;
    }),
    listSpans: rows.read((batchId) =>
      all<SpanText>(
        `SELECT start_ms AS startMs, end_ms AS endMs, text FROM speech_spans WHERE batch_id = ?
         ORDER BY start_ms`,
        batchId,
      ),
    ),
    replaceSpans: rows.within(ofLeasedBatch).change(function* (lease, batchId, from, to) {
      yield* hold(lease);
      if (!(yield* batchExists(batchId))) return false;
      yield* run(
        "DELETE FROM speech_spans WHERE batch_id = ? AND start_ms IN @numbers",
        batchId,
        jsonList(from.map(({ startMs }) => startMs)),
      );
      yield* putSpans(batchId, to);
      yield* forgetAttempts(lease);
      return true;
    }),
    listAwaiting: rows.read(() =>
      all<{ batchId: string; languageId: string }>(
        `SELECT b.id AS batchId, p.source_language AS languageId
         FROM batches b JOIN projects p ON p.id = b.project_id
         WHERE b.awaits_transcription = 1 AND b.status = 'casting' AND p.status <> 'removed'
           AND p.source_language IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE batch_id = b.id)
           AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.batch_id = b.id)`,
      ),
    ),
    queueTranscription: rows.within(ofBatch).change(function* (batchId, at) {
      const batch = yield* get<{ projectId: string }>(
        `UPDATE batches SET status = 'ingesting', note = '', awaits_transcription = 0, updated_at = ?
         WHERE id = ? AND awaits_transcription = 1 RETURNING project_id AS projectId`,
        at,
        batchId,
      );
      if (batch) yield* addTask("batch", batch.projectId, { batchId });
    }),
    listUntranslated: rows.read(() =>
      all<{ batchId: string; projectId: string; from: string; to: string }>(
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
    queueTranslation: rows.within(ofItsBatch).change(function* ({ batchId, projectId, to }) {
      if (yield* batchExists(batchId))
        yield* addTask("language", projectId, { batchId, languageId: to });
    }),
  };
}
