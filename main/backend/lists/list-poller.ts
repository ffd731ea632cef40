/**
 * Syncs lists at intervals: the service pushes no events (interface §6). Lists on screen are synced
 * often while they change and seldom while they do not. Lists that are not on screen, or whose
 * window is hidden, are synced only while work is running in them.
 */
import type { Handlers } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import { createPollScheduler } from "../../common/poll-scheduler";
import type { Connectivity } from "../connectivity/connectivity";
import type { Visibility } from "../ports";
import { dependentsOf } from "./list-definitions";
import type { Lists, SyncOutcome } from "./lists";
import { createPollIntervals, type PollIntervalsDeps, type Target } from "./poll-intervals";
import { createPollTargets, nameOf } from "./poll-targets";

export interface ListPollerDeps extends PollIntervalsDeps {
  lists: Pick<Lists, "refresh" | "age" | "isReading" | "isChanging" | "onSynced" | "onWritten">;
  connectivity: Pick<Connectivity, "isReachable" | "onChange">;
  /** Lists in which work is running, on screen or not. */
  background: () => { workspaceId: string; list: ResourceList }[];
  visibility: Visibility;
}

/** Concurrent syncs of one workspace. */
const maxSyncs = 2;
/** The pause after a 429 without Retry-After. */
const rateLimitPauseMs = 30_000;

export function createListPoller(deps: ListPollerDeps) {
  const { lists, connectivity, now, timing } = deps;
  const intervals = createPollIntervals(deps);
  const { setShown, setBackground } = createPollTargets(intervals);
  /** Syncs started here that are active, by workspace. */
  const active = new Map<string, number>();
  /** When a workspace that responded with 429 may be polled again. */
  const notBefore = new Map<string, number>();
  let unsubscribe: () => void = () => undefined;

  const scheduler = createPollScheduler<Target>({
    update: (targets) => setBackground(targets, deps.background()),
    canPoll(target) {
      const isOnScreen = intervals.isVisible(target);
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
    target.dueAt = intervals.after(Math.max(target.intervalMs, timing.pollMinMs));
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
    if (target) intervals.synced(target, outcome);
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
    setShown(targets, workspaceId, shown);
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
          for (const target of targets.values()) if (target.isShown) intervals.reset(target);
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
