/** SQL of the review of lines. */
import { type Scope, ofItsBatch } from "../scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import { refreshStatus } from "../batches/batch-status";
import { everyLine } from "../../../../preload/facts/review";
import type { RecordedChange } from "../../../../preload/local-service/review";
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
import { readReview } from "./line-review";
import { everyName, reviewColumns, selectReviewed, whereOf } from "./review-sql";
import { videoNoteSql } from "../dubs/video-note";
import { changeLine } from "./change-review";
import { summariseLanguage } from "./summarise-language";

type StoredLine = Omit<
  ReviewedLine,
  "fit" | "chosen" | "checks" | "isOtherSound" | "isLanguageVoice"
> & {
  isLanguageVoice: number;
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
  const { isOutdated, isOtherSound, isLanguageVoice, durationMs, speed, checks, ...line } = rest;
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
    isLanguageVoice: isLanguageVoice === 1,
  };
}

/** A text, and the values that all languages have, concern the status of the batch. */
function scopeOfReview(
  { batchId, languageId }: ReviewedLanguage,
  _line: unknown,
  { shared, target }: ReviewChange,
): Scope {
  const isOfBatch = shared !== undefined || target !== undefined;
  return isOfBatch ? { batchId } : { batchId, languageId };
}

export function createReviewRows(rows: Rows): ReviewRows {
  function* query<T>({ sql, values }: ReturnType<typeof selectReviewed>) {
    return yield* all<T>(sql, ...values);
  }

  /** The lines that match, in order. Only the lines of a page are then read with all columns. */
  function* namesOf(language: ReviewedLanguage, filter: ReviewFilter): Work<LineName[]> {
    const { sql, values } = whereOf(filter);
    const matching =
      sql === ""
        ? { sql: everyName, values: [language.batchId, language.languageId] }
        : selectReviewed(language, "number, identity", { sql: `${sql} ORDER BY number`, values });
    return yield* query<LineName>(matching);
  }

  function* linesOf(language: ReviewedLanguage, numbers: readonly number[]): Work<ReviewedLine[]> {
    const where = {
      sql: "WHERE number IN @numbers ORDER BY number",
      values: [jsonList(numbers)],
    };
    return (yield* query<StoredLine>(selectReviewed(language, reviewColumns, where))).map(toLine);
  }

  function* find(
    language: ReviewedLanguage,
    number: number,
    filter: ReviewFilter = everyLine,
  ): Work<ReviewedLine | null> {
    const { sql, values } = whereOf(filter);
    const where = {
      sql: sql === "" ? "WHERE number = ?" : `${sql} AND number = ?`,
      values: [...values, number],
    };
    const [row] = yield* query<StoredLine>(selectReviewed(language, reviewColumns, where));
    return row ? toLine(row) : null;
  }

  return {
    listReview: rows.snapshot(function* (language, filter, { offset, limit }) {
      const names = yield* namesOf(language, filter);
      const page = names.slice(offset, offset + limit).map(({ number }) => number);
      return { total: names.length, lines: yield* linesOf(language, page) };
    }),
    listReviewed: rows.read((language, numbers) => linesOf(language, numbers)),
    listReviewNames: rows.read((language, filter) => namesOf(language, filter)),
    findLineNumbers: rows.read(function* (batchId, identities) {
      const found = yield* all<{ identity: number; number: number }>(
        `SELECT identity, number FROM lines
         WHERE batch_id = ? AND identity IN @numbers`,
        batchId,
        jsonList(identities),
      );
      return new Map(found.map(({ identity, number }) => [identity, number]));
    }),
    findReviewed: rows.read((language, number, filter) => find(language, number, filter)),
    summariseLanguage: rows.snapshot((language) => summariseLanguage(language)),
    listDubbed: rows.read(() =>
      all<DubbedLanguage>(
        `SELECT p.id AS projectId, p.name AS project, b.id AS batchId, b.name AS batch, d.language_id AS languageId
         FROM dubs d JOIN batches b ON b.id = d.batch_id AND b.status <> 'removed'
         JOIN projects p ON p.id = b.project_id AND p.status = 'active'
         ORDER BY p.name, p.id, d.language_id, b.created_at, b.id`,
      ),
    ),
    changeReview: rows.within(scopeOfReview).groupedChange(function* (
      language,
      { number, revision, filter },
      values,
      at,
    ) {
      const before = yield* find(language, number, filter);
      if (before?.revision !== revision) return null;
      return { revision: yield* changeLine(language, before, values, at) };
    }),
    countVoiced: rows.read(function* (characterId, languageId) {
      const isInLanguage = "t.language_id = ?";
      const isInOthers = `NOT EXISTS (SELECT 1 FROM character_voices v
        WHERE v.character_id = l.character_id AND v.language_id = t.language_id)`;
      const counted = yield* get<{ lines: number; batches: number }>(
        `SELECT count(*) AS lines, count(DISTINCT l.batch_id) AS batches
         FROM lines l JOIN batches b ON b.id = l.batch_id AND b.status <> 'removed'
         JOIN translations t ON t.batch_id = l.batch_id
         LEFT JOIN line_reviews r
           ON r.batch_id = l.batch_id AND r.number = l.number AND r.language_id = t.language_id
         WHERE l.character_id = ? AND r.voice IS NULL
           AND ${languageId === null ? isInOthers : isInLanguage}
           AND EXISTS (SELECT 1 FROM takes k
           WHERE k.batch_id = l.batch_id AND k.language_id = t.language_id AND k.number = l.number
             AND k.state = 'made')`,
        characterId,
        ...(languageId === null ? [] : [languageId]),
      );
      return counted ?? { lines: 0, batches: 0 };
    }),
    listHistory: rows.read(function* ({ batchId, languageId }, number, limit) {
      return (yield* all<{ at: number; by: string; changes: string }>(
        `SELECT at, by, changes FROM line_history WHERE batch_id = ? AND number = ? AND language_id = ?
         ORDER BY id DESC LIMIT ?`,
        batchId,
        number,
        languageId,
        limit,
      )).map(({ at, by, changes }) => ({
        at,
        by,
        changes: JSON.parse(changes) as RecordedChange["changes"],
      }));
    }),
    resumeDub: rows.within(ofItsBatch).change(function* ({ batchId, languageId }, added, at) {
      const countOf = (state: string) =>
        `(SELECT count(*) FROM takes k WHERE k.batch_id = dubs.batch_id AND k.language_id = dubs.language_id
          AND k.state = '${state}')`;
      yield* run(
        `UPDATE dubs SET planned = planned + ?, made = ${countOf("made")}, failed = ${countOf("failed")},
           outdated = @greatest(0, planned + ? - ${countOf("made")} - ${countOf("failed")} - ${countOf("queued")}),
           note = CASE WHEN state = 'blocked' OR ${countOf("failed")} = 0 THEN
             CASE WHEN ${countOf("queued")} = 0 THEN ${videoNoteSql} ELSE '' END ELSE note END,
           state = CASE WHEN state = 'due' THEN state WHEN ${countOf("queued")} > 0 THEN 'making'
             WHEN state = 'making' THEN 'finishing' ELSE state END
         WHERE batch_id = ? AND language_id = ?`,
        added,
        added,
        batchId,
        languageId,
      );
      yield* refreshStatus(batchId, at);
    }),
  };
}
