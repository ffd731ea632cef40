/** Removes deleted and replaced rows in the background, in chunks. */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../common/log";
import { createBackgroundLoop } from "../common/background-loop";
import type { PurgeRows } from "../rows/batches/batch-port";
import { chunkSize } from "./task";

export interface RowRemovalDeps {
  store: PurgeRows;
  /** Deletes the files of removed rows. */
  removeFiles: () => Promise<void>;
  log: Log;
}

export interface RowRemoval {
  /** Starts a run; called after a change that may have left rows to remove. */
  wake(): void;
  /** Stops; remaining rows are removed after the next start. */
  close(): Promise<void>;
}

/**
 * Pause between two chunks, in milliseconds, in which requests are handled: removal is not urgent.
 */
const pauseMs = 2;

/** Creates the loop. It starts at once, with the rows that an earlier process left. */
export function createRowRemoval({ store, log, removeFiles }: RowRemovalDeps): RowRemoval {
  const loop = createBackgroundLoop({ name: "removal of rows", step: removeChunk, log });

  async function removeChunk(): Promise<void> {
    if (await store.purge(chunkSize)) {
      loop.wake();
      await pause(pauseMs);
    } else await removeFiles();
  }

  loop.wake();
  return { wake: loop.wakeNow, close: loop.close };
}
