/**
 * SQL of lines and their texts. Table `line_texts` contains two sets of texts per language;
 * `text_set` selects one.
 */
import { hold } from "../leases";
import { ofLeasedBatch, ofBatch } from "../scopes";
import { all, exists, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { NamedLineRow, LineRows, ScriptSpan } from "./batch-port";
import { refreshStatus } from "./batch-status";
import { batchExists, batchExistsSql } from "./batch-rows";
import type { IngestedLineRows } from "./ingestion-port";

type StoredLine = Omit<NamedLineRow, "texts"> & { texts: string };

/** SQL for `line_texts.language_id` of the current and of the spare text set of a translation. */
export const currentSetOf = (t: string) =>
  `(${t}.language_id || CASE ${t}.text_set WHEN 1 THEN '#' ELSE '' END)`;
export const currentSet = currentSetOf("t");
const spareSetOf = (t: string) =>
  `(${t}.language_id || CASE ${t}.text_set WHEN 0 THEN '#' ELSE '' END)`;

/** The number of lines of a batch. */
export function* countLines(batchId: string): Work<number> {
  const sql = "SELECT count(*) AS count FROM lines WHERE batch_id = ?";
  return (yield* get<{ count: number }>(sql, batchId))?.count ?? 0;
}

/**
 * Inside a transaction: deletes up to `limit` lines with their texts; returns the number of lines.
 */
export function* clearLines(batchId: string, limit: number): Work<number> {
  const sql = `DELETE FROM lines WHERE batch_id = ? AND number IN
    (SELECT number FROM lines WHERE batch_id = ? ORDER BY number LIMIT ?)`;
  return yield* run(sql, batchId, batchId, limit);
}

/**
 * Inside a transaction: deletes the spare texts of up to `limit` lines; false when none is left.
 */
export function* clearSpareTexts(
  batchId: string,
  languageId: string,
  limit: number,
): Work<boolean> {
  const spare = yield* get<{ name: string; first: number; last: number | null }>(
    `SELECT ${spareSetOf("t")} AS name, t.spare_from AS first,
       (SELECT max(number) FROM lines WHERE batch_id = t.batch_id) AS last
     FROM translations t WHERE batch_id = ? AND language_id = ? AND spare_from IS NOT NULL`,
    batchId,
    languageId,
  );
  if (!spare) return false;
  yield* run(
    "DELETE FROM line_texts WHERE batch_id = ? AND number >= ? AND number < ? AND language_id = ?",
    batchId,
    spare.first,
    spare.first + limit,
    spare.name,
  );
  const next = spare.first + limit;
  const isMore = next <= (spare.last ?? 0);
  yield* run(
    "UPDATE translations SET spare_from = ? WHERE batch_id = ? AND language_id = ?",
    isMore ? next : null,
    batchId,
    languageId,
  );
  return isMore;
}

export function createLineRows(rows: Rows): LineRows & IngestedLineRows {
  /** Each text is `[number, name of its set, text]`. */
  function* putTexts(
    batchId: string,
    texts: readonly (readonly [number, string, string])[],
  ): Work<void> {
    yield* run(
      `INSERT INTO line_texts (batch_id, number, language_id, text)
       SELECT ?, CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2 FROM @items WHERE true
       ON CONFLICT (batch_id, number, language_id) DO UPDATE SET text = excluded.text`,
      batchId,
      jsonList(texts),
    );
  }

  return {
    clearLines: rows.within(ofLeasedBatch).note(function* (lease, batchId, limit) {
      yield* hold(lease);
      // Usually there are none; the statement that deletes them costs much also then.
      if (!(yield* exists("SELECT 1 FROM lines WHERE batch_id = ? LIMIT 1", batchId))) return false;
      return (yield* clearLines(batchId, limit)) > 0;
    }),
    addLines: rows.within(ofLeasedBatch).note(function* (lease, batchId, lines) {
      yield* hold(lease);
      if (!(yield* batchExists(batchId))) return false;
      yield* run(
        `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity,
           start_ms, end_ms, identity, appearance)
         SELECT ?, CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
           CAST(value ->> 6 AS BIGINT), CAST(value ->> 7 AS BIGINT), CAST(value ->> 0 AS BIGINT), value ->> 8 FROM @items`,
        batchId,
        jsonList(
          lines.map((line) => [
            line.number,
            line.lineId,
            line.characterId,
            line.sourceAudio,
            line.emotion,
            line.intensity,
            line.startMs,
            line.endMs,
            line.appearance,
          ]),
        ),
      );
      // A batch without lines uses the first text set, whose name is the language id.
      yield* putTexts(
        batchId,
        lines.flatMap(({ number, texts }) =>
          Object.entries(texts).map(([name, text]) => [number, name, text] as const),
        ),
      );
      return true;
    }),
    clearSpareTexts: rows.within(ofLeasedBatch).note(function* (lease, batchId, languageId, limit) {
      yield* hold(lease);
      return yield* clearSpareTexts(batchId, languageId, limit);
    }),
    addSpareTexts: rows.within(ofLeasedBatch).note(function* (lease, batchId, languageId, texts) {
      yield* hold(lease);
      const spare = yield* get<{ name: string }>(
        `UPDATE translations SET spare_from = coalesce(spare_from, 1)
         WHERE batch_id = ? AND language_id = ? RETURNING ${spareSetOf("translations")} AS name`,
        batchId,
        languageId,
      );
      if (!spare || !(yield* batchExists(batchId))) return false;
      yield* putTexts(
        batchId,
        [...texts].map(([number, text]) => [number, spare.name, text] as const),
      );
      return true;
    }),
    countLines: rows.read((batchId) => countLines(batchId)),
    findSpan: rows.read(function* (batchId) {
      return (
        (yield* get<ScriptSpan>(
          `SELECT min(l.start_ms) AS startMs, max(coalesce(l.end_ms, l.start_ms)) AS endMs
           FROM lines l JOIN batches b ON b.id = l.batch_id
           WHERE l.batch_id = ? AND l.start_ms IS NOT NULL AND b.status <> 'ingesting'
           HAVING count(*) > 0`,
          batchId,
        )) ?? null
      );
    }),
    moveLines: rows.within(ofBatch).change(function* (batchId, offsetMs, at) {
      yield* run(
        `UPDATE lines SET start_ms = CASE WHEN start_ms < ? THEN 0 ELSE start_ms - ? END,
           end_ms = CASE WHEN end_ms < ? THEN 0 ELSE end_ms - ? END
         WHERE batch_id = ?`,
        offsetMs,
        offsetMs,
        offsetMs,
        offsetMs,
        batchId,
      );
      yield* run(
        `UPDATE dubs SET findings_state = 1, requested_at = CASE state WHEN 'made' THEN ? ELSE requested_at END,
           state = CASE state WHEN 'made' THEN 'due' ELSE state END WHERE batch_id = ?`,
        at,
        batchId,
      );
      yield* refreshStatus(batchId, at);
    }),
    countCharacterLines: rows.read((projectId) =>
      all(
        `SELECT l.character_id AS characterId, count(*) AS lines
         FROM batches b JOIN lines l ON l.batch_id = b.id
         WHERE b.project_id = ? AND ${batchExistsSql} AND b.status <> 'ingesting'
         GROUP BY l.character_id`,
        projectId,
      ),
    ),
    listLines: rows.read(function* (batchId, after, limit) {
      return (yield* all<StoredLine>(
        `SELECT l.number, l.line_id AS lineId, l.character_id AS characterId,
           coalesce(c.name, '') AS character, l.source_audio AS sourceAudio, l.emotion, l.intensity,
           l.start_ms AS startMs, l.end_ms AS endMs,
           (SELECT coalesce(json_group_object(t.language_id, x.text), '{}') FROM translations t JOIN line_texts x
            ON x.batch_id = t.batch_id AND x.number = l.number AND x.language_id = ${currentSet}
            WHERE t.batch_id = l.batch_id) AS texts
         FROM lines l LEFT JOIN characters c ON c.id = l.character_id
         WHERE l.batch_id = ? AND l.number > ? ORDER BY l.number LIMIT ?`,
        batchId,
        after,
        limit,
      )).map((row) => ({ ...row, texts: JSON.parse(row.texts) as Record<string, string> }));
    }),
    listLineKeys: rows.read((batchId, after, limit) =>
      all(
        `SELECT l.number, l.line_id AS lineId, coalesce(c.name, '') AS character,
           l.start_ms AS startMs, l.end_ms AS endMs
         FROM lines l LEFT JOIN characters c ON c.id = l.character_id
         WHERE l.batch_id = ? AND l.number > ? ORDER BY l.number LIMIT ?`,
        batchId,
        after,
        limit,
      ),
    ),
  };
}
