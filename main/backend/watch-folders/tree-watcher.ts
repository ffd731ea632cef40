/**
 * Reports that something below a folder has changed. An event only starts a walk, so a missed one delays a file until
 * the next periodic walk, and a repeated one does nothing.
 *
 * Note: One watcher per folder on Linux. There `fs.watch` with `recursive` reads the whole tree synchronously and opens a
 * watcher for every file. The other systems watch a tree with one handle.
 */
import { watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { systemCode } from "../../common/errors";
import type { Log } from "../../common/log";

export interface TreeWatcherDeps {
  onEvent: () => void;
  log: Log;
  platform?: NodeJS.Platform;
}

/** Watchers of one watch folder: Linux limits those of a user. Folders beyond are walked periodically. */
const maxWatchers = 2_000;

export type TreeWatcher = ReturnType<typeof createTreeWatcher>;

export function createTreeWatcher({ onEvent, log, platform = process.platform }: TreeWatcherDeps) {
  const isRecursive = platform === "darwin" || platform === "win32";
  const watchers = new Map<string, FSWatcher>();
  let isLimitReported = false;

  function close(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }
  function fail(folder: string, error: unknown): void {
    close(folder);
    // A folder that was deleted meanwhile has nothing to watch.
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error)) || isLimitReported) return;
    isLimitReported = true;
    log.warn("watch folders: some folders are only walked periodically", systemCode(error));
  }

  return {
    /** Watches a folder that a walk has found, before its entries are read. The first folder is the root. */
    add(folder: string): void {
      if (watchers.has(folder) || watchers.size >= (isRecursive ? 1 : maxWatchers)) return;
      try {
        const watcher = watch(folder, { recursive: isRecursive, persistent: false });
        watchers.set(folder, watcher);
        watcher.on("error", (error) => fail(folder, error));
        watcher.on("change", (event, name) => {
          // The watcher of a folder that was deleted or moved reports the name of the folder itself.
          if (!isRecursive && event === "rename" && name === path.basename(folder)) close(folder);
          onEvent();
        });
      } catch (error) {
        fail(folder, error);
      }
    },
    /** Closes the watchers of folders that the last walk has not found. */
    retain(folders: ReadonlySet<string>): void {
      for (const folder of [...watchers.keys()]) if (!folders.has(folder)) close(folder);
    },
    close(): void {
      for (const folder of [...watchers.keys()]) close(folder);
    },
  };
}
