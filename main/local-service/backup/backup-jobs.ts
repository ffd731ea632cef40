/** The backup or restore that is running, its progress, and the last one. */
import type { Log } from "../../common/log";
import { HttpError } from "../common/http-error";
import type { PendingRestore } from "../rows/backup-port";
import { DamagedBackup } from "./import-objects";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import { reportOf } from "./report";

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

type Progress = Omit<BackupState, "last" | "interrupted">;
const idle: Progress = { state: "idle", files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };
const cancelled = () => new HttpError(409, "the backup or restore was cancelled");

export interface BackupJobsDeps {
  began?: (() => () => void) | undefined;
  log: Log;
  now: () => number;
}

export type BackupJobs = ReturnType<typeof createBackupJobs>;

/** One job at a time: the caller holds a lock. */
export function createBackupJobs({ began, log, now }: BackupJobsDeps) {
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
    const hasEnded = began?.();
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

  return {
    run,
    progress: () => progress,
    last: () => last,
    cancel: () => end.abort(cancelled()),
    addBytes,
    addFile,
    setTotals(totalFiles: number, totalBytes: number): void {
      progress = { ...progress, totalFiles, totalBytes };
    },
  };
}

const firstOf = ({ problems: [first] }: BackupReport): string =>
  first ? `${first.name} (${first.problem})` : "";
