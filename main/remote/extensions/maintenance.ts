/** Backup, restore and statistics of a local workspace. These are extensions of its service. */
import {
  backupProgress,
  backupReport,
  heldSources,
  workspaceStatistics,
  type BackupReport,
  type HeldSource,
  type InterruptedRestore,
  type WorkspaceStatistics,
} from "../../../preload/local-service/maintenance";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface BackupState {
  files: number;
  bytes: number;
  /** The totals are 0 until they are known. */
  totalFiles: number;
  totalBytes: number;
  /**
   * The problems of the last restore, if it was rejected because of damaged files in this folder.
   */
  damaged: { folder: string; report: BackupReport } | null;
  interrupted: InterruptedRestore | null;
}

export interface MaintenanceCalls {
  /** Extension "statistics". */
  statistics(): Promise<WorkspaceStatistics>;
  /**
   * Extension "backup". The folder is on the computer of the service. Resolves when the backup is
   * completely on disk, which may take days. Rejects with AppError "invalid-input" if it was
   * cancelled or if the folder cannot be used.
   */
  backUp(folder: string, withSound: boolean): Promise<BackupReport>;
  restore(folder: string, skipDamaged: boolean): Promise<BackupReport>;
  backupState(): Promise<BackupState>;
  /** Cancels the active backup or restore; else drops an interrupted restore. */
  cancelBackup(): Promise<void>;
  /** Extension "confirmations": batches and bulk requests that were begun on another computer. */
  heldSources(): Promise<HeldSource[]>;
  confirmSources(ids: readonly string[]): Promise<void>;
}

/**
 * Timeout of a backup or restore in milliseconds. The service responds only when everything is
 * copied.
 */
const longestBackupMs = 7 * 24 * 3_600_000;

export function createMaintenanceCalls(http: Http): MaintenanceCalls {
  const read = createReader(http);
  const backupPath = `${local}/backup`;
  const copyAll = (path: string, body: unknown): Promise<BackupReport> =>
    read(backupReport, {
      method: "POST",
      path,
      body,
      isRepeatable: false,
      timeoutMs: longestBackupMs,
    });
  const confirmationsPath = `${local}/confirmations`;
  return {
    heldSources: async () => (await read(heldSources, { path: confirmationsPath })).held,
    async confirmSources(ids) {
      const path = confirmationsPath;
      await http.json({ method: "POST", path, body: { ids }, isRepeatable: true });
    },
    statistics: () => read(workspaceStatistics, { path: `${local}/statistics` }),
    backUp: (folder, withSound) => copyAll(backupPath, { folder, withSound }),
    restore: (folder, skipDamaged) => copyAll(`${local}/restore`, { folder, skipDamaged }),
    async backupState() {
      const { last, ...progress } = await read(backupProgress, { path: backupPath });
      const damaged =
        last?.outcome === "damaged" && last.report
          ? { folder: last.folder, report: last.report }
          : null;
      return { ...progress, damaged };
    },
    async cancelBackup() {
      await http.json({ method: "DELETE", path: backupPath, isRepeatable: true });
    },
  };
}
