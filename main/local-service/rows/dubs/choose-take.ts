/** SQL of a take that becomes the chosen one when it is made. */
import { get, run, type Work } from "../unit-of-work";

export interface ToChoose {
  batchId: string;
  languageId: string;
  number: number;
  variant: number;
  /** The name of the person who requested it. */
  by: string;
}

/** Inside a transaction: the line uses this variant from now on, with an entry of its history. */
export function* chooseTake(
  { batchId, languageId, number, variant, by }: ToChoose,
  at: number,
): Work<void> {
  const line = [batchId, number, languageId];
  const before = yield* get<{ variant: number | null }>(
    "SELECT chosen_variant AS variant FROM line_reviews WHERE batch_id = ? AND number = ? AND language_id = ?",
    ...line,
  );
  if (before?.variant === variant) return;
  yield* run(
    `INSERT INTO line_reviews AS r (batch_id, number, language_id, revision, chosen_variant) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT (batch_id, number, language_id) DO UPDATE SET revision = r.revision + 1, chosen_variant = excluded.chosen_variant`,
    ...line,
    variant,
  );
  yield* run(
    `INSERT INTO line_history (batch_id, number, language_id, at, by, changes) VALUES (?, ?, ?, ?, ?, ?)`,
    ...line,
    at,
    by,
    JSON.stringify({ chosenVariant: [before?.variant ?? null, variant] }),
  );
}
