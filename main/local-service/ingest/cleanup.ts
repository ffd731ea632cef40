/** Removes deleted and replaced rows in the background, in chunks. */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../common/log";
import type { LocalStore } from "../rows/port";
import { chunkSize } from "./task";

export interface CleanupDeps {
  store: LocalStore;
  /** Deletes the files of removed rows. */
  removeFiles: () => Promise<void>;
  log: Log;
}

export interface Cleanup {
  /** Starts a run; called after a change that may have left rows to remove. */
  wake(): void;
  /** Stops; remaining rows are removed after the next start. */
  close(): Promise<void>;
}

/** Pause between two chunks, in milliseconds, in which requests are handled: removal is not urgent. */
const pauseMs = 2;

/** Also starts at once with the rows that an earlier process left. */
export function createCleanup({ store, log, removeFiles }: CleanupDeps): Cleanup {
  let isClosed = false;
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function removeRows(): Promise<void> {
    for (;;) {
      isWanted = false;
      const isMore = !isClosed && (await store.purge(chunkSize));
      if (!isMore) {
        await removeFiles();
        return;
      }
      await pause(pauseMs);
    }
  }
  function wake(): void {
    if (isClosed) return;
    isWanted = true;
    running ??= removeRows()
      // For example a full disk; the next call of `wake` tries again.
      .catch((error: unknown) => log.error("cleanup: failed", error))
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
