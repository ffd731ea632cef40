/** The part of the store's port for batches and their lines. */

export type BatchStatus = "ingesting" | "casting" | "ready" | "inferring" | "completed" | "failed";
export type TranslationStatus = "pending" | "ready" | "inferring" | "completed" | "failed";
export type TranslationType = "source" | "target";

export type DubState =
  /** Not to be made before a request. */
  | "idle"
  /** To be planned: its takes are not listed yet. */
  | "due"
  /** Its takes are being made. */
  | "making"
  /** All takes are finished; the track and the video are being made, and the results published. */
  | "finishing"
  | "made"
  /** Stopped by a request. */
  | "stopped"
  /** Cannot be made; the note names what is missing. */
  | "blocked";

/** The progress of the dub of a language. The counters are numbers of takes. */
export interface DubProgress {
  state: DubState;
  /** Why it is blocked, or the first failed line; "" for none. */
  note: string;
  /** Every planned take is made, failed, outdated or still to be made. */
  planned: number;
  made: number;
  failed: number;
  outdated: number;
}

export interface TranslationRow {
  languageId: string;
  type: TranslationType;
  status: TranslationStatus;
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
  /** While its video is transcribed: the numbers of spans of speech, and of those that are transcribed. */
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
  /** By language id. */
  texts: Readonly<Record<string, string>>;
}
export interface NamedLineRow extends LineRow {
  character: string;
}

export interface NewLanguage {
  languageId: string;
  /** Null if the request has none; an earlier script then stays. */
  scriptPath: string | null;
  speakerSeparator: string | null;
}
export interface Assignment {
  userId: string;
  languageId: string;
}

/** Lists are ordered by creation, then id. A change is durable when its function resolves, unless stated otherwise. */
export interface BatchStore {
  /** Up to `limit` batches of a project after the given one. */
  listBatches(
    projectId: string,
    after: { createdAt: number; id: string } | null,
    limit: number,
  ): Promise<BatchRow[]>;
  findBatch(id: string): Promise<BatchRow | null>;
  findBatchSource(id: string): Promise<BatchSource | null>;
  /** Adds a batch with the status `ingesting`, and its task. */
  addBatch(batch: NewBatch, at: number): Promise<BatchRow>;
  /** Marks batches as removed and deletes their tasks; `purge` deletes the rows later. Ignores unknown ids. */
  removeBatches(ids: readonly string[]): Promise<void>;
  /**
   * Deletes up to `limit` rows of batches, projects and texts that are marked as removed or were replaced; true while
   * there may be more.
   */
  purge(limit: number): Promise<boolean>;
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

  countLines(batchId: string): Promise<number>;
  /** Up to `limit` lines after the one numbered `after`, with the characters' names. */
  listLines(batchId: string, after: number, limit: number): Promise<NamedLineRow[]>;
  /** Up to `limit` lines after the one numbered `after`. */
  listLineIds(
    batchId: string,
    after: number,
    limit: number,
  ): Promise<{ number: number; lineId: string }[]>;
}
