/** When a list is polled: often while it changes on screen, seldom while it does not. */
import type { ResourceList } from "../../../preload/model/resources";
import { longerInterval, type PollTarget } from "../../common/poll-scheduler";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import type { Lists, SyncOutcome } from "./lists";

type PollTiming = Pick<Timing, "pollMinMs" | "pollMaxMs" | "staleAfterMs">;

export interface PollIntervalsDeps {
  lists: Pick<Lists, "age" | "isChanging">;
  visibility: Pick<Visibility, "isVisible">;
  now: () => number;
  timing: PollTiming;
  /** 0 to 1; spreads the polls of several lists. */
  random?: () => number;
}

export interface Target extends PollTarget {
  workspaceId: string;
  list: ResourceList;
  isShown: boolean;
  isBackground: boolean;
  /** When it was last synced while it was a target; 0 for never. */
  syncedAt: number;
}

/** Catalogues hardly change: their interval is this many times the slowest one. */
const catalogueFactor = 5;
const catalogues: readonly string[] = ["languages", "models", "voices", "styles"];

export type PollIntervals = ReturnType<typeof createPollIntervals>;

export function createPollIntervals({
  lists,
  visibility,
  now,
  timing,
  random = Math.random,
}: PollIntervalsDeps) {
  const after = (intervalMs: number) => now() + intervalMs * (0.85 + 0.3 * random());

  const isVisible = ({ isShown }: Target) => isShown && visibility.isVisible();

  function bounds(target: Target): { minMs: number; maxMs: number } {
    const { pollMinMs: first, pollMaxMs: slowest } = timing;
    if (catalogues.includes(target.list.kind))
      return { minMs: slowest * catalogueFactor, maxMs: slowest * catalogueFactor };
    const isLive = isVisible(target) && lists.isChanging(target.workspaceId, target.list);
    return { minMs: isLive ? first : slowest, maxMs: slowest };
  }

  return {
    isVisible,
    /** The time of a poll after an interval, spread so that lists are not polled together. */
    after,
    /** A list becomes a target. */
    begin(target: Target): void {
      const { minMs } = bounds(target);
      const age = lists.age(target.workspaceId, target.list);
      target.intervalMs = minMs;
      target.dueAt = age > minMs ? after(0) : after(minMs - age);
    },
    /** Starts with the shortest interval again: the list came on screen. */
    reset(target: Target): void {
      target.intervalMs = bounds(target).minMs;
      target.dueAt = Math.min(target.dueAt, after(target.intervalMs));
    },
    /** A sync of the list ended. */
    synced(target: Target, { isChanged, error }: SyncOutcome): void {
      const { minMs, maxMs } = bounds(target);
      const last = Math.max(target.intervalMs, timing.pollMinMs);
      const next = isChanged ? minMs : longerInterval(last, maxMs);
      target.intervalMs = Math.min(Math.max(next, error ? timing.pollMinMs : minMs), maxMs);
      target.dueAt = after(target.intervalMs);
      target.syncedAt = now();
    },
  };
}
