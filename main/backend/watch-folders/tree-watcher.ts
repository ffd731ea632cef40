/**
 * Reports that something below a folder has changed. An event only starts a walk, so a missed one
 * delays a file until the next periodic walk, and a repeated one does nothing.
 *
 * Note: One watcher per folder on Linux. There `fs.watch` with `recursive` reads the whole tree
 * synchronously and opens a watcher for every file. The other systems watch a tree with one handle.
 */
import { watch, type FSWatcher } from "node:fs";
import path from "node:path";
import type { PollReason } from "../../../preload/facts/watch-folders";
import { isMissingFile, systemCode } from "../../common/errors";
import type { Log } from "../../common/log";

export interface TreeWatcherDeps {
  onEvent: () => void;
  log: Log;
  platform?: NodeJS.Platform;
  /** Default: that of the system. */
  watchFolder?: typeof watch;
}

/**
 * Watchers of one watch folder: Linux limits those of a user. Folders beyond are walked
 * periodically.
 */
const maxWatchers = 2_000;

export type TreeWatcher = ReturnType<typeof createTreeWatcher>;

/** The limit of watches of a user, or of open files (inotify(7)). */
const limitCodes: readonly string[] = ["ENOSPC", "EMFILE", "ENFILE"];

export function createTreeWatcher({
  onEvent,
  log,
  platform = process.platform,
  watchFolder = watch,
}: TreeWatcherDeps) {
  const isRecursive = platform === "darwin" || platform === "win32";
  const watchers = new Map<string, FSWatcher>();
  /** Why some folders are not watched; null while all are. */
  let failure: Exclude<PollReason, "network-drive"> | null = null;

  function close(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }
  function fail(folder: string, error: unknown): void {
    close(folder);
    // A folder that was deleted meanwhile has nothing to watch.
    if (isMissingFile(error)) return;
    const code = systemCode(error);
    if (failure === null) log.warn("watch folders: some are only walked periodically", code);
    failure = limitCodes.includes(code) ? "system-limit" : "no-events";
  }

  return {
    /** Begins a walk: it shows which folders can be watched now. */
    beginWalk(): void {
      failure = null;
    },
    /** Why events of some folders of the walk are missing; null if there are none. */
    failure: () => failure,
    /**
     * Watches a folder that a walk has found, before its entries are read. The first folder is the
     * root.
     */
    add(folder: string): void {
      if (watchers.has(folder) || (isRecursive && watchers.size > 0)) return;
      if (watchers.size >= maxWatchers) {
        failure ??= "many-folders";
        return;
      }
      try {
        const watcher = watchFolder(folder, { recursive: isRecursive, persistent: false });
        watchers.set(folder, watcher);
        watcher.on("error", (error) => fail(folder, error));
        watcher.on("change", (event, name) => {
          // The watcher of a folder that was deleted or moved reports the name of the folder
          // itself.
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
