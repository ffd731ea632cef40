/**
 * What processes without an engine ask workers to make for clients. Only several services on one
 * database use it.
 */
import type { Lease } from "./lease-port";

/** Samples of voices, and the peaks, previews and facts of videos. */
export type AskedKind = "sample" | "peaks" | "preview" | "facts";

export interface AskedItem {
  kind: AskedKind;
  /** The key of the result, which changes with its version. */
  key: string;
  /** What a worker needs to make it: the id of a batch, or a voice and a language. */
  subject: string;
}

export interface AskedState {
  state: "waiting" | "made" | "failed";
  /** How much is made, from 0 to 1. */
  progress: number;
  /** The status and the message of the response after a failure. */
  status: number;
  problem: string;
  /** JSON of facts; "" for what is stored as an object. */
  result: string;
}

export type AskedOutcome = Pick<AskedState, "status" | "problem" | "result"> & {
  state: "made" | "failed";
  /** A failed item is retried this much later than usual, in milliseconds. */
  laterMs: number;
};

export interface AskedRows {
  /**
   * Asks for what is not stored: also again for what was made and is missing, and for what failed
   * more than `retryMs` ago. Facts that were made stay. Not durable.
   */
  ask(item: AskedItem, retryMs: number): Promise<void>;
  findAsked(item: Pick<AskedItem, "kind" | "key">): Promise<AskedState | null>;
  /** The oldest item of these kinds that no process makes now. */
  findAskedOf(kinds: readonly AskedKind[], except: readonly string[]): Promise<AskedItem | null>;
  noteAskedProgress(lease: Lease, item: AskedItem, progress: number): Promise<void>;
  finishAsked(lease: Lease, item: AskedItem, outcome: AskedOutcome): Promise<void>;
  /** Removes what was asked for more than a day ago. Not durable. */
  removeFormerAsked(): Promise<void>;
}
