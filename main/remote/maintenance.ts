/** Backup, restore and figures of a local workspace: extensions of its service. */
import type { Http } from "./http";
import { fieldsOf, number } from "./tolerant-parse";

export interface BackupTally {
  files: number;
  bytes: number;
}
export interface WorkspaceStatistics {
  projects: number;
  /** By status. */
  batches: Record<string, number>;
  lines: number;
  characters: number;
  glossaryLines: number;
  users: number;
  scripts: number;
  mediaFiles: number;
  mediaBytes: number;
}

export interface MaintenanceCalls {
  /** "statistics". */
  statistics(): Promise<WorkspaceStatistics>;
  /**
   * "backup"; the folder is on the service's computer. Resolves when all of it is on disk, however long that takes;
   * AppError "invalid-input" when it was cancelled or the folder cannot be used.
   */
  backUp(folder: string): Promise<BackupTally>;
  restore(folder: string): Promise<BackupTally>;
  /** The totals are 0 until they are known. */
  backupProgress(): Promise<BackupTally & { totalFiles: number; totalBytes: number }>;
  cancelBackup(): Promise<void>;
}

/** For a backup or restore, which answers once everything is copied: milliseconds. */
const longestBackupMs = 7 * 24 * 3_600_000;

/** `local` is the path below which the service keeps its extensions. */
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
      const answer = await http.json({ method: "GET", path: backupPath, isRepeatable: true });
      const found = fieldsOf(answer);
      const totalFiles = number(found?.["totalFiles"], 0);
      return { ...toTally(answer), totalFiles, totalBytes: number(found?.["totalBytes"], 0) };
    },
    async cancelBackup() {
      await http.json({ method: "DELETE", path: backupPath, isRepeatable: true });
    },
  };
}

function toTally(answer: unknown): BackupTally {
  const found = fieldsOf(answer);
  return { files: number(found?.["files"], 0), bytes: number(found?.["bytes"], 0) };
}
