/**
 * Backup of the whole workspace to a folder, and restore. A backup does not contain the
 * credentials.
 */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../../common/log";
import { galleryLock, type Gallery } from "../media/gallery";
import { syncFolder } from "../objects/files";
import type { DiskObjects } from "../objects/port";
import { invalid, isDiskFull } from "../common/http-error";
import { scriptsLock } from "../scripts/script-store";
import { UnusableBackup, type BackupRows } from "../rows/backup-port";
import type { PublishingRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import { checkBackupFolder, folderError, isErrorInFolder, createEmptyFolder } from "./folder";
import { backupNames, manifestName, readContents } from "./format";
import { BackupUnavailable } from "./import-objects";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import { createBackupJobs, type BackupState } from "./backup-jobs";
import { replaceAll } from "./replace-all";
import { createRestoredObjects } from "./restored-objects";
import { writeBackup } from "./write-backup";

export interface BackupDeps {
  store: BackupRows & PublishingRows & Locks;
  objects: DiskObjects;
  gallery: Gallery;
  dataDir: string;
  began?: (() => () => void) | undefined;
  log: Log;
  now: () => number;
  /** Runs `work` while ingestion is paused. */
  withWorkPaused: <T>(work: () => Promise<T>) => Promise<T>;
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

export function createBackup(deps: BackupDeps): Backup {
  const { store, objects, gallery, dataDir, log, now, withWorkPaused } = deps;
  const jobs = createBackupJobs(deps);
  const restored = createRestoredObjects(deps);
  /** Whether a repeated restore continues with what was copied. */
  const canContinue = (folder: string, error: unknown): boolean =>
    error instanceof BackupUnavailable || (isErrorInFolder(folder, error) && !isDiskFull(error));

  const withRestoreLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively("restore", () => withWorkPaused(work));
  const withGalleryLock = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively(galleryLock, work);

  return {
    async state() {
      const isRestoring = jobs.progress().state === "restore";
      const interrupted = isRestoring ? null : await store.findPendingRestore();
      return { ...jobs.progress(), last: jobs.last(), interrupted };
    },
    async cancel() {
      if (jobs.progress().state !== "idle") jobs.cancel();
      else await store.exclusively("restore", restored.discard);
    },
    async backUp(folder, { withSound = true } = {}) {
      await checkBackupFolder(folder, dataDir);
      return withGalleryLock(() =>
        jobs.run("backup", folder, async (signal) => {
          // Inside the lock, so that the cleanup below affects only a folder that this backup found
          // empty.
          await createEmptyFolder(folder);
          try {
            const { manifest, report } = await writeBackup(
              { store, objects, jobs, now },
              folder,
              withSound,
              signal,
            );
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
        jobs.run("restore", folder, async (signal) => {
          const report = await withGalleryLock(() =>
            store.exclusively(scriptsLock, async () => {
              try {
                return await replaceAll(
                  { store, objects, dataDir, jobs, now },
                  folder,
                  contents,
                  skipDamaged,
                  signal,
                );
              } catch (error) {
                if (!canContinue(folder, error)) await restored.discard();
                if (error instanceof UnusableBackup) throw invalid("folder", error.message);
                throw isErrorInFolder(folder, error) ? folderError(error) : error;
              }
            }),
          );
          // The rows are committed: if the process ends now, the next start completes the
          // publications.
          await gallery.recover();
          await restored.publish();
          await restored.clear();
          return report;
        }),
      );
    },

    async recover() {
      await restored.publish();
      const pending = await store.findPendingRestore();
      if (pending) log.info("restore: interrupted; it continues when it is repeated");
      else await restored.clear();
    },
  };
}
