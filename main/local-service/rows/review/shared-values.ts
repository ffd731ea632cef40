/** SQL that changes what all languages share of a line: times, character, source and expression. */
import { run, type Work } from "../unit-of-work";
import type { RecordedChange } from "../../../../preload/local-service/review";
import { updateCounts } from "../batches/batch-rows";
import { markForCheck } from "../batches/batch-status";
import { currentSet } from "../batches/line-rows";
import type { ReviewedLine, SharedChange } from "./review-port";

/** Inside a transaction: the characters of a batch are those of its lines. */
export function* refreshCharacters(batchId: string, at: number): Work<void> {
  const added = yield* run(
    `INSERT INTO batch_characters (batch_id, character_id)
     SELECT DISTINCT l.batch_id, l.character_id FROM lines l JOIN characters c ON c.id = l.character_id
     WHERE l.batch_id = ? ON CONFLICT DO NOTHING`,
    batchId,
  );
  const removed = yield* run(
    `DELETE FROM batch_characters WHERE batch_id = ? AND character_id NOT IN
       (SELECT character_id FROM lines WHERE batch_id = ?)`,
    batchId,
    batchId,
  );
  if (added + removed > 0) yield* updateCounts(batchId, at);
}

/** Inside a transaction: adds an entry to the history of a line in each language of its batch. */
export function* recordShared(
  line: { batchId: string; number: number },
  entry: { at: number; by: string; changes: RecordedChange["changes"] },
): Work<void> {
  yield* run(
    `INSERT INTO line_history (batch_id, number, language_id, at, by, changes)
     SELECT batch_id, CAST(? AS BIGINT), language_id, CAST(? AS BIGINT), ?, ? FROM translations WHERE batch_id = ? ORDER BY position`,
    line.number,
    entry.at,
    entry.by,
    JSON.stringify(entry.changes),
    line.batchId,
  );
}

/**
 * Inside a transaction. Returns whether a value has changed, which increments the revision of the
 * line by one.
 */
export function* changeShared(
  batchId: string,
  before: ReviewedLine,
  { character, source, ...values }: SharedChange,
  { at, by }: { at: number; by: string },
): Work<boolean> {
  const { number } = before;
  const changes: RecordedChange["changes"] = {};
  const columns = {
    startMs: "start_ms",
    endMs: "end_ms",
    emotion: "emotion",
    intensity: "intensity",
  } as const;
  for (const name of ["startMs", "endMs", "emotion", "intensity"] as const) {
    const value = values[name];
    if (value === undefined || value === before[name]) continue;
    const sql = `UPDATE lines SET ${columns[name]} = ? WHERE batch_id = ? AND number = ?`;
    yield* run(sql, value, batchId, number);
    changes[name] = [before[name], value];
  }
  if (character && character.id !== before.characterId) {
    yield* run(
      "UPDATE lines SET character_id = ? WHERE batch_id = ? AND number = ?",
      character.id,
      batchId,
      number,
    );
    changes["character"] = [before.character, character.name];
    yield* refreshCharacters(batchId, at);
  }
  if (source !== undefined && source !== before.source) {
    yield* run(
      `INSERT INTO line_texts (batch_id, number, language_id, text)
       SELECT t.batch_id, CAST(? AS BIGINT), ${currentSet}, ? FROM translations t WHERE t.batch_id = ? AND t.type = 'source'
       ON CONFLICT (batch_id, number, language_id) DO UPDATE SET text = excluded.text`,
      number,
      source,
      batchId,
    );
    changes["source"] = [before.source, source];
  }
  if (Object.keys(changes).length === 0) return false;
  yield* run(
    "UPDATE lines SET revision = revision + 1 WHERE batch_id = ? AND number = ?",
    batchId,
    number,
  );
  // In the same transaction: after a kill, the takes must not count as those of the new values.
  yield* markForCheck(batchId);
  yield* recordShared({ batchId, number }, { at, by, changes });
  return true;
}
