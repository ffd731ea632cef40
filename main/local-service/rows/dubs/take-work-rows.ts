/** SQL of takes from their plan to their end. */
import { end, hold, isFree } from "../leases";
import { ofLeasedLanguage } from "../scopes";
import { all, get, jsonList, run, type Rows } from "../unit-of-work";
import { dubId, type QueuedTake } from "./dub-port";
import type { TakeWorkRows } from "./dub-port";
import { voiceOfCharacter } from "../batches/voices";
import { chooseTake, type ToChoose } from "./choose-take";
import { createTakePlanRows } from "./take-plan-rows";

/** The voice of the line of a row of `takes`, or "". */
const voiceOfTake = `coalesce(
  (SELECT r.voice FROM line_reviews r WHERE r.batch_id = takes.batch_id AND r.number = takes.number
     AND r.language_id = takes.language_id),
  (SELECT ${voiceOfCharacter} FROM lines l JOIN characters c ON c.id = l.character_id
     JOIN translations t ON t.batch_id = l.batch_id AND t.language_id = takes.language_id
     WHERE l.batch_id = takes.batch_id AND l.number = takes.number), '')`;

export function createTakeWorkRows(rows: Rows): TakeWorkRows {
  return {
    ...createTakePlanRows(rows),
    findQueuedTake: rows.read(function* ({ ids, voices, dubs: except }) {
      // Every dub that is being made has a queued take. A take that a reviewer waits for is
      // before all others, of whichever dub: the index of queued takes begins with the highest
      // priority.
      const dubs = yield* all<{ batchId: string; languageId: string }>(
        `SELECT batch_id AS batchId, language_id AS languageId FROM dubs WHERE state = 'making'
         ORDER BY (SELECT t.priority FROM takes t
             WHERE t.batch_id = dubs.batch_id AND t.language_id = dubs.language_id AND t.state = 'queued'
             ORDER BY t.priority DESC LIMIT 1) DESC,
           priority DESC, requested_at, batch_id, language_id`,
      );
      for (const dub of dubs) {
        if (except.includes(dubId(dub))) continue;
        const { batchId, languageId } = dub;
        const take = yield* get<QueuedTake>(
          `SELECT id, batch_id AS batchId, language_id AS languageId, number, variant, key, ${voiceOfTake} AS voice,
             coalesce((SELECT l.identity FROM lines l
               WHERE l.batch_id = takes.batch_id AND l.number = takes.number), number) AS identity
           FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'queued'
             AND id NOT IN @numbers AND ${isFree("takes", "CAST(takes.id AS TEXT)")}
             AND (? = '[]' OR ${voiceOfTake} NOT IN @texts)
           ORDER BY priority DESC, number, variant LIMIT 1`,
          batchId,
          languageId,
          jsonList(ids),
          jsonList(voices),
          jsonList(voices),
        );
        if (take) return take;
      }
      return null;
    }),
    listDubsWithVoices: rows.read(function* (voices) {
      const dubs = yield* all<{ batchId: string; languageId: string }>(
        `SELECT batch_id AS batchId, language_id AS languageId FROM dubs WHERE state = 'making'
           AND EXISTS (SELECT 1 FROM takes WHERE takes.batch_id = dubs.batch_id
             AND takes.language_id = dubs.language_id AND takes.state = 'queued'
             AND ${voiceOfTake} IN @texts)`,
        jsonList(voices),
      );
      return dubs.map(dubId);
    }),
    finishTake: rows.within(ofLeasedLanguage).groupedChange(function* (
      lease,
      { id, batchId, languageId },
      outcome,
      at,
    ) {
      yield* hold(lease);
      yield* end(lease);
      const take = yield* get<ToChoose & { isToChoose: number }>(
        `SELECT batch_id AS batchId, language_id AS languageId, number, variant, is_to_choose AS isToChoose,
           requested_by AS by FROM takes WHERE id = ? AND batch_id = ? AND language_id = ? AND state = 'queued'`,
        id,
        batchId,
        languageId,
      );
      if (!take) return false;
      const { number } = take;
      if (outcome.result === "failed") {
        yield* run(
          "UPDATE takes SET state = 'failed', problem = ?, made_at = ? WHERE id = ?",
          outcome.problem,
          at,
          id,
        );
        yield* run(
          "UPDATE dubs SET note = ? WHERE batch_id = ? AND language_id = ? AND note = ''",
          `line ${number}: ${outcome.problem}`,
          batchId,
          languageId,
        );
      } else {
        const { voice, location, speech, take: finished } = outcome;
        const { durationMs, speed, loudness, peak, pitch } = finished.measures;
        yield* run(
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
        if (take.isToChoose === 1) yield* chooseTake(take, at);
      }
      // The statuses of the batch and its languages are the same for both states.
      const counter = outcome.result;
      yield* run(
        `UPDATE dubs SET ${counter} = ${counter} + 1, state = CASE WHEN state = 'making' AND NOT EXISTS
           (SELECT 1 FROM takes k WHERE k.batch_id = dubs.batch_id AND k.language_id = dubs.language_id
            AND k.state = 'queued') THEN 'finishing' ELSE state END
         WHERE batch_id = ? AND language_id = ?`,
        batchId,
        languageId,
      );
      return true;
    }),
  };
}
