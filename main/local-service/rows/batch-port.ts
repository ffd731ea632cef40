/** The part of the store's port that holds batches, their lines, bulk requests and the work that is still to be done. */

export type BatchStatus = "ingesting" | "casting" | "ready" | "inferring" | "completed" | "failed";
export type TranslationStatus = "pending" | "ready" | "inferring" | "completed" | "failed";
export type TranslationType = "source" | "target";

export interface TranslationRow {
  languageId: string;
  type: TranslationType;
  status: TranslationStatus;
  /** What went wrong with its script, or "". */
  note: string;
}

/** Only what was given; defaults are not written down. */
export type BatchSettings = Readonly<Record<string, boolean | number | string>>;

export interface BatchRow {
  id: string;
  projectId: string;
  name: string;
  status: BatchStatus;
  /** Why it failed, or what is to be known about how it was read; "" for nothing. */
  note: string;
  /** Characters that speak in it, and those of them without a voice. */
  characterCount: number;
  uncastCount: number;
  translations: TranslationRow[];
  createdAt: number;
  updatedAt: number;
}

/** What a batch was created from. */
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
  /** "" where there is none. */
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
  /** Null: none was given; what was known of an earlier one stays. */
  scriptPath: string | null;
  speakerSeparator: string | null;
}
export interface Assignment {
  userId: string;
  languageId: string;
}

/**
 * Work that goes on in the background; its row goes together with what came of it. Everything is read first, side by
 * side with other work; what is to be cast is cast then, one after the other in a project.
 */
export type TaskRow = {
  id: number;
  step: "read" | "cast";
  /** Work with the same lane shares its slots: that of a bulk request, and other work of a project. */
  lane: string;
  isBulk: boolean;
  /** How often this step was begun before by a process that ended in the middle of it. */
  attempts: number;
} & (
  | { kind: "batch"; batchId: string }
  | { kind: "language"; batchId: string; languageId: string }
  | { kind: "bulk"; requestId: string }
);

/** Those who speak in what was read. */
interface Speakers {
  characterIds: readonly string[];
  /** Those of them without a voice are to get one: the task stays, for its second step. */
  isToBeCast: boolean;
}

/** What became of reading a batch's script. */
export type IngestionOutcome =
  | { result: "failed"; note: string }
  | ({
      result: "ingested";
      note: string;
      /** Languages that have text now. */
      languageIds: readonly string[];
    } & Speakers);

/** What became of reading a language's script. */
export type LanguageOutcome =
  | { result: "failed"; note: string }
  | ({
      result: "ingested";
      note: string;
      /** Its texts are the spare ones, and count from here on; or those that the lines came with. */
      isSpare: boolean;
    } & Speakers);

export interface BulkRequestRow {
  id: string;
  projectId: string;
  scriptPath: string;
  settings: BatchSettings;
  /** Its rows are known. */
  isRead: boolean;
  /** Why the template could not be read, or null. */
  failure: string | null;
}
export interface BulkRowRow {
  /** As in the template, counted as its reader counts. */
  rowNumber: number;
  name: string;
  /** Why it became no batch, or null. */
  failure: string | null;
  batchId: string | null;
}
export interface ListedBulkRow extends BulkRowRow {
  /** Null where there is none, not yet, or no more. */
  batch: BatchRow | null;
  /** It is still to become a batch. */
  isWaiting: boolean;
}
export interface BulkTally {
  total: number;
  /** Rows that are still to become a batch, and those whose batch is being ingested. */
  underWay: number;
  failed: number;
}

/** Lists are in order of creation, then id. A change is durable when its function resolves. */
export interface BatchStore {
  /** Up to `limit` batches of a project after the given one. */
  listBatches(
    projectId: string,
    after: { createdAt: number; id: string } | null,
    limit: number,
  ): Promise<BatchRow[]>;
  findBatch(id: string): Promise<BatchRow | null>;
  findBatchSource(id: string): Promise<BatchSource | null>;
  /** Adds a batch that is `ingesting`, with its task. */
  addBatch(batch: NewBatch, at: number): Promise<BatchRow>;
  /** From here on nobody finds them, nor their work; `purge` does the rest. Unknown ids are fine. */
  removeBatches(ids: readonly string[]): Promise<void>;
  /**
   * Removes for good up to `limit` lines or rows of what was deleted or replaced; true while there may be more. It
   * finds by itself what an earlier process left.
   */
  purge(limit: number): Promise<boolean>;
  /** Adds to what members are assigned already. */
  assignMembers(batchId: string, assignments: readonly Assignment[]): Promise<void>;
  listAssignments(batchId: string): Promise<Assignment[]>;
  /** To the batch and its project; those with a script are tasks from here on. */
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
   * Tasks that can be started, besides those that run: of every lane up to `limit` to be read, the oldest first, of one
   * batch only its oldest; and of every project the one to be cast, when no earlier task of the project is left. The
   * tasks of a bulk request's batches are as early as the request.
   */
  listTasks(limit: number, running: readonly number[]): Promise<TaskRow[]>;
  removeTask(id: number): Promise<void>;
  /** Records an attempt; to be called before the work of a task begins. */
  beginTask(id: number): Promise<void>;
  /** Takes back the attempt of a task whose work was stopped in good order, and is to be begun again. */
  putBackTask(id: number): Promise<void>;
  /** Removes up to `limit` lines; true while there may be more. */
  clearLines(batchId: string, limit: number): Promise<boolean>;
  /** Not durable one by one: they count from `finishIngestion` on. False where the batch is gone. */
  addLines(batchId: string, lines: readonly LineRow[]): Promise<boolean>;
  /** A batch that failed must have no lines any more. */
  finishIngestion(
    task: { id: number; batchId: string },
    outcome: IngestionOutcome,
    at: number,
  ): Promise<void>;
  /**
   * Every language has a spare set of texts, which nobody reads before `finishLanguage` makes it the one that counts.
   * This empties it, up to `limit` lines at once; true while there may be more.
   */
  clearSpareTexts(batchId: string, languageId: string, limit: number): Promise<boolean>;
  /** By line number. Not durable one by one. False where the batch is gone. */
  addSpareTexts(
    batchId: string,
    languageId: string,
    texts: readonly (readonly [number, string])[],
  ): Promise<boolean>;
  /** Ends the reading of a language's script. */
  finishLanguage(
    task: { id: number; batchId: string; languageId: string },
    outcome: LanguageOutcome,
    at: number,
  ): Promise<void>;
  /** Those who speak in a batch and have no voice, in the order of their first lines. */
  listUncast(batchId: string): Promise<{ id: string; name: string }[]>;
  /** Ends a task: its voices are given, all or none. */
  finishCasting(
    task: { id: number; batchId: string },
    voices: readonly { characterId: string; voice: string }[],
    at: number,
  ): Promise<void>;
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
  /** Removes up to `limit` rows that a reading which was cut off left; true while there may be more. */
  clearBulkRows(requestId: string, limit: number): Promise<boolean>;
  /**
   * Adds rows from this position on, with what they become. They count from `finishBulkRead` on, and are not durable
   * one by one. False where the request is gone.
   */
  addBulkRows(
    task: { id: number; requestId: string },
    position: number,
    rows: readonly (BulkRowRow & { batch: NewBatch | null })[],
  ): Promise<boolean>;
  /** Ends the reading. With a failure its task ends, too; else there are batches to be made. */
  finishBulkRead(task: { id: number; requestId: string }, failure: string | null): Promise<void>;
  /** Makes up to `limit` batches of rows; when no row is left the task ends, and the answer is false. */
  makeBulkBatches(
    task: { id: number; requestId: string },
    limit: number,
    at: number,
  ): Promise<boolean>;
  tallyBulk(requestId: string): Promise<BulkTally>;
  /** None before the template is read. */
  listBulkRows(requestId: string, offset: number, limit: number): Promise<ListedBulkRow[]>;
}
