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

/** Work that goes on in the background; its row goes together with what came of it. */
export type TaskRow = { id: number } & (
  | { kind: "batch"; batchId: string }
  | { kind: "language"; batchId: string; languageId: string }
  | { kind: "bulk"; requestId: string }
);

/** What became of a batch's ingestion. */
export type IngestionOutcome =
  | { result: "failed"; note: string }
  | {
      result: "ingested";
      note: string;
      characterIds: readonly string[];
      /** Languages that have text now. */
      languageIds: readonly string[];
    };

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
export interface BulkTally {
  total: number;
  /** Rows whose batch is still being ingested. */
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
  /** Unknown ids are fine. */
  removeBatches(ids: readonly string[]): Promise<void>;
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

  /** Up to `limit` tasks that are none of the given ones, the oldest first; of one batch only its oldest. */
  listTasks(limit: number, except: readonly number[]): Promise<TaskRow[]>;
  removeTask(id: number): Promise<void>;
  /** Not durable one by one: they count from `finishIngestion` on. False where the batch is gone. */
  clearLines(batchId: string): Promise<boolean>;
  addLines(batchId: string, lines: readonly LineRow[]): Promise<boolean>;
  finishIngestion(
    task: { id: number; batchId: string },
    outcome: IngestionOutcome,
    at: number,
  ): Promise<void>;
  /** Ends the task of a language: its texts, by line, or why there are none. */
  finishLanguage(
    task: { id: number; batchId: string; languageId: string },
    outcome:
      | { result: "failed"; note: string }
      | {
          result: "ingested";
          note: string;
          texts: readonly (readonly [number, string])[];
          /** Those who speak in the batch from now on, besides those who did. */
          characterIds: readonly string[];
        },
    at: number,
  ): Promise<void>;
  countLines(batchId: string): Promise<number>;
  /** Up to `limit` lines after the one numbered `after`, with the characters' names. */
  listLines(batchId: string, after: number, limit: number): Promise<NamedLineRow[]>;
  listLineIds(batchId: string): Promise<{ number: number; lineId: string }[]>;

  addBulkRequest(
    request: Pick<BulkRequestRow, "id" | "projectId" | "scriptPath" | "settings">,
    at: number,
  ): Promise<void>;
  findBulkRequest(id: string): Promise<BulkRequestRow | null>;
  /** Ends the request's task: its rows and their batches are there at once, or none. */
  finishBulkRead(
    task: { id: number; requestId: string },
    outcome:
      | { result: "failed"; failure: string }
      | { result: "read"; rows: readonly (BulkRowRow & { batch: NewBatch | null })[] },
    at: number,
  ): Promise<void>;
  tallyBulk(requestId: string): Promise<BulkTally>;
  /** With the batch where there is one. */
  listBulkRows(
    requestId: string,
    offset: number,
    limit: number,
  ): Promise<(BulkRowRow & { batch: BatchRow | null })[]>;
}
