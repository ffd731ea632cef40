/** SQL of a take that becomes the chosen one when it is made. */
import type { Database } from "../../../common/database/database";

export interface ToChoose {
  batchId: string;
  languageId: string;
  number: number;
  variant: number;
  /** The name of the person who requested it. */
  by: string;
}

/** Inside a transaction: the line uses this variant from now on, with an entry of its history. */
export function chooseTake(
  database: Database,
  { batchId, languageId, number, variant, by }: ToChoose,
  at: number,
): void {
  const line = [batchId, number, languageId];
  const before = database.get<{ variant: number | null }>(
    "SELECT chosen_variant AS variant FROM line_reviews WHERE batch_id = ? AND number = ? AND language_id = ?",
    ...line,
  );
  if (before?.variant === variant) return;
  database.run(
    `INSERT INTO line_reviews (batch_id, number, language_id, revision, chosen_variant) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET revision = revision + 1, chosen_variant = excluded.chosen_variant`,
    ...line,
    variant,
  );
  database.run(
    `INSERT INTO line_history (batch_id, number, language_id, at, by, changes) VALUES (?, ?, ?, ?, ?, ?)`,
    ...line,
    at,
    by,
    JSON.stringify({ chosenVariant: [before?.variant ?? null, variant] }),
  );
}
