/** What a process without an engine asks workers to make for clients. */
import { setTimeout as pause } from "node:timers/promises";
import type { AskedItem, AskedRows, AskedState } from "../rows/asked-port";

export interface Asking {
  /**
   * Asks for what is not stored. Resolves with its state, as soon as it is made or failed, or after
   * this time.
   */
  ask(item: AskedItem, waitMs: number): Promise<AskedState>;
}

/** The interval between two reads of a row, in milliseconds. */
const pollMs = 200;
/** An item that failed is asked for again after this time, in milliseconds. */
const retryMs = 10_000;

const waiting: AskedState = { state: "waiting", progress: 0, status: 0, problem: "", result: "" };

/** `closing`: aborted when the service closes. */
export const createAsking = (
  rows: Pick<AskedRows, "ask" | "findAsked">,
  closing: AbortSignal,
): Asking => ({
  async ask(item, waitMs) {
    const until = performance.now() + waitMs;
    let found = await rows.findAsked(item);
    // A query costs less than a unit that changes nothing, and clients ask for progress often.
    if (found?.state !== "waiting" && !found?.result) {
      await rows.ask(item, retryMs);
      found = await rows.findAsked(item);
    }
    for (;;) {
      const { state } = (found ??= waiting);
      if (state !== "waiting" || performance.now() >= until) return found;
      await pause(pollMs, undefined, { ref: false });
      closing.throwIfAborted();
      found = await rows.findAsked(item);
    }
  },
});
