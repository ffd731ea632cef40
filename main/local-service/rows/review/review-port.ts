/**
 * The part of the store's port for the review of lines: the state of each line, decisions,
 * placements and comments.
 */
import type { CheckName } from "../../../../preload/facts/checks";
import type { LineState } from "../../../../preload/facts/review";
import type {
  LineFinding,
  RecordedChange,
  ReviewComment,
  ReviewedLine as LineForm,
  ReviewSummary,
} from "../../../../preload/local-service/review";
import type { LineReview, ReviewValueName } from "./line-review";

/** A finding of a line, as it is stored. */
export interface StoredFinding extends LineFinding {
  name: CheckName;
}

/** The take of a line that is used, or that was before all takes became outdated. */
export interface ChosenTake extends NonNullable<LineForm["chosen"]> {
  key: string;
  /** SHA-256 of its sound, in hexadecimal. */
  sha256: string;
}

/** A line as it is sent, with what decides about its takes. */
export interface ReviewedLine extends LineReview, Omit<LineForm, "chosen" | "checks"> {
  chosen: ChosenTake | null;
  /** The errors first; those that are ignored included. */
  checks: StoredFinding[];
}

export interface ReviewFilter {
  /** Lines with one of these states; empty for all. */
  states: readonly LineState[];
  /** Lines with a finding of one of these checks that is not ignored; empty for all. */
  checks: readonly string[];
  /** Lines without errors and warnings, except ignored ones. */
  isWithoutWarnings: boolean;
  characterId: string | null;
  isCommented: boolean;
  /** Words in the texts, the character or the id of a line; "" for all. */
  search: string;
}

/** A language of a batch with a dub, and where it belongs. */
export interface DubbedLanguage extends ReviewedLanguage {
  projectId: string;
  project: string;
  batch: string;
}

/** Values that a reviewer sets; absent ones stay. */
export type ReviewChange = {
  [Name in ReviewValueName]?: LineReview[Name] | undefined;
} & {
  /** The name of the person who changes the line, for its history; "" for none. */
  by?: string;
  /** The text in the language. */
  target?: string | undefined;
  /** Values that all languages share. */
  shared?: SharedChange | undefined;
};

/** Values of a line that all languages share; absent ones stay. */
export interface SharedChange {
  startMs?: number | null | undefined;
  endMs?: number | null | undefined;
  character?: { id: string; name: string } | undefined;
  source?: string | undefined;
  emotion?: string | undefined;
  intensity?: string | undefined;
}

/** The present number of a line, and the identity that it keeps. */
export interface LineName {
  number: number;
  identity: number;
}

/** A language of a batch. */
export interface ReviewedLanguage {
  batchId: string;
  languageId: string;
}

export interface ReviewRows {
  /** The lines of a language that match, and up to `limit` of them from `offset`, in order. */
  listReview(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ total: number; lines: ReviewedLine[] }>;
  /** The names of all lines that match, in order. */
  listReviewNames(language: ReviewedLanguage, filter: ReviewFilter): Promise<LineName[]>;
  /** The present numbers of lines by their identities, without those that do not exist. */
  findLineNumbers(batchId: string, identities: readonly number[]): Promise<Map<number, number>>;
  /** Null for a line that does not exist, or does not match. */
  findReviewed(
    language: ReviewedLanguage,
    number: number,
    filter?: ReviewFilter,
  ): Promise<ReviewedLine | null>;
  /** The lines with these numbers, in order; at most 1,000. */
  listReviewed(language: ReviewedLanguage, numbers: readonly number[]): Promise<ReviewedLine[]>;
  /** The numbers of a language. */
  summariseLanguage(language: ReviewedLanguage): Promise<ReviewSummary>;
  /**
   * The languages with a dub of all batches of projects that are not archived, by project, language
   * and age.
   */
  listDubbed(): Promise<DubbedLanguage[]>;
  /**
   * Changes a line, with an entry of its history. Null if the line has another revision, does not
   * exist, or does not match the filter.
   */
  changeReview(
    language: ReviewedLanguage,
    line: { number: number; revision: number; filter?: ReviewFilter | undefined },
    change: ReviewChange,
    at: number,
  ): Promise<{ revision: number } | null>;
  /**
   * The lines in a language that have present takes of the voice of a character, and their batches:
   * of its voice in one language, or else (null) of the voice that it has in all others.
   */
  countVoiced(
    characterId: string,
    languageId: string | null,
  ): Promise<{ lines: number; batches: number }>;
  /** The newest first. */
  listHistory(language: ReviewedLanguage, number: number, limit: number): Promise<RecordedChange[]>;
  /**
   * Counts the takes of a dub again after `added` ones were planned, and makes those that are
   * queued.
   */
  resumeDub(language: ReviewedLanguage, added: number, at: number): Promise<void>;
}

export interface RevisionRows {
  /**
   * Grows with every change of a line, its takes, findings and comments; 0 before the first one.
   */
  reviewRevision(language: ReviewedLanguage): Promise<number>;
  /**
   * The numbers of the lines that changed since a revision, at most `limit`. `isReset`: these are
   * not known, because the revision is of another state of the database, or too many; all lines are
   * to be read.
   */
  listChangedLines(
    language: ReviewedLanguage,
    since: number,
    limit: number,
  ): Promise<{ revision: number; numbers: number[]; isReset: boolean }>;
}

/** `by`: who changes the state. */
export type CommentChange = {
  [Name in "text" | "isResolved" | "atMs" | "endMs" | "by"]?: ReviewComment[Name] | undefined;
} & { before?: string | undefined };

export interface CommentRows {
  /** In the order of lines and times. Without a language or a line, those of all. */
  listComments(
    batchId: string,
    of: { languageId: string | null; number: number | null },
    page?: { offset: number; limit: number },
  ): Promise<ReviewComment[]>;
  /**
   * "unknown" if the line, or the take or the comment of the line, does not exist; "full" if the
   * line has the most comments.
   */
  addComment(batchId: string, comment: ReviewComment): Promise<"added" | "unknown" | "full">;
  /**
   * `before`: the text that the change is based on; undefined for any. "conflict" if the comment
   * has another one, "unknown" if it does not exist, "reply" for the state or the time of a reply,
   * "order" if it would end before it begins. A comment whose time is changed keeps its length.
   */
  changeComment(
    id: string,
    change: CommentChange,
    at: number,
  ): Promise<"changed" | "conflict" | "unknown" | "reply" | "order">;
  /** With its replies. */
  removeComment(id: string): Promise<boolean>;
}
