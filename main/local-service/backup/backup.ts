/**
 * Backup of the whole workspace to a folder, and restore. A backup does not contain the
 * credentials.
 */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createFileHasher } from "../../common/file-hasher";
import type { Log } from "../../common/log";
import { galleryLock, type Gallery } from "../media/gallery";
import { fold } from "../media/locations";
import { syncFolder } from "../objects/files";
import { ForbiddenLocation } from "../objects/object-path";
import type { ObjectStore } from "../objects/port";
import { HttpError, invalid, isDiskFull } from "../common/http-error";
import { scriptsLock } from "../scripts/script-store";
import {
  UnusableBackup,
  type ObjectRow,
  type PendingRestore,
  type BackupRows,
} from "../rows/backup-port";
import type { PublishingRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import { createObjectCopier } from "./copy-objects";
import {
  checkBackupFolder,
  folderError,
  isErrorInFolder,
  createEmptyFolder,
  syncFile,
} from "./folder";
import {
  backupNames,
  bytesName,
  formatVersion,
  listName,
  listText,
  manifestName,
  readContents,
  rowsName,
  sha256Of,
  type BackupContents,
  type ListedObject,
  type Manifest,
} from "./format";
import { BackupUnavailable, DamagedBackup, importObjects } from "./import-objects";
import type { BackupProblem, BackupReport } from "../../../preload/local-service/maintenance";
import { problemsOf, reportOf } from "./report";
import { clearRestoring } from "./restoring-folder";

export interface BackupDeps {
  store: BackupRows & PublishingRows & Locks;
  objects: ObjectStore;
  gallery: Gallery;
  dataDir: string;
  began?: (() => () => void) | undefined;
  log: Log;
  now: () => number;
  /** Runs `work` while ingestion is paused. */
  withWorkPaused: <T>(work: () => Promise<T>) => Promise<T>;
}

type JobKind = "backup" | "restore";

/** The last backup or restore since the service started. */
export interface FinishedJob {
  kind: JobKind;
  folder: string;
  /** Milliseconds since 1970. */
  endedAt: number;
  /**
   * "incomplete": the report names what is missing. "damaged": the backup has damaged files, and
   * nothing was restored; the report names them.
   */
  outcome: "complete" | "incomplete" | "damaged" | "cancelled" | "failed";
  /** What the backup or restore contains and lacks; null if it failed. */
  report: BackupReport | null;
}

/** State of backups and restores; the totals are 0 until they are known. */
export interface BackupState {
  state: "idle" | JobKind;
  files: number;
  bytes: number;
  totalFiles: number;
  totalBytes: number;
  last: FinishedJob | null;
  /**
   * A restore that was interrupted, and continues when it is repeated. The workspace is as it was
   * before.
   */
  interrupted: PendingRestore | null;
}

export interface Backup {
  state(): Promise<BackupState>;
  /**
   * Cancels the active backup or restore: its call fails with 409. Without one, drops an
   * interrupted restore and what it has copied.
   */
  cancel(): Promise<void>;
  /**
   * Writes everything to a folder, which must be empty and is created if it is missing; all files
   * are synced to disk when this resolves. Changes to the gallery wait meanwhile. What cannot be
   * read is named in the report; the rest is backed up. 400 naming `folder` if it cannot be used,
   * 507 if the disk is full.
   */
  backUp(folder: string, options?: { withSound?: boolean | undefined }): Promise<BackupReport>;
  /**
   * Replaces the whole workspace by a backup; if it fails, nothing changes. 400 naming `folder` if
   * it does not contain a backup, or one with damaged files that are not to be skipped.
   */
  restore(folder: string, options?: { skipDamaged?: boolean | undefined }): Promise<BackupReport>;
  /**
   * At a start: completes a restore whose rows were replaced, and removes copies that nothing
   * continues with.
   */
  recover(): Promise<void>;
}

type Progress = Omit<BackupState, "last" | "interrupted">;
const idle: Progress = { state: "idle", files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };
const cancelled = () => new HttpError(409, "the backup or restore was cancelled");

export function createBackup(deps: BackupDeps): Backup {
  const { store, objects, gallery, dataDir, log, now, withWorkPaused } = deps;
  let progress = idle;
  let last: FinishedJob | null = null;
  let end = new AbortController();
  const addBytes = (bytes: number) => {
    progress = { ...progress, bytes: progress.bytes + bytes };
  };
  const addFile = () => {
    progress = { ...progress, files: progress.files + 1 };
  };

  async function run(
    kind: JobKind,
    folder: string,
    work: (signal: AbortSignal) => Promise<BackupReport>,
  ): Promise<BackupReport> {
    const hasEnded = deps.began?.();
    progress = { ...idle, state: kind };
    end = new AbortController();
    const finish = (outcome: FinishedJob["outcome"], report: BackupReport | null) => {
      last = { kind, folder, endedAt: now(), outcome, report };
    };
    try {
      const report = await work(end.signal);
      finish(report.isComplete ? "complete" : "incomplete", report);
      if (!report.isComplete)
        log.warn(
          `${kind}: incomplete`,
          `${report.problemCount} files; the first: ${firstOf(report)}`,
        );
      return report;
    } catch (error) {
      if (error instanceof DamagedBackup)
        finish("damaged", reportOf({ files: 0, bytes: 0 }, error.problems));
      else finish(end.signal.aborted ? "cancelled" : "failed", null);
      throw error;
    } finally {
      progress = idle;
      hasEnded?.();
    }
  }

  /** Writes and syncs everything except the manifest. */
  async function writeAll(
    folder: string,
    withSound: boolean,
    signal: AbortSignal,
  ): Promise<{ manifest: Manifest; report: BackupReport }> {
    const listed: ListedObject[] = [];
    const copier = createObjectCopier({ store, objects, folder, signal, onBytes: addBytes });
    const copyAll = async (rows: readonly ObjectRow[]) => {
      for (const row of rows) {
        signal.throwIfAborted();
        listed.push(await copier.copy(row));
        addFile();
      }
    };
    try {
      // Scripts are few and small: they are copied under their lock, so that rows and bytes match.
      const others = await store.exclusively(scriptsLock, async () => {
        const { file, objects: found } = await store.backUp(folder);
        await syncFile(file);
        const isIncluded = ({ kind }: ObjectRow) =>
          withSound || kind === "media" || kind === "script";
        const rows = found.filter(isIncluded);
        const totalBytes = rows.reduce((total, { size }) => total + (size ?? 0), 0);
        progress = { ...progress, totalFiles: rows.length, totalBytes };
        const isScript = ({ kind }: ObjectRow) => kind === "script";
        await copyAll(rows.filter(isScript));
        return rows.filter((row) => !isScript(row));
      });
      await copyAll(others);
    } finally {
      copier.close();
    }
    const list = listText(listed);
    const listFile = path.join(folder, listName);
    await writeFile(listFile, list, { mode: 0o600 });
    await syncFile(listFile);
    for (const written of foldersOf(folder, listed)) await syncFolder(written);
    const problems = problemsOf(listed);
    const contained = listed.filter(({ sha256 }) => sha256 !== null);
    const counts = {
      files: contained.filter(({ kind }) => kind === "media").length,
      bytes: contained.reduce((total, { size }) => total + size, 0),
    };
    const manifest: Manifest = {
      version: formatVersion,
      createdAt: new Date(now()).toISOString(),
      isComplete: problems.length === 0,
      hasSound: withSound,
      rowsSha256: await hashOf(path.join(folder, rowsName), signal),
      listSha256: sha256Of(list),
    };
    return { manifest, report: reportOf(counts, problems) };
  }

  /**
   * The staged names of objects that rows name: the rows were replaced, and the objects are being
   * moved.
   */
  async function listStaged(): Promise<Set<string>> {
    const rows = [...(await store.listPublishing()), ...(await store.listRestoredObjects())];
    return new Set(rows.map(({ staged }) => staged));
  }

  /** Moves restored objects to their locations. May be repeated. */
  async function publishRestored(): Promise<void> {
    for (const { staged, location } of await store.listRestoredObjects()) {
      try {
        if (await objects.isStaged(staged)) await objects.publish(staged, location);
      } catch (error) {
        if (!(error instanceof ForbiddenLocation)) throw error;
        log.warn("restore: a row names a file outside of the workspace");
      }
      await store.finishRestoredObject(staged);
    }
  }

  async function discardRestore(): Promise<void> {
    await store.dropPendingRestore();
    await clearRestoring(dataDir, await listStaged());
  }

  async function replaceAll(
    folder: string,
    contents: BackupContents,
    skipDamaged: boolean,
    signal: AbortSignal,
  ): Promise<BackupReport> {
    let counts = { files: 0, bytes: 0 };
    let problems: readonly BackupProblem[] = [];
    let unverified = 0;
    const takesWithoutSound = await store.restore(
      folder,
      async (rows) => {
        checkLocations(rows);
        await store.beginRestore({ folder, startedAt: now() });
        const expected = contents.manifest?.rowsSha256;
        const imported = await importObjects(rows, {
          objects,
          dataDir,
          folder,
          contents,
          areRowsIntact:
            expected === undefined ||
            (await hashOf(path.join(folder, rowsName), signal)) === expected,
          skipDamaged,
          signal,
          runId: randomUUID(),
          onTotal({ files, bytes }) {
            progress = { ...progress, totalFiles: files, totalBytes: bytes };
          },
          onBytes: addBytes,
          onFile: addFile,
        });
        counts = imported;
        ({ problems, unverified } = imported);
        return imported.staged;
      },
      now(),
    );
    return reportOf(counts, problems, { unverified, takesWithoutSound });
  }

  /** Whether a repeated restore continues with what was copied. */
  const canContinue = (folder: string, error: unknown): boolean =>
    error instanceof BackupUnavailable || (isErrorInFolder(folder, error) && !isDiskFull(error));

  const withRestoreLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively("restore", () => withWorkPaused(work));
  const withGalleryLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively(galleryLock, work);

  return {
    async state() {
      const interrupted = progress.state === "restore" ? null : await store.findPendingRestore();
      return { ...progress, last, interrupted };
    },
    async cancel() {
      if (progress.state !== "idle") end.abort(cancelled());
      else await store.exclusively("restore", discardRestore);
    },
    async backUp(folder, { withSound = true } = {}) {
      await checkBackupFolder(folder, dataDir);
      return withGalleryLock(() =>
        run("backup", folder, async (signal) => {
          // Inside the lock, so that the cleanup below affects only a folder that this backup found
          // empty.
          await createEmptyFolder(folder);
          try {
            const { manifest, report } = await writeAll(folder, withSound, signal);
            await writeFile(path.join(folder, manifestName), JSON.stringify(manifest), {
              flush: true,
            });
            await syncFolder(folder);
            return report;
          } catch (error) {
            // Removes only the names that a backup creates: other programs may have added files
            // meanwhile.
            for (const name of backupNames)
              await rm(path.join(folder, name), { recursive: true, force: true });
            throw isErrorInFolder(folder, error) ? folderError(error) : error;
          }
        }),
      );
    },

    async restore(folder, { skipDamaged = false } = {}) {
      // Checked before ingestion is paused.
      await checkBackupFolder(folder, dataDir);
      const contents = await readContents(folder);
      return withRestoreLock(() =>
        run("restore", folder, async (signal) => {
          const report = await withGalleryLock(() =>
            store.exclusively(scriptsLock, async () => {
              try {
                return await replaceAll(folder, contents, skipDamaged, signal);
              } catch (error) {
                if (!canContinue(folder, error)) await discardRestore();
                if (error instanceof UnusableBackup) throw invalid("folder", error.message);
                throw isErrorInFolder(folder, error) ? folderError(error) : error;
              }
            }),
          );
          // The rows are committed: if the process ends now, the next start completes the
          // publications.
          await gallery.recover();
          await publishRestored();
          await clearRestoring(dataDir, await listStaged());
          return report;
        }),
      );
    },

    async recover() {
      await publishRestored();
      const pending = await store.findPendingRestore();
      if (pending) log.info("restore: interrupted; it continues when it is repeated");
      else await clearRestoring(dataDir, await listStaged());
    },
  };
}

const firstOf = ({ problems: [first] }: BackupReport): string =>
  first ? `${first.name} (${first.problem})` : "";

/** The folders that contain copies, and those above them. */
function foldersOf(folder: string, listed: readonly ListedObject[]): Set<string> {
  const folders = new Set([folder]);
  for (const { location, sha256 } of listed) {
    if (sha256 === null) continue;
    let at = path.dirname(path.join(folder, bytesName, location));
    for (; at.length > folder.length; at = path.dirname(at)) folders.add(at);
  }
  return folders;
}

async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hasher = createFileHasher();
  try {
    return (await hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal })).sha256;
  } finally {
    hasher.close();
  }
}

/**
 * SECURITY: a backup is untrusted. Two of its objects must not have the same location, also on a
 * case-insensitive file system.
 * @throws HttpError 400 naming `folder`
 */
function checkLocations(rows: readonly ObjectRow[]): void {
  const seen = new Set<string>();
  for (const { location } of rows) {
    const folded = fold(location);
    if (seen.has(folded)) throw invalid("folder", "names a file that the gallery does not accept");
    seen.add(folded);
  }
}
