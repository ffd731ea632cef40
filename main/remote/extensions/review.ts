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
  NamedLine,
  NamedRevision,
  ReviewedLine,
  ReviewFilter,
  ReviewSummary,
  TextOutcome,
} from "../../../preload/contract/review";
import { externalEngineTimeoutMs } from "../../../preload/facts/external-engines";
import { historyValues, maxCommentsOfPage, type Decision } from "../../../preload/facts/review";
import { filterText } from "../../../preload/facts/review-filter";
import { clean } from "../../../preload/facts/shown-text";
import {
  madeLineEdit,
  type LineEdit,
  type MadeLineEdit,
} from "../../../preload/local-service/line-edits";
import * as forms from "../../../preload/local-service/review";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { limits } from "../http/limits";
import { createReader, local, readBytes } from "./read-form";

/** A language of a batch. */
export interface ReviewedLanguage {
  batchId: string;
  languageId: string;
}
/** Lines by name, all that match a filter, or the named ones that match it. */
export type LineSelection =
  { lines: readonly NamedRevision[]; filter?: ReviewFilter | undefined } | { filter: ReviewFilter };

/** Takes and history: the newest first. */
export interface LineDetails {
  line: ReviewedLine;
  takes: LineTake[];
  history: HistoryEntry[];
  glossary: { source: GlossaryHit[]; target: GlossaryHit[] };
  /** As in the form of the service. */
  spokenAs?: string | null | undefined;
  canShorten: boolean;
}

export interface ReviewCalls {
  lines(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ lines: ReviewedLine[]; total: number }>;
  /**
   * The lines that changed since a revision, and the other persons at lines of the language. `at`:
   * the line at which the person of the credentials is; null for none.
   */
  changes(
    language: ReviewedLanguage,
    since: number,
    at: number | null,
  ): Promise<{
    revision: number;
    numbers: number[];
    isReset: boolean;
    people: { name: string; number: number }[];
  }>;
  /** Counts of all languages with a dub, or of one. */
  summary(batchId: string, languageId: string | null): Promise<ReviewSummary[]>;
  progress(): Promise<LanguageProgress[]>;
  /** With the numbers of each batch; older services have none. */
  progressByBatch(): Promise<LanguageProgress[]>;
  line(language: ReviewedLanguage, number: number): Promise<LineDetails>;
  /** Rejects with the field "revision" if the line has another one. */
  change(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: LineChange & { by: string },
  ): Promise<ReviewedLine>;
  /** Rejects with the field "revision" if a line was changed meanwhile. */
  editLines(language: ReviewedLanguage, edit: LineEdit, by: string): Promise<MadeLineEdit>;
  ignoreCheck(
    language: ReviewedLanguage,
    line: NamedLine,
    ignored: { check: CheckName; by: string | null },
  ): Promise<ReviewedLine>;
  setTexts(
    language: ReviewedLanguage,
    texts: readonly { number: number; revision: number; target: string }[],
    by: string,
  ): Promise<TextOutcome[]>;
  /** A shorter form of a text of a line, or null and why there is none. */
  shorten(
    language: ReviewedLanguage,
    line: number,
    text: string,
  ): Promise<{ text: string | null; problem: string }>;
  /** How many lines with takes become outdated by another voice, in how many batches. */
  voiceEffect(
    language: ReviewedLanguage,
    number: number,
    change: { scope: "line" | "character"; voice: string },
  ): Promise<{ lines: number; batches: number }>;
  /** The lines that were changed, by their names in the request, and the messages of the others. */
  decideLines(
    language: ReviewedLanguage,
    selection: LineSelection,
    change: { decision: Decision | null; reason?: string | undefined; by: string },
  ): Promise<{ changed: (NamedLine & { revision: number })[]; problems: string[] }>;
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
    line: NamedLine,
    comment: {
      text: string;
      takeId: number | null;
      atMs: number | null;
      endMs: number | null;
      replyTo: string | null;
      isResolved: boolean;
      by: string;
    },
  ): Promise<void>;
  /** Rejects with the field "before" if the comment has another text than that. */
  changeComment(commentId: string, change: { text: string; before: string }): Promise<void>;
  resolveComment(commentId: string, change: { isResolved: boolean; by: string }): Promise<void>;
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
const toSelection = ({ filter, ...named }: LineSelection) => ({
  ...named,
  ...(filter ? toFilter(filter) : {}),
});

/** Empty without a change that this version knows. */
function toHistoryEntry({ at, by, changes }: forms.RecordedChange): HistoryEntry[] {
  const valueOf = (value: unknown) =>
    typeof value === "number" ? value : typeof value === "string" ? clean(value, 2_000) : null;
  const known = historyValues.flatMap((name): HistoryEntry["changes"] => {
    const pair = changes[name];
    return pair ? [{ name, before: valueOf(pair[0]), after: valueOf(pair[1]) }] : [];
  });
  return known.length === 0 ? [] : [{ at, by, changes: known }];
}

export function createReviewCalls(http: Http): ReviewCalls {
  const read = createReader(http);
  const reviewPath = ({ batchId }: Pick<ReviewedLanguage, "batchId">) =>
    `${local}${batchPath(batchId)}/review`;
  const linePath = ({ batchId, languageId }: ReviewedLanguage, line: number) =>
    `${local}${batchPath(batchId)}/lines/${line}/${encodeURIComponent(languageId)}`;
  const commentPath = (commentId: string) => `${local}/comments/${encodeURIComponent(commentId)}`;

  return {
    async lines({ batchId, languageId }, filter, { offset, limit }) {
      const query = { languageId, offset: String(offset), limit: String(limit) };
      const path = reviewPath({ batchId });
      const call = { path, query: { ...query, ...toFilter(filter) } };
      const { lines, total } = await read(forms.linesPage, call);
      return { lines, total: Math.max(lines.length + offset, total) };
    },
    async summary(batchId, languageId) {
      const path = `${reviewPath({ batchId })}/summary`;
      const query = languageId === null ? {} : { languageId };
      return (await read(forms.reviewSummaries, { path, query })).languages;
    },
    async changes({ batchId, languageId }, since, at) {
      const path = `${reviewPath({ batchId })}/changes`;
      const own = at === null ? {} : { at: String(at) };
      const query = { languageId, since: String(since), ...own };
      const { lines, ...changes } = await read(forms.changedLines, { path, query });
      return { ...changes, numbers: lines.map(({ number }) => number) };
    },
    progress: async () => (await read(forms.progress, { path: `${local}/progress` })).languages,
    async progressByBatch() {
      const query = { batches: "true" };
      return (await read(forms.progress, { path: `${local}/progress`, query })).languages;
    },
    async line(language, line) {
      const details = await read(forms.lineDetails, { path: linePath(language, line) });
      return { ...details, history: details.history.flatMap(toHistoryEntry) };
    },
    async change(language, { number: line, revision }, change) {
      const path = linePath(language, line);
      const body = { revision, ...change };
      // Not repeatable: after a lost response the revision is another one.
      return read(forms.reviewedLine, { method: "PUT", path, body, isRepeatable: false });
    },
    async editLines({ batchId, languageId }, edit, by) {
      const path = `${local}${batchPath(batchId)}/line-edits`;
      const body = { languageId, edit, by };
      // Not repeatable: after a lost response the lines have other numbers.
      return read(madeLineEdit, { method: "POST", path, body, isRepeatable: false });
    },
    async ignoreCheck(language, { number, identity }, { check, by }) {
      const path = `${linePath(language, number)}/checks`;
      const body = { check, identity, isIgnored: by !== null, ...(by === null ? {} : { by }) };
      return read(forms.reviewedLine, { method: "PUT", path, body, isRepeatable: true });
    },
    async setTexts({ batchId, languageId }, texts, by) {
      const path = `${reviewPath({ batchId })}/texts`;
      const body = { languageId, texts, by };
      const call = { method: "POST", path, body, isRepeatable: false } as const;
      const { lines } = await read(forms.textOutcomes, call);
      return lines.map(({ problem, ...outcome }) => ({ ...outcome, problem: problem ?? "" }));
    },
    async voiceEffect(language, line, query) {
      const path = `${linePath(language, line)}/voice-effect`;
      return read(forms.voiceEffect, { path, query });
    },
    async shorten(language, line, text) {
      const path = `${linePath(language, line)}/shortened-text`;
      const call = { method: "POST", path, body: { text }, isRepeatable: false } as const;
      return read(forms.shortenedText, { ...call, timeoutMs: externalEngineTimeoutMs });
    },
    async decideLines({ batchId, languageId }, selection, change) {
      const path = `${reviewPath({ batchId })}/apply`;
      const body = { languageId, ...toSelection(selection), change };
      const { lines } = await read(forms.lineOutcomes, { method: "POST", path, body });
      return {
        changed: lines.flatMap(({ problem, number, identity, revision }) =>
          problem === null ? [{ number, identity, revision }] : [],
        ),
        problems: [...new Set(lines.flatMap(({ problem }) => problem ?? []))],
      };
    },
    async makeTakes({ batchId, languageId }, selection, by) {
      const path = `${local}${batchPath(batchId)}/takes`;
      const body = { languageId, ...toSelection(selection), by };
      return read(forms.requestedTakes, { method: "POST", path, body, isRepeatable: false });
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
      return read(forms.cleanedTakes, { method: "POST", path, body, isRepeatable: false });
    },
    async comments({ batchId, languageId }, line) {
      const path = `${local}${batchPath(batchId)}/comments`;
      const found: ReviewComment[] = [];
      for (let page = 1; ; page += 1) {
        const query = {
          languageId,
          page: String(page),
          limit: String(maxCommentsOfPage),
          ...(line === null ? {} : { number: String(line) }),
        };
        const listed = (await read(forms.commentsPage, { path, query })).comments;
        found.push(...listed);
        if (listed.length < maxCommentsOfPage || found.length >= maxCommentsRead) return found;
      }
    },
    async addComment({ batchId, languageId }, line, comment) {
      const path = `${local}${batchPath(batchId)}/comments`;
      const body = { languageId, ...line, ...comment };
      await http.json({ method: "POST", path, body, isRepeatable: false });
    },
    async changeComment(commentId, body) {
      const path = commentPath(commentId);
      await http.json({ method: "PUT", path, body, isRepeatable: false });
    },
    async resolveComment(commentId, body) {
      const path = commentPath(commentId);
      await http.json({ method: "PUT", path, body, isRepeatable: true });
    },
    async removeComment(commentId) {
      await http.json({ method: "DELETE", path: commentPath(commentId), isRepeatable: false });
    },
    takeSound: (takeId) => readBytes(http, `${local}/takes/${takeId}/audio`, limits.takeBytes),
  };
}
