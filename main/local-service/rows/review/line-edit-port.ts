/** The part of the store's port for lines that are added and removed. */
import type { ReviewedLanguage } from "./review-port";

/** A line, and the revision that the change is based on. */
export interface ChangedFrom {
  number: number;
  revision: number;
}

interface By {
  /** The name of the person who changes the lines; "" for none. */
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SplitLine extends By, ChangedFrom {
  /** The end of the first part of the text in the language, in UTF-16 units. */
  textEnd: number;
  /** When the second part begins; null for a line without times. */
  atMs: number | null;
}
export interface MergeLines extends By, ChangedFrom {
  /** Revision of the line after it. */
  nextRevision: number;
}
export interface AddLine extends By, ChangedFrom {
  isBefore: boolean;
  characterId: string;
  startMs: number | null;
  endMs: number | null;
}

/** A change that was made. */
export interface MadeEdit {
  /** Id of the change, to undo it. */
  id: number;
  /** Numbers of the lines that it made, or restored. */
  numbers: number[];
}

/**
 * Why a change was not made. "changed": a line has another revision, or is not there. "busy": the
 * script of the batch or of a language is being read. "audio": a line has a source audio, which
 * cannot be divided. "character": the lines have different characters. "last": it is the only line
 * of the batch. "unknown": there is no such change, or it was undone.
 */
export type EditProblem = "changed" | "busy" | "audio" | "character" | "last" | "unknown";

/**
 * Additions and removals of lines. The numbers of the lines after them change in all tables, and
 * the revisions of all lines of the batch. Takes of removed lines stay, so that an undone change
 * brings them back.
 */
export interface LineEditRows {
  splitLine(language: ReviewedLanguage, split: SplitLine): Promise<MadeEdit | EditProblem>;
  mergeLines(language: ReviewedLanguage, merge: MergeLines): Promise<MadeEdit | EditProblem>;
  addLine(language: ReviewedLanguage, added: AddLine): Promise<MadeEdit | EditProblem>;
  deleteLine(language: ReviewedLanguage, line: ChangedFrom & By): Promise<MadeEdit | EditProblem>;
  /** Undoes a change, unless a line that it made has another content since then. */
  undoEdit(batchId: string, edit: { id: number } & By): Promise<MadeEdit | EditProblem>;
}
