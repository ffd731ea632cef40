/**
 * The part of the store's port for what was confirmed on this computer: the scripts and videos of
 * batches.
 */
import type { TaskRow } from "./batches/ingestion-port";

/** A batch or a bulk request that waits, and the locations of what it would read. */
export interface HeldSource {
  /** Id of the batch or of the bulk request. */
  id: string;
  /** The name of the batch; null for a bulk request. */
  name: string | null;
  /** URLs and gallery paths. */
  locations: string[];
}

export interface ConfirmationRows {
  /**
   * Whether the script and the video of a batch were given on this computer, or confirmed there.
   */
  isBatchConfirmed(batchId: string): Promise<boolean>;
  /** Whether a task reads only what was given on this computer, or confirmed there. */
  isTaskConfirmed(task: TaskRow): Promise<boolean>;
  /** Has a task wait for a confirmation, with a note. */
  holdTask(task: TaskRow): Promise<void>;
  /** Ends all waiting: what is not confirmed is held again when its turn comes. */
  releaseTasks(): Promise<void>;
  listHeld(limit: number): Promise<HeldSource[]>;
  /**
   * Confirms batches with their languages, and bulk requests; they continue. Ignores unknown ids.
   */
  confirmSources(ids: readonly string[], at: number): Promise<void>;
}

/** The note of a batch, a language or a dub that waits for a confirmation. */
export const heldNote =
  "it was begun on another computer or by an earlier version, and waits for a confirmation";
