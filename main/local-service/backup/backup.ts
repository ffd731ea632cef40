/** Backup of the whole workspace to a folder, and restore. A backup does not contain the credentials. */
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { galleryLock, type Gallery } from "../media/gallery";
import { fileNameProblem } from "../media/rules";
import { syncFolder } from "../objects/files";
import type { ObjectStore } from "../objects/port";
import { HttpError, invalid } from "../http-error";
import { scriptLocation, scriptId, scriptsLock } from "../scripts/script-store";
import { UnusableBackup, type FileRow, type LocalStore, type ScriptRow } from "../rows/port";
import {
  checkBackupFolder,
  folderError,
  isErrorInFolder,
  createEmptyFolder,
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
  /** Runs `work` while ingestion is paused. */
  withWorkPaused: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Progress of a backup or restore; the totals are 0 until they are known. */
export interface BackupProgress {
  state: "idle" | "backup" | "restore";
  files: number;
  bytes: number;
  totalFiles: number;
  totalBytes: number;
}

export interface Backup {
  progress(): BackupProgress;
  /** Cancels an active backup or restore after the current file: its call fails with 409. */
  cancel(): void;
  /**
   * Writes everything to a folder, which must be empty and is created if it is missing; all files are synced to disk
   * when this resolves. Changes to the gallery wait meanwhile. 400 naming `folder` if it cannot be used, 507 if the
   * disk is full.
   */
  backUp(folder: string): Promise<{ files: number; bytes: number }>;
  /**
   * Replaces the whole workspace by a backup; if it fails, nothing changes. 400 naming `folder` if it does not contain
   * a complete backup.
   */
  restore(folder: string): Promise<{ files: number; bytes: number }>;
}

/** Written last: a folder without this file is not a complete backup. */
const manifestName = "backup.json";
const maxManifestBytes = 64 * 1024;
const bytesName = "bytes";
const rowsName = "workspace.db";
const formatVersion = 1;

const idle: BackupProgress = { state: "idle", files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };

/** Objects that a restore has created: staged files, and the locations of scripts. */
interface Imported {
  staged: string[];
  scripts: string[];
}

export function createBackup(deps: BackupDeps): Backup {
  const { store, objects, gallery, dataDir, now, withWorkPaused } = deps;

  let progress = idle;
  let isCancelled = false;
  /** Counts a file, and throws if the backup or restore was cancelled. */
  function count(bytes: number): void {
    progress = { ...progress, files: progress.files + 1, bytes: progress.bytes + bytes };
    throwIfCancelled();
  }
  function throwIfCancelled(): void {
    if (isCancelled) throw new HttpError(409, "the backup or restore was cancelled");
  }
  async function withProgress<T>(state: "backup" | "restore", work: () => Promise<T>): Promise<T> {
    progress = { ...idle, state };
    isCancelled = false;
    try {
      return await work();
    } finally {
      progress = idle;
    }
  }

  async function checkManifest(folder: string): Promise<void> {
    let manifest: unknown;
    try {
      manifest = JSON.parse((await readSmall(folder, manifestName, maxManifestBytes)) ?? "");
    } catch {
      throw invalid("folder", "does not contain a complete backup");
    }
    if ((manifest as { version?: unknown } | null)?.version !== formatVersion)
      throw invalid("folder", "contains a backup of another version");
  }

  /** Writes and syncs everything except the manifest. */
  async function writeAll(folder: string): Promise<{ files: number; bytes: number }> {
    const counts = { files: 0, bytes: 0 };
    const folders = new Set([folder]);
    const copy = async (location: string, size: number) => {
      const file = path.join(folder, bytesName, location);
      await objects.copyOut(location, file);
      await syncFile(file);
      folders.add(path.dirname(file));
      counts.bytes += size;
      count(size);
    };
    const { mediaFiles, mediaBytes, scripts } = await store.statistics();
    progress = { ...progress, totalFiles: mediaFiles + scripts, totalBytes: mediaBytes };
    // Scripts are few and small: they are copied under their lock, so that rows and bytes match.
    await store.exclusively(scriptsLock, async () => {
      await syncFile(await store.backUp(folder));
      for (const script of await store.listScripts()) await copy(script.location, script.size);
    });
    for await (const page of gallery.list()) {
      for (const name of page) {
        const file = await store.findFile(name);
        if (!file) continue;
        await copy(file.location, file.size);
        counts.files += 1;
      }
    }
    for (const written of folders) await syncFolder(written);
    return counts;
  }

  /** Copies the bytes of a backup into the object store; returns the staged names of its files. */
  async function importBytes(
    folder: string,
    files: readonly FileRow[],
    scripts: readonly ScriptRow[],
    imported: Imported,
  ): Promise<string[]> {
    checkRows(files, scripts);
    const stage = async (location: string, size: number): Promise<string> => {
      const name = path.join(bytesName, location);
      if ((await sizeWithin(folder, name)) !== size)
        throw invalid("folder", `the file ${location} is damaged`);
      const stream = createReadStream(path.join(folder, name));
      return (await objects.receive({ stream, size })).staged;
    };
    const totalBytes = [...files, ...scripts].reduce((total, { size }) => total + size, 0);
    progress = { ...progress, totalFiles: files.length + scripts.length, totalBytes };
    for (const file of files) {
      imported.staged.push(await stage(file.location, file.size));
      count(file.size);
    }
    for (const { location, size } of scripts) {
      const staged = await stage(location, size);
      count(size);
      imported.scripts.push(location);
      // The script of an id never changes, so replacing an existing one has no effect.
      await objects.publish(staged, location);
    }
    return imported.staged;
  }

  /** Deletes imported objects that no row refers to. */
  async function discardImported({ staged, scripts }: Imported): Promise<void> {
    const publishing = new Set((await store.listPublishing()).map((row) => row.staged));
    for (const one of staged) if (!publishing.has(one)) await objects.discardStaged(one);
    const known = new Set((await store.listScripts()).map((script) => script.location));
    await objects.remove(scripts.filter((location) => !known.has(location)));
  }

  const withRestoreLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively("restore", () => withWorkPaused(work));
  const withGalleryLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively(galleryLock, work);

  return {
    progress: () => progress,
    cancel: () => void (isCancelled = true),
    async backUp(folder) {
      await checkBackupFolder(folder, dataDir);
      return withGalleryLock(() =>
        withProgress("backup", async () => {
          // Inside the lock, so that the cleanup below affects only a folder that this backup found empty.
          await createEmptyFolder(folder);
          try {
            const counts = await writeAll(folder);
            const manifest = { version: formatVersion, createdAt: new Date(now()).toISOString() };
            await writeFile(path.join(folder, manifestName), JSON.stringify(manifest), {
              flush: true,
            });
            await syncFolder(folder);
            return counts;
          } catch (error) {
            // Removes only the names that a backup creates: other programs may have added files meanwhile.
            for (const name of [manifestName, bytesName, rowsName])
              await rm(path.join(folder, name), { recursive: true, force: true });
            throw isErrorInFolder(folder, error) ? folderError(error) : error;
          }
        }),
      );
    },

    async restore(folder) {
      // Checked before ingestion is paused.
      await checkBackupFolder(folder, dataDir);
      await checkManifest(folder);
      return withRestoreLock(() =>
        withProgress("restore", async () => {
          const counts = { files: 0, bytes: 0 };
          await withGalleryLock(() =>
            store.exclusively(scriptsLock, async () => {
              const imported: Imported = { staged: [], scripts: [] };
              try {
                await store.restore(folder, (files, scripts) => {
                  counts.files = files.length;
                  for (const { size } of [...files, ...scripts]) counts.bytes += size;
                  return importBytes(folder, files, scripts, imported);
                });
              } catch (error) {
                await discardImported(imported);
                if (error instanceof UnusableBackup) throw invalid("folder", error.message);
                throw isErrorInFolder(folder, error) ? folderError(error) : error;
              }
            }),
          );
          // The rows are committed: if the process ends now, the next start completes the publications.
          await gallery.recover();
          return counts;
        }),
      );
    },
  };
}

/**
 * SECURITY: a backup is untrusted. Its rows must not name locations outside of the content folders, the same location
 * twice, or paths that the gallery does not accept.
 * @throws HttpError 400 naming `folder`
 */
function checkRows(files: readonly FileRow[], scripts: readonly ScriptRow[]): void {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text).has(text);
  for (const { path: name, location, folded } of files) {
    const isValid =
      fileNameProblem(name) === null &&
      isMediaLocation(location) &&
      isNew(`location ${location}`) &&
      (folded === null || isNew(`folded ${folded}`));
    if (!isValid) throw invalid("folder", "names a file that the gallery does not accept");
  }
  for (const { id, location } of scripts) {
    if (!scriptId.test(id) || location !== scriptLocation(id))
      throw invalid("folder", "names a file outside of the backup");
  }
}

/** Whether a location is below media/ or renamed/, without "." and ".." segments. */
function isMediaLocation(location: string): boolean {
  const [top = "", ...rest] = location.split("/");
  const isPlain = rest.every((name) => name !== "" && name !== "." && name !== "..");
  const isBelow = ["media", "renamed"].includes(top) && rest.length > 0;
  return isBelow && isPlain && !/[\\\0]/.test(location);
}
