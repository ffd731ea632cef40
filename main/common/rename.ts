/**
 * Renames files over others. Windows refuses this for moments: while a virus scanner, an indexer or
 * a synchronising program has one of the files open, which other systems permit. It is repeated
 * there.
 */
import { renameSync } from "node:fs";
import { rename } from "node:fs/promises";
import { systemCode } from "./errors";
import { pause } from "./retry";

/** The codes of a file that another program has open. */
const busyCodes = ["EPERM", "EBUSY", "EACCES"];

/** The delays between attempts, in milliseconds: about two seconds in sum. */
const delaysMs = [10, 20, 50, 100, 200, 500, 1_000] as const;

/** What differs between systems, and in tests. */
export interface RenameSystem {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => Promise<void>;
  pause: (milliseconds: number) => Promise<void>;
}

const thisSystem: RenameSystem = {
  platform: process.platform,
  rename: (from, to) => rename(from, to),
  pause,
};

const isBusy = (error: unknown, platform: NodeJS.Platform) =>
  platform === "win32" && busyCodes.includes(systemCode(error));

/** Renames a file, as `rename` of node:fs. Rejects with the error of the last attempt. */
export async function renameFile(
  from: string,
  to: string,
  system: RenameSystem = thisSystem,
): Promise<void> {
  for (const delay of [...delaysMs, null]) {
    try {
      await system.rename(from, to);
      return;
    } catch (error) {
      if (delay === null || !isBusy(error, system.platform)) throw error;
      await system.pause(delay);
    }
  }
}

/** What differs between systems, and in tests. */
export interface RenameSyncSystem {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => void;
  block: (milliseconds: number) => void;
}

const thisSystemSync: RenameSyncSystem = {
  platform: process.platform,
  rename: (from, to) => renameSync(from, to),
  // Nothing else may run: the caller is in the middle of a change of its files.
  block: (milliseconds) =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
};

/** Like `renameFile`, for the few callers that must not yield. It blocks the thread meanwhile. */
export function renameFileSync(
  from: string,
  to: string,
  system: RenameSyncSystem = thisSystemSync,
): void {
  for (const delay of [...delaysMs, null]) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      if (delay === null || !isBusy(error, system.platform)) throw error;
      system.block(delay);
    }
  }
}
