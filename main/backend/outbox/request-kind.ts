/** What orders of a kind have to tell so that they can be sent. */
import type { Problem } from "../../../preload/model";
import type { OutboxRow } from "./store";

/** What became of an order that arrived. */
export interface Delivery {
  /** The batch's id, or the bulk request's. */
  resultId: string;
  /** What is to be told of it all the same. */
  problem?: Problem;
  /** Writes what is known of it, together with its being sent. */
  keep?: () => void;
  /** Called once it is on disk. */
  after?: () => void;
}
/** How orders of a kind are sent. */
export interface RequestKind {
  /** The names of the batches that come of it; with `present`, the parts that it adds. */
  names(row: OutboxRow): string[];
  /**
   * For requests that create no batch: the parts that the service has now. Those of `names` that were not there before
   * it was sent show that it arrived.
   */
  present?(row: OutboxRow): Promise<string[]>;
  /** Puts in place what it needs; null when something is on its way again. Rejects with what refuses it. */
  prepare(row: OutboxRow): Promise<{ send: () => Promise<Delivery> } | null>;
  /** What it is whose batch has appeared, where none of these was there before it was sent. */
  found(row: OutboxRow, batchId: string, seenBefore: readonly string[]): Delivery;
  /** How long after a lost answer it is looked for, in milliseconds, and whether it is then sent again. */
  reconcileMs: number;
  isResent: boolean;
}
