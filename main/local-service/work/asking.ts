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

/** Between two looks at a row. */
const pollMs = 200;
/** After which a failure that can end is tried again. */
const retryMs = 10_000;

const waiting: AskedState = { state: "waiting", progress: 0, status: 0, problem: "", result: "" };

export const createAsking = (rows: Pick<AskedRows, "ask" | "findAsked">): Asking => ({
  async ask(item, waitMs) {
    await rows.ask(item, retryMs);
    const until = performance.now() + waitMs;
    for (;;) {
      const found = (await rows.findAsked(item)) ?? waiting;
      if (found.state !== "waiting" || performance.now() >= until) return found;
      await pause(pollMs, undefined, { ref: false });
    }
  },
});
