/** SQL of the review of lines. */
import { createCommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { addTextedLanguage, markForCheck, refreshStatus } from "../batches/batch-status";
import { currentSet } from "../batches/line-rows";
import { toPromise } from "../to-promise";
import type { LineState } from "../../../../preload/facts/review";
import type { RecordedChange, ReviewSummary } from "../../../../preload/local-service/review";
import type {
  ChosenTake,
  DubbedLanguage,
  LineName,
  ReviewChange,
  ReviewFilter,
  ReviewedLanguage,
  ReviewedLine,
  StoredFinding,
  ReviewRows,
} from "./review-port";
import { changeShared } from "./shared-values";
import { isInHistory, readReview, storedReview, type ReviewValueName } from "./line-review";
import { everyName, findingCounts, reviewColumns, selectReviewed, whereOf } from "./review-sql";

type StoredLine = Omit<ReviewedLine, "fit" | "chosen" | "checks" | "isOtherSound"> & {
  isOtherSound: number | null;
  fit: string;
  takeId: number | null;
  takeVariant: number;
  takeKey: string;
  takeSha256: string;
  isOutdated: number | null;
  durationMs: number | null;
  speed: number | null;
  checks: string;
};

function toLine(row: StoredLine): ReviewedLine {
  const { takeId, takeVariant, takeKey, takeSha256, ...rest } = readReview(row);
  const { isOutdated, isOtherSound, durationMs, speed, checks, ...line } = rest;
  const chosen: ChosenTake | null =
    takeId === null
      ? null
      : {
          id: takeId,
          variant: takeVariant,
          key: takeKey,
          sha256: takeSha256,
          isOutdated: isOutdated === 1,
          durationMs: durationMs ?? 0,
          speed: speed ?? 1,
        };
  return {
    ...line,
    chosen,
    checks: JSON.parse(checks) as StoredFinding[],
    isOtherSound: isOtherSound === 1,
  };
}

export function createReviewRows(database: Database): ReviewRows {
  const group = createCommitGroup(database);
  const query = <T>({ sql, values }: ReturnType<typeof selectReviewed>) =>
    database.all<T>(sql, ...values);

  /** The lines that match, in order. Only the lines of a page are then read with all columns. */
  function namesOf(language: ReviewedLanguage, filter: ReviewFilter): LineName[] {
    const { sql, values } = whereOf(filter);
    const matching =
      sql === ""
        ? { sql: everyName, values: [language.batchId, language.languageId] }
        : selectReviewed(language, "number, identity", { sql: `${sql} ORDER BY number`, values });
    return query<LineName>(matching);
  }

  function linesOf(language: ReviewedLanguage, numbers: readonly number[]): ReviewedLine[] {
    const where = {
      sql: "WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number",
      values: [JSON.stringify(numbers)],
    };
    return query<StoredLine>(selectReviewed(language, reviewColumns, where)).map(toLine);
  }

  function find(language: ReviewedLanguage, number: number): ReviewedLine | null {
    const where = { sql: "WHERE number = ?", values: [number] };
    const [row] = query<StoredLine>(selectReviewed(language, reviewColumns, where));
    return row ? toLine(row) : null;
  }

  function putText({ batchId, languageId }: ReviewedLanguage, number: number, text: string): void {
    database.run(
      `INSERT INTO line_texts (batch_id, number, language_id, text)
       SELECT t.batch_id, ?, ${currentSet}, ? FROM translations t WHERE t.batch_id = ? AND t.language_id = ?
       ON CONFLICT DO UPDATE SET text = excluded.text`,
      number,
      text,
      batchId,
      languageId,
    );
  }

  function putReview(
    { batchId, languageId }: ReviewedLanguage,
    number: number,
    values: Record<string, string | number | null>,
  ): void {
    const names = Object.keys(values);
    database.run(
      `INSERT INTO line_reviews (${["batch_id", "number", "language_id", "revision", ...names].join(", ")})
       VALUES (?, ?, ?, 1${names.map(() => ", ?").join("")})
       ON CONFLICT DO UPDATE SET ${["revision = revision + 1", ...names.map((name) => `${name} = excluded.${name}`)].join(", ")}`,
      batchId,
      number,
      languageId,
      ...Object.values(values),
    );
  }

  /** Inside a transaction. */
  function change(
    language: ReviewedLanguage,
    before: ReviewedLine,
    { target, by = "", shared, ...review }: ReviewChange,
    at: number,
  ): number {
    const { number } = before;
    const changes: RecordedChange["changes"] = {};
    const note = (name: string, from: unknown, to: unknown) => {
      if (from !== to) changes[name] = [from, to];
    };
    if (target !== undefined && target !== before.target) {
      putText(language, number, target);
      if (target.trim() !== "") addTextedLanguage(database, language, at);
      note("target", before.target, target);
    }
    // In the same transaction: after a kill, the takes must not count as those of the new values.
    if (changes["target"] || review.voice !== undefined || review.fit !== undefined)
      markForCheck(database, language.batchId, language.languageId);
    // The reviewer's later choice.
    if (review.chosenVariant !== undefined)
      database.run(
        "UPDATE takes SET is_to_choose = 0 WHERE batch_id = ? AND language_id = ? AND number = ? AND is_to_choose = 1",
        language.batchId,
        language.languageId,
        number,
      );
    const isSharedChanged =
      shared !== undefined && changeShared(database, language.batchId, before, shared, { at, by });
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
    putReview(language, number, values);
    if (Object.keys(changes).length > 0)
      database.run(
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

  return {
    listReview: (language, filter, { offset, limit }) =>
      toPromise(() => {
        const names = namesOf(language, filter);
        const page = names.slice(offset, offset + limit).map(({ number }) => number);
        return { total: names.length, lines: linesOf(language, page) };
      }),
    listReviewed: (language, numbers) => toPromise(() => linesOf(language, numbers)),
    listReviewNames: (language, filter) => toPromise(() => namesOf(language, filter)),
    findLineNumbers: (batchId, identities) =>
      toPromise(() => {
        const found = database.all<{ identity: number; number: number }>(
          `SELECT identity, number FROM lines
           WHERE batch_id = ? AND identity IN (SELECT value FROM json_each(?))`,
          batchId,
          JSON.stringify(identities),
        );
        return new Map(found.map(({ identity, number }) => [identity, number]));
      }),
    findReviewed: (language, number) => toPromise(() => find(language, number)),
    summariseLanguage: (language) => toPromise(() => summarise(language)),
    listDubbed: () =>
      toPromise(() =>
        database.all<DubbedLanguage>(
          `SELECT p.id AS projectId, p.name AS project, b.id AS batchId, b.name AS batch, d.language_id AS languageId
           FROM dubs d JOIN batches b ON b.id = d.batch_id AND b.status <> 'removed'
           JOIN projects p ON p.id = b.project_id AND p.status = 'active'
           ORDER BY p.name, p.id, d.language_id, b.created_at, b.id`,
        ),
      ),
    changeReview: (language, { number, revision }, values, at) =>
      group.durably(() => {
        const before = find(language, number);
        if (before?.revision !== revision) return null;
        return { revision: change(language, before, values, at) };
      }),
    countVoiced: (characterId) =>
      toPromise(() => {
        const counted = database.get<{ lines: number; batches: number }>(
          `SELECT count(*) AS lines, count(DISTINCT l.batch_id) AS batches
           FROM lines l JOIN batches b ON b.id = l.batch_id AND b.status <> 'removed'
           JOIN translations t ON t.batch_id = l.batch_id
           LEFT JOIN line_reviews r
             ON r.batch_id = l.batch_id AND r.number = l.number AND r.language_id = t.language_id
           WHERE l.character_id = ? AND r.voice IS NULL AND EXISTS (SELECT 1 FROM takes k
             WHERE k.batch_id = l.batch_id AND k.language_id = t.language_id AND k.number = l.number
               AND k.state = 'made')`,
          characterId,
        );
        return counted ?? { lines: 0, batches: 0 };
      }),
    listHistory: ({ batchId, languageId }, number, limit) =>
      toPromise(() =>
        database
          .all<{ at: number; by: string; changes: string }>(
            `SELECT at, by, changes FROM line_history WHERE batch_id = ? AND number = ? AND language_id = ?
             ORDER BY id DESC LIMIT ?`,
            batchId,
            number,
            languageId,
            limit,
          )
          .map(({ at, by, changes }) => ({
            at,
            by,
            changes: JSON.parse(changes) as RecordedChange["changes"],
          })),
      ),
    resumeDub: ({ batchId, languageId }, added, at) =>
      toPromise(() =>
        database.durably(() => {
          const countOf = (state: string) =>
            `(SELECT count(*) FROM takes k WHERE k.batch_id = dubs.batch_id AND k.language_id = dubs.language_id
              AND k.state = '${state}')`;
          database.run(
            `UPDATE dubs SET planned = planned + ?, made = ${countOf("made")}, failed = ${countOf("failed")},
               outdated = max(0, planned + ? - ${countOf("made")} - ${countOf("failed")} - ${countOf("queued")}),
               note = CASE WHEN state = 'blocked' OR ${countOf("failed")} = 0 THEN '' ELSE note END,
               state = CASE WHEN state = 'due' THEN state WHEN ${countOf("queued")} > 0 THEN 'making'
                 WHEN state = 'making' THEN 'finishing' ELSE state END
             WHERE batch_id = ? AND language_id = ?`,
            added,
            added,
            batchId,
            languageId,
          );
          refreshStatus(database, batchId, at);
        }),
      ),
  };

  function summarise(language: ReviewedLanguage): ReviewSummary {
    const rows = query<{ state: LineState; count: number; ms: number }>(
      selectReviewed(language, "state, count(*) AS count, coalesce(sum(durationMs), 0) AS ms", {
        sql: "GROUP BY state",
        values: [],
      }),
    );
    const checks = database.all<{ name: string; count: number }>(
      findingCounts,
      language.batchId,
      language.languageId,
    );
    const due = database.get(
      "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND findings_state <> 0",
      language.batchId,
      language.languageId,
    );
    return {
      languageId: language.languageId,
      lines: rows.reduce((sum, row) => sum + row.count, 0),
      states: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      checks: Object.fromEntries(checks.map(({ name, count }) => [name, count])),
      areChecksDue: due !== undefined,
      takesMs: Math.round(rows.reduce((sum, row) => sum + row.ms, 0)),
      approvedMs: Math.round(rows.find(({ state }) => state === "approved")?.ms ?? 0),
    };
  }
}
