/** The whole workspace to a folder, and back. The credentials stay with the data folder: a backup holds no secret. */
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { galleryTurn, type Gallery } from "../media/gallery";
import { fileNameProblem } from "../media/rules";
import { syncFolder } from "../objects/files";
import type { ObjectStore } from "../objects/port";
import { HttpProblem, invalid } from "../problem";
import { placeOfScript, scriptId, scriptsTurn } from "../scripts/script-store";
import { UnusableBackup, type FileRow, type LocalStore, type ScriptRow } from "../rows/port";
import {
  checkPlace,
  folderProblem,
  isAbout,
  makeEmpty,
  readSmall,
  sizeWithin,
  syncFile,
} from "./folder";

export interface BackupDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  dataDir: string;
  now: () => number;
  /** Runs work while no ingestion does. */
  whileQuiet: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a backup or restore has done so far; the totals are 0 until they are known. */
export interface BackupProgress {
  state: "idle" | "backup" | "restore";
  files: number;
  bytes: number;
  totalFiles: number;
  totalBytes: number;
}

export interface Backup {
  progress(): BackupProgress;
  /** Ends a backup or restore under way after the file it is at: its call is refused with 409. */
  cancel(): void;
  /**
   * Writes everything to a folder, which is made where it is missing and must be empty; all of it is on disk when
   * this resolves. Changes to the gallery wait meanwhile. 400 naming `folder` when it cannot be, 507 when it is full.
   */
  backUp(folder: string): Promise<{ files: number; bytes: number }>;
  /**
   * Puts what a backup holds in the place of everything that is here: all of it or, when it fails, nothing. 400
   * naming `folder` when there is no whole backup.
   */
  restore(folder: string): Promise<{ files: number; bytes: number }>;
}

/** Written last: a folder without it is no whole backup. */
const markName = "backup.json";
const maxMarkBytes = 64 * 1024;
const bytesName = "bytes";
const rowsName = "workspace.db";
const formatVersion = 1;

const idle: BackupProgress = { state: "idle", files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };

/** What a restore has made so far: staged files, and the locations of scripts. */
interface Brought {
  staged: string[];
  scripts: string[];
}

export function createBackup(deps: BackupDeps): Backup {
  const { store, objects, gallery, dataDir, now, whileQuiet } = deps;

  let progress = idle;
  let isCancelled = false;
  /** Counts a file; between two files a backup or restore can be cancelled. */
  function count(bytes: number): void {
    progress = { ...progress, files: progress.files + 1, bytes: progress.bytes + bytes };
    throwIfCancelled();
  }
  function throwIfCancelled(): void {
    if (isCancelled) throw new HttpProblem(409, "the backup or restore was cancelled");
  }
  async function watched<T>(state: "backup" | "restore", work: () => Promise<T>): Promise<T> {
    progress = { ...idle, state };
    isCancelled = false;
    try {
      return await work();
    } finally {
      progress = idle;
    }
  }

  async function checkMark(folder: string): Promise<void> {
    let mark: unknown;
    try {
      mark = JSON.parse((await readSmall(folder, markName, maxMarkBytes)) ?? "");
    } catch {
      throw invalid("folder", "holds no whole backup");
    }
    if ((mark as { version?: unknown } | null)?.version !== formatVersion)
      throw invalid("folder", "holds a backup of another version");
  }

  /** All of it is on disk when this resolves, but for the mark that says so. */
  async function writeAll(folder: string): Promise<{ files: number; bytes: number }> {
    const tally = { files: 0, bytes: 0 };
    const folders = new Set([folder]);
    const copy = async (location: string, size: number) => {
      const file = path.join(folder, bytesName, location);
      await objects.copyOut(location, file);
      await syncFile(file);
      folders.add(path.dirname(file));
      tally.bytes += size;
      count(size);
    };
    const { mediaFiles, mediaBytes, scripts } = await store.statistics();
    progress = { ...progress, totalFiles: mediaFiles + scripts, totalBytes: mediaBytes };
    // Scripts are few and small. Their bytes are copied while they are what the rows say, then they may change again.
    await store.exclusively(scriptsTurn, async () => {
      await syncFile(await store.backUp(folder));
      for (const script of await store.listScripts()) await copy(script.location, script.size);
    });
    for await (const page of gallery.list()) {
      for (const name of page) {
        const file = await store.findFile(name);
        if (!file) continue;
        await copy(file.location, file.size);
        tally.files += 1;
      }
    }
    for (const made of folders) await syncFolder(made);
    return tally;
  }

  /** Brings the bytes of a backup; gives the staged names of its files. */
  async function bringIn(
    folder: string,
    files: readonly FileRow[],
    scripts: readonly ScriptRow[],
    brought: Brought,
  ): Promise<string[]> {
    checkRows(files, scripts);
    const take = async (location: string, size: number): Promise<string> => {
      const name = path.join(bytesName, location);
      if ((await sizeWithin(folder, name)) !== size)
        throw invalid("folder", `the file ${location} is damaged`);
      const stream = createReadStream(path.join(folder, name));
      return (await objects.receive({ stream, size })).staged;
    };
    const totalBytes = [...files, ...scripts].reduce((total, { size }) => total + size, 0);
    progress = { ...progress, totalFiles: files.length + scripts.length, totalBytes };
    for (const file of files) {
      brought.staged.push(await take(file.location, file.size));
      count(file.size);
    }
    for (const { location, size } of scripts) {
      const staged = await take(location, size);
      count(size);
      brought.scripts.push(location);
      // Scripts never change under their ids: it does no harm when one is there already.
      await objects.publish(staged, location);
    }
    return brought.staged;
  }

  /** Drops what was brought, unless a row tells of it after all. */
  async function dropBrought({ staged, scripts }: Brought): Promise<void> {
    const publishing = new Set((await store.listPublishing()).map((row) => row.staged));
    for (const one of staged) if (!publishing.has(one)) await objects.discardStaged(one);
    const known = new Set((await store.listScripts()).map((script) => script.location));
    await objects.remove(scripts.filter((location) => !known.has(location)));
  }

  const oneByOne = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively("restore", () => whileQuiet(work));
  const whileUnchanged = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively(galleryTurn, work);

  return {
    progress: () => progress,
    cancel: () => void (isCancelled = true),
    async backUp(folder) {
      await checkPlace(folder, dataDir);
      const whileWatched = <T>(work: () => Promise<T>) =>
        whileUnchanged(() => watched("backup", work));
      return whileWatched(async () => {
        // In this turn, so that only a folder this backup found empty is ever cleaned up.
        await makeEmpty(folder);
        try {
          const tally = await writeAll(folder);
          const mark = { version: formatVersion, createdAt: new Date(now()).toISOString() };
          await writeFile(path.join(folder, markName), JSON.stringify(mark), { flush: true });
          await syncFolder(folder);
          return tally;
        } catch (error) {
          // The names that a backup makes; the folder was empty, but others may have put files there since.
          for (const name of [markName, bytesName, rowsName])
            await rm(path.join(folder, name), { recursive: true, force: true });
          throw isAbout(folder, error) ? folderProblem(error) : error;
        }
      });
    },

    async restore(folder) {
      // Before any work is interrupted for it.
      await checkPlace(folder, dataDir);
      await checkMark(folder);
      const whileWatched = <T>(work: () => Promise<T>) => oneByOne(() => watched("restore", work));
      return whileWatched(async () => {
        const tally = { files: 0, bytes: 0 };
        await whileUnchanged(() =>
          store.exclusively(scriptsTurn, async () => {
            const brought: Brought = { staged: [], scripts: [] };
            try {
              await store.restore(folder, (files, scripts) => {
                tally.files = files.length;
                for (const { size } of [...files, ...scripts]) tally.bytes += size;
                return bringIn(folder, files, scripts, brought);
              });
            } catch (error) {
              await dropBrought(brought);
              if (error instanceof UnusableBackup) throw invalid("folder", error.message);
              throw isAbout(folder, error) ? folderProblem(error) : error;
            }
          }),
        );
        // From here on the rows say what is to be: what is cut off now is ended at the next start.
        await gallery.recover();
        return tally;
      });
    },
  };
}

/**
 * SECURITY: a backup comes from anywhere. Its rows must not lead out of the folders of bytes, into one another, or
 * to what the gallery could not have taken.
 * @throws HttpProblem 400 naming `folder`
 */
function checkRows(files: readonly FileRow[], scripts: readonly ScriptRow[]): void {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text).has(text);
  for (const { path: name, location, folded } of files) {
    const isGood =
      fileNameProblem(name) === null &&
      isPlaceOfMedia(location) &&
      isNew(`location ${location}`) &&
      (folded === null || isNew(`folded ${folded}`));
    if (!isGood) throw invalid("folder", "names a file that no gallery holds");
  }
  for (const { id, location } of scripts) {
    if (!scriptId.test(id) || location !== placeOfScript(id))
      throw invalid("folder", "names a file outside the backup");
  }
}

/** Below one of the folders of media, and staying there. */
function isPlaceOfMedia(location: string): boolean {
  const [top = "", ...rest] = location.split("/");
  const isPlain = rest.every((name) => name !== "" && name !== "." && name !== "..");
  const isBelow = ["media", "renamed"].includes(top) && rest.length > 0;
  return isBelow && isPlain && !/[\\\0]/.test(location);
}
