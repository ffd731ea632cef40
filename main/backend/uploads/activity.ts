/** Reports the queue's activity: to the window as an event, to the native side as one summary. */
import type { Emit } from "../../../preload/contract";
import type { ChangeNotifier } from "../../common/change-notifier";
import type { UploadActivity } from "../ports";
import type { UploadQueue } from "./queue";
import type { UploadStore } from "./store/upload-store";

export interface ReportUploadActivityDeps {
  queue: UploadQueue;
  store: UploadStore;
  workspaceIds: () => string[];
  emit: Emit;
  notifier: Pick<ChangeNotifier, "coalesced">;
  /** Called when files become active; the result when none is active any more. */
  began: () => () => void;
  /** For the dock and notifications. */
  onActivity: ((activity: UploadActivity) => void) | undefined;
}

/** Subscribes to the queue for the life of the process. */
export function reportUploadActivity(deps: ReportUploadActivityDeps): void {
  const { queue, store, workspaceIds, emit, began, onActivity } = deps;
  let hasEnded: (() => void) | null = null;

  function updateActivity(isActive: boolean): void {
    if (isActive) hasEnded ??= began();
    else {
      hasEnded?.();
      hasEnded = null;
    }
  }

  /** Several changes within the notifier's interval are one report. */
  const report = deps.notifier.coalesced(() => {
    updateActivity(queue.activeCount() > 0);
    if (!onActivity) return;
    const summaries = workspaceIds().map((id) => queue.summary(id));
    const sum = (pick: (summary: (typeof summaries)[number]) => number) =>
      summaries.reduce((total, summary) => total + pick(summary), 0);
    const remaining = sum(({ counts }) => counts.active + counts.waiting);
    const total = sum(({ totalBytes }) => totalBytes);
    const activity = {
      isActive: queue.activeCount() > 0,
      progress: remaining === 0 || total === 0 ? null : sum(({ sentBytes }) => sentBytes) / total,
      remaining,
      failed: sum(({ counts }) => counts.failed),
      isPaused: summaries.some(({ isPaused }) => isPaused),
    };
    const finished = store.finishedDrops().filter(({ files, failed }) => files + failed > 0);
    onActivity(activity);
    for (const { workspaceId, files, failed, failure } of finished) {
      const finishedDrop = { workspaceId, fileCount: files + failed, failedCount: failed, failure };
      onActivity({ ...activity, finishedDrop });
    }
  });

  queue.onChange(report);
  queue.onProgress((uploads) => {
    const summaries = workspaceIds()
      .map((workspaceId) => ({ workspaceId, summary: queue.summary(workspaceId) }))
      .filter(({ summary }) => summary.counts.active > 0);
    emit("uploadsProgressed", { uploads, summaries });
    report();
  });
}
