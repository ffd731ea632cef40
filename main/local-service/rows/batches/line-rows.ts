/**
 * SQL of lines and their texts. Table `line_texts` contains two sets of texts per language;
 * `text_set` selects one.
 */
import type { Database } from "../../../common/database/database";
import type { NamedLineRow, LineRows, ScriptSpan } from "./batch-port";
import { refreshStatus } from "./batch-status";
import { batchExists, batchExistsSql } from "./batch-rows";
import type { IngestedLineRows } from "./ingestion-port";
import { toPromise } from "../to-promise";

type StoredLine = Omit<NamedLineRow, "texts"> & { texts: string };

/** SQL for `line_texts.language_id` of the current and of the spare text set of a translation. */
export const currentSetOf = (t: string) =>
  `(${t}.language_id || CASE ${t}.text_set WHEN 1 THEN '#' ELSE '' END)`;
export const currentSet = currentSetOf("t");
const spareSetOf = (t: string) =>
  `(${t}.language_id || CASE ${t}.text_set WHEN 0 THEN '#' ELSE '' END)`;

/**
 * Inside a transaction: deletes up to `limit` lines with their texts; returns the number of lines.
 */
export function clearLines(database: Database, batchId: string, limit: number): number {
  const sql = `DELETE FROM lines WHERE batch_id = ? AND number IN
    (SELECT number FROM lines WHERE batch_id = ? ORDER BY number LIMIT ?)`;
  return database.run(sql, batchId, batchId, limit);
}

/**
 * Inside a transaction: deletes the spare texts of up to `limit` lines; false when none is left.
 */
export function clearSpareTexts(
  database: Database,
  batchId: string,
  languageId: string,
  limit: number,
): boolean {
  const spare = database.get<{ name: string; first: number; last: number | null }>(
    `SELECT ${spareSetOf("t")} AS name, t.spare_from AS first,
       (SELECT max(number) FROM lines WHERE batch_id = t.batch_id) AS last
     FROM translations t WHERE batch_id = ? AND language_id = ? AND spare_from IS NOT NULL`,
    batchId,
    languageId,
  );
  if (!spare) return false;
  database.run(
    "DELETE FROM line_texts WHERE batch_id = ? AND number >= ? AND number < ? AND language_id = ?",
    batchId,
    spare.first,
    spare.first + limit,
    spare.name,
  );
  const next = spare.first + limit;
  const isMore = next <= (spare.last ?? 0);
  database.run(
    "UPDATE translations SET spare_from = ? WHERE batch_id = ? AND language_id = ?",
    isMore ? next : null,
    batchId,
    languageId,
  );
  return isMore;
}

export function createLineRows(database: Database): LineRows & IngestedLineRows {
  const putText = (batchId: string, number: number, name: string, text: string) =>
    database.run(
      `INSERT INTO line_texts (batch_id, number, language_id, text) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET text = excluded.text`,
      batchId,
      number,
      name,
      text,
    );

  return {
    clearLines: (batchId, limit) =>
      toPromise(() => database.transaction(() => clearLines(database, batchId, limit) > 0)),
    addLines: (batchId, lines) =>
      toPromise(() =>
        database.transaction(() => {
          if (!batchExists(database, batchId)) return false;
          for (const line of lines) {
            database.run(
              `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity,
                 start_ms, end_ms, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
              batchId,
              line.number,
              line.lineId,
              line.characterId,
              line.sourceAudio,
              line.emotion,
              line.intensity,
              line.startMs,
              line.endMs,
              line.number,
            );
            // A batch without lines uses the first text set, whose name is the language id.
            for (const [languageId, text] of Object.entries(line.texts))
              putText(batchId, line.number, languageId, text);
          }
          return true;
        }),
      ),
    clearSpareTexts: (batchId, languageId, limit) =>
      toPromise(() =>
        database.transaction(() => clearSpareTexts(database, batchId, languageId, limit)),
      ),
    addSpareTexts: (batchId, languageId, texts) =>
      toPromise(() =>
        database.transaction(() => {
          const spare = database.get<{ name: string }>(
            `UPDATE translations SET spare_from = coalesce(spare_from, 1)
             WHERE batch_id = ? AND language_id = ? RETURNING ${spareSetOf("translations")} AS name`,
            batchId,
            languageId,
          );
          if (!spare || !batchExists(database, batchId)) return false;
          for (const [number, text] of texts) putText(batchId, number, spare.name, text);
          return true;
        }),
      ),
    countLines: (batchId) =>
      toPromise(
        () =>
          database.get<{ count: number }>(
            "SELECT count(*) AS count FROM lines WHERE batch_id = ?",
            batchId,
          )?.count ?? 0,
      ),
    findSpan: (batchId) =>
      toPromise(
        () =>
          database.get<ScriptSpan>(
            `SELECT min(l.start_ms) AS startMs, max(coalesce(l.end_ms, l.start_ms)) AS endMs
             FROM lines l JOIN batches b ON b.id = l.batch_id
             WHERE l.batch_id = ? AND l.start_ms IS NOT NULL AND b.status <> 'ingesting'
             HAVING count(*) > 0`,
            batchId,
          ) ?? null,
      ),
    moveLines: (batchId, offsetMs, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `UPDATE lines SET start_ms = max(0, start_ms - ?), end_ms = max(0, end_ms - ?)
             WHERE batch_id = ?`,
            offsetMs,
            offsetMs,
            batchId,
          );
          database.run(
            `UPDATE dubs SET findings_state = 1, requested_at = CASE state WHEN 'made' THEN ? ELSE requested_at END,
               state = CASE state WHEN 'made' THEN 'due' ELSE state END WHERE batch_id = ?`,
            at,
            batchId,
          );
          refreshStatus(database, batchId, at);
        }),
      ),
    countCharacterLines: (projectId) =>
      toPromise(() =>
        database.all(
          `SELECT l.character_id AS characterId, count(*) AS lines
           FROM batches b JOIN lines l ON l.batch_id = b.id
           WHERE b.project_id = ? AND ${batchExistsSql} AND b.status <> 'ingesting'
           GROUP BY l.character_id`,
          projectId,
        ),
      ),
    listLines: (batchId, after, limit) =>
      toPromise(() =>
        database
          .all<StoredLine>(
            `SELECT l.number, l.line_id AS lineId, l.character_id AS characterId,
               coalesce(c.name, '') AS character, l.source_audio AS sourceAudio, l.emotion, l.intensity,
               l.start_ms AS startMs, l.end_ms AS endMs,
               (SELECT json_group_object(t.language_id, x.text) FROM translations t JOIN line_texts x
                ON x.batch_id = t.batch_id AND x.number = l.number AND x.language_id = ${currentSet}
                WHERE t.batch_id = l.batch_id) AS texts
             FROM lines l LEFT JOIN characters c ON c.id = l.character_id
             WHERE l.batch_id = ? AND l.number > ? ORDER BY l.number LIMIT ?`,
            batchId,
            after,
            limit,
          )
          .map((row) => ({ ...row, texts: JSON.parse(row.texts) as Record<string, string> })),
      ),
    listLineKeys: (batchId, after, limit) =>
      toPromise(() =>
        database.all(
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
