/**
 * Notifications while the window is not in front: finished uploads, deliveries, downloads and
 * moves, ended batches, and batches that need attention. This module decides whether to notify, the
 * texts, and the target of a click; the caller shows the notification.
 */
import path from "node:path";
import type { NotificationSettings } from "../../../preload/model";
import type { Route } from "../../../preload/routes";
import type {
  BatchMilestone,
  DeliveryEnd,
  DownloadEnd,
  MoveEnd,
  UploadActivity,
} from "../../backend/ports";
import type { NativeStrings } from "./strings";

/** A screen of the window, in a workspace. */
export interface Target {
  workspaceId: string;
  route: Route;
}

/** A native notification. */
export interface NotificationContent {
  title: string;
  body: string;
  /** The target of a click. */
  target: Target;
}

export interface NotificationsDeps {
  /** Whether the window is visible and has the focus. */
  isInFront: () => boolean;
  settings: () => NotificationSettings;
  strings: () => NativeStrings;
  show: (notice: NotificationContent) => void;
  /**
   * Time in milliseconds after the first batch during which further batches are added to its
   * notification.
   */
  burstMs?: number;
}

export interface Notifications {
  dropFinished(drop: NonNullable<UploadActivity["finishedDrop"]>): void;
  batchMilestone(ended: BatchMilestone): void;
  deliveryEnded(end: DeliveryEnd): void;
  downloadEnded(end: DownloadEnd): void;
  moveEnded(end: MoveEnd): void;
  /** Discards notifications that were not shown yet. */
  stop(): void;
}

/** Number of batches that a notification names; the others are counted. */
const namedBatches = 3;

/**
 * Notifies once of each end, if the window is not in front and the user has enabled notifications.
 */
export function createNotifications(deps: NotificationsDeps): Notifications {
  const { isInFront, settings, strings, show, burstMs = 2000 } = deps;
  /** Milestones by batch: a later one replaces an earlier one. */
  let burst = new Map<string, BatchMilestone>();
  let timer: NodeJS.Timeout | undefined;

  function showBurst(): void {
    const ended = [...burst.values()];
    burst = new Map();
    timer = undefined;
    // If the window is in front again, no notification is needed.
    if (!isInFront() && settings().batches) show(describeBatches(ended, strings()));
  }

  return {
    dropFinished(drop) {
      if (isInFront() || !settings().uploads) return;
      const target: Target = { workspaceId: drop.workspaceId, route: { screen: "uploads" } };
      show({ ...describeDrop(drop, strings()), target });
    },
    batchMilestone(ended) {
      if (isInFront() || !settings().batches) return;
      burst.set(JSON.stringify([ended.workspaceId, ended.projectId, ended.batchId]), ended);
      // The timer starts at the first batch and is not restarted, so that a stream of batches
      // cannot delay it indefinitely.
      timer ??= setTimeout(showBurst, burstMs);
    },
    deliveryEnded({ workspaceId, projectId, batchId, folder, isMade }) {
      if (isInFront() || !settings().files) return;
      const { notifications: texts } = strings();
      show({
        title: isMade ? texts.deliveryMade : texts.deliveryFailed,
        body: path.basename(folder),
        target: { workspaceId, route: { screen: "delivery", projectId, batchId } },
      });
    },
    downloadEnded({ workspaceId, folder, files, notSaved }) {
      if (isInFront() || !settings().files) return;
      const { notifications: texts } = strings();
      const text = notSaved === 0 ? texts.saved(files) : texts.savedAndNot(files, notSaved);
      show({
        title: notSaved === 0 ? texts.downloadFinished : texts.downloadStopped,
        body: `${text} (${path.basename(folder)})`,
        target: { workspaceId, route: { screen: "media", folder: "" } },
      });
    },
    moveEnded({ workspaceId, name, other, status }) {
      if (isInFront() || !settings().files) return;
      const { notifications: texts } = strings();
      show({
        title: status === "moved" ? texts.moved : texts.moveInterrupted,
        body: texts.moveOf(name, other),
        target: { workspaceId, route: { screen: "overview" } },
      });
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
  {
    fileCount,
    failedCount,
    failure,
  }: Pick<NonNullable<UploadActivity["finishedDrop"]>, "fileCount" | "failedCount" | "failure">,
  { notifications }: NativeStrings,
): { title: string; body: string } {
  const done = fileCount - failedCount;
  const reason = failure && notifications.failures[failure];
  return failedCount === 0
    ? { title: notifications.uploadFinished, body: notifications.uploaded(done) }
    : {
        title: notifications.uploadFinishedWithProblems,
        body: [notifications.uploadedAndFailed(done, failedCount), reason ?? []].flat().join(": "),
      };
}

/** One notification for at least one batch. */
function describeBatches(
  ended: readonly BatchMilestone[],
  { notifications }: NativeStrings,
): NotificationContent {
  const [first] = ended;
  if (!first) throw new RangeError("no batch");
  const { workspaceId, projectId, route } = first;
  if (ended.length === 1) {
    const titles: Partial<Record<BatchMilestone["group"], string>> = {
      failed: notifications.batchFailed,
      "needs-attention": notifications.batchNeedsAttention,
    };
    const title = titles[first.group] ?? notifications.batchDone;
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
    title: notifications.batchesEnded(ended.length - failed - needing, failed, needing),
    body: more === 0 ? names.join(", ") : notifications.andMore(names.join(", "), more),
    target: {
      workspaceId,
      route: isOneProject
        ? { screen: "project", projectId, tab: "batches" }
        : { screen: "overview" },
    },
  };
}
