/** SQL of what the checks found on lines. */
import { settingDefaults } from "../../../../preload/facts/batch-settings";
import type { Finding } from "../../../../preload/facts/checks";
import { end, hold, isFree } from "../leases";
import { ofLeasedLanguage } from "../scopes";
import { all, exists, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import { currentSet, currentSetOf } from "../batches/line-rows";
import { activeDubStates } from "../dubs/dub-port";
import { scanOf } from "../dubs/take-rows";
import { chosenTake } from "../dubs/used-take";
import type { CheckedLanguage, CheckSubject, FindingRows } from "./finding-port";
import { scriptOfDub, speaksDescriptions } from "../dubs/dub-rows";
import type { BatchSettings } from "../batches/batch-port";
import type { ReviewedLanguage } from "./review-port";
import { createIgnoredCheckRows } from "./ignored-check-rows";

type StoredSubject = Omit<CheckSubject, "take"> & {
  voice: string | null;
  durationMs: number | null;
  speed: number | null;
  loudness: number | null;
  peak: number | null;
  sha256: string | null;
  scan: string | null;
};

function toSubject(row: StoredSubject): CheckSubject {
  const { voice, durationMs, speed, loudness, peak, sha256, scan, ...line } = row;
  const take =
    voice === null || sha256 === null
      ? null
      : {
          voice,
          durationMs: durationMs ?? 0,
          speed: speed ?? 1,
          loudness,
          peak,
          sha256,
          scan: scan === null ? null : scanOf(scan),
        };
  return { ...line, take };
}

const activeStates = activeDubStates.map((state) => `'${state}'`).join(", ");
const takesIn = (state: string) => `(SELECT count(*) FROM takes q WHERE q.batch_id = l.batch_id
  AND q.language_id = t.language_id AND q.number = l.number AND q.state = '${state}')`;

export function createFindingRows(rows: Rows): FindingRows {
  function* setState(state: number, { batchId, languageId }: ReviewedLanguage, rest = "") {
    return yield* run(
      `UPDATE dubs SET findings_state = ? WHERE batch_id = ? AND language_id = ? ${rest}`,
      state,
      batchId,
      languageId,
    );
  }
  function* findLanguage(language: ReviewedLanguage): Work<CheckedLanguage | null> {
    type Row = Omit<CheckedLanguage, "speaksDescriptions" | "holdsLastFrame"> & {
      scriptPath: string | null;
      settings: string;
    };
    const row = yield* get<Row>(
      `SELECT d.batch_id AS batchId, d.language_id AS languageId, b.project_id AS projectId, ${scriptOfDub} AS scriptPath,
         b.settings AS settings,
         coalesce(CAST(b.settings ->> 'fitGapMs' AS BIGINT), ${settingDefaults.fitGapMs}) AS fitGapMs,
         (SELECT s.language_id FROM translations s WHERE s.batch_id = d.batch_id AND s.type = 'source' LIMIT 1)
           AS sourceLanguageId
       FROM dubs d JOIN batches b ON b.id = d.batch_id WHERE d.batch_id = ? AND d.language_id = ?`,
      language.batchId,
      language.languageId,
    );
    if (!row) return null;
    const { scriptPath, settings, ...checked } = row;
    const { holdsLastFrame } = JSON.parse(settings) as BatchSettings;
    return {
      ...checked,
      speaksDescriptions: speaksDescriptions(scriptPath),
      holdsLastFrame: holdsLastFrame === true,
    };
  }

  return {
    ...createIgnoredCheckRows(rows),
    listFindingsDue: rows.read((limit) =>
      all<ReviewedLanguage>(
        `SELECT batch_id AS batchId, language_id AS languageId FROM dubs WHERE findings_state <> 0
         AND ${isFree("check", "batch_id || '/' || language_id")} ORDER BY batch_id, language_id LIMIT ?`,
        limit,
      ),
    ),
    areFindingsDue: rows.read(({ batchId, languageId }) =>
      exists(
        "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND findings_state <> 0",
        batchId,
        languageId,
      ),
    ),
    findLanguage: rows.read((language) => findLanguage(language)),
    beginFindings: rows.within(ofLeasedLanguage).note(function* (lease, language) {
      yield* hold(lease);
      yield* setState(2, language);
      return yield* findLanguage(language);
    }),
    listCheckSubjects: rows.read(function* ({ batchId, languageId }, after, limit) {
      return (yield* all<StoredSubject>(
        `SELECT e.*, k.voice, k.duration_ms AS durationMs, k.speed, k.loudness, k.peak, k.sha256, k.scan FROM (
           SELECT l.number, coalesce(c.name, '') AS character, l.start_ms AS startMs, l.end_ms AS endMs,
             l.slot_ms AS slotMs, coalesce(r.offset_ms, 0) AS offsetMs,
             CAST(coalesce(r.level_tenths, 0) AS DOUBLE PRECISION) / 10 AS levelDb, coalesce(x.text, '') AS target,
             coalesce((SELECT y.text FROM translations s JOIN line_texts y ON y.batch_id = s.batch_id
               AND y.number = l.number AND y.language_id = ${currentSetOf("s")}
               WHERE s.batch_id = l.batch_id AND s.type = 'source' LIMIT 1), '') AS source,
             ${takesIn("failed")} AS failed,
             CASE WHEN d.state IN (${activeStates}) THEN ${takesIn("queued")} ELSE 0 END AS queued,
             ${chosenTake} AS takeId
           FROM translations t JOIN lines l ON l.batch_id = t.batch_id
           JOIN dubs d ON d.batch_id = t.batch_id AND d.language_id = t.language_id
           LEFT JOIN line_texts x ON x.batch_id = l.batch_id AND x.number = l.number
             AND x.language_id = ${currentSet}
           LEFT JOIN characters c ON c.id = l.character_id
           LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number
             AND r.language_id = t.language_id
           WHERE t.batch_id = ? AND t.language_id = ? AND l.number > ? ORDER BY l.number LIMIT ?
         ) e LEFT JOIN takes k ON k.id = e.takeId ORDER BY e.number`,
        batchId,
        languageId,
        after,
        limit,
      )).map(toSubject);
    }),
    putFindings: rows.within(ofLeasedLanguage).note(function* (
      lease,
      { batchId, languageId },
      { after, to },
      findings,
    ) {
      yield* hold(lease);
      const before = yield* all<StoredFinding>(
        `SELECT number, name, severity, rule, value, max, subject FROM line_findings
         WHERE batch_id = ? AND number > ? AND number <= ? AND language_id = ? ORDER BY number, position`,
        batchId,
        after,
        to,
        languageId,
      );
      const former = keysByLine(before.map(({ number, ...values }) => [number, values]));
      const present = keysByLine(findings.map((finding) => [finding.line, valuesOf(finding)]));
      // Only lines whose findings are others are written: each write counts as a change of its
      // line.
      const isOther = (number: number) => former.get(number) !== present.get(number);
      yield* run(
        "DELETE FROM line_findings WHERE batch_id = ? AND number IN @numbers AND language_id = ?",
        batchId,
        jsonList([...former.keys()].filter(isOther)),
        languageId,
      );
      const added = findings.flatMap((finding, position) => {
        const { name, severity, rule, value, max, subject } = valuesOf(finding);
        return isOther(finding.line)
          ? [[finding.line, position, name, severity, rule, value, max, subject]]
          : [];
      });
      // The lines of a batch may have been replaced meanwhile. A cross join has SQLite read each
      // finding once.
      yield* run(
        `INSERT INTO line_findings (batch_id, number, language_id, position, name, severity, rule, value, max, subject)
         SELECT l.batch_id, l.number, ?, CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3, value ->> 4,
           CAST(value ->> 5 AS DOUBLE PRECISION), CAST(value ->> 6 AS DOUBLE PRECISION), value ->> 7
         FROM @items CROSS JOIN lines l WHERE l.batch_id = ? AND l.number = CAST(value ->> 0 AS BIGINT)`,
        languageId,
        jsonList(added),
        batchId,
      );
    }),
    finishFindings: rows.within(ofLeasedLanguage).note(function* (lease, language) {
      yield* hold(lease);
      yield* end(lease);
      yield* setState(0, language, "AND findings_state = 2");
    }),
  };
}

/** The values of a finding in the order in which they are stored and compared. */
const valuesOf = ({ name, severity, rule, value, limit, subject }: Finding) => ({
  name,
  severity,
  rule: rule ?? null,
  value: value ?? null,
  max: limit ?? null,
  subject: subject === undefined ? null : String(subject),
});
type FindingValues = ReturnType<typeof valuesOf>;
type StoredFinding = FindingValues & { number: number };

/** A text of the findings of each line; equal texts for equal findings. */
function keysByLine(findings: readonly (readonly [number, FindingValues])[]): Map<number, string> {
  const keys = new Map<number, string>();
  for (const [number, values] of findings)
    keys.set(number, `${keys.get(number) ?? ""}${JSON.stringify(values)}\n`);
  return keys;
}
