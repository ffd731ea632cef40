/**
 * Notifications while the window is not in front: finished uploads, ended batches, and batches that need attention.
 * This module decides whether to notify, the texts, and the target of a click; the caller shows the notification.
 */
import type { NotificationSettings } from "../../preload/model";
import type { Route } from "../../preload/routes";
import type { BatchMilestone, UploadActivity } from "../backend/ports";
import type { Words } from "./native-strings";

/** A screen of the window, in a workspace. */
export interface Target {
  workspaceId: string;
  route: Route;
}

/** A native notification. */
export interface Notice {
  title: string;
  body: string;
  /** The target of a click. */
  target: Target;
}

export interface NoticeDeps {
  /** Whether the window is visible and has the focus. */
  isLooking: () => boolean;
  settings: () => NotificationSettings;
  words: () => Words;
  show: (notice: Notice) => void;
  /** Time in milliseconds after the first batch during which further batches are added to its notification. */
  burstMs?: number;
}

export interface Notices {
  dropFinished(drop: NonNullable<UploadActivity["finishedDrop"]>): void;
  batchMilestone(ended: BatchMilestone): void;
  /** Discards notifications that were not shown yet. */
  stop(): void;
}

/** Number of batches that a notification names; the others are counted. */
const namedBatches = 3;

/** Notifies once of each end, if the window is not in front and the user has enabled notifications. */
export function createNotices(deps: NoticeDeps): Notices {
  const { isLooking, settings, words, show, burstMs = 2000 } = deps;
  /** By batch: a later milestone replaces an earlier one. */
  let burst = new Map<string, BatchMilestone>();
  let timer: NodeJS.Timeout | undefined;

  function tellBurst(): void {
    const ended = [...burst.values()];
    burst = new Map();
    timer = undefined;
    // If the window is in front again, no notification is needed.
    if (!isLooking() && settings().batches) show(describeBatches(ended, words()));
  }

  return {
    dropFinished(drop) {
      if (isLooking() || !settings().uploads) return;
      const target: Target = { workspaceId: drop.workspaceId, route: { screen: "uploads" } };
      show({ ...describeDrop(drop, words()), target });
    },
    batchMilestone(ended) {
      if (isLooking() || !settings().batches) return;
      burst.set(JSON.stringify([ended.workspaceId, ended.projectId, ended.batchId]), ended);
      // The timer starts at the first batch and is not restarted, so that a stream of batches cannot delay it
      // indefinitely.
      timer ??= setTimeout(tellBurst, burstMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      burst.clear();
    },
  };
}

/** Title and text for a finished drop. */
export function describeDrop(
  { fileCount, failedCount }: { fileCount: number; failedCount: number },
  { notices }: Words,
): { title: string; body: string } {
  const done = fileCount - failedCount;
  return failedCount === 0
    ? { title: notices.uploadFinished, body: notices.uploaded(done) }
    : {
        title: notices.uploadFinishedWithProblems,
        body: notices.uploadedAndFailed(done, failedCount),
      };
}

/** One notification for at least one batch. */
export function describeBatches(ended: readonly BatchMilestone[], { notices }: Words): Notice {
  const [first] = ended;
  if (!first) throw new RangeError("no batch");
  const { workspaceId, projectId, route } = first;
  if (ended.length === 1) {
    const titles: Partial<Record<BatchMilestone["group"], string>> = {
      failed: notices.batchFailed,
      "needs-attention": notices.batchNeedsAttention,
    };
    const title = titles[first.group] ?? notices.batchDone;
    return { title, body: first.name, target: { workspaceId, route } };
  }
  const inGroup = (group: BatchMilestone["group"]) =>
    ended.filter((one) => one.group === group).length;
  const failed = inGroup("failed");
  const needing = inGroup("needs-attention");
  const names = ended.slice(0, namedBatches).map(({ name }) => name);
  const more = ended.length - names.length;
  const isOneProject = ended.every(
    (one) => one.workspaceId === workspaceId && one.projectId === projectId,
  );
  return {
    title: notices.batchesEnded(ended.length - failed - needing, failed, needing),
    body: more === 0 ? names.join(", ") : notices.andMore(names.join(", "), more),
    target: {
      workspaceId,
      route: isOneProject
        ? { screen: "project", projectId, tab: "batches" }
        : { screen: "overview" },
    },
  };
}
