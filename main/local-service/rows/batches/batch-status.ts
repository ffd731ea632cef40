/** SQL that derives the statuses of a batch and its languages from its characters and its dubs. */
import { jsonList, run, type Work } from "../unit-of-work";

/** The id of one batch, or those of several: a character of a season is in hundreds of batches. */
export type BatchIds = string | readonly string[];

/** A condition with one value, for a column with the id of a batch. */
export const among = (column: string, ids: BatchIds): readonly [sql: string, value: string] =>
  typeof ids === "string" ? [`${column} = ?`, ids] : [`${column} IN @texts`, jsonList(ids)];

/**
 * Inside a transaction: adds the dubs of languages that can be made now, if the batch has all
 * voices. They begin at once unless the setting `automaticInference` is false (interface §2.3). A
 * source language is dubbed only in projects without source audio.
 */
export function* addDubs(batchIds: BatchIds, at: number): Work<void> {
  const [isAmong, ids] = among("t.batch_id", batchIds);
  yield* run(
    `INSERT INTO dubs (batch_id, language_id, state, requested_at)
     SELECT t.batch_id, t.language_id,
       CASE WHEN CAST(b.settings ->> 'automaticInference' AS TEXT) IN ('0', 'false') THEN 'idle' ELSE 'due' END,
       CAST(? AS BIGINT)
     FROM translations t JOIN batches b ON b.id = t.batch_id JOIN projects p ON p.id = b.project_id
     WHERE ${isAmong} AND t.status = 'ready' AND b.status IN ('ready', 'inferring', 'completed', 'incomplete')
       AND (t.type = 'target' OR p.type = 'audio-production')
     ON CONFLICT DO NOTHING`,
    at,
    ids,
  );
}

/**
 * Inside a transaction: the takes of batches are compared with the present texts and voices by the
 * next check.
 */
export function* markForCheck(batchIds: BatchIds, languageId?: string): Work<void> {
  const [isAmong, ids] = among("batch_id", batchIds);
  const sql = `UPDATE dubs SET is_check_due = 1 WHERE ${isAmong}`;
  if (languageId === undefined) yield* run(sql, ids);
  else yield* run(`${sql} AND language_id = ?`, ids, languageId);
}

/**
 * Inside a transaction, after a text was typed or imported: a language that had no texts is dubbed
 * from now on. A language whose script is being read stays as it is.
 */
export function* addTextedLanguage(
  { batchId, languageId }: { batchId: string; languageId: string },
  at: number,
): Work<void> {
  const changed = yield* run(
    `UPDATE translations AS t SET status = 'ready', note = ''
     WHERE batch_id = ? AND language_id = ? AND status IN ('pending', 'failed')
       AND NOT EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = t.batch_id
         AND (k.language_id IS NULL OR k.language_id = t.language_id))`,
    batchId,
    languageId,
  );
  if (changed === 0) return;
  yield* addDubs(batchId, at);
  yield* refreshStatus(batchId, at);
}

/** SQL condition: the dub `d` has a take of every line, none is outdated, and none failed. */
const isWhole = "d.state = 'made' AND d.outdated = 0 AND d.failed = 0 AND d.untranslated = 0";
/** SQL condition: the language `t` has no dub, and needs one. */
const isWithoutDub = `t.type = 'target' AND NOT EXISTS (SELECT 1 FROM dubs d
  WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id)`;

/**
 * Inside a transaction: sets the statuses of batches that are ingested, and of their languages. A
 * batch is `completed` when each line of each target language has its takes and none is outdated;
 * `incomplete` when nothing is left to do without a person, and lines failed or have no text.
 */
export function* refreshStatus(batchIds: BatchIds, at: number): Work<void> {
  const [isBatch, ids] = among("id", batchIds);
  const [isOfBatch] = among("batch_id", batchIds);
  yield* run(
    `UPDATE batches AS b SET updated_at = ?, status = CASE
       WHEN character_count = 0 OR uncast_count > 0 THEN 'casting'
       WHEN EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = b.id AND d.state IN ('making', 'finishing')) THEN 'inferring'
       WHEN NOT EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = b.id)
         OR EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = b.id AND (d.state <> 'made' OR d.outdated > 0))
         OR EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = b.id AND k.language_id IS NOT NULL)
         THEN 'ready'
       WHEN EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = b.id AND NOT (${isWhole}))
         OR EXISTS (SELECT 1 FROM translations t WHERE t.batch_id = b.id AND ${isWithoutDub})
         THEN 'incomplete'
       ELSE 'completed' END
     WHERE ${isBatch} AND status IN ('casting', 'ready', 'inferring', 'completed', 'incomplete')`,
    at,
    ids,
  );
  yield* run(
    `UPDATE translations AS t SET status = CASE
       WHEN EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id
         AND d.state IN ('making', 'finishing')) THEN 'inferring'
       WHEN EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id
         AND ${isWhole}) THEN 'completed'
       WHEN EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id
         AND d.state = 'made' AND d.outdated = 0) THEN 'incomplete'
       WHEN NOT EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id)
         AND EXISTS (SELECT 1 FROM batches b WHERE b.id = t.batch_id AND b.status = 'completed') THEN 'completed'
       ELSE 'ready' END
     WHERE ${isOfBatch} AND status IN ('ready', 'inferring', 'completed', 'incomplete')`,
    ids,
  );
}
