/** Takes away in the background what was deleted or replaced, a portion at a time. */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../common/log";
import type { LocalStore } from "../rows/port";
import { rowsAtOnce } from "./task";

export interface Tidying {
  /** There may be something to take away. */
  wake(): void;
  /** What is left then is taken away after the next start. */
  close(): Promise<void>;
}

/** Between two portions, in milliseconds: a deletion is in nobody's way, and never in a hurry. */
const pauseMs = 2;

/** Starts on what an earlier process left. */
export function createTidying({ store, log }: { store: LocalStore; log: Log }): Tidying {
  let isClosed = false;
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function tidy(): Promise<void> {
    for (;;) {
      isWanted = false;
      if (isClosed || !(await store.purge(rowsAtOnce))) return;
      await pause(pauseMs);
    }
  }
  function wake(): void {
    if (isClosed) return;
    isWanted = true;
    running ??= tidy()
      // A full disk, say: whoever wakes it next has it tried again.
      .catch((error: unknown) => log.error("tidying: failed", error))
      .finally(() => {
        running = null;
        if (isWanted) wake();
      });
  }

  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      await running;
    },
  };
}
