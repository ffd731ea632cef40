/**
 * The part of the store's port for background tasks: scripts are read, videos transcribed, and
 * voices assigned.
 */
import type { Lease } from "../lease-port";
import type { LineRow } from "./batch-port";

/**
 * A background task. Its row is deleted in the transaction that stores its outcome. The step "read"
 * runs concurrently with other tasks; the step "cast", if there is one, follows, one task at a time
 * in a project.
 */
export type TaskRow = {
  id: number;
  step: "read" | "cast";
  /** Tasks of a group share slots: all tasks of a bulk request, or all other tasks of a project. */
  group: string;
  isBulk: boolean;
  /** How often a process ended while running this step. */
  crashes: number;
} & (
  | { kind: "batch"; batchId: string }
  | { kind: "language"; batchId: string; languageId: string }
  | { kind: "bulk"; requestId: string }
);

/** A task that this process runs. The lease ends with the step. */
export type ClaimedTask = TaskRow & { lease: Lease };
type OfBatch = { id: number; batchId: string; lease: Lease };

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
      /**
       * True if its texts are in the spare set, which becomes current; false if they were added
       * with the lines.
       */
      isSpare: boolean;
    } & ReadCharacters);

interface UntranslatedLanguage {
  batchId: string;
  projectId: string;
  /** Language ids. */
  from: string;
  to: string;
}
/** Tasks and their outcomes. */
export interface TaskRows {
  /**
   * Tasks that can be started and that no process runs: of every group up to `limit` tasks in the
   * step "read", oldest first and only the oldest of a batch; and of every project its first task,
   * if that is in the step "cast". In the order of a project the tasks of a bulk request's batches
   * have the position of the request. Without `waiting`: tasks that wait for other computers. Those
   * after the `overtaken` ones in a project do not wait too.
   */
  listTasks(
    limit: number,
    except: {
      running: readonly number[];
      waiting: readonly number[];
      overtaken: readonly number[];
    },
  ): Promise<TaskRow[]>;
  removeTask(task: { id: number; lease: Lease }): Promise<void>;
  /** Stores the outcome and ends the step. The lines of a failed batch must be deleted before. */
  finishIngestion(task: OfBatch, outcome: IngestionOutcome, at: number): Promise<void>;
  /** Stores the outcome of a language's script and ends the step. */
  finishLanguage(
    task: OfBatch & { languageId: string },
    outcome: LanguageOutcome,
    at: number,
  ): Promise<void>;
  /** Characters of a batch without a voice, in the order of their first lines. */
  listUncast(batchId: string): Promise<{ id: string; name: string }[]>;
  /** Assigns the voices and ends the task, in one transaction. */
  finishCasting(
    task: OfBatch,
    voices: readonly { characterId: string; voice: string }[],
    at: number,
  ): Promise<void>;
}

/** Lines and texts of a script that is being read, under the lease of the task. */
export interface IngestedLineRows {
  /** Deletes up to `limit` lines; true while there may be more. */
  clearLines(lease: Lease, batchId: string, limit: number): Promise<boolean>;
  /** Not durable: lines take effect with `finishIngestion`. False if the batch was deleted. */
  addLines(lease: Lease, batchId: string, lines: readonly LineRow[]): Promise<boolean>;
  /**
   * Every language has a spare set of texts, which is not visible before `finishLanguage` makes it
   * the current one. Deletes the spare texts of up to `limit` lines; true while there may be more.
   */
  clearSpareTexts(
    lease: Lease,
    batchId: string,
    languageId: string,
    limit: number,
  ): Promise<boolean>;
  /** Adds texts by line number to the spare set. Not durable. False if the batch was deleted. */
  addSpareTexts(
    lease: Lease,
    batchId: string,
    languageId: string,
    texts: readonly (readonly [number, string])[],
  ): Promise<boolean>;
}

/** Spans of speech of a video that is being transcribed, under the lease of the task. */
export interface SpeechSpanRows {
  /** Adds spans of speech of the video. Not durable. False if the batch was deleted. */
  addSpans(lease: Lease, batchId: string, spans: readonly SpanText[]): Promise<boolean>;
  /** In the order of their times. */
  listSpans(batchId: string): Promise<SpanText[]>;
  /**
   * Replaces spans by their transcription, which is progress: earlier ends of the process are not
   * counted against the task. False if the batch was deleted.
   */
  replaceSpans(
    lease: Lease,
    batchId: string,
    from: readonly SpanText[],
    to: readonly SpanText[],
  ): Promise<boolean>;
}

/** Work that a newly installed engine makes possible. */
export interface AwaitingRows {
  /** Batches whose outcome was `awaitsTranscription`, with the language of their videos. */
  listAwaiting(): Promise<{ batchId: string; languageId: string }[]>;
  /** Has the video of such a batch transcribed. */
  queueTranscription(batchId: string, at: number): Promise<void>;
  /**
   * Target languages of videos without a script or a task, of batches that have texts in their
   * source language.
   */
  listUntranslated(): Promise<UntranslatedLanguage[]>;
  /** Has a language translated. */
  queueTranslation(language: UntranslatedLanguage): Promise<void>;
}

/** Why a language cannot get its first texts. */
export type FirstTextProblem = "unknown-language" | "has-texts" | "no-source-texts";

/** The first texts of a target language that has none, and no script that is still to be read. */
export interface FirstTextRows {
  /**
   * The texts of the source become those of the language, with a note. Its dub is not made before a
   * request. Null, or why nothing was changed.
   */
  copySourceTexts(
    language: { batchId: string; languageId: string },
    note: string,
    at: number,
  ): Promise<FirstTextProblem | null>;
  /** Has the language translated. Null, or why nothing was changed. */
  queueFirstTranslation(
    language: { batchId: string; languageId: string },
    at: number,
  ): Promise<FirstTextProblem | null>;
}
