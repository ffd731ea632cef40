/**
 * Syncs lists at intervals: the service pushes no events (interface §6). Lists on screen are synced
 * often while they change and seldom while they do not. Lists that are not on screen, or whose
 * window is hidden, are synced only while work is running in them.
 */
import type { Handlers } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import { createPollScheduler, longerInterval, type PollTarget } from "../../common/poll-scheduler";
import type { Connectivity } from "../connectivity/connectivity";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import { dependentsOf, listKey } from "./list-definitions";
import type { Lists, SyncOutcome } from "./lists";

type PollTiming = Pick<Timing, "pollMinMs" | "pollMaxMs" | "staleAfterMs">;

export interface ListPollerDeps {
  lists: Pick<Lists, "refresh" | "age" | "isReading" | "isChanging" | "onSynced" | "onWritten">;
  connectivity: Pick<Connectivity, "isReachable" | "onChange">;
  /** Lists in which work is running, on screen or not. */
  background: () => { workspaceId: string; list: ResourceList }[];
  visibility: Visibility;
  now: () => number;
  timing: PollTiming;
  /** 0 to 1; spreads the polls of several lists. */
  random?: () => number;
}

interface Target extends PollTarget {
  workspaceId: string;
  list: ResourceList;
  isShown: boolean;
  isBackground: boolean;
  /** When it was last synced while it was a target; 0 for never. */
  syncedAt: number;
}

/** Concurrent syncs of one workspace. */
const maxSyncs = 2;
/** The pause after a 429 without Retry-After. */
const rateLimitPauseMs = 30_000;
/** Catalogues hardly change: their interval is this many times the slowest one. */
const catalogueFactor = 5;
const catalogues: readonly string[] = ["languages", "models", "voices", "styles"];

export function createListPoller(deps: ListPollerDeps) {
  const { lists, connectivity, now, timing, random = Math.random } = deps;
  /** Syncs started here that are active, by workspace. */
  const active = new Map<string, number>();
  /** When a workspace that responded with 429 may be polled again. */
  const notBefore = new Map<string, number>();
  let unsubscribe: () => void = () => undefined;

  const nameOf = (workspaceId: string, list: ResourceList) =>
    JSON.stringify(listKey(workspaceId, list));
  const after = (intervalMs: number) => now() + intervalMs * (0.85 + 0.3 * random());

  const isVisible = ({ isShown }: Target) => isShown && deps.visibility.isVisible();

  function bounds(target: Target): { minMs: number; maxMs: number } {
    const { pollMinMs: first, pollMaxMs: slowest } = timing;
    if (catalogues.includes(target.list.kind))
      return { minMs: slowest * catalogueFactor, maxMs: slowest * catalogueFactor };
    const isLive = isVisible(target) && lists.isChanging(target.workspaceId, target.list);
    return { minMs: isLive ? first : slowest, maxMs: slowest };
  }

  const scheduler = createPollScheduler<Target>({
    /**
     * Adds the background lists, and removes lists that are neither in the background nor on
     * screen.
     */
    update(targets) {
      const background = deps.background().map(({ workspaceId, list }) => add(workspaceId, list));
      for (const target of targets.values()) target.isBackground = false;
      for (const target of background) target.isBackground = true;
      for (const [name, { isShown, isBackground }] of targets)
        if (!isShown && !isBackground) targets.delete(name);
    },
    canPoll(target) {
      const isOnScreen = isVisible(target);
      if (!isOnScreen && !target.isBackground) return false;
      // A list that is not visible never takes the last slot.
      const slots = isOnScreen ? maxSyncs : maxSyncs - 1;
      const { workspaceId } = target;
      return (active.get(workspaceId) ?? 0) < slots && connectivity.isReachable(workspaceId);
    },
    dueAt: (target) => Math.max(target.dueAt, notBefore.get(target.workspaceId) ?? 0),
    poll,
    now,
  });
  const { targets, tick } = scheduler;

  /** Starts with the shortest interval again: the list came on screen. */
  function reset(target: Target): void {
    target.intervalMs = bounds(target).minMs;
    target.dueAt = Math.min(target.dueAt, after(target.intervalMs));
  }

  function add(workspaceId: string, list: ResourceList, isShown = false): Target {
    const name = nameOf(workspaceId, list);
    const known = targets.get(name);
    if (known) {
      if (isShown && !known.isShown) {
        known.isShown = true;
        reset(known);
      }
      return known;
    }
    const added: Target = {
      workspaceId,
      list,
      isShown,
      isBackground: false,
      intervalMs: 0,
      dueAt: 0,
      syncedAt: 0,
    };
    added.intervalMs = bounds(added).minMs;
    const age = lists.age(workspaceId, list);
    added.dueAt = age > added.intervalMs ? after(0) : after(added.intervalMs - age);
    targets.set(name, added);
    return added;
  }

  /** Lists on screen that are older than this, in milliseconds, become due now. */
  function pollOlderThan(ageMs: number, workspaceId?: string): void {
    for (const target of targets.values()) {
      if (!target.isShown) continue;
      if (workspaceId !== undefined && target.workspaceId !== workspaceId) continue;
      if (lists.age(target.workspaceId, target.list) > ageMs) target.dueAt = now();
    }
    tick();
  }

  function poll(target: Target): void {
    const { workspaceId, list } = target;
    // If the sync ends without a report, the next one is not due at once.
    target.dueAt = after(Math.max(target.intervalMs, timing.pollMinMs));
    if (lists.isReading(workspaceId, list)) return;
    active.set(workspaceId, (active.get(workspaceId) ?? 0) + 1);
    lists
      .refresh(workspaceId, list)
      // The failure is reported by `onSynced` and stored with the list.
      .catch(() => undefined)
      .finally(() => {
        active.set(workspaceId, (active.get(workspaceId) ?? 1) - 1);
        tick();
      });
  }

  /** A sync ended, whichever caller started it. */
  function synced(workspaceId: string, list: ResourceList, outcome: SyncOutcome): void {
    const { isChanged, error } = outcome;
    if (error?.code === "rate-limited")
      notBefore.set(workspaceId, now() + (error.retryAfterMs ?? rateLimitPauseMs));
    const target = targets.get(nameOf(workspaceId, list));
    if (target) {
      const { minMs, maxMs } = bounds(target);
      const last = Math.max(target.intervalMs, timing.pollMinMs);
      const next = isChanged ? minMs : longerInterval(last, maxMs);
      target.intervalMs = Math.min(Math.max(next, error ? timing.pollMinMs : minMs), maxMs);
      target.dueAt = after(target.intervalMs);
      target.syncedAt = now();
    }
    if (isChanged)
      for (const other of dependentsOf(list)) {
        const dependent = targets.get(nameOf(workspaceId, other));
        if (!dependent?.isShown) continue;
        // Soon, but not after every change of a batch in progress.
        const earliest = Math.max(now(), dependent.syncedAt + timing.staleAfterMs);
        dependent.dueAt = Math.min(dependent.dueAt, earliest);
      }
    tick();
  }

  /**
   * Lists on screen and in a visible window from now on; no others are. Old ones are synced at
   * once.
   */
  function show(workspaceId: string, shown: readonly ResourceList[]): void {
    const names = new Set(shown.map((list) => nameOf(workspaceId, list)));
    for (const [name, { isShown }] of targets)
      if (isShown && !names.has(name)) targets.delete(name);
    for (const list of shown) add(workspaceId, list, true);
    pollOlderThan(timing.staleAfterMs);
  }

  const handlers: Handlers["lists"] = {
    show: ({ workspaceId, lists: shown }) => show(workspaceId, shown),
    refresh: ({ workspaceId, list }) => lists.refresh(workspaceId, list),
  };

  return {
    handlers,
    start(): void {
      const subscriptions = [
        lists.onSynced(synced),
        lists.onWritten((workspaceId, list) => {
          const target = targets.get(nameOf(workspaceId, list));
          if (target) target.intervalMs = 0;
        }),
        connectivity.onChange((change) => {
          if (change.kind === "online") wake(change.workspaceId);
          if (change.kind === "network") wake();
        }),
        deps.visibility.onChange(() => {
          if (!deps.visibility.isVisible()) {
            tick();
            return;
          }
          for (const target of targets.values()) if (target.isShown) reset(target);
          pollOlderThan(timing.staleAfterMs);
        }),
      ];
      unsubscribe = () => subscriptions.forEach((end) => end());
      scheduler.start();
    },
    stop(): void {
      unsubscribe();
      scheduler.stop();
    },
    /**
     * Syncs the lists on screen of one workspace, or of all, now: their content may have changed
     * meanwhile.
     */
    wake,
    /** Removes the targets of a workspace that is being removed. */
    removeWorkspace(workspaceId: string): void {
      for (const [name, target] of targets)
        if (target.workspaceId === workspaceId) targets.delete(name);
      active.delete(workspaceId);
      notBefore.delete(workspaceId);
    },
  };

  function wake(workspaceId?: string): void {
    pollOlderThan(timing.pollMinMs, workspaceId);
  }
}
