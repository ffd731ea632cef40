/** The review of the lines of a batch (extension "review"). */
import type { CheckName } from "../../../preload/facts/checks";
import type {
  GlossaryHit,
  HistoryEntry,
  LineTake,
  ReviewComment,
} from "../../../preload/contract/line-details";
import type {
  LanguageProgress,
  LineChange,
  ReviewedLine,
  ReviewFilter,
  ReviewSummary,
  TextOutcome,
} from "../../../preload/contract/review";
import { maxCommentsOfPage, type Decision } from "../../../preload/facts/review";
import { filterText } from "../../../preload/facts/review-filter";
import { AppError } from "../../common/errors";
import {
  lineNumberOf,
  listIn,
  numberOrNull,
  toLine,
  statesOf,
  toProgress,
  countsOf,
  toTake,
  toComment,
  toGlossaryHits,
  toHistoryEntry,
} from "./review-parse";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { limits } from "../http/limits";
import { displayText, fieldsOf, flag, idOf, number } from "../http/tolerant-parse";

/** A language of a batch. */
export interface ReviewedLanguage {
  batchId: string;
  languageId: string;
}
/** Lines by their numbers, or all that match a filter. */
export type LineSelection = { lines: readonly number[] } | { filter: ReviewFilter };

/** Takes and history: the newest first. */
export interface LineDetails {
  line: ReviewedLine;
  takes: LineTake[];
  history: HistoryEntry[];
  glossary: { source: GlossaryHit[]; target: GlossaryHit[] };
}

export interface ReviewCalls {
  reviewLines(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ lines: ReviewedLine[]; total: number }>;
  /** The lines that changed since a revision. */
  reviewChanges(
    language: ReviewedLanguage,
    since: number,
  ): Promise<{ revision: number; numbers: number[]; isReset: boolean }>;
  /** Of all languages with a dub, or of one. */
  reviewSummary(batchId: string, languageId: string | null): Promise<ReviewSummary[]>;
  progress(): Promise<LanguageProgress[]>;
  reviewLine(language: ReviewedLanguage, number: number): Promise<LineDetails>;
  /** Rejects with the field "revision" if the line has another one. */
  changeReviewedLine(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: LineChange & { by: string },
  ): Promise<ReviewedLine>;
  ignoreCheck(
    language: ReviewedLanguage,
    number: number,
    ignored: { check: CheckName; by: string | null },
  ): Promise<ReviewedLine>;
  setTexts(
    language: ReviewedLanguage,
    texts: readonly { number: number; revision: number; target: string }[],
    by: string,
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
    change: { decision: Decision | null; by: string },
  ): Promise<{ changed: number[]; problems: string[] }>;
  makeTakes(
    language: ReviewedLanguage,
    selection: LineSelection,
    by: string,
  ): Promise<{ queued: number; skipped: number }>;
  stopTakes(language: ReviewedLanguage, selection: LineSelection): Promise<void>;
  discardTake(takeId: number): Promise<void>;
  cleanTakes(language: ReviewedLanguage): Promise<{ takes: number; bytes: number }>;
  /** Those of a line, or the first 20,000 of all lines. */
  comments(language: ReviewedLanguage, line: number | null): Promise<ReviewComment[]>;
  addComment(
    language: ReviewedLanguage,
    number: number,
    comment: { text: string; takeId: number | null; atMs: number | null; by: string },
  ): Promise<void>;
  resolveComment(commentId: string, isResolved: boolean): Promise<void>;
  removeComment(commentId: string): Promise<void>;
  /** A WAV file. */
  takeSound(takeId: number): Promise<Uint8Array>;
}

const maxCommentsRead = 20_000;

/** The filter of a request. */
const toFilter = ({ characterId, search, ...named }: ReviewFilter) => ({
  filter: filterText(named),
  ...(characterId === null ? {} : { characterId }),
  ...(search === "" ? {} : { search }),
});
const toSelection = (selection: LineSelection) =>
  "filter" in selection ? toFilter(selection.filter) : selection;

/** `local` is the base path of the service's extensions. */
export function createReviewCalls(http: Http, local: string): ReviewCalls {
  const reviewPath = ({ batchId }: Pick<ReviewedLanguage, "batchId">) =>
    `${local}${batchPath(batchId)}/review`;
  const linePath = ({ batchId, languageId }: ReviewedLanguage, line: number) =>
    `${local}${batchPath(batchId)}/lines/${line}/${encodeURIComponent(languageId)}`;
  const commentPath = (commentId: string) => `${local}/comments/${encodeURIComponent(commentId)}`;

  return {
    async reviewLines({ batchId, languageId }, filter, { offset, limit }) {
      const query = { languageId, offset: String(offset), limit: String(limit) };
      const response = await http.json({
        ...{ method: "GET", path: reviewPath({ batchId }), isRepeatable: true },
        query: { ...query, ...toFilter(filter) },
      });
      const fields = fieldsOf(response);
      const lines = listIn(fields, "lines").map(toLine);
      return { lines, total: Math.max(lines.length + offset, number(fields?.["total"], 0)) };
    },
    async reviewSummary(batchId, languageId) {
      const path = `${reviewPath({ batchId })}/summary`;
      const query = languageId === null ? {} : { languageId };
      const response = await http.json({ method: "GET", path, query, isRepeatable: true });
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
    async reviewChanges({ batchId, languageId }, since) {
      const path = `${reviewPath({ batchId })}/changes`;
      const query = { languageId, since: String(since) };
      const fields = fieldsOf(await http.json({ method: "GET", path, query, isRepeatable: true }));
      const revision = numberOrNull(fields?.["revision"]);
      if (revision === null)
        throw new AppError("unexpected-answer", "the response contains no revision");
      const numbers = listIn(fields, "lines").map(lineNumberOf);
      return { revision, numbers, isReset: flag(fields?.["isReset"]) };
    },
    async progress() {
      const path = `${local}/progress`;
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      return listIn(fieldsOf(response), "languages").flatMap(toProgress);
    },
    async reviewLine(language, line) {
      const path = linePath(language, line);
      const fields = fieldsOf(await http.json({ method: "GET", path, isRepeatable: true }));
      return {
        line: toLine(fields?.["line"]),
        takes: listIn(fields, "takes").flatMap(toTake),
        history: listIn(fields, "history").flatMap(toHistoryEntry),
        glossary: toGlossaryHits(fields?.["glossary"]),
      };
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
    async setTexts({ batchId, languageId }, texts, by) {
      const path = `${reviewPath({ batchId })}/texts`;
      const body = { languageId, texts, by };
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
    async decideLines({ batchId, languageId }, selection, { decision, by }) {
      const path = `${reviewPath({ batchId })}/apply`;
      const body = { languageId, ...toSelection(selection), change: { decision, by } };
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
    async makeTakes({ batchId, languageId }, selection, by) {
      const path = `${local}${batchPath(batchId)}/takes`;
      const body = { languageId, ...toSelection(selection), by };
      const fields = fieldsOf(await http.json({ method: "POST", path, body, isRepeatable: false }));
      return { queued: number(fields?.["queued"], 0), skipped: number(fields?.["skipped"], 0) };
    },
    async stopTakes({ batchId, languageId }, selection) {
      const path = `${local}${batchPath(batchId)}/takes/stop`;
      const body = { languageId, ...toSelection(selection) };
      await http.json({ method: "POST", path, body, isRepeatable: true });
    },
    async discardTake(takeId) {
      await http.json({ method: "DELETE", path: `${local}/takes/${takeId}`, isRepeatable: false });
    },
    async cleanTakes({ batchId, languageId }) {
      const path = `${local}${batchPath(batchId)}/takes/clean`;
      const body = { languageId };
      const fields = fieldsOf(await http.json({ method: "POST", path, body, isRepeatable: false }));
      return { takes: number(fields?.["takes"], 0), bytes: number(fields?.["bytes"], 0) };
    },
    async comments({ batchId, languageId }, line) {
      const path = `${local}${batchPath(batchId)}/comments`;
      const found: ReviewComment[] = [];
      for (let page = 1; ; page += 1) {
        const query = {
          ...{ languageId, page: String(page), limit: String(maxCommentsOfPage) },
          ...(line === null ? {} : { number: String(line) }),
        };
        const response = await http.json({ method: "GET", path, query, isRepeatable: true });
        const listed = listIn(fieldsOf(response), "comments");
        found.push(...listed.flatMap(toComment));
        if (listed.length < maxCommentsOfPage || found.length >= maxCommentsRead) return found;
      }
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
