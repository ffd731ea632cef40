/** What the service sends about the review of lines. */
import { checkSeverities } from "../../../preload/facts/checks";
import type {
  GlossaryHit,
  HistoryEntry,
  LineTake,
  ReviewComment,
} from "../../../preload/contract/line-details";
import type {
  LanguageProgress,
  LineFinding,
  ReviewedLine,
  ReviewSummary,
} from "../../../preload/contract/review";
import {
  decisions,
  historyValues,
  lineStates,
  maxReviewText,
  outdatedReasons,
  type Fit,
} from "../../../preload/facts/review";
import { AppError } from "../../common/errors";
import {
  displayText,
  fieldsOf,
  flag,
  idOf,
  number,
  text,
  texts,
  timestamp,
  type Fields,
} from "../http/tolerant-parse";

const takeStates: readonly LineTake["state"][] = ["queued", "made", "failed", "outdated"];

/** @throws AppError if there is no list: an unexpected response never counts as empty. */
export function listIn(fields: Fields | null, name: string): unknown[] {
  const listed = fields?.[name];
  if (Array.isArray(listed)) return listed as unknown[];
  throw new AppError("unexpected-answer", `the response contains no ${name}`);
}

export const numberOrNull = (value: unknown): number | null => {
  const found = number(value, Number.NaN);
  return Number.isNaN(found) ? null : found;
};
const textOrNull = (value: unknown): string | null =>
  typeof value === "string" ? displayText(value) : null;

/** @throws AppError for a text that is too long: a part of it would replace the whole one with the next change. */
function wholeText(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length > maxReviewText)
    throw new AppError("unexpected-answer", "the text of a line is too long");
  return value;
}

/** @throws AppError for a line without a number. */
export function lineNumberOf(value: unknown): number {
  const found = numberOrNull(fieldsOf(value)?.["number"]);
  if (found === null) throw new AppError("unexpected-answer", "a line has no number");
  return found;
}

/** @throws AppError for a line without a number or a state: it could not be changed. */
export function toLine(value: unknown): ReviewedLine {
  const line = lineNumberOf(value);
  const fields = fieldsOf(value);
  const state = lineStates.find((known) => known === fields?.["state"]);
  if (!fields || !state) throw new AppError("unexpected-answer", "a line has an unknown state");
  const decision = decisions.find((known) => known === fields["decision"]) ?? null;
  return {
    ...{ number: line, state, decision },
    lineId: displayText(fields["lineId"]),
    characterId: text(fields["characterId"]),
    character: displayText(fields["character"]),
    characterVoice: textOrNull(fields["characterVoice"]),
    source: wholeText(fields["source"]),
    target: wholeText(fields["target"]),
    startMs: numberOrNull(fields["startMs"]),
    endMs: numberOrNull(fields["endMs"]),
    takes: number(fields["takes"], 0),
    chosen: toChosen(fields["chosen"]),
    checks: listIn(fields, "checks").flatMap(toFinding),
    comments: number(fields["comments"], 0),
    revision: number(fields["revision"], 0),
    voice: textOrNull(fields["voice"]),
    offsetMs: number(fields["offsetMs"], 0),
    fit: toFit(fields["fit"]),
    reason: text(fields["reason"]),
    decidedBy: displayText(fields["decidedBy"]),
  };
}

function toChosen(value: unknown): ReviewedLine["chosen"] {
  const fields = fieldsOf(value);
  const id = numberOrNull(fields?.["id"]);
  if (!fields || id === null) return null;
  return {
    id,
    variant: number(fields["variant"], 0),
    isOutdated: flag(fields["isOutdated"]),
    durationMs: number(fields["durationMs"], 0),
    speed: number(fields["speed"], 1),
  };
}

/** Empty for one without a name. */
function toFinding(value: unknown): LineFinding[] {
  const fields = fieldsOf(value);
  const name = displayText(fields?.["name"]);
  if (!fields || name === "") return [];
  return [
    {
      name,
      severity: checkSeverities.find((known) => known === fields["severity"]) ?? "warning",
      rule: textOrNull(fields["rule"]),
      value: numberOrNull(fields["value"]),
      limit: numberOrNull(fields["limit"]),
      subject: textOrNull(fields["subject"]),
      ignoredBy: textOrNull(fields["ignoredBy"]),
    },
  ];
}

export function statesOf(value: unknown): ReviewSummary["states"] {
  const counted = fieldsOf(value);
  return Object.fromEntries(
    lineStates.map((state) => [state, number(counted?.[state], 0)] as const),
  );
}

/** Empty for one without ids. */
export function toProgress(value: unknown): LanguageProgress[] {
  const fields = fieldsOf(value);
  const [projectId, languageId] = [idOf(fields?.["projectId"]), idOf(fields?.["languageId"])];
  if (!fields || projectId === null || languageId === null) return [];
  const next = fieldsOf(fields["next"]);
  const batchId = idOf(next?.["batchId"]);
  return [
    {
      ...{ projectId, languageId, project: text(fields["project"]) },
      lines: number(fields["lines"], 0),
      states: statesOf(fields["states"]),
      takesMs: number(fields["takesMs"], 0),
      approvedMs: number(fields["approvedMs"], 0),
      next: batchId === null ? null : { batchId, batch: text(next?.["batch"]) },
    },
  ];
}

export function countsOf(value: unknown): Record<string, number> {
  const fields = fieldsOf(value) ?? {};
  return Object.fromEntries(Object.keys(fields).map((name) => [name, number(fields[name], 0)]));
}

const toFit = (value: unknown): Fit =>
  value === "natural" || typeof value === "number" ? value : "auto";

export function toTake(value: unknown): LineTake[] {
  const fields = fieldsOf(value);
  const id = numberOrNull(fields?.["id"]);
  if (!fields || id === null) return [];
  return [
    {
      id,
      variant: number(fields["variant"], 0),
      state: takeStates.find((known) => known === fields["state"]) ?? "other",
      isChosen: flag(fields["isChosen"]),
      problem: displayText(fields["problem"]),
      voice: displayText(fields["voice"]),
      durationMs: numberOrNull(fields["durationMs"]),
      speed: numberOrNull(fields["speed"]),
      loudness: numberOrNull(fields["loudness"]),
      checks: texts(fields["checks"]),
      outdatedBy: outdatedReasons.find((known) => known === fields["outdatedBy"]) ?? null,
    },
  ];
}

export function toComment(value: unknown): ReviewComment[] {
  const fields = fieldsOf(value);
  const id = idOf(fields?.["id"]);
  if (!fields || id === null) return [];
  return [
    {
      id,
      number: number(fields["number"], 0),
      takeId: numberOrNull(fields["takeId"]),
      atMs: numberOrNull(fields["atMs"]),
      text: text(fields["text"]),
      by: displayText(fields["by"]),
      isResolved: flag(fields["isResolved"]),
      createdAt: timestamp(fields["createdAt"]) ?? 0,
    },
  ];
}

/** Empty for one without a time or a known change. */
export function toHistoryEntry(value: unknown): HistoryEntry[] {
  const fields = fieldsOf(value);
  const at = timestamp(fields?.["at"]);
  const changed = fieldsOf(fields?.["changes"]);
  const valueOf = (one: unknown) => (typeof one === "number" ? one : textOrNull(one));
  const changes = historyValues.flatMap((name): HistoryEntry["changes"] => {
    const pair = changed?.[name];
    if (!Array.isArray(pair)) return [];
    const [before, after] = pair as unknown[];
    return [{ name, before: valueOf(before), after: valueOf(after) }];
  });
  if (at === null || changes.length === 0) return [];
  return [{ at, by: displayText(fields?.["by"]), changes }];
}

/** Empty if the service does not send them. */
export function toGlossaryHits(value: unknown): { source: GlossaryHit[]; target: GlossaryHit[] } {
  const fields = fieldsOf(value);
  const hitsIn = (found: unknown) =>
    (Array.isArray(found) ? (found as unknown[]) : []).flatMap((one): GlossaryHit[] => {
      const hit = fieldsOf(one);
      const [start, end] = [numberOrNull(hit?.["start"]), numberOrNull(hit?.["end"])];
      if (start === null || end === null || start < 0 || end <= start) return [];
      return [{ start, end, pronunciation: displayText(hit?.["pronunciation"]) }];
    });
  return { source: hitsIn(fields?.["source"]), target: hitsIn(fields?.["target"]) };
}
