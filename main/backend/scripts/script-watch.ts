/**
 * Watches the scripts that are shown. Watches their folders, because editors replace files by
 * renaming.
 */
import { watch, type FSWatcher } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../../common/log";
import { contentTypeOf } from "../../../preload/facts/media-formats";
import { isSameStamp, stampOf, type FileStamp } from "../../common/files";

export interface ScriptWatchDeps {
  /**
   * Called with the scripts that were changed, created or deleted, or in whose folder media files
   * were.
   */
  onChanged: (files: readonly string[]) => void;
  log: Log;
  /** Milliseconds without events before files are checked; editors write in several steps. */
  quietMs?: number;
  /** The polling interval of a folder that cannot be watched, in milliseconds. */
  pollMs?: number;
}

interface Folder {
  /** Null where the system cannot watch the folder: it is polled. */
  watcher: FSWatcher | null;
  /** The last stamp of each script; null for a missing one. */
  scripts: Map<string, FileStamp | null>;
  timer: NodeJS.Timeout | null;
  /** When the first event of the scheduled check occurred. */
  since: number;
  hasMediaChanged: boolean;
}

const maxFolders = 500;
/** The longest delay of a check in a folder with continuous events, in milliseconds. */
const maxQuietMs = 2_000;

export function createScriptWatch(deps: ScriptWatchDeps) {
  const { onChanged, log, quietMs = 200, pollMs = 3_000 } = deps;
  /** The least recently used first. */
  const folders = new Map<string, Folder>();

  function open(location: string): FSWatcher | null {
    try {
      const watcher = watch(location, { persistent: false }, (_event, name) => {
        const folder = folders.get(location);
        if (folder?.watcher === watcher) onEvent(location, folder, name);
      });
      // The folder was deleted, or the system's limit of watchers is reached.
      watcher.on("error", (error) => {
        log.info("scripts: a folder is not watched any more", error);
        const folder = folders.get(location);
        if (folder?.watcher === watcher) startPolling(location, folder);
        else watcher.close();
      });
      return watcher;
    } catch (error) {
      log.debug("scripts: a folder cannot be watched", error);
      return null;
    }
  }

  /** Falls back to polling. */
  function startPolling(location: string, folder: Folder): void {
    folder.watcher?.close();
    folder.watcher = null;
    scheduleCheck(location, folder, pollMs);
  }

  function onEvent(location: string, folder: Folder, name: string | null): void {
    if (name !== null) {
      const isMedia = contentTypeOf(name) !== null;
      const isScript = [...folder.scripts.keys()].some((file) => isNamed(file, name));
      // The folder itself was moved or deleted.
      const isFolder = isNamed(location, name);
      // Editors create and delete lock and temporary files.
      if (!isScript && !isMedia && !isFolder) return;
      folder.hasMediaChanged ||= isMedia;
    }
    if (folder.timer === null) folder.since = Date.now();
    else if (Date.now() - folder.since > maxQuietMs) return;
    scheduleCheck(location, folder, quietMs);
  }

  function scheduleCheck(location: string, folder: Folder, milliseconds: number): void {
    if (folder.timer) clearTimeout(folder.timer);
    folder.timer = setTimeout(() => {
      folder.timer = null;
      void check(location, folder);
    }, milliseconds);
    folder.timer.unref();
  }

  async function check(location: string, folder: Folder): Promise<void> {
    const changed: string[] = [];
    const hadMedia = folder.hasMediaChanged;
    folder.hasMediaChanged = false;
    for (const [file, before] of folder.scripts) {
      const now = await stampOf(file).catch(() => null);
      // It may have been released or read again during the call above.
      if (folder.scripts.get(file) !== before || isSameStamp(before, now)) continue;
      folder.scripts.set(file, now);
      changed.push(file);
    }
    if (folders.get(location) !== folder) return;
    if (changed.length > 0 || hadMedia) onChanged(hadMedia ? [...folder.scripts.keys()] : changed);
    if (folder.watcher === null) {
      folder.watcher = open(location);
      // One more check covers changes between the check above and the start of watching.
      scheduleCheck(location, folder, folder.watcher ? quietMs : pollMs);
    } else if ([...folder.scripts.values()].every((stamp) => stamp === null)) {
      // The watcher of a moved or deleted folder does not see a new folder at its path.
      const isThere = await stat(location).catch(() => null);
      if (!isThere && folders.get(location) === folder) startPolling(location, folder);
    }
  }

  function close(location: string, folder: Folder): void {
    folders.delete(location);
    folder.watcher?.close();
    if (folder.timer) clearTimeout(folder.timer);
  }

  return {
    /**
     * Starts to watch a script; `stamp` is that of the version that was read, null for a missing
     * file.
     */
    add(file: string, stamp: FileStamp | null): void {
      const location = path.dirname(file);
      let folder = folders.get(location);
      folders.delete(location);
      folder ??= {
        watcher: null,
        scripts: new Map(),
        timer: null,
        since: 0,
        hasMediaChanged: false,
      };
      folders.set(location, folder);
      folder.scripts.set(file, stamp);
      folder.watcher ??= open(location);
      if (folder.watcher === null) scheduleCheck(location, folder, pollMs);
      const [oldest] = folders;
      if (folders.size > maxFolders && oldest) close(...oldest);
    },
    /** Stops watching scripts. */
    release(files: readonly string[]): void {
      for (const file of files) {
        const location = path.dirname(file);
        const folder = folders.get(location);
        folder?.scripts.delete(file);
        if (folder?.scripts.size === 0) close(location, folder);
      }
    },
    stop(): void {
      for (const [location, folder] of [...folders]) close(location, folder);
    },
  };
}

/**
 * Whether an event's name is that of a file. Systems report names in NFC or NFD, some in another
 * case.
 */
function isNamed(file: string, name: string): boolean {
  const fold = (text: string) => text.normalize("NFC").toLowerCase();
  return fold(path.basename(file)) === fold(path.basename(name));
}
