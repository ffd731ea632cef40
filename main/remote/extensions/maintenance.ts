/** Backup, restore and statistics of a local workspace. These are extensions of its service. */
import type { WorkspaceStatistics } from "../../../preload/model/resources";
import type { Http } from "../http/http";
import { fieldsOf, number } from "../http/tolerant-parse";

export interface BackupTally {
  files: number;
  bytes: number;
}

export interface MaintenanceCalls {
  /** Extension "statistics". */
  statistics(): Promise<WorkspaceStatistics>;
  /**
   * Extension "backup". The folder is on the computer of the service. Resolves when the backup is completely on disk,
   * which may take days. Rejects with AppError "invalid-input" if it was cancelled or if the folder cannot be used.
   */
  backUp(folder: string): Promise<BackupTally>;
  restore(folder: string): Promise<BackupTally>;
  /** Progress of the active backup. The totals are 0 until they are known. */
  backupProgress(): Promise<BackupTally & { totalFiles: number; totalBytes: number }>;
  cancelBackup(): Promise<void>;
}

/** Timeout of a backup or restore in milliseconds. The service responds only when everything is copied. */
const longestBackupMs = 7 * 24 * 3_600_000;

/** `local` is the base path of the service's extensions. */
export function createMaintenanceCalls(http: Http, local: string): MaintenanceCalls {
  const backupPath = `${local}/backup`;
  async function copyAll(path: string, folder: string): Promise<BackupTally> {
    const timeoutMs = longestBackupMs;
    const body = { folder };
    return toTally(await http.json({ method: "POST", path, body, isRepeatable: false, timeoutMs }));
  }
  return {
    async statistics() {
      const path = `${local}/statistics`;
      const found = fieldsOf(await http.json({ method: "GET", path, isRepeatable: true }));
      const figure = (name: string) => number(found?.[name], 0);
      const batches = Object.entries(fieldsOf(found?.["batches"]) ?? {});
      return {
        projects: figure("projects"),
        batches: Object.fromEntries(batches.map(([status, count]) => [status, number(count, 0)])),
        lines: figure("lines"),
        characters: figure("characters"),
        glossaryLines: figure("glossaryLines"),
        users: figure("users"),
        scripts: figure("scripts"),
        mediaFiles: figure("mediaFiles"),
        mediaBytes: figure("mediaBytes"),
      };
    },
    backUp: (folder) => copyAll(backupPath, folder),
    restore: (folder) => copyAll(`${local}/restore`, folder),
    async backupProgress() {
      const response = await http.json({ method: "GET", path: backupPath, isRepeatable: true });
      const found = fieldsOf(response);
      const totalFiles = number(found?.["totalFiles"], 0);
      return { ...toTally(response), totalFiles, totalBytes: number(found?.["totalBytes"], 0) };
    },
    async cancelBackup() {
      await http.json({ method: "DELETE", path: backupPath, isRepeatable: true });
    },
  };
}

function toTally(response: unknown): BackupTally {
  const found = fieldsOf(response);
  return { files: number(found?.["files"], 0), bytes: number(found?.["bytes"], 0) };
}
