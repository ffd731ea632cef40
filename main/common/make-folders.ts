/**
 * Creates folders with their missing parents, each separately: a recursive mkdir of Node.js never
 * returns, and uses a whole processor, where an existing folder accepts no folder and answers
 * ENOENT, as /proc and the mount points of autofs do.
 */
import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "./errors";

/**
 * Creates a folder and its missing parents. Resolves with the topmost folder that was created; null
 * if the folder existed. Rejects with the system's own error.
 */
export async function makeFolders(folder: string, mode?: number): Promise<string | null> {
  const missing: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    try {
      if ((await stat(at)).isDirectory()) break;
      // For a file, mkdir rejects with the system's error.
      missing.unshift(at);
      break;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || at === path.dirname(at)) throw error;
      missing.unshift(at);
    }
  }
  for (const one of missing)
    await mkdir(one, { mode }).catch(async (error: unknown) => {
      // Another process may have created it in the meantime.
      const found = await stat(one).catch(() => null);
      if (!found?.isDirectory()) throw error;
    });
  return missing[0] ?? null;
}

/** Does the same as `makeFolders`, synchronously, but returns nothing. */
export function makeFoldersNow(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory()) break;
    missing.unshift(at);
    if (found || at === path.dirname(at)) break;
  }
  for (const one of missing)
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
}
