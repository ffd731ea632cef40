/** SQL of the summary of the review of a language. */
import { all, exists, type Work } from "../unit-of-work";
import type { LineState } from "../../../../preload/facts/review";
import type { ReviewSummary } from "../../../../preload/local-service/review";
import type { ReviewedLanguage } from "./review-port";
import { findingCounts, selectReviewed } from "./review-sql";

export function* summariseLanguage(language: ReviewedLanguage): Work<ReviewSummary> {
  const { sql, values } = selectReviewed(
    language,
    "state, count(*) AS count, coalesce(sum(durationMs), 0) AS ms",
    {
      sql: "GROUP BY state",
      values: [],
    },
  );
  const rows = yield* all<{ state: LineState; count: number; ms: number }>(sql, ...values);
  const checks = yield* all<{ name: string; count: number }>(
    findingCounts,
    language.batchId,
    language.languageId,
  );
  const areChecksDue = yield* exists(
    "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND findings_state <> 0",
    language.batchId,
    language.languageId,
  );
  return {
    languageId: language.languageId,
    lines: rows.reduce((sum, row) => sum + row.count, 0),
    states: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    checks: Object.fromEntries(checks.map(({ name, count }) => [name, count])),
    areChecksDue,
    takesMs: Math.round(rows.reduce((sum, row) => sum + row.ms, 0)),
    approvedMs: Math.round(rows.find(({ state }) => state === "approved")?.ms ?? 0),
  };
}
