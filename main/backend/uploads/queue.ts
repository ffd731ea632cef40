/**
 * The durable upload queue: rows in SQLite, and a scheduler that starts those that are due. The
 * process can end at any time; at the next start rows that were active are queued again, with their
 * parts. Its parts are joined in queue-parts.ts.
 */
import type { UploadSummary } from "../../../preload/model";
import { maxBackoffMs } from "../../common/retry";
import { createQueueParts, type QueueDeps } from "./queue-parts";

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(deps: QueueDeps) {
  const { store, connectivity } = deps;
  let { isPaused } = deps.initial;
  const parts = createQueueParts(deps, () => isPaused);
  const { clock, toWallTime, changed, endSuspension, transfers, hours, scheduler } = parts;
  const { suspensions, databasePause, returnedFiles, confirmations, results } = parts;

  function suspensionOf(workspaceId: string): UploadSummary["suspension"] {
    const pause = databasePause.current();
    const blocked = connectivity.blocked(workspaceId);
    if (blocked && !pause) return { ...blocked, until: null };
    const suspension = pause ?? suspensions.of(workspaceId);
    return suspension && { ...suspension, until: toWallTime(suspension.until) };
  }

  return {
    ...parts.actions,
    /** Subscribes to changes of uploads on disk. */
    onChange: parts.changes.add,
    /**
     * Subscribes to progress: at most four times a second while bytes are sent, and once after the
     * last ones.
     */
    onProgress: parts.progress.add,
    onArrived: results.onArrived,
    onSkipped: results.onSkipped,
    onRetry: results.onRetry,

    /** Continues the uploads of the last run. */
    start(): void {
      databasePause.guard(() => {
        store.limitDelays(clock.now() + maxBackoffMs);
        store.requeueInterrupted([]);
      });
      returnedFiles.start();
      confirmations.start();
      scheduler.start();
    },
    /**
     * Aborts active uploads and resolves when they have ended; their rows keep the finished parts.
     */
    async stop(): Promise<void> {
      scheduler.stop();
      returnedFiles.stop();
      confirmations.stop();
      await transfers.abort(() => true);
      results.notifyArrivals();
      await transfers.close();
    },
    tick: scheduler.tick,

    /** Call when a list of a gallery is requested; see confirmations. */
    beginListing: confirmations.begin,
    /** Whether lists of the gallery have shown what was uploaded; see confirmations. */
    confirm: confirmations.confirm,
    /**
     * Has a list confirm finished uploads where nothing else lists the gallery; see confirmations.
     */
    confirmSoon: confirmations.soon,

    endSuspension,
    /**
     * After a sleep or a change of network: existing connections are dead, but not reported as
     * closed.
     */
    refreshConnections(): void {
      transfers.refreshConnections();
      endSuspension();
    },
    /** Cancels the uploads of a workspace that is being removed. Resolves when they have ended. */
    async removeWorkspace(workspaceId: string): Promise<void> {
      store.cancel({ workspaceId, filter: "all", search: "" });
      await transfers.abort((row) => row.workspaceId === workspaceId);
      suspensions.remove(workspaceId);
    },
    setPaused(next: boolean): void {
      isPaused = next;
      if (isPaused) {
        for (const id of transfers.ids()) store.requeue(id);
        void transfers.abort(() => true);
      }
      changed();
    },
    setSettings: transfers.setSettings,
    settings: transfers.settings,
    /** Number of active files. */
    activeCount: transfers.count,
    /** The figures of a workspace's queue. */
    summary: (workspaceId: string): UploadSummary => ({
      ...transfers.summary(workspaceId),
      isPaused,
      hours: hours.effectOn(workspaceId),
      suspension: suspensionOf(workspaceId),
    }),
    toWallTime,
    /** The bytes of an upload to display. They do not decrease while bytes are sent again. */
    displayedBytes: transfers.displayedBytes,
  };
}
