/** Files that a thread writes under a temporary name. */
import { rm } from "node:fs/promises";
import { partSuffix } from "./wav-files";

/** Runs `write`; when it rejects, removes the incomplete file. One writer of a file at a time. */
export type WriteOutput = <T>(file: string, write: () => Promise<T>) => Promise<T>;

export function createWriteOutput(): WriteOutput {
  const active = new Set<string>();
  return async (file, write) => {
    // Two writers would mix their bytes in one temporary file.
    if (active.has(file)) throw new Error("the file is being written already");
    active.add(file);
    try {
      return await write();
    } catch (error) {
      // The first error is the reason; the next writer replaces a file that cannot be removed.
      await rm(file + partSuffix, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      active.delete(file);
    }
  };
}
