/** The part of the store's port for batches, their lines, bulk requests and background tasks. */

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
export interface UntranslatedLanguage {
  batchId: string;
  projectId: string;
  /** Language ids. */
  from: string;
  to: string;
}
export interface Assignment {
  userId: string;
  languageId: string;
}

/**
 * A background task. Its row is deleted in the transaction that stores its outcome. The step "read" runs concurrently
 * with other tasks; the step "cast", if there is one, follows, one task at a time in a project.
 */
export type TaskRow = {
  id: number;
  step: "read" | "cast";
  /** Tasks of a group share slots: all tasks of a bulk request, or all other tasks of a project. */
  group: string;
  isBulk: boolean;
  /** How often a process ended while running this step. */
  attempts: number;
} & (
  | { kind: "batch"; batchId: string }
  | { kind: "language"; batchId: string; languageId: string }
  | { kind: "bulk"; requestId: string }
);

interface ReadCharacters {
  /** Characters in the script that was read. */
  characterIds: readonly string[];
  /** Whether voices are to be assigned: the task then continues with its second step. */
  isToBeCast: boolean;
}

/** A span of speech in a video, in milliseconds. */
export interface SpanText {
  startMs: number;
  endMs: number;
  /** Null until it is transcribed; "" without words. */
  text: string | null;
}

/** Result of reading a batch's script, or of transcribing its video. */
export type IngestionOutcome =
  | { result: "failed"; note: string }
  | ({
      result: "ingested";
      note: string;
      /** Languages with text in the script. */
      languageIds: readonly string[];
      /** There are no lines, because no transcription of the language is installed. */
      awaitsTranscription?: boolean;
    } & ReadCharacters);

/** Result of reading a language's script. */
export type LanguageOutcome =
  | { result: "failed"; note: string }
  | ({
      result: "ingested";
      note: string;
      /** True if its texts are in the spare set, which becomes current; false if they were added with the lines. */
      isSpare: boolean;
    } & ReadCharacters);

export interface BulkRequestRow {
  id: string;
  projectId: string;
  scriptPath: string;
  settings: BatchSettings;
  /** Whether its template was read. */
  isRead: boolean;
  /** Why the template could not be read, or null. */
  failure: string | null;
}
export interface BulkResultRow {
  /** Row number in the template. */
  rowNumber: number;
  name: string;
  /** Why no batch was created, or null. */
  failure: string | null;
  batchId: string | null;
}
export interface ListedBulkRow extends BulkResultRow {
  /** Null if it was not created, not created yet, or deleted. */
  batch: BatchRow | null;
  /** Whether its batch is still to be created. */
  isWaiting: boolean;
}
export interface BulkCounts {
  total: number;
  /** Rows whose batch is still to be created or is being ingested. */
  pending: number;
  failed: number;
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

  /**
   * Tasks that can be started and are not running: of every group up to `limit` tasks in the step "read", oldest first
   * and only the oldest of a batch; and of every project its first task, if that is in the step "cast". In the order of
   * a project the tasks of a bulk request's batches have the position of the request.
   */
  listTasks(limit: number, running: readonly number[]): Promise<TaskRow[]>;
  removeTask(id: number): Promise<void>;
  /** Counts an attempt; call it before a task starts. */
  beginTask(id: number): Promise<void>;
  /** Undoes `beginTask` for a task that was stopped properly and will be repeated. */
  putBackTask(id: number): Promise<void>;
  /** Deletes up to `limit` lines; true while there may be more. */
  clearLines(batchId: string, limit: number): Promise<boolean>;
  /** Not durable: lines take effect with `finishIngestion`. False if the batch was deleted. */
  addLines(batchId: string, lines: readonly LineRow[]): Promise<boolean>;
  /** Stores the outcome and ends the step. The lines of a failed batch must be deleted before. */
  finishIngestion(
    task: { id: number; batchId: string },
    outcome: IngestionOutcome,
    at: number,
  ): Promise<void>;
  /**
   * Every language has a spare set of texts, which is not visible before `finishLanguage` makes it the current one.
   * Deletes the spare texts of up to `limit` lines; true while there may be more.
   */
  clearSpareTexts(batchId: string, languageId: string, limit: number): Promise<boolean>;
  /** Adds texts by line number to the spare set. Not durable. False if the batch was deleted. */
  addSpareTexts(
    batchId: string,
    languageId: string,
    texts: readonly (readonly [number, string])[],
  ): Promise<boolean>;
  /** Stores the outcome of a language's script and ends the step. */
  finishLanguage(
    task: { id: number; batchId: string; languageId: string },
    outcome: LanguageOutcome,
    at: number,
  ): Promise<void>;
  /** Characters of a batch without a voice, in the order of their first lines. */
  listUncast(batchId: string): Promise<{ id: string; name: string }[]>;
  /** Assigns the voices and ends the task, in one transaction. */
  finishCasting(
    task: { id: number; batchId: string },
    voices: readonly { characterId: string; voice: string }[],
    at: number,
  ): Promise<void>;
  /** Adds spans of speech of the video. Not durable. False if the batch was deleted. */
  addSpans(batchId: string, spans: readonly SpanText[]): Promise<boolean>;
  /** In the order of their times. */
  listSpans(batchId: string): Promise<SpanText[]>;
  /** Replaces spans by their transcription. False if the batch was deleted. */
  replaceSpans(
    batchId: string,
    from: readonly SpanText[],
    to: readonly SpanText[],
  ): Promise<boolean>;
  /** Batches whose outcome was `awaitsTranscription`, with the language of their videos. */
  listAwaiting(): Promise<{ batchId: string; languageId: string }[]>;
  /** Has the video of such a batch transcribed. */
  queueTranscription(batchId: string, at: number): Promise<void>;
  /** Target languages of videos without a script or a task, of batches that have texts in their source language. */
  listUntranslated(): Promise<UntranslatedLanguage[]>;
  /** Has a language translated. */
  queueTranslation(language: UntranslatedLanguage): Promise<void>;
  countLines(batchId: string): Promise<number>;
  /** Up to `limit` lines after the one numbered `after`, with the characters' names. */
  listLines(batchId: string, after: number, limit: number): Promise<NamedLineRow[]>;
  /** Up to `limit` lines after the one numbered `after`. */
  listLineIds(
    batchId: string,
    after: number,
    limit: number,
  ): Promise<{ number: number; lineId: string }[]>;

  addBulkRequest(
    request: Pick<BulkRequestRow, "id" | "projectId" | "scriptPath" | "settings">,
    at: number,
  ): Promise<void>;
  findBulkRequest(id: string): Promise<BulkRequestRow | null>;
  /** Deletes up to `limit` rows of an interrupted read; true while there may be more. */
  clearBulkRows(requestId: string, limit: number): Promise<boolean>;
  /**
   * Adds rows from this position on, with their planned batches. Not durable: the rows take effect with
   * `finishBulkRead`. False if the request was deleted.
   */
  addBulkRows(
    task: { id: number; requestId: string },
    position: number,
    rows: readonly (BulkResultRow & { batch: NewBatch | null })[],
  ): Promise<boolean>;
  /** Marks the template as read. With a failure the task ends; otherwise its batches are created next. */
  finishBulkRead(task: { id: number; requestId: string }, failure: string | null): Promise<void>;
  /** Creates up to `limit` batches from rows; when no row is left, ends the task and returns false. */
  createBulkBatches(
    task: { id: number; requestId: string },
    limit: number,
    at: number,
  ): Promise<boolean>;
  countBulkRows(requestId: string): Promise<BulkCounts>;
  /** Empty before the template is read. */
  listBulkRows(requestId: string, offset: number, limit: number): Promise<ListedBulkRow[]>;
}
