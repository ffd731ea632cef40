/** SQL that changes what a reviewer sets for a line, with an entry of its history. */
import { run, type Work } from "../unit-of-work";
import { addTextedLanguage, markForCheck } from "../batches/batch-status";
import { currentSet } from "../batches/line-rows";
import type { RecordedChange } from "../../../../preload/local-service/review";
import type { ReviewChange, ReviewedLanguage, ReviewedLine } from "./review-port";
import { changeShared } from "./shared-values";
import { isInHistory, storedReview, type ReviewValueName } from "./line-review";

function* putText(
  { batchId, languageId }: ReviewedLanguage,
  number: number,
  text: string,
): Work<void> {
  yield* run(
    `INSERT INTO line_texts (batch_id, number, language_id, text)
     SELECT t.batch_id, CAST(? AS BIGINT), ${currentSet}, ? FROM translations t WHERE t.batch_id = ? AND t.language_id = ?
     ON CONFLICT (batch_id, number, language_id) DO UPDATE SET text = excluded.text`,
    number,
    text,
    batchId,
    languageId,
  );
}

function* putReview(
  { batchId, languageId }: ReviewedLanguage,
  number: number,
  values: Record<string, string | number | null>,
): Work<void> {
  const names = Object.keys(values);
  yield* run(
    `INSERT INTO line_reviews AS r (${["batch_id", "number", "language_id", "revision", ...names].join(", ")})
     VALUES (?, ?, ?, 1${names.map(() => ", ?").join("")})
     ON CONFLICT (batch_id, number, language_id) DO UPDATE SET ${["revision = r.revision + 1", ...names.map((name) => `${name} = excluded.${name}`)].join(", ")}`,
    batchId,
    number,
    languageId,
    ...Object.values(values),
  );
}

/**
 * Inside a transaction: changes the review of a line, and returns its revision.
 */
export function* changeLine(
  language: ReviewedLanguage,
  before: ReviewedLine,
  { target, by = "", shared, ...review }: ReviewChange,
  at: number,
): Work<number> {
  const { number } = before;
  const changes: RecordedChange["changes"] = {};
  const note = (name: string, from: unknown, to: unknown) => {
    if (from !== to) changes[name] = [from, to];
  };
  if (target !== undefined && target !== before.target) {
    yield* putText(language, number, target);
    if (target.trim() !== "") yield* addTextedLanguage(language, at);
    note("target", before.target, target);
  }
  // In the same transaction: after a kill, the takes must not count as those of the new values.
  if (changes["target"] || review.voice !== undefined || review.fit !== undefined)
    yield* markForCheck(language.batchId, language.languageId);
  // The reviewer's later choice.
  if (review.chosenVariant !== undefined)
    yield* run(
      "UPDATE takes SET is_to_choose = 0 WHERE batch_id = ? AND language_id = ? AND number = ? AND is_to_choose = 1",
      language.batchId,
      language.languageId,
      number,
    );
  const isSharedChanged =
    shared !== undefined && (yield* changeShared(language.batchId, before, shared, { at, by }));
  const values: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(review)) {
    if (value === undefined) continue;
    const key = name as ReviewValueName;
    const [column, stored] = storedReview(key, value);
    values[column] = stored;
    if (!isInHistory(key)) continue;
    // A former decision that does not apply to the present take is none: the new one is a change.
    const isWithout = key === "decision" && before.state !== before.decision;
    note(name, isWithout ? null : before[key], value);
  }
  yield* putReview(language, number, values);
  if (Object.keys(changes).length > 0)
    yield* run(
      `INSERT INTO line_history (batch_id, number, language_id, at, by, changes) VALUES (?, ?, ?, ?, ?, ?)`,
      language.batchId,
      number,
      language.languageId,
      at,
      by,
      JSON.stringify(changes),
    );
  return before.revision + (isSharedChanged ? 2 : 1);
}
