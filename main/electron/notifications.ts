/**
 * What the user is told while they look elsewhere: uploads and batches that ended, and batches that need attention. Decides whether, in
 * which words, and where a click leads; how it is shown is the system's.
 */
import type { NotificationSettings } from "../../preload/model";
import type { Route } from "../../preload/routes";
import type { BatchMilestone, UploadWork } from "../backend/ports";
import type { Words } from "./native-strings";

/** A place of the window, in a workspace. */
export interface Target {
  workspaceId: string;
  route: Route;
}

/** A native notification. */
export interface Notice {
  title: string;
  body: string;
  /** Where a click on it leads. */
  target: Target;
}

export interface NoticeDeps {
  /** Whether the user has the window in front of them. */
  isLooking: () => boolean;
  settings: () => NotificationSettings;
  words: () => Words;
  show: (notice: Notice) => void;
  /** For how long after the first batch others join its notification, in milliseconds. */
  burstMs?: number;
}

export interface Notices {
  dropFinished(drop: NonNullable<UploadWork["finishedDrop"]>): void;
  batchMilestone(ended: BatchMilestone): void;
  /** Forgets what was not shown yet. */
  stop(): void;
}

/** Batches that a notification names; the others are counted. */
const namedBatches = 3;

/** Tells of ends, each once, while the user looks elsewhere and wants to know. */
export function createNotices(deps: NoticeDeps): Notices {
  const { isLooking, settings, words, show, burstMs = 2000 } = deps;
  /** By batch: of two milestones the last one counts. */
  let burst = new Map<string, BatchMilestone>();
  let timer: NodeJS.Timeout | undefined;

  function tellBurst(): void {
    const ended = [...burst.values()];
    burst = new Map();
    timer = undefined;
    // Who came back meanwhile sees it in the window.
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
      // From the first one: a stream of batches must not put it off for ever.
      timer ??= setTimeout(tellBurst, burstMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      burst.clear();
    },
  };
}

/** Title and text at a drop's end. */
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
