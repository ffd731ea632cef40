/** The packs that are installed. Other services may share their folder, which is watched. */
import { watch, type FSWatcher } from "node:fs";
import { createListeners } from "../../../common/listeners";
import { createMutex } from "../../../common/mutex";
import type { FoundPack } from "./pack-folders";
import type { PackFolders } from "./pack-folders";

/** Milliseconds between a change of the folder by another process and the next reading of it. */
const settleMs = 200;

export function createInstalledPacks(folder: string, folders: PackFolders) {
  const listeners = createListeners<[]>();
  const reading = createMutex();
  let found: FoundPack[] = [];
  /** The packs whose files are being deleted: no reading of the folder finds them. */
  const removing = new Set<string>();
  let isClosed = false;
  let watcher: FSWatcher | null = null;
  let settling: NodeJS.Timeout | undefined;

  /** Reads what is installed; other services may share the folder. */
  const refresh = () =>
    reading(async () => {
      const before = JSON.stringify(found);
      const inFolder = await folders.find();
      found = inFolder.filter(({ description }) => !removing.has(description.id));
      if (!isClosed && JSON.stringify(found) !== before) listeners.notify();
    });

  function watchFolder(): void {
    if (watcher || isClosed) return;
    try {
      watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(settling);
        settling = setTimeout(() => void refresh().catch(() => undefined), settleMs);
        settling.unref();
      });
      watcher.on("error", () => undefined);
    } catch {
      // The folder does not exist yet, or cannot be watched: `list` reads it too.
      watcher = null;
    }
  }

  return {
    refresh,
    /** Watches the folder, if it exists and is not watched yet. */
    watch: watchFolder,
    /** Called when other packs are installed. */
    onChange: listeners.add,
    all: (): readonly FoundPack[] => found,
    find: (id: string) => found.find(({ description }) => description.id === id),
    /** The pack counts as not installed while its files are deleted, and then as they are found. */
    async remove(id: string, deleteFiles: () => Promise<void>): Promise<void> {
      removing.add(id);
      found = found.filter(({ description }) => description.id !== id);
      // Providers stop using the pack before its files are deleted.
      listeners.notify();
      try {
        await deleteFiles();
      } finally {
        removing.delete(id);
        await refresh();
      }
    },
    stopWatching(): void {
      isClosed = true;
      clearTimeout(settling);
      watcher?.close();
    },
    /** Resolves when the folder is not being read. */
    idle: () => reading(() => Promise.resolve()),
  };
}
