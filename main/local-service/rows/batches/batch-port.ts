/**
 * The parts of the store's port for batches and their lines. Lists are ordered by creation, then
 * id.
 */
import type { Appearance } from "../../../../preload/facts/appearance";
import type { batchStatuses, translationStatuses } from "../../../../preload/facts/batch-statuses";
import type { LocalSettings } from "../../../../preload/local-service/local-settings";
import type { dubStates } from "../../../../preload/local-service/dubs";

export type BatchStatus = (typeof batchStatuses)[number];
export type TranslationStatus = (typeof translationStatuses)[number];
type TranslationType = "source" | "target";

export type DubState = (typeof dubStates)[number];

/** The picture of a video. */
export interface StoredPicture {
  /** Frames per second; null if they vary or are unknown. */
  frameRate: number | null;
  lengthMs: number;
}

/**
 * The progress of the dub of a language. The counters are numbers of takes, but for those of lines.
 */
export interface DubProgress {
  state: DubState;
  /** Why it is blocked, or the first failed line; "" for none. */
  note: string;
  /** Every planned take is made, failed, outdated or still to be made. */
  planned: number;
  made: number;
  failed: number;
  outdated: number;
  /** Lines of the batch without a text in the language. */
  untranslated: number;
}

export interface TranslationRow {
  languageId: string;
  type: TranslationType;
  status: TranslationStatus;
  /** A target language without a text, and without a script that is still to be read. */
  isWithoutText: boolean;
  /** Warnings or the error of its script, or "". */
  note: string;
  /** Null before it can be dubbed, and for a source language. */
  dub: DubProgress | null;
}

/** Only the settings in the request; defaults are not stored. */
export type BatchSettings = Readonly<Record<string, boolean | number | string>>;

export interface BatchRow {
  id: string;
  projectId: string;
  name: string;
  status: BatchStatus;
  /** Why it failed, or warnings of its ingestion; "" for none. */
  note: string;
  /** Number of characters in the batch. */
  characterCount: number;
  /** Number of these characters without a voice. */
  uncastCount: number;
  translations: TranslationRow[];
  /**
   * While its video is transcribed: the numbers of spans of speech, and of those that are
   * transcribed.
   */
  transcription: { done: number; total: number } | null;
  createdAt: number;
  updatedAt: number;
}

/** The script, video, language and settings from which a batch was created. */
export interface BatchSource {
  scriptPath: string | null;
  videoPath: string | null;
  /** A language id. */
  languageCode: string | null;
  settings: BatchSettings;
}
export interface NewBatch extends BatchSource {
  id: string;
  projectId: string;
  name: string;
  translations: readonly { languageId: string; type: TranslationType }[];
  /** What the bulk table says about the batch; the notes of its ingestion follow it. */
  note?: string;
}

export interface LineRow {
  /** From 1, in the order of the script. */
  number: number;
  lineId: string;
  characterId: string;
  /** "" for none. */
  sourceAudio: string;
  emotion: string;
  intensity: string;
  startMs: number | null;
  endMs: number | null;
  /** How the script shows its subtitle. */
  appearance: Appearance;
  /** Texts by language id. */
  texts: Readonly<Record<string, string>>;
}
export interface NamedLineRow extends Omit<LineRow, "appearance"> {
  character: string;
}
export type LineKeys = Pick<NamedLineRow, "number" | "lineId" | "character" | "startMs" | "endMs">;

interface NewLanguage {
  languageId: string;
  /** Null if the request has none; an earlier script then stays. */
  scriptPath: string | null;
  speakerSeparator: string | null;
}
export interface Assignment {
  userId: string;
  languageId: string;
}

export interface BatchRows {
  /** Up to `limit` batches of a project after the given one. */
  listBatches(
    projectId: string,
    after: { createdAt: number; id: string } | null,
    limit: number,
  ): Promise<BatchRow[]>;
  findBatch(id: string): Promise<BatchRow | null>;
  findBatchSource(id: string): Promise<BatchSource | null>;
  /** Whether a batch exists: costs less than `findBatch`. */
  hasBatch(id: string): Promise<boolean>;
  /** Sets these local settings of a batch; the others stay. */
  changeLocalSettings(id: string, changed: LocalSettings, at: number): Promise<void>;
  /** The picture of the video when it was last read; null if it was never read. */
  findPicture(id: string): Promise<StoredPicture | null>;
  /** Stores it. The findings of the batch are made again if it has changed. */
  setPicture(id: string, picture: StoredPicture): Promise<void>;
  /** Adds a batch with the status `ingesting`, and its task. */
  addBatch(batch: NewBatch, at: number): Promise<BatchRow>;
  /**
   * Marks batches as removed and deletes their tasks; `purge` deletes the rows later. Ignores
   * unknown ids.
   */
  removeBatches(ids: readonly string[]): Promise<void>;
  /** Adds assignments; ignores existing ones. */
  assignMembers(batchId: string, assignments: readonly Assignment[]): Promise<void>;
  listAssignments(batchId: string): Promise<Assignment[]>;
  /** Adds languages to the batch and its project, and a task for each language with a script. */
  addBatchLanguages(
    batchId: string,
    projectId: string,
    languages: readonly NewLanguage[],
    at: number,
  ): Promise<void>;
  findLanguageScript(
    batchId: string,
    languageId: string,
  ): Promise<{ scriptPath: string; speakerSeparator: string | null } | null>;
}

/** The times of a script in milliseconds: its first start and its last end. */
export interface ScriptSpan {
  startMs: number;
  endMs: number;
}

export interface LineRows {
  countLines(batchId: string): Promise<number>;
  /** Null for lines without times, and while the batch is ingested. */
  findSpan(batchId: string): Promise<ScriptSpan | null>;
  /**
   * Moves all lines to an earlier time, at most to 0. Their checks are made again, and so are the
   * results of dubs that are made.
   */
  moveLines(batchId: string, offsetMs: number, at: number): Promise<void>;
  /** The numbers of lines of the characters of a project, over all its batches. */
  countCharacterLines(projectId: string): Promise<{ characterId: string; lines: number }[]>;
  /** Up to `limit` lines after the one numbered `after`, with the characters' names. */
  listLines(batchId: string, after: number, limit: number): Promise<NamedLineRow[]>;
  /** What rows of a file are matched with: as `listLines`, without the texts. */
  listLineKeys(batchId: string, after: number, limit: number): Promise<LineKeys[]>;
}

export interface PurgeRows {
  /**
   * Deletes up to `limit` rows of batches, projects and texts that are marked as removed or were
   * replaced; true while there may be more.
   */
  purge(limit: number): Promise<boolean>;
}
