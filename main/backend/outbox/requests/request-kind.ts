/**
 * What the outbox worker needs from each kind of request: batch, bulk request, languages of a
 * batch.
 */
import type { Problem } from "../../../../preload/model";
import type { OutboxRow } from "../store/entry-rows";

/** The result of a request that the service has received. */
export interface Delivery {
  /** The id of the batch or of the bulk request. */
  resultId: string;
  /** A problem to show although the request was delivered. */
  problem?: Problem;
  /** Writes the result. Runs in the transaction that marks the entry as sent. */
  persist?: () => void;
  /** Called once that transaction is on disk. */
  onPersisted?: () => void;
}

/** How requests of a kind are prepared, sent and, after a lost response, found again. */
export interface RequestKind {
  /** The names of the batches that the request creates; with `present`, the parts that it adds. */
  names(row: OutboxRow): string[];
  /**
   * For requests that create no batch: the parts that the service has now. The request was
   * delivered when it has all of those of `names` that were missing before sending.
   */
  present?(row: OutboxRow): Promise<string[]>;
  /**
   * Stores the request's scripts and resolves to a function that sends it; null when uploads had to
   * be queued again. Rejects with the error that makes the request fail.
   */
  prepare(row: OutboxRow): Promise<{ send: () => Promise<Delivery> } | null>;
  /**
   * The result of a request whose response was lost and whose batch was found. `seenBefore`: ids of
   * batches of the same names that existed before sending.
   */
  recovered(row: OutboxRow, batchId: string, seenBefore: readonly string[]): Delivery;
  /** How long after a lost response its result may still appear at the service, in milliseconds. */
  reconcileMs: number;
  /** Whether it is sent again after that time; otherwise the user decides. */
  isResent: boolean;
}
