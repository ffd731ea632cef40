/** The part of the store's port for bulk requests. */
import type { Lease } from "../lease-port";
import type { BatchRow, BatchSettings, NewBatch } from "./batch-port";

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

/** The task of a request. */
type ClaimedRequest = { id: number; requestId: string; lease: Lease };

export interface BulkRows {
  addBulkRequest(
    request: Pick<BulkRequestRow, "id" | "projectId" | "scriptPath" | "settings">,
    at: number,
  ): Promise<void>;
  findBulkRequest(id: string): Promise<BulkRequestRow | null>;
  /** Deletes up to `limit` rows of an interrupted read; true while there may be more. */
  clearBulkRows(task: ClaimedRequest, limit: number): Promise<boolean>;
  /**
   * Adds rows from this position on, with their planned batches. Not durable: the rows take effect
   * with `finishBulkRead`. False if the request was deleted.
   */
  addBulkRows(
    task: ClaimedRequest,
    position: number,
    rows: readonly (BulkResultRow & { batch: NewBatch | null })[],
  ): Promise<boolean>;
  /**
   * Marks the template as read. With a failure the task ends; otherwise its batches are created
   * next.
   */
  finishBulkRead(task: ClaimedRequest, failure: string | null): Promise<void>;
  /**
   * Creates up to `limit` batches from rows; when no row is left, ends the task and returns false.
   */
  createBulkBatches(task: ClaimedRequest, limit: number, at: number): Promise<boolean>;
  countBulkRows(requestId: string): Promise<BulkCounts>;
  /** Empty before the template is read. */
  listBulkRows(requestId: string, offset: number, limit: number): Promise<ListedBulkRow[]>;
}
