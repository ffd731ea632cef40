/** SQL of takes from their plan to their end. */
import { createCommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { dubId, type QueuedTake, type QueueOptions } from "./dub-port";
import type { TakeRow, TakeWorkRows } from "./dub-port";
import { refreshStatus } from "../batches/batch-status";
import { chooseTake, type ToChoose } from "./choose-take";
import { toPromise } from "../to-promise";

interface KnownTake {
  id: number;
  number: number;
  variant: number;
  key: string;
  state: TakeRow["state"];
}

/** The voice of the line of a row of `takes`, or "". */
const voiceOfTake = `coalesce(
  (SELECT r.voice FROM line_reviews r WHERE r.batch_id = takes.batch_id AND r.number = takes.number
     AND r.language_id = takes.language_id),
  (SELECT c.voice FROM lines l JOIN characters c ON c.id = l.character_id
     WHERE l.batch_id = takes.batch_id AND l.number = takes.number), '')`;

export function createTakeWorkRows(database: Database): TakeWorkRows {
  const group = createCommitGroup(database);
  const setState = (id: number, state: TakeRow["state"]) =>
    database.run("UPDATE takes SET state = ? WHERE id = ?", state, id);

  /** Takes that are no longer present: made ones stay as outdated, others are removed. */
  function retire({ id, state }: KnownTake): void {
    if (state === "made") setState(id, "outdated");
    else if (state !== "outdated") database.run("DELETE FROM takes WHERE id = ?", id);
  }

  return {
    planTakes: ({ batchId, languageId }, { takes, after, to }, queue) =>
      toPromise(() =>
        database.transaction(() => {
          const known = database.all<KnownTake>(
            `SELECT id, number, variant, key, state FROM takes
             WHERE batch_id = ? AND language_id = ? AND number > ? AND number <= ?`,
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
                priorityOf(take, queue),
                take.id,
              );
          }
          if (!queue) return;
          const { choose } = queue;
          for (const { number, variant, key, text, fit } of wanted.values()) {
            const isToChoose = choose?.variant === variant;
            database.run(
              `INSERT INTO takes (batch_id, language_id, number, variant, key, state, text, fit, priority,
                 is_to_choose, requested_by) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)`,
              batchId,
              languageId,
              number,
              variant,
              key,
              text,
              String(fit),
              priorityOf({ variant }, queue),
              isToChoose ? 1 : 0,
              isToChoose ? choose.by : "",
            );
          }
        }),
      ),
    findQueuedTake: ({ ids, voices, dubs: except }) =>
      toPromise(() => {
        // Every dub that is being made has a queued take. A take that a reviewer waits for is
        // before all others, of whichever dub: the index of queued takes begins with the highest
        // priority.
        const dubs = database.all<{ batchId: string; languageId: string }>(
          `SELECT batch_id AS batchId, language_id AS languageId FROM dubs WHERE state = 'making'
           ORDER BY (SELECT t.priority FROM takes t
               WHERE t.batch_id = dubs.batch_id AND t.language_id = dubs.language_id AND t.state = 'queued'
               ORDER BY t.priority DESC LIMIT 1) DESC,
             priority DESC, requested_at, batch_id, language_id`,
        );
        for (const dub of dubs) {
          if (except.includes(dubId(dub))) continue;
          const { batchId, languageId } = dub;
          const take = database.get<QueuedTake>(
            `SELECT id, batch_id AS batchId, language_id AS languageId, number, variant, key, ${voiceOfTake} AS voice,
               coalesce((SELECT l.identity FROM lines l
                 WHERE l.batch_id = takes.batch_id AND l.number = takes.number), number) AS identity
             FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'queued'
               AND id NOT IN (SELECT value FROM json_each(?))
               AND (? = '[]' OR ${voiceOfTake} NOT IN (SELECT value FROM json_each(?)))
             ORDER BY priority DESC, number, variant LIMIT 1`,
            batchId,
            languageId,
            JSON.stringify(ids),
            JSON.stringify(voices),
            JSON.stringify(voices),
          );
          if (take) return take;
        }
        return null;
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
  };
}

/** Above all others, the take that the reviewer wants to hear. */
const priorityOf = ({ variant }: { variant: number }, { priority = 0, first }: QueueOptions) =>
  variant === first ? priority + 1 : priority;

const positionOf = ({ number, variant }: { number: number; variant: number }) =>
  `${number}/${variant}`;
