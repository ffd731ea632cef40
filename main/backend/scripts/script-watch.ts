/** Watches scripts that somebody looks at: editors write beside a file and rename over it, so folders are watched. */
import { watch, type FSWatcher } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../../common/log";
import { contentTypeOf } from "../gallery/media-types";
import { isSameStamp, stampOf, type FileStamp } from "../../common/files";

export interface ScriptWatchDeps {
  /** A script has changed, has come or has gone; or source audio beside it has come or gone. */
  onChanged: (files: readonly string[]) => void;
  log: Log;
  /** Milliseconds of quiet after which files are looked at; editors write in several steps. */
  quietMs?: number;
  /** Milliseconds between two looks where a folder cannot be watched. */
  pollMs?: number;
}

interface Folder {
  /** Null where the system watches it not: it is looked at now and then. */
  watcher: FSWatcher | null;
  /** What was last seen of each script; null for one that is not there. */
  scripts: Map<string, FileStamp | null>;
  timer: NodeJS.Timeout | null;
  /** When the first of the changes that are waiting to be looked at was told. */
  since: number;
  hasMediaChanged: boolean;
}

const maxFolders = 500;
/** However busy a folder is, it is looked at so often, in milliseconds. */
const longestQuietMs = 2_000;

export type ScriptWatch = ReturnType<typeof createScriptWatch>;

export function createScriptWatch(deps: ScriptWatchDeps) {
  const { onChanged, log, quietMs = 200, pollMs = 3_000 } = deps;
  /** In the order in which they were last asked for. */
  const folders = new Map<string, Folder>();

  function open(location: string): FSWatcher | null {
    try {
      const watcher = watch(location, { persistent: false }, (_event, name) => {
        const folder = folders.get(location);
        if (folder?.watcher === watcher) noticed(location, folder, name);
      });
      // The folder has gone, or the system has no more room for watchers.
      watcher.on("error", (error) => {
        log.info("scripts: a folder is not watched any more", error);
        const folder = folders.get(location);
        if (folder?.watcher === watcher) unwatch(location, folder);
        else watcher.close();
      });
      return watcher;
    } catch (error) {
      log.debug("scripts: a folder cannot be watched", error);
      return null;
    }
  }

  /** From here on it is looked at now and then. */
  function unwatch(location: string, folder: Folder): void {
    folder.watcher?.close();
    folder.watcher = null;
    lookLater(location, folder, pollMs);
  }

  function noticed(location: string, folder: Folder, name: string | null): void {
    if (name !== null) {
      const isMedia = contentTypeOf(name) !== null;
      const isScript = [...folder.scripts.keys()].some((file) => isNamed(file, name));
      // The folder itself was moved.
      const isFolder = isNamed(location, name);
      // Lock files and drafts of editors come and go all the time.
      if (!isScript && !isMedia && !isFolder) return;
      folder.hasMediaChanged ||= isMedia;
    }
    if (folder.timer === null) folder.since = Date.now();
    else if (Date.now() - folder.since > longestQuietMs) return;
    lookLater(location, folder, quietMs);
  }

  function lookLater(location: string, folder: Folder, milliseconds: number): void {
    if (folder.timer) clearTimeout(folder.timer);
    folder.timer = setTimeout(() => {
      folder.timer = null;
      void look(location, folder);
    }, milliseconds);
    folder.timer.unref();
  }

  async function look(location: string, folder: Folder): Promise<void> {
    const changed: string[] = [];
    const hadMedia = folder.hasMediaChanged;
    folder.hasMediaChanged = false;
    for (const [file, before] of folder.scripts) {
      const now = await stampOf(file).catch(() => null);
      // Meanwhile it may have been released, or read anew.
      if (folder.scripts.get(file) !== before || isSameStamp(before, now)) continue;
      folder.scripts.set(file, now);
      changed.push(file);
    }
    if (folders.get(location) !== folder) return;
    if (changed.length > 0 || hadMedia) onChanged(hadMedia ? [...folder.scripts.keys()] : changed);
    if (folder.watcher === null) {
      folder.watcher = open(location);
      // What came between the look and the watching is seen by one more look.
      lookLater(location, folder, folder.watcher ? quietMs : pollMs);
    } else if ([...folder.scripts.values()].every((stamp) => stamp === null)) {
      // A watcher of a folder that was moved or deleted goes on watching that one.
      const isThere = await stat(location).catch(() => null);
      if (!isThere && folders.get(location) === folder) unwatch(location, folder);
    }
  }

  function close(location: string, folder: Folder): void {
    folders.delete(location);
    folder.watcher?.close();
    if (folder.timer) clearTimeout(folder.timer);
  }

  return {
    /** Watches a script from here on; `stamp` is what was read of it. */
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
      if (folder.watcher === null) lookLater(location, folder, pollMs);
      const [oldest] = folders;
      if (folders.size > maxFolders && oldest) close(...oldest);
    },
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

/** Whether an event's name is that of a file; systems tell names in either form of Unicode and, some, in either case. */
function isNamed(file: string, name: string): boolean {
  const fold = (text: string) => text.normalize("NFC").toLowerCase();
  return fold(path.basename(file)) === fold(path.basename(name));
}
