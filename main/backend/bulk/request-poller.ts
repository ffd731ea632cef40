/**
 * Polls bulk requests in progress, at intervals that grow up to a maximum. A request that is shown
 * is polled at the shortest interval while it changes: the view calls `markViewed` after each poll;
 * without that call the request counts as no longer shown.
 */
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { createPollScheduler, longerInterval, type PollTarget } from "../../common/poll-scheduler";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import type { ReadRequest, ReadTarget } from "./read-request";
import type { BulkRequestRow, BulkRequestStore } from "./request-store";
import { isSettled } from "./row-status";

export interface RequestPollerDeps {
  store: BulkRequestStore;
  read: ReadRequest;
  isReachable: (workspaceId: string) => boolean;
  visibility: Visibility;
  onChanged: () => void;
  now: () => number;
  log: Log;
  timing: Pick<Timing, "pollMinMs" | "pollMaxMs">;
}

interface Target extends PollTarget, ReadTarget {
  readAt: number;
  /** It was viewed since the last poll. */
  isViewed: boolean;
  /** It had been viewed before the last poll. */
  wasViewed: boolean;
  isPolling: boolean;
}
type OpenRequest = Pick<BulkRequestRow, "workspaceId" | "requestId" | "readAt"> & {
  isOver?: boolean;
};

/** Concurrent polls of requests that are not shown. */
const maxBackgroundPolls = 2;

export type RequestPoller = ReturnType<typeof createRequestPoller>;

export function createRequestPoller(deps: RequestPollerDeps) {
  const { store, read, now, timing } = deps;
  let stopping = new AbortController();
  let isRunning = false;
  let unsubscribe: () => void = () => undefined;
  const polls = new Set<Promise<void>>();

  const keyOf = ({ workspaceId, requestId }: Pick<Target, "workspaceId" | "requestId">) =>
    JSON.stringify([workspaceId, requestId]);
  const isShown = ({ isViewed }: Target) => isViewed && deps.visibility.isVisible();
  const longer = (intervalMs: number) => longerInterval(intervalMs, timing.pollMaxMs);

  const scheduler = createPollScheduler<Target>({
    update() {
      const open = store.open();
      open.forEach(track);
      const openKeys = new Set(open.map(keyOf));
      for (const [key, target] of targets) {
        if (target.isPolling || !deps.isReachable(target.workspaceId)) continue;
        // It is over, and was not viewed since the last poll.
        if (!isShown(target) && !openKeys.has(key)) targets.delete(key);
      }
    },
    canPoll: (target) =>
      !target.isPolling &&
      deps.isReachable(target.workspaceId) &&
      (isShown(target) || polls.size < maxBackgroundPolls),
    poll,
    // Finds requests that are sent meanwhile.
    idleMs: timing.pollMaxMs,
    now,
  });
  const { targets, tick } = scheduler;

  function poll(target: Target): void {
    target.isPolling = true;
    target.wasViewed = target.isViewed;
    target.isViewed = false;
    const running = read(target, stopping.signal)
      .then(
        (isChanged) => {
          target.intervalMs =
            isChanged && target.wasViewed ? timing.pollMinMs : longer(target.intervalMs);
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          const request = store.get(target.workspaceId, target.requestId);
          if (request) store.setProblem(request.id, toProblem(error));
          deps.log.info("bulk: request not read", toProblem(error).code);
          target.intervalMs = longer(target.intervalMs);
        },
      )
      .finally(() => {
        target.isPolling = false;
        target.readAt = now();
        target.dueAt = target.readAt + target.intervalMs;
        polls.delete(running);
        if (store.get(target.workspaceId, target.requestId)?.isOver !== false)
          targets.delete(keyOf(target));
        if (!isRunning) return;
        deps.onChanged();
        tick();
      });
    polls.add(running);
  }

  /**
   * Whether batches of a request whose response was lost may have appeared or changed since it was
   * over.
   */
  const mayStillChange = ({ id, seenBefore }: BulkRequestRow) =>
    seenBefore !== null && !store.statuses(id).every(isSettled);

  /** The polling state of a request; starts polling it where there is none. */
  function track(request: OpenRequest): Target {
    const key = keyOf(request);
    const known = targets.get(key);
    if (known) return known;
    const { workspaceId, requestId } = request;
    // A request that is over rarely changes.
    const intervalMs = request.isOver ? timing.pollMaxMs : timing.pollMinMs;
    // A read in the future: the clock was set back.
    const readAt = Math.min(request.readAt ?? 0, now());
    const added: Target = {
      workspaceId,
      requestId,
      intervalMs,
      dueAt: readAt + intervalMs,
      readAt,
      isViewed: false,
      wasViewed: false,
      isPolling: false,
      lastRows: null,
    };
    targets.set(key, added);
    return added;
  }

  /** A window that becomes visible again shows fresh states. */
  function onVisibilityChange(): void {
    if (deps.visibility.isVisible()) for (const target of targets.values()) pollSoon(target);
    tick();
  }
  function pollSoon(target: Target): void {
    target.intervalMs = timing.pollMinMs;
    target.dueAt = Math.min(target.dueAt, target.readAt + target.intervalMs);
  }

  return {
    /**
     * Call whenever a view reads the request: it is polled often while it is viewed, and at once
     * after a pause.
     */
    markViewed(request: BulkRequestRow): void {
      if (request.isOver && !mayStillChange(request)) return;
      const target = track(request);
      const isFirst = !target.isViewed && !target.wasViewed;
      target.isViewed = true;
      if (!isFirst) return;
      if (!request.isOver) pollSoon(target);
      tick();
    },
    /** Polls a request whose batches may still appear. A failure leaves the stored state. */
    async refresh(request: BulkRequestRow): Promise<void> {
      if (!mayStillChange(request)) return;
      await read(track(request), stopping.signal).catch((error: unknown) =>
        deps.log.info("bulk: request not refreshed", toProblem(error).code),
      );
    },
    tick,
    start(): void {
      isRunning = true;
      stopping = new AbortController();
      unsubscribe = deps.visibility.onChange(onVisibilityChange);
      scheduler.start();
    },
    async stop(): Promise<void> {
      isRunning = false;
      unsubscribe();
      scheduler.stop();
      stopping.abort(new Error("stopping"));
      await Promise.allSettled(polls);
    },
  };
}
