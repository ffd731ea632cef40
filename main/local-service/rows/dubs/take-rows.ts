/** SQL of the takes of dubs, and of the lines that they depend on. */
import { createCommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import type { TakeScan } from "../../engine/ports";
import type { DubLine, QueuedTake, QueueOptions, TakeRow } from "./dub-port";
import { batchExistsSql } from "../batches/batch-rows";
import { refreshStatus } from "../batches/batch-status";
import { currentSet } from "../batches/line-rows";
import { chooseTake, type ToChoose } from "../review/choose-take";
import { fitOf } from "../review/fit";
import { usedTake } from "../review/review-sql";
import type { LocalStore } from "../port";
import { toPromise } from "../to-promise";

export type TakeRows = Pick<
  LocalStore,
  | "listDubLines"
  | "planTakes"
  | "listQueuedTakes"
  | "finishTake"
  | "listTakes"
  | "listFailedTakes"
  | "listLineTakes"
  | "findTakeFile"
  | "setSlots"
  | "setTimes"
>;

const columns = `k.id, k.number, k.variant, k.key, k.state, k.problem, k.voice, k.location, k.bytes, k.md5,
  k.duration_ms AS durationMs, k.speed, k.loudness, k.peak, k.pitch, k.scan, k.id = ${usedTake} AS isChosen,
  CASE WHEN k.state <> 'outdated' THEN NULL
    WHEN k.text IS NOT NULL AND k.text IS NOT x.text THEN 'text'
    WHEN k.voice <> '' AND k.voice IS NOT coalesce(r.voice, c.voice) THEN 'voice'
    WHEN k.fit IS NOT NULL AND k.fit <> coalesce(r.fit, 'auto') THEN 'fit'
    ELSE 'other' END AS outdatedBy`;
/** Takes \`k\` with their lines and reviews; ends with conditions for the batch and the language. */
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

interface KnownTake {
  id: number;
  number: number;
  variant: number;
  key: string;
  state: TakeRow["state"];
}

export function createTakeRows(database: Database): TakeRows {
  const group = createCommitGroup(database);
  const setState = (id: number, state: TakeRow["state"]) =>
    database.run("UPDATE takes SET state = ? WHERE id = ?", state, id);

  /** Takes that are no longer present: made ones stay as outdated, others are removed. */
  function retire({ id, state }: KnownTake): void {
    if (state === "made") setState(id, "outdated");
    else if (state !== "outdated") database.run("DELETE FROM takes WHERE id = ?", id);
  }

  const present = `FROM takes k WHERE k.batch_id = ? AND k.language_id = ?`;

  return {
    listDubLines: (batchId, languageId, after, limit) =>
      toPromise(() =>
        database
          .all<Omit<DubLine, "fit"> & { fit: string }>(
            `SELECT l.number, l.line_id AS lineId, coalesce(c.name, '') AS character,
             coalesce(r.voice, c.voice) AS voice, x.text, l.emotion,
             l.intensity, l.source_audio AS sourceAudio, l.start_ms AS startMs, l.end_ms AS endMs, l.slot_ms AS slotMs,
             coalesce(r.fit, 'auto') AS fit, coalesce(r.offset_ms, 0) AS offsetMs, coalesce(r.extra_takes, 0) AS extraTakes
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
          )
          .map((line) => ({ ...line, fit: fitOf(line.fit) })),
      ),
    planTakes: ({ batchId, languageId }, { takes, after, to }, queue) =>
      toPromise(() =>
        database.transaction(() => {
          const known = database.all<KnownTake>(
            `SELECT k.id, k.number, k.variant, k.key, k.state ${present} AND k.number > ? AND k.number <= ?`,
            batchId,
            languageId,
            after,
            to,
          );
          const wanted = new Map(takes.map((take) => [positionOf(take), take]));
          for (const take of known) {
            const position = positionOf(take);
            const isPresent = wanted.get(position)?.key === take.key;
            if (!isPresent) {
              retire(take);
              continue;
            }
            wanted.delete(position);
            if (take.state === "outdated") setState(take.id, "made");
            if (take.state === "failed" && queue) setState(take.id, "queued");
            if (queue && (take.state === "failed" || take.state === "queued"))
              database.run(
                "UPDATE takes SET priority = max(priority, ?) WHERE id = ?",
                ...[priorityOf(take, queue), take.id],
              );
          }
          if (!queue) return;
          const { choose } = queue;
          for (const { number, variant, key, text, fit } of wanted.values()) {
            const isToChoose = choose?.variant === variant;
            database.run(
              `INSERT INTO takes (batch_id, language_id, number, variant, key, state, text, fit, priority,
                 is_to_choose, requested_by) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)`,
              ...[batchId, languageId, number, variant, key, text, String(fit)],
              ...[priorityOf({ variant }, queue), isToChoose ? 1 : 0, isToChoose ? choose.by : ""],
            );
          }
        }),
      ),
    listQueuedTakes: (limit, exceptIds) =>
      toPromise(() => {
        const found: QueuedTake[] = [];
        // Every dub that is being made has a queued take; so many of them have one that is not excepted.
        const dubs = database.all<{ batchId: string; languageId: string }>(
          `SELECT batch_id AS batchId, language_id AS languageId FROM dubs WHERE state = 'making'
           ORDER BY priority DESC, requested_at, batch_id, language_id LIMIT ?`,
          limit + exceptIds.length,
        );
        for (const { batchId, languageId } of dubs) {
          if (found.length === limit) break;
          const takes = database.all<QueuedTake>(
            `SELECT id, batch_id AS batchId, language_id AS languageId, number, variant, key FROM takes
             WHERE batch_id = ? AND language_id = ? AND state = 'queued'
               AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY priority DESC, number, variant LIMIT ?`,
            batchId,
            languageId,
            JSON.stringify(exceptIds),
            limit - found.length,
          );
          found.push(...takes);
        }
        return found;
      }),
    finishTake: (id, outcome, at) =>
      group.durably(() => {
        const take = database.get<ToChoose & { isToChoose: number }>(
          `SELECT batch_id AS batchId, language_id AS languageId, number, variant, is_to_choose AS isToChoose,
             requested_by AS by FROM takes WHERE id = ? AND state = 'queued'`,
          id,
        );
        if (!take) return;
        const { batchId, languageId, number } = take;
        if (outcome.result === "failed") {
          database.run(
            "UPDATE takes SET state = 'failed', problem = ?, made_at = ? WHERE id = ?",
            outcome.problem,
            at,
            id,
          );
          database.run(
            "UPDATE dubs SET note = ? WHERE batch_id = ? AND language_id = ? AND note = ''",
            `line ${number}: ${outcome.problem}`,
            batchId,
            languageId,
          );
        } else {
          const { voice, location, speech, take: finished } = outcome;
          const { durationMs, speed, loudness, peak, pitch } = finished.measures;
          database.run(
            `UPDATE takes SET state = 'made', problem = '', voice = ?, location = ?, speech = ?, bytes = ?, md5 = ?, sha256 = ?,
               duration_ms = ?, speed = ?, loudness = ?, peak = ?, pitch = ?, scan = ?, made_at = ? WHERE id = ?`,
            voice,
            location,
            speech,
            finished.bytes,
            finished.md5,
            finished.sha256,
            durationMs,
            speed,
            loudness,
            peak,
            pitch,
            JSON.stringify(finished.scan),
            at,
            id,
          );
          if (take.isToChoose === 1) chooseTake(database, take, at);
        }
        const counter = outcome.result;
        const { state } = database.get<{ state: string }>(
          `UPDATE dubs SET ${counter} = ${counter} + 1, state = CASE WHEN state = 'making' AND NOT EXISTS
             (SELECT 1 FROM takes k WHERE k.batch_id = dubs.batch_id AND k.language_id = dubs.language_id
              AND k.state = 'queued') THEN 'finishing' ELSE state END
           WHERE batch_id = ? AND language_id = ? RETURNING state`,
          batchId,
          languageId,
        ) ?? { state: "" };
        if (state === "finishing") refreshStatus(database, batchId, at);
      }),
    listTakes: (batchId, languageId, after, limit) =>
      toPromise(() =>
        database
          .all<StoredTake>(
            `SELECT ${columns} ${reviewed} AND k.state IN ('made', 'failed', 'queued')
               AND (k.number, k.variant) > (?, ?) ORDER BY k.number, k.variant LIMIT ?`,
            batchId,
            languageId,
            after.number,
            after.variant,
            limit,
          )
          .map(toTake),
      ),
    listFailedTakes: (batchId, languageId, limit) =>
      toPromise(() =>
        database
          .all<StoredTake>(
            `SELECT ${columns} ${reviewed} AND k.state = 'failed' ORDER BY k.number, k.variant LIMIT ?`,
            batchId,
            languageId,
            limit,
          )
          .map(toTake),
      ),
    listLineTakes: ({ batchId, languageId }, number, limit) =>
      toPromise(() =>
        database
          .all<StoredTake>(
            `SELECT ${columns} ${reviewed} AND k.number = ? ORDER BY k.id DESC LIMIT ?`,
            batchId,
            languageId,
            number,
            limit,
          )
          .map(toTake),
      ),
    findTakeFile: (id) =>
      toPromise(
        () =>
          database.get<{ location: string; bytes: number; sha256: string }>(
            `SELECT k.location, k.bytes, k.sha256 FROM takes k JOIN batches b ON b.id = k.batch_id
             AND ${batchExistsSql} WHERE k.id = ? AND k.location IS NOT NULL`,
            id,
          ) ?? null,
      ),
    setSlots: (batchId, slots) =>
      toPromise(() =>
        database.transaction(() => {
          for (const [number, slotMs] of slots)
            database.run(
              "UPDATE lines SET slot_ms = ? WHERE batch_id = ? AND number = ?",
              slotMs,
              batchId,
              number,
            );
        }),
      ),
    setTimes: (batchId, times) =>
      toPromise(() =>
        database.transaction(() => {
          for (const [number, startMs, endMs] of times)
            database.run(
              "UPDATE lines SET start_ms = ?, end_ms = ? WHERE batch_id = ? AND number = ?",
              startMs,
              endMs,
              batchId,
              number,
            );
        }),
      ),
  };
}

/** Above all others, the take that the reviewer wants to hear. */
const priorityOf = ({ variant }: { variant: number }, { priority = 0, first }: QueueOptions) =>
  variant === first ? priority + 1 : priority;

const positionOf = ({ number, variant }: { number: number; variant: number }) =>
  `${number}/${variant}`;
