/** The review of the lines of a batch (extension "review"). */
import { checkSeverities, type CheckName } from "../../../preload/facts/checks";
import type {
  LanguageProgress,
  LineChange,
  LineFinding,
  LineTake,
  ReviewComment,
  ReviewedLine,
  ReviewFilter,
  ReviewSummary,
  TextOutcome,
} from "../../../preload/contract/review";
import { decisions, lineStates, type Decision, type Fit } from "../../../preload/facts/review";
import { AppError } from "../../common/errors";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { limits } from "../http/limits";
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

/** A language of a batch. */
export interface ReviewedLanguage {
  batchId: string;
  languageId: string;
}
/** Lines by their numbers, or all that match a filter. */
export type LineSelection = { lines: readonly number[] } | { filter: ReviewFilter };

export interface ReviewCalls {
  reviewLines(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ lines: ReviewedLine[]; total: number }>;
  reviewSummary(batchId: string): Promise<ReviewSummary[]>;
  progress(): Promise<LanguageProgress[]>;
  reviewLine(
    language: ReviewedLanguage,
    number: number,
  ): Promise<{ line: ReviewedLine; takes: LineTake[] }>;
  /** Rejects with the field "revision" if the line has another one. */
  changeReviewedLine(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: LineChange,
  ): Promise<ReviewedLine>;
  ignoreCheck(
    language: ReviewedLanguage,
    number: number,
    ignored: { check: CheckName; by: string | null },
  ): Promise<ReviewedLine>;
  setTexts(
    language: ReviewedLanguage,
    texts: readonly { number: number; revision: number; target: string }[],
  ): Promise<TextOutcome[]>;
  /** How many lines with takes become outdated by another voice, in how many batches. */
  voiceEffect(
    language: ReviewedLanguage,
    number: number,
    change: { scope: "line" | "character"; voice: string },
  ): Promise<{ lines: number; batches: number }>;
  /** The numbers of the lines that were changed, and the messages of the others. */
  decideLines(
    language: ReviewedLanguage,
    selection: LineSelection,
    decision: Decision | null,
  ): Promise<{ changed: number[]; problems: string[] }>;
  makeTakes(
    language: ReviewedLanguage,
    selection: LineSelection,
  ): Promise<{ queued: number; skipped: number }>;
  comments(language: ReviewedLanguage): Promise<ReviewComment[]>;
  addComment(
    language: ReviewedLanguage,
    number: number,
    comment: { text: string; atMs: number | null },
  ): Promise<void>;
  resolveComment(commentId: string, isResolved: boolean): Promise<void>;
  removeComment(commentId: string): Promise<void>;
  /** A WAV file. */
  takeSound(takeId: number): Promise<Uint8Array>;
}

const takeStates: readonly LineTake["state"][] = ["queued", "made", "failed", "outdated"];

/** `local` is the base path of the service's extensions. */
export function createReviewCalls(http: Http, local: string): ReviewCalls {
  const languagePath = ({ batchId, languageId }: ReviewedLanguage) =>
    `${local}${batchPath(batchId)}/review/${encodeURIComponent(languageId)}`;
  const linePath = ({ batchId, languageId }: ReviewedLanguage, line: number) =>
    `${local}${batchPath(batchId)}/lines/${line}/${encodeURIComponent(languageId)}`;
  const commentPath = (commentId: string) => `${local}/comments/${encodeURIComponent(commentId)}`;

  return {
    async reviewLines(language, filter, { offset, limit }) {
      const { states, checks, isWithoutWarnings, search } = filter;
      const response = await http.json({
        ...{ method: "GET", path: languagePath(language), isRepeatable: true },
        query: {
          ...{ offset: String(offset), limit: String(limit) },
          ...(states.length > 0 ? { states: states.join(",") } : {}),
          ...(checks.length > 0 ? { checks: checks.join(",") } : {}),
          ...(isWithoutWarnings ? { withoutWarnings: "true" } : {}),
          ...(search === "" ? {} : { search }),
        },
      });
      const fields = fieldsOf(response);
      const lines = listIn(fields, "lines").map(toLine);
      return { lines, total: Math.max(lines.length + offset, number(fields?.["total"], 0)) };
    },
    async reviewSummary(batchId) {
      const path = `${local}${batchPath(batchId)}/review`;
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      return listIn(fieldsOf(response), "languages").flatMap((value) => {
        const fields = fieldsOf(value);
        const languageId = idOf(fields?.["languageId"]);
        if (languageId === null) return [];
        return {
          languageId,
          lines: number(fields?.["lines"], 0),
          states: statesOf(fields?.["states"]),
          checks: countsOf(fields?.["checks"]),
          areChecksDue: flag(fields?.["areChecksDue"]),
        };
      });
    },
    async progress() {
      const path = `${local}/progress`;
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      return listIn(fieldsOf(response), "languages").flatMap(toProgress);
    },
    async reviewLine(language, line) {
      const path = linePath(language, line);
      const fields = fieldsOf(await http.json({ method: "GET", path, isRepeatable: true }));
      return { line: toLine(fields?.["line"]), takes: listIn(fields, "takes").flatMap(toTake) };
    },
    async changeReviewedLine(language, { number: line, revision }, change) {
      const path = linePath(language, line);
      const body = { revision, ...change };
      // Not repeatable: after a lost response the revision is another one.
      return toLine(await http.json({ method: "PUT", path, body, isRepeatable: false }));
    },
    async ignoreCheck(language, line, { check, by }) {
      const path = `${linePath(language, line)}/checks`;
      const body = { check, isIgnored: by !== null, ...(by === null ? {} : { by }) };
      return toLine(await http.json({ method: "PUT", path, body, isRepeatable: true }));
    },
    async setTexts({ batchId, languageId }, texts) {
      const path = `${local}${batchPath(batchId)}/review/texts`;
      const body = { languageId, texts };
      const response = await http.json({ method: "POST", path, body, isRepeatable: false });
      return listIn(fieldsOf(response), "lines").map((value) => {
        const fields = fieldsOf(value);
        return {
          number: number(fields?.["number"], 0),
          problem: displayText(fields?.["problem"]),
          revision: numberOrNull(fields?.["revision"]),
        };
      });
    },
    async voiceEffect(language, line, query) {
      const path = `${linePath(language, line)}/voice-effect`;
      const fields = fieldsOf(await http.json({ method: "GET", path, query, isRepeatable: true }));
      return { lines: number(fields?.["lines"], 0), batches: number(fields?.["batches"], 0) };
    },
    async decideLines({ batchId, languageId }, selection, decision) {
      const path = `${local}${batchPath(batchId)}/review/apply`;
      const body = { languageId, ...selection, change: { decision } };
      const response = await http.json({ method: "POST", path, body, isRepeatable: true });
      const outcomes = listIn(fieldsOf(response), "lines").map((value) => {
        const fields = fieldsOf(value);
        return { line: number(fields?.["number"], 0), problem: displayText(fields?.["problem"]) };
      });
      const problems = outcomes.map(({ problem }) => problem).filter((problem) => problem !== "");
      return {
        changed: outcomes.filter(({ problem }) => problem === "").map(({ line }) => line),
        problems: [...new Set(problems)],
      };
    },
    async makeTakes({ batchId, languageId }, selection) {
      const path = `${local}${batchPath(batchId)}/takes`;
      const body = { languageId, ...selection };
      const fields = fieldsOf(await http.json({ method: "POST", path, body, isRepeatable: false }));
      return { queued: number(fields?.["queued"], 0), skipped: number(fields?.["skipped"], 0) };
    },
    async comments({ batchId, languageId }) {
      const path = `${local}${batchPath(batchId)}/comments`;
      const query = { languageId };
      const response = await http.json({ method: "GET", path, query, isRepeatable: true });
      return listIn(fieldsOf(response), "comments").flatMap(toComment);
    },
    async addComment({ batchId, languageId }, line, comment) {
      const path = `${local}${batchPath(batchId)}/comments`;
      const body = { languageId, number: line, ...comment };
      await http.json({ method: "POST", path, body, isRepeatable: false });
    },
    async resolveComment(commentId, isResolved) {
      const path = commentPath(commentId);
      await http.json({ method: "PUT", path, body: { isResolved }, isRepeatable: true });
    },
    async removeComment(commentId) {
      await http.json({ method: "DELETE", path: commentPath(commentId), isRepeatable: false });
    },
    async takeSound(takeId) {
      const path = `${local}/takes/${takeId}/audio`;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of await http.stream({ method: "GET", path, isRepeatable: true })) {
        chunks.push(chunk as Uint8Array);
        size += (chunk as Uint8Array).length;
        if (size > limits.takeBytes)
          throw new AppError("unexpected-answer", "the sound of the take is too long");
      }
      return Buffer.concat(chunks);
    },
  };
}

/** @throws AppError if there is no list: an unexpected response never counts as empty. */
function listIn(fields: Fields | null, name: string): unknown[] {
  const listed = fields?.[name];
  if (Array.isArray(listed)) return listed as unknown[];
  throw new AppError("unexpected-answer", `the response contains no ${name}`);
}

const numberOrNull = (value: unknown): number | null => {
  const found = number(value, Number.NaN);
  return Number.isNaN(found) ? null : found;
};
const textOrNull = (value: unknown): string | null =>
  typeof value === "string" ? displayText(value) : null;

/** @throws AppError for a line without a number or a state: it could not be changed. */
function toLine(value: unknown): ReviewedLine {
  const fields = fieldsOf(value);
  const line = number(fields?.["number"], Number.NaN);
  const state = lineStates.find((known) => known === fields?.["state"]);
  if (!fields || Number.isNaN(line) || !state)
    throw new AppError("unexpected-answer", "a line has no number, or an unknown state");
  const decision = decisions.find((known) => known === fields["decision"]) ?? null;
  return {
    ...{ number: line, state, decision },
    lineId: displayText(fields["lineId"]),
    characterId: text(fields["characterId"]),
    character: displayText(fields["character"]),
    characterVoice: textOrNull(fields["characterVoice"]),
    source: text(fields["source"]),
    target: text(fields["target"]),
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

function statesOf(value: unknown): ReviewSummary["states"] {
  const counted = fieldsOf(value);
  return Object.fromEntries(
    lineStates.map((state) => [state, number(counted?.[state], 0)] as const),
  );
}

/** Empty for one without ids. */
function toProgress(value: unknown): LanguageProgress[] {
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

function countsOf(value: unknown): Record<string, number> {
  const fields = fieldsOf(value) ?? {};
  return Object.fromEntries(Object.keys(fields).map((name) => [name, number(fields[name], 0)]));
}

const toFit = (value: unknown): Fit =>
  value === "natural" || typeof value === "number" ? value : "auto";

function toTake(value: unknown): LineTake[] {
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
    },
  ];
}

function toComment(value: unknown): ReviewComment[] {
  const fields = fieldsOf(value);
  const id = idOf(fields?.["id"]);
  if (!fields || id === null) return [];
  return [
    {
      id,
      number: number(fields["number"], 0),
      atMs: numberOrNull(fields["atMs"]),
      text: text(fields["text"]),
      by: displayText(fields["by"]),
      isResolved: flag(fields["isResolved"]),
      createdAt: timestamp(fields["createdAt"]) ?? 0,
    },
  ];
}
