/**
 * SQL of the changes of reviewed lines, which triggers number; see `line_changes` in the schema.
 */
import { all, get, type Rows } from "../unit-of-work";
import type { RevisionRows } from "./review-port";

export function createRevisionRows(rows: Rows): RevisionRows {
  return {
    reviewRevision: rows.read(function* ({ batchId, languageId }) {
      return (
        (yield* get<{ revision: number }>(
          "SELECT revision FROM review_revisions WHERE batch_id = ? AND language_id = ?",
          batchId,
          languageId,
        ))?.revision ?? 0
      );
    }),
    listChangedLines: rows.snapshot(function* ({ batchId, languageId }, since, limit) {
      const language = [batchId, languageId];
      const { first, revision } = (yield* get<{ first: number; revision: number }>(
        "SELECT first, revision FROM review_revisions WHERE batch_id = ? AND language_id = ?",
        ...language,
      )) ?? { first: 0, revision: 0 };
      const isKnown = since >= first && since <= revision;
      const changed = isKnown
        ? yield* all<{ number: number }>(
            `SELECT number FROM line_changes WHERE batch_id = ? AND language_id = ? AND revision > ?
             ORDER BY number LIMIT ?`,
            ...language,
            since,
            limit + 1,
          )
        : [];
      const isReset = !isKnown || changed.length > limit;
      return { revision, isReset, numbers: isReset ? [] : changed.map(({ number }) => number) };
    }),
  };
}
