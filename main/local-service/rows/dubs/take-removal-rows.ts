/** SQL that removes takes: queued ones, and made ones that nothing uses. */
import { ofItsBatch, ofLanguage } from "../scopes";
import { ofTakeBatch } from "../found-scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { TakeRemovalRows } from "./dub-port";

/** Outdated takes of a line that stay: the newest ones. */
const keptTakes = 20;

export function createTakeRemovalRows(rows: Rows): TakeRemovalRows {
  /**
   * Removes takes of a batch. Inside a transaction: also records files that no other take of the
   * batch has for removal. Returns the number of bytes.
   */
  function* remove(batchId: string, ids: readonly number[]): Work<number> {
    const list = jsonList(ids);
    const selected = "FROM takes WHERE id IN @numbers";
    const bytes =
      (yield* get<{ bytes: number }>(`SELECT coalesce(sum(bytes), 0) AS bytes ${selected}`, list))
        ?.bytes ?? 0;
    // Speech is made again where it is missing, and a location of it may be used again.
    for (const [column, removedAt] of [
      ["location", "@now"],
      ["speech", "0"],
    ])
      yield* run(
        // One pass over the takes: no index leads to files.
        `INSERT INTO removals (location, removed_at) SELECT ${column}, ${removedAt} FROM takes
           WHERE batch_id = ? AND ${column} IS NOT NULL
           GROUP BY ${column} HAVING count(*) FILTER (WHERE id NOT IN @numbers) = 0
         ON CONFLICT DO NOTHING`,
        batchId,
        list,
      );
    yield* run(`DELETE ${selected}`, list);
    return bytes;
  }

  return {
    stopTakes: rows.within(ofLanguage).change(({ batchId, languageId }, numbers) =>
      run(
        `DELETE FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'queued'
           AND number IN @numbers`,
        batchId,
        languageId,
        jsonList(numbers),
      ),
    ),
    discardFailedTake: rows.within(ofTakeBatch).change(function* (id) {
      const take = yield* get<{
        batchId: string;
        languageId: string;
        number: number;
        variant: number;
      }>(
        `SELECT batch_id AS batchId, language_id AS languageId, number, variant FROM takes k
         WHERE id = ? AND state = 'failed' AND NOT EXISTS (SELECT 1 FROM takes o
           WHERE o.batch_id = k.batch_id AND o.language_id = k.language_id AND o.number = k.number
             AND o.variant > k.variant AND o.state <> 'outdated')`,
        id,
      );
      if (!take) return null;
      const { batchId, languageId, number } = take;
      const discarded = yield* run(
        `UPDATE line_reviews SET extra_takes = extra_takes - 1, revision = revision + 1
         WHERE batch_id = ? AND number = ? AND language_id = ? AND extra_takes > 0`,
        batchId,
        number,
        languageId,
      );
      if (discarded === 0) return null;
      yield* remove(batchId, [id]);
      return { batchId, languageId };
    }),
    cleanTakes: rows.within(ofItsBatch).change(function* ({ batchId, languageId }) {
      // Outdated takes beyond the newest ones of their line, except those that a decision is
      // about.
      const removed = yield* all<{ id: number }>(
        `SELECT id FROM (
           SELECT k.id, k.sha256 IS NOT DISTINCT FROM r.decision_sha256
               AND @position(coalesce(r.decision_key, ''), k.key || ':' || k.variant || ':') = 1 AS isDecided,
             row_number() OVER (PARTITION BY k.number ORDER BY k.id DESC) AS position
           FROM takes k LEFT JOIN line_reviews r
             ON r.batch_id = k.batch_id AND r.number = k.number AND r.language_id = k.language_id
           WHERE k.batch_id = ? AND k.language_id = ? AND k.state = 'outdated') AS placed
         WHERE position > ${keptTakes} AND NOT isDecided`,
        batchId,
        languageId,
      );
      const ids = removed.map(({ id }) => id);
      return { takes: ids.length, bytes: yield* remove(batchId, ids) };
    }),
  };
}
