/** SQL that reads the takes of dubs. */
import { all, get, type Rows } from "../unit-of-work";
import type { TakeScan } from "../../engine/ports";
import type { TakeRow, TakeRows } from "./dub-port";
import { batchExistsSql } from "../batches/batch-rows";
import { currentSet } from "../batches/line-rows";
import { voiceOfCharacter } from "../batches/voices";
import { usedTake } from "./used-take";

const columns = `k.id, k.number, k.variant, k.key, k.state, k.problem, k.voice, k.location, k.bytes, k.md5, k.sha256,
  k.duration_ms AS durationMs, k.speed, k.loudness, k.peak, k.pitch, k.scan, k.id = ${usedTake} AS isChosen,
  CASE WHEN k.state <> 'outdated' THEN NULL
    WHEN k.text IS NOT NULL AND k.text IS DISTINCT FROM x.text THEN 'text'
    WHEN k.voice <> '' AND k.voice IS DISTINCT FROM coalesce(r.voice, ${voiceOfCharacter}) THEN 'voice'
    WHEN k.fit IS NOT NULL AND k.fit <> coalesce(r.fit, 'auto') THEN 'fit'
    ELSE 'other' END AS outdatedBy`;
/**
 * Takes \`k\` with their lines and reviews; ends with conditions for the batch and the language.
 */
const reviewed = `FROM takes k
  JOIN lines l ON l.batch_id = k.batch_id AND l.number = k.number
  JOIN translations t ON t.batch_id = k.batch_id AND t.language_id = k.language_id
  LEFT JOIN characters c ON c.id = l.character_id
  LEFT JOIN line_texts x ON x.batch_id = l.batch_id AND x.number = l.number AND x.language_id = ${currentSet}
  LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number AND r.language_id = t.language_id
  WHERE k.batch_id = ? AND k.language_id = ?`;

type StoredTake = Omit<TakeRow, "measures" | "scan" | "isChosen"> & {
  isChosen: number | null;
  durationMs: number | null;
  speed: number | null;
  loudness: number | null;
  peak: number | null;
  pitch: number | null;
  scan: string | null;
};

function toTake(stored: StoredTake): TakeRow {
  const { durationMs, speed, loudness, peak, pitch, scan, isChosen, ...row } = stored;
  const measures =
    durationMs === null || speed === null ? null : { durationMs, speed, loudness, peak, pitch };
  return {
    ...row,
    measures,
    scan: scan === null ? null : scanOf(scan),
    isChosen: isChosen === 1,
  };
}

/** JSON has no -Infinity, the level of digital silence. */
export const scanOf = (text: string): TakeScan =>
  JSON.parse(text, (_name, value: unknown) => (value === null ? -Infinity : value)) as TakeScan;

export const createTakeRows = (rows: Rows): TakeRows => ({
  listTakes: rows.read(function* (batchId, languageId, after, limit) {
    return (yield* all<StoredTake>(
      `SELECT ${columns} ${reviewed} AND k.state IN ('made', 'failed', 'queued')
           AND (k.number, k.variant) > (?, ?) ORDER BY k.number, k.variant LIMIT ?`,
      batchId,
      languageId,
      after.number,
      after.variant,
      limit,
    )).map(toTake);
  }),
  listFailedTakes: rows.read(function* (batchId, languageId, limit) {
    return (yield* all<StoredTake>(
      `SELECT ${columns} ${reviewed} AND k.state = 'failed' ORDER BY k.number, k.variant LIMIT ?`,
      batchId,
      languageId,
      limit,
    )).map(toTake);
  }),
  listLineTakes: rows.read(function* ({ batchId, languageId }, number, limit) {
    return (yield* all<StoredTake>(
      `SELECT ${columns} ${reviewed} AND k.number = ? ORDER BY k.id DESC LIMIT ?`,
      batchId,
      languageId,
      number,
      limit,
    )).map(toTake);
  }),
  findTakeFile: rows.read(function* (id) {
    return (
      (yield* get<{ location: string; bytes: number; sha256: string }>(
        `SELECT k.location, k.bytes, k.sha256 FROM takes k JOIN batches b ON b.id = k.batch_id
           AND ${batchExistsSql} WHERE k.id = ? AND k.location IS NOT NULL`,
        id,
      )) ?? null
    );
  }),
});
