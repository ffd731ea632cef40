/** SQL of the lines that takes depend on. */
import { ofBatch } from "../scopes";
import { all, jsonList, run, type Rows } from "../unit-of-work";
import { checkRules } from "../../../../preload/facts/checks";
import type { DubLine, DubLineRows } from "./dub-port";
import { currentSet } from "../batches/line-rows";
import { voiceOfCharacter } from "../batches/voices";
import { fitOf } from "./fit";

type StoredLine = Omit<DubLine, "fit" | "longTakes"> & { fit: string; longTakes: string };

/** Later than any line. */
const never = 1e15;
/** The line `l` has a time. */
const gapEnd = `nullif(@least(
  coalesce((SELECT min(n.start_ms) FROM lines n WHERE n.batch_id = l.batch_id AND n.start_ms >= l.end_ms), ${never}),
  coalesce((SELECT min(n.start_ms) FROM lines n WHERE n.batch_id = l.batch_id
    AND n.character_id = l.character_id AND n.start_ms > l.start_ms), ${never}),
  coalesce((SELECT b.picture_ms FROM batches b WHERE b.id = l.batch_id), ${never})), ${never})`;
/** Of several variants with one key, the last one counts. */
const longTakes = `(SELECT json_group_object(q.key, q.duration_ms) FROM (SELECT k.key, k.duration_ms FROM takes k
  WHERE k.batch_id = l.batch_id AND k.language_id = t.language_id AND k.number = l.number
    AND k.state IN ('made', 'outdated') AND k.duration_ms > l.end_ms - l.start_ms AND k.speed < ${checkRules.factorError.limit}
  ORDER BY k.variant, k.key) q)`;
/** SQL that is null for a line `l` without a time. */
const ifTimed = (sql: string) => `CASE WHEN l.end_ms > l.start_ms THEN ${sql} END`;

export const createDubLineRows = (rows: Rows): DubLineRows => ({
  listDubLines: rows.read(function* (batchId, languageId, after, limit) {
    return (yield* all<StoredLine>(
      `SELECT l.number, l.line_id AS lineId, coalesce(c.name, '') AS character,
         coalesce(r.voice, ${voiceOfCharacter}) AS voice, x.text, l.emotion,
         l.intensity, l.source_audio AS sourceAudio, l.appearance, l.start_ms AS startMs, l.end_ms AS endMs, l.slot_ms AS slotMs,
         ${ifTimed(gapEnd)} AS gapEndMs, coalesce(${ifTimed(longTakes)}, '{}') AS longTakes,
         coalesce(r.fit, 'auto') AS fit, coalesce(r.offset_ms, 0) AS offsetMs,
         CAST(coalesce(r.level_tenths, 0) AS DOUBLE PRECISION) / 10 AS levelDb, coalesce(r.extra_takes, 0) AS extraTakes
       FROM translations t JOIN lines l ON l.batch_id = t.batch_id
       JOIN line_texts x ON x.batch_id = l.batch_id AND x.number = l.number AND x.language_id = ${currentSet}
       LEFT JOIN characters c ON c.id = l.character_id
       LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number
         AND r.language_id = t.language_id
       WHERE t.batch_id = ? AND t.language_id = ? AND l.number > ? AND trim(x.text) <> ''
       ORDER BY l.number LIMIT ?`,
      batchId,
      languageId,
      after,
      limit,
    )).map((line) => ({
      ...line,
      fit: fitOf(line.fit),
      longTakes: JSON.parse(line.longTakes) as DubLine["longTakes"],
    }));
  }),
  setSlots: rows.within(ofBatch).note(function* (batchId, slots) {
    yield* run(
      `WITH slots AS MATERIALIZED (SELECT CAST(value ->> 0 AS BIGINT) AS line, CAST(value ->> 1 AS BIGINT) AS slot
         FROM @items)
       UPDATE lines SET slot_ms = slots.slot FROM slots WHERE batch_id = ? AND number = slots.line`,
      jsonList(slots),
      batchId,
    );
  }),
  setTimes: rows.within(ofBatch).note(function* (batchId, times) {
    yield* run(
      `WITH times AS MATERIALIZED (SELECT CAST(value ->> 0 AS BIGINT) AS line, CAST(value ->> 1 AS BIGINT) AS first,
           CAST(value ->> 2 AS BIGINT) AS last FROM @items)
       UPDATE lines SET start_ms = times.first, end_ms = times.last FROM times
       WHERE batch_id = ? AND number = times.line`,
      jsonList(times),
      batchId,
    );
  }),
});
