/** Backups, restores and moves of folders that are running; one at a time for each workspace. */
import type { MaintenanceJob } from "../../../preload/contract/maintenance";
import { AppError } from "../../common/errors";
import { createPollScheduler } from "../../common/poll-scheduler";

interface Running {
  job: MaintenanceJob;
  cancel: () => void;
}

export interface MaintenanceJobsDeps {
  onChanged: () => void;
  now: () => number;
  /** Interval at which the progress of an active backup is requested, in milliseconds. */
  pollMs?: number;
}

export type MaintenanceJobs = ReturnType<typeof createMaintenanceJobs>;

export function createMaintenanceJobs(deps: MaintenanceJobsDeps) {
  const { onChanged } = deps;
  const running = new Map<string, Running>();
  /** Workspaces that take part in a move to another service. */
  const reserved = new Set<string>();

  /** Runs a job; null when it was cancelled. */
  async function run<T>(
    job: Pick<MaintenanceJob, "workspaceId" | "kind" | "folder">,
    cancel: () => void,
    work: (update: (change: Partial<MaintenanceJob>) => void) => Promise<T>,
  ): Promise<T | null> {
    const { workspaceId } = job;
    requireNone(workspaceId);
    const progress = { files: 0, bytes: 0, totalFiles: 0, totalBytes: 0, isCancelling: false };
    const entry: Running = { job: { ...job, ...progress }, cancel };
    running.set(workspaceId, entry);
    onChanged();
    try {
      return await work((change) => {
        entry.job = { ...entry.job, ...change };
        onChanged();
      });
    } catch (error) {
      if (entry.job.isCancelling) return null;
      throw error;
    } finally {
      running.delete(workspaceId);
      onChanged();
    }
  }

  /**
   * Polls at a fixed interval until the returned function is called; a failed poll is repeated at
   * the next one.
   */
  function pollProgress(read: () => Promise<void>): () => void {
    const intervalMs = deps.pollMs ?? 500;
    let isPolling = false;
    const scheduler = createPollScheduler({
      update: () => undefined,
      canPoll: () => !isPolling,
      poll(target) {
        isPolling = true;
        void read()
          .catch(() => undefined)
          .finally(() => {
            isPolling = false;
            target.dueAt = deps.now() + target.intervalMs;
            scheduler.tick();
          });
      },
      now: deps.now,
    });
    scheduler.targets.set("progress", { intervalMs, dueAt: deps.now() + intervalMs });
    scheduler.start();
    return scheduler.stop;
  }

  function requireNone(workspaceId: string): void {
    if (running.has(workspaceId) || reserved.has(workspaceId))
      throw new AppError("invalid-input", "another backup, restore or move is running");
  }

  return {
    run,
    pollProgress,
    /** @throws AppError "invalid-input" while a job of the workspace runs. */
    requireNone,
    /**
     * Refuses jobs of these workspaces until the returned function is called.
     * @throws AppError "invalid-input" while a job of one of them runs.
     */
    reserve(workspaceIds: readonly string[]): () => void {
      for (const workspaceId of workspaceIds) requireNone(workspaceId);
      for (const workspaceId of workspaceIds) reserved.add(workspaceId);
      return () => {
        for (const workspaceId of workspaceIds) reserved.delete(workspaceId);
      };
    },
    list: () => [...running.values()].map(({ job }) => job),
    cancel(workspaceId: string): void {
      const entry = running.get(workspaceId);
      if (!entry) return;
      entry.job = { ...entry.job, isCancelling: true };
      onChanged();
      entry.cancel();
    },
  };
}
