/** Reports the queue's activity: to the window as an event, to the shell around the window as one summary. */
import type { Emit } from "../../../preload/contract";
import type { Tellers } from "../../common/change-notifier";
import type { UploadWork } from "../ports";
import type { UploadQueue } from "./queue";
import type { UploadStore } from "./store";

export interface UploadActivityDeps {
  queue: UploadQueue;
  store: UploadStore;
  workspaceIds: () => string[];
  emit: Emit;
  notifier: Pick<Tellers, "coalesced">;
  /** The shell: dock, power blocker, notifications. */
  onWork: ((work: UploadWork) => void) | undefined;
}

/** Subscribes to the queue for the life of the process. */
export function reportUploadActivity(deps: UploadActivityDeps): void {
  const { queue, store, workspaceIds, emit, onWork } = deps;

  /** Several changes within the notifier's interval are one report. */
  const report = deps.notifier.coalesced(() => {
    if (!onWork) return;
    const summaries = workspaceIds().map((id) => queue.summary(id));
    const sum = (pick: (summary: (typeof summaries)[number]) => number) =>
      summaries.reduce((total, summary) => total + pick(summary), 0);
    const remaining = sum(({ counts }) => counts.active + counts.waiting);
    const total = sum(({ totalBytes }) => totalBytes);
    const work = {
      isActive: queue.activeCount > 0,
      progress: remaining === 0 || total === 0 ? null : sum(({ sentBytes }) => sentBytes) / total,
      remaining,
    };
    const finished = store.finishedDrops().filter(({ files, failed }) => files + failed > 0);
    onWork(work);
    for (const { workspaceId, files, failed } of finished) {
      const finishedDrop = { workspaceId, fileCount: files, failedCount: failed };
      onWork({ ...work, finishedDrop });
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
