/** The query of the lines of a language with their takes, from which their states follow. */
import { activeDubStates } from "../dubs/dub-port";
import { usedTake } from "../dubs/used-take";
import { currentSet, currentSetOf } from "../batches/line-rows";
import { voiceOfCharacter } from "../batches/voices";
import { revisionsOfLineSet } from "../../../../preload/facts/line-edits";
import { jsonList } from "../unit-of-work";
import { reviewValues, selectedReview } from "./line-review";
import type { ReviewFilter, ReviewedLanguage } from "./review-port";

type Value = string | number;

/** Whether a row `i` of ignored checks applies: to the sound that it is about, or to the text. */
const isIgnored = ({ text, sha256 }: { text: string; sha256: string }) =>
  `(CASE WHEN i.sha256 IS NULL THEN i.text = ${text} ELSE i.sha256 = ${sha256} END)`;

/** The findings of a line `line`, each with `ignoredBy`. */
const findingsOf = (
  line: string,
) => `SELECT h.*, (SELECT i.by FROM ignored_checks i WHERE i.batch_id = h.batch_id
    AND i.number = h.number AND i.language_id = h.language_id AND i.name = h.name
    AND ${isIgnored({ text: `${line}.target`, sha256: `${line}.takeSha256` })})
    AS ignoredBy
  FROM line_findings h WHERE h.batch_id = ${line}.batchId AND h.number = ${line}.number
    AND h.language_id = ${line}.languageId`;

/** The names of all lines of a batch in a language. */
export const everyName = `SELECT l.number, l.identity FROM translations t JOIN lines l ON l.batch_id = t.batch_id
  WHERE t.batch_id = ? AND t.language_id = ? ORDER BY l.number`;

/** Columns of `found`; see ReviewedLine. */
export const reviewColumns = `number, lineId, characterId, character, characterVoice, isLanguageVoice, source, target, startMs, endMs,
  identity, emotion, intensity, state, takes, comments, revision, ${Object.keys(reviewValues).join(", ")}, isOtherSound, takeId, takeVariant, takeKey, takeSha256, isOutdated, durationMs, speed,
  (SELECT coalesce(json_group_array(json_object('name', h.name, 'severity', h.severity, 'rule', h.rule, 'value', h.value,
     'limit', h.max, 'subject', h.subject, 'ignoredBy', h.ignoredBy)), '[]')
   FROM (${findingsOf("found")} ORDER BY h.position) h) AS checks`;

/** The text of the line of a finding `h`, and the hash of the take that is heard. */
const textOfFinding = `coalesce((SELECT x.text FROM line_texts x WHERE x.batch_id = h.batch_id
  AND x.number = h.number AND x.language_id = ${currentSet}), '')`;
const soundOfFinding = `(SELECT k.sha256 FROM lines l
  LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number AND r.language_id = t.language_id
  JOIN takes k ON k.id = ${usedTake} WHERE l.batch_id = h.batch_id AND l.number = h.number)`;

/**
 * How many lines of a batch in a language have findings that are not ignored, by the names of the
 * checks.
 */
export const findingCounts = `SELECT h.name, count(DISTINCT h.number) AS count
  FROM translations t JOIN line_findings h ON h.batch_id = t.batch_id AND h.language_id = t.language_id
  WHERE t.batch_id = ? AND t.language_id = ? AND NOT EXISTS (SELECT 1 FROM ignored_checks i
    WHERE i.batch_id = h.batch_id AND i.number = h.number AND i.language_id = h.language_id AND i.name = h.name
      AND ${isIgnored({ text: textOfFinding, sha256: soundOfFinding })})
  GROUP BY h.name`;

/** How many takes of a line `l` have this state. */
const count = (state: string) => `(SELECT count(*) FROM takes k WHERE k.batch_id = l.batch_id
  AND k.language_id = t.language_id AND k.number = l.number AND k.state = '${state}')`;

const isDubActive = `EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = t.batch_id AND d.language_id = t.language_id
  AND d.state IN (${activeDubStates.map((state) => `'${state}'`).join(", ")}))`;

/**
 * Whether the decision of a line `e` is about a take of the same recipe and placement as its take
 * `k`.
 */
const isOfRecipe = `e.decisionKey = k.key || ':' || k.variant || ':' || e.offsetMs
  || CASE e.levelDb WHEN 0 THEN '' ELSE ':' || e.levelDb END`;

/**
 * The common table expressions "every" (all lines of a language) and "found" (with their states).
 * `decisionKey` of a take is "key:variant:offset", and ":level" in tenths of a decibel if there is
 * one. A decision applies only to the sound that it is about: equal keys are equal recipes, and an
 * engine may make other bytes of one.
 */
const found = `WITH every AS (
    SELECT l.batch_id AS batchId, t.language_id AS languageId, l.number, l.line_id AS lineId, l.character_id AS characterId, coalesce(c.name, '') AS character,
      ${voiceOfCharacter} AS characterVoice, EXISTS (SELECT 1 FROM character_voices v
        WHERE v.character_id = c.id AND v.language_id = t.language_id) AS isLanguageVoice, l.start_ms AS startMs, l.end_ms AS endMs, l.identity, l.emotion, l.intensity,
      coalesce((SELECT y.text FROM translations s JOIN line_texts y ON y.batch_id = s.batch_id AND y.number = l.number
        AND y.language_id = ${currentSetOf("s")}
        WHERE s.batch_id = l.batch_id AND s.type = 'source' LIMIT 1), '') AS source,
      coalesce(x.text, '') AS target,
      coalesce(r.revision, 0) + l.revision + b.line_set * ${revisionsOfLineSet} AS revision, ${selectedReview}, ${usedTake} AS takeId, ${count("made")} AS takes,
      ${count("queued")} AS queued, ${count("failed")} AS failed, ${count("outdated")} AS outdated,
      ${isDubActive} AS isActive,
      (SELECT count(*) FROM comments m WHERE m.batch_id = l.batch_id AND m.number = l.number
        AND m.language_id = t.language_id AND m.is_resolved = 0 AND m.reply_to IS NULL) AS comments
    FROM translations t JOIN batches b ON b.id = t.batch_id JOIN lines l ON l.batch_id = t.batch_id
    LEFT JOIN line_texts x ON x.batch_id = l.batch_id AND x.number = l.number AND x.language_id = ${currentSet}
    LEFT JOIN characters c ON c.id = l.character_id
    LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number AND r.language_id = t.language_id
    WHERE t.batch_id = ? AND t.language_id = ?
  ), found AS (
    SELECT e.*, k.variant AS takeVariant, k.key AS takeKey, k.sha256 AS takeSha256,
      k.state = 'outdated' AS isOutdated, k.duration_ms AS durationMs, k.speed,
      CASE
        WHEN e.queued > 0 AND e.isActive THEN 'generating'
        WHEN e.failed > 0 THEN 'failed'
        WHEN e.takes = 0 AND e.outdated = 0 THEN 'pending'
        WHEN e.takes = 0 THEN 'stale'
        WHEN e.decision IS NOT NULL AND e.decisionSha256 = k.sha256 AND ${isOfRecipe} THEN e.decision
        ELSE 'ready' END AS state,
      e.takes > 0 AND e.decision IS NOT NULL AND e.decisionSha256 IS DISTINCT FROM k.sha256 AND ${isOfRecipe} AS isOtherSound
    FROM every e LEFT JOIN takes k ON k.id = e.takeId
  )`;

/**
 * SQL that selects `columns` of the lines of a language, with its values. `rest` follows the
 * conditions.
 */
export function selectReviewed(
  { batchId, languageId }: ReviewedLanguage,
  columns: string,
  { sql, values }: { sql: string; values: readonly Value[] },
): { sql: string; values: Value[] } {
  return {
    sql: `${found} SELECT ${columns} FROM found ${sql}`,
    values: [batchId, languageId, ...values],
  };
}

/** The conditions of a filter. */
export function whereOf(filter: ReviewFilter): { sql: string; values: Value[] } {
  const conditions: string[] = [];
  const values: Value[] = [];
  if (filter.states.length > 0) {
    conditions.push("state IN @texts");
    values.push(jsonList(filter.states));
  }
  if (filter.checks.length > 0) {
    conditions.push(
      `EXISTS (SELECT 1 FROM (${findingsOf("found")}) h WHERE h.ignoredBy IS NULL
         AND h.name IN @texts)`,
    );
    values.push(jsonList(filter.checks));
  }
  if (filter.isWithoutWarnings)
    conditions.push(
      `NOT EXISTS (SELECT 1 FROM (${findingsOf("found")}) h WHERE h.ignoredBy IS NULL AND h.severity <> 'note')`,
    );
  if (filter.characterId !== null) {
    conditions.push("characterId = ?");
    values.push(filter.characterId);
  }
  if (filter.isCommented) conditions.push("comments > 0");
  if (filter.search !== "") {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const columns = ["source", "target", "character", "lineId"];
    conditions.push(`(${columns.map((name) => `${name} @like ? ESCAPE '\\'`).join(" OR ")})`);
    values.push(...columns.map(() => pattern));
  }
  return { sql: conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`, values };
}
