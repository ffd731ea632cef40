/** What reviewers read: the lines of a language, their numbers and changes, and one line whole. */
import type { RecordedChange, ReviewSummary } from "../../../preload/local-service/review";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { BatchRows } from "../rows/batches/batch-port";
import type { TakeRow, TakeRows } from "../rows/dubs/dub-port";
import type { FindingRows } from "../rows/review/finding-port";
import type { GlossaryRows } from "../rows/projects/project-port";
import type {
  ReviewFilter,
  ReviewRows,
  ReviewedLanguage,
  ReviewedLine,
  RevisionRows,
} from "../rows/review/review-port";
import { findGlossaryHits, type GlossaryHit } from "./glossary-hits";
import { findSpokenText } from "./spoken-as";
import { createLineSelections } from "./line-selection";

/** A line with its takes and its history, the newest first. */
export interface LineDetails {
  line: ReviewedLine;
  takes: TakeRow[];
  history: RecordedChange[];
  glossary: { source: GlossaryHit[]; target: GlossaryHit[] };
  /** As `findSpokenText`. */
  spokenAs: string | null;
}

export interface ReviewReader {
  /** The lines that match, and up to `limit` of them from `offset`; changes follow `revision`. */
  page(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ total: number; revision: number; lines: ReviewedLine[] }>;
  /** The summary of each language that is a target or has a dub, or of one of them. */
  summarise(batchId: string, languageId?: string): Promise<ReviewSummary[]>;
  /** The lines that changed since a revision; `isReset` is that of `listChangedLines`. */
  changesSince(
    language: ReviewedLanguage,
    since: number,
    limit: number,
  ): Promise<{ revision: number; isReset: boolean; lines: ReviewedLine[] }>;
  /** @throws HttpError 404 */
  line(language: ReviewedLanguage, number: number, limit: number): Promise<LineDetails>;
  /** All takes of a line, the newest first. @throws HttpError 404 */
  takesOfLine(language: ReviewedLanguage, number: number, limit: number): Promise<TakeRow[]>;
}

export type ReadReviewRows = ReviewRows &
  RevisionRows &
  TakeRows &
  Pick<BatchRows, "findBatch"> &
  Pick<FindingRows, "findLanguage"> &
  Pick<GlossaryRows, "listGlossary">;

export function createReviewReader(store: ReadReviewRows): ReviewReader {
  const { requireLine } = createLineSelections(store);
  return {
    async page(language, filter, page) {
      // Before the lines: a change in between is among the later ones.
      const revision = await store.reviewRevision(language);
      const { total, lines } = await store.listReview(language, filter, page);
      return { total, revision, lines };
    },
    async summarise(batchId, only) {
      const languages = [];
      const batch = await store.findBatch(batchId);
      const shown = (batch?.translations ?? []).filter(
        ({ type, dub }) => type === "target" || dub !== null,
      );
      for (const { languageId } of shown) {
        if (only !== undefined && languageId !== only) continue;
        languages.push(await store.summariseLanguage({ batchId, languageId }));
        // Each reads all of its lines; other requests are answered in between.
        await yieldToEventLoop();
      }
      return languages;
    },
    async changesSince(language, since, limit) {
      const { numbers, ...changes } = await store.listChangedLines(language, since, limit);
      const lines = numbers.length === 0 ? [] : await store.listReviewed(language, numbers);
      return { ...changes, lines };
    },
    async line(language, number, limit) {
      const line = await requireLine(language, number);
      const takes = await store.listLineTakes(language, number, limit);
      const history = await store.listHistory(language, number, limit);
      const glossary = await findGlossaryHits(store, language, line);
      const spokenAs = await findSpokenText(store, language, line.target);
      return { line, takes, history, glossary, spokenAs };
    },
    async takesOfLine(language, number, limit) {
      await requireLine(language, number);
      return store.listLineTakes(language, number, limit);
    },
  };
}
