/** The part of the store's port for the review of lines: the state of each line, decisions, placements and comments. */
import type { CheckName, CheckSeverity } from "../../../../preload/facts/checks";
import type { Decision, Fit, LineState } from "../../../../preload/facts/review";

/** What a reviewer set for a line in a language. */
export interface LineReview {
  /** Incremented by each change; 0 for a line that was never changed. */
  revision: number;
  /** The name of the voice of this line only; null for the voice of its character. */
  voice: string | null;
  /** Milliseconds by which the take begins after its line; negative for before. */
  offsetMs: number;
  fit: Fit;
  /** The variant that is used; null for the first one that is made. */
  chosenVariant: number | null;
  /** Takes in addition to those of the batch's settings. */
  extraTakes: number;
  decision: Decision | null;
  /** Why it was rejected, or "". */
  reason: string;
  /** The name of the person who decided, as given; "" for none. */
  decidedBy: string;
  /** The take and the placement that the decision is about. With others it does not apply. */
  decisionKey: string | null;
  /** The SHA-256 of the sound that the decision is about, in hexadecimal. It does not apply to another sound. */
  decisionSha256: string | null;
}

export const noReview: LineReview = {
  ...{ revision: 0, voice: null, offsetMs: 0, fit: "auto", chosenVariant: null, extraTakes: 0 },
  ...{ decision: null, reason: "", decidedBy: "", decisionKey: null, decisionSha256: null },
};

/** A finding of a line, as it is stored. */
export interface StoredFinding {
  name: CheckName;
  severity: CheckSeverity;
  /** Null, as the values below, if the check has none; see Finding. */
  rule: string | null;
  value: number | null;
  limit: number | null;
  subject: string | null;
  /** The name of the person who ignores it, or null. */
  ignoredBy: string | null;
}

/** The take of a line that is used, or that was before all takes became outdated. */
export interface ChosenTake {
  id: number;
  variant: number;
  key: string;
  /** Of its sound, in hexadecimal. */
  sha256: string;
  isOutdated: boolean;
  durationMs: number;
  speed: number;
}

export interface ReviewedLine extends LineReview {
  number: number;
  lineId: string;
  characterId: string;
  character: string;
  /** The name of the character's voice, or null. */
  characterVoice: string | null;
  source: string;
  target: string;
  startMs: number | null;
  endMs: number | null;
  state: LineState;
  /** The number of present takes that are made. */
  takes: number;
  chosen: ChosenTake | null;
  /** The errors first; those that are ignored included. */
  checks: StoredFinding[];
  /** Of comments that are not resolved. */
  comments: number;
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

/** The numbers of a language's lines. */
export interface ReviewSummary {
  languageId: string;
  lines: number;
  states: Partial<Record<LineState, number>>;
  /** The numbers of lines by the names of their findings that are not ignored. */
  checks: Record<string, number>;
  /** Whether the findings are being made: they may be those of former values. */
  areChecksDue: boolean;
  /** Milliseconds of the takes that lines use, outdated ones included, and of those that are approved. */
  takesMs: number;
  approvedMs: number;
}

/** A language of a batch with a dub, and where it belongs. */
export interface DubbedLanguage extends ReviewedLanguage {
  projectId: string;
  project: string;
  batch: string;
}

/** Values that a reviewer sets; absent ones stay. */
export type ReviewChange = Partial<
  Pick<
    LineReview,
    "voice" | "offsetMs" | "fit" | "chosenVariant" | "extraTakes" | "reason" | "decidedBy"
  >
> & {
  /** The name of the person who changes the line, for its history; "" for none. */
  by?: string;
  /** The text in the language. */
  target?: string;
  decision?: Decision | null;
  decisionKey?: string | null;
  decisionSha256?: string | null;
};

export interface HistoryEntry {
  at: number;
  by: string;
  /** The values before and after, by name. */
  changes: Record<string, [before: unknown, after: unknown]>;
}

export interface Comment {
  id: string;
  number: number;
  languageId: string;
  /** The take that it is about; null for none. */
  takeId: number | null;
  /** Milliseconds from the start of the line; null for the whole line. */
  atMs: number | null;
  text: string;
  by: string;
  isResolved: boolean;
  createdAt: number;
  updatedAt: number;
}

/** A language of a batch. */
export interface ReviewedLanguage {
  batchId: string;
  languageId: string;
}

/** A change is durable when its function resolves, unless stated otherwise. */
export interface ReviewStore {
  /** The lines of a language that match, and up to `limit` of them from `offset`, in order. */
  listReview(
    language: ReviewedLanguage,
    filter: ReviewFilter,
    page: { offset: number; limit: number },
  ): Promise<{ total: number; lines: ReviewedLine[] }>;
  /** The numbers of all lines that match, in order. */
  listReviewNumbers(language: ReviewedLanguage, filter: ReviewFilter): Promise<number[]>;
  findReviewed(language: ReviewedLanguage, number: number): Promise<ReviewedLine | null>;
  /** The lines with these numbers, in order; at most 1,000. */
  listReviewed(language: ReviewedLanguage, numbers: readonly number[]): Promise<ReviewedLine[]>;
  /** Grows with every change of a line, its takes, findings and comments; 0 before the first one. */
  reviewRevision(language: ReviewedLanguage): Promise<number>;
  /**
   * The numbers of the lines that changed since a revision, at most `limit`. `isReset`: these are not known, because the
   * revision is of another state of the database, or too many; all lines are to be read.
   */
  listChangedLines(
    language: ReviewedLanguage,
    since: number,
    limit: number,
  ): Promise<{ revision: number; numbers: number[]; isReset: boolean }>;
  /** The numbers of a language. */
  summariseLanguage(language: ReviewedLanguage): Promise<ReviewSummary>;
  /** The languages with a dub of all batches of projects that are not archived, by project, language and age. */
  listDubbed(): Promise<DubbedLanguage[]>;
  /**
   * Changes a line, with an entry of its history. Null if the line has another revision, or does not exist.
   */
  changeReview(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: ReviewChange,
    at: number,
  ): Promise<{ revision: number } | null>;
  /** The lines in a language that have present takes of the voice of a character, and their batches. */
  countVoiced(characterId: string): Promise<{ lines: number; batches: number }>;
  /** The newest first. */
  listHistory(language: ReviewedLanguage, number: number, limit: number): Promise<HistoryEntry[]>;
  /** Counts the takes of a dub again after `added` ones were planned, and makes those that are queued. */
  resumeDub(language: ReviewedLanguage, added: number, at: number): Promise<void>;
  /** In the order of lines and times. Without a language or a line, those of all. */
  listComments(
    batchId: string,
    of: { languageId: string | null; number: number | null },
    page?: { offset: number; limit: number },
  ): Promise<Comment[]>;
  /** "unknown" if the line, or the take of the line, does not exist; "full" if the line has the most comments. */
  addComment(batchId: string, comment: Comment): Promise<"added" | "unknown" | "full">;
  /** False if the comment does not exist. */
  changeComment(
    id: string,
    change: Partial<Pick<Comment, "text" | "isResolved" | "atMs">>,
    at: number,
  ): Promise<boolean>;
  removeComment(id: string): Promise<boolean>;
}
