/**
 * Polls bulk requests and stores their state, so that it can be shown offline. Every request in progress is polled, at
 * intervals that grow up to a maximum. A request that is shown is polled at the shortest interval while it changes: the
 * view calls `markViewed` after each poll; without that call the request counts as no longer shown.
 */
import { setImmediate } from "node:timers/promises";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import type { Remote } from "../../remote/remote";
import { maxBulkRows } from "./draft-store";
import type { BulkRequestRow, BulkRequestStore, BulkRowState, ListedRow } from "./request-store";
import { findBatchesByName, nameKey } from "../outbox/find-batches-by-name";
import { reconcileRows } from "./reconcile-requests";
import { isEnd, isSettled } from "./row-status";
import { pageSize, matchRows, readServiceRows, toListed, toState } from "./service-rows";

export interface BulkRequestsDeps {
  store: BulkRequestStore;
  /** Whether a batch is the result of a single request or of another bulk request. */
  isClaimed: (workspaceId: string, batchId: string, exceptRequest: number) => boolean;
  remote: (workspaceId: string) => Remote;
  isReachable: (workspaceId: string) => boolean;
  visibility: Visibility;
  onChanged: () => void;
  /** Called when a project may have new batches. */
  onBatches: (workspaceId: string, projectId: string) => void;
  now: () => number;
  log: Log;
  timing: Pick<Timing, "followFirstMs" | "followSlowestMs">;
  /** A request whose response was lost is over when no batch has appeared for this long, in milliseconds. */
  lostMs: number;
}

interface PolledRequest {
  workspaceId: string;
  requestId: string;
  /** The current interval, in milliseconds. */
  intervalMs: number;
  dueAt: number;
  readAt: number;
  /** It was viewed since the last poll. */
  isViewed: boolean;
  /** It had been viewed before the last poll. */
  wasViewed: boolean;
  isPolling: boolean;
  /** Of a request whose response was lost: the rows at the last poll, and for how long they have not changed. */
  lastRows: { fingerprint: string; at: number; unchangedMs: number } | null;
}
/** Rows as read; those of a followed request (`isListed`) include their names. */
type RowStates = { isListed: false; rows: BulkRowState[] } | { isListed: true; rows: ListedRow[] };
/** The result of a poll; `rows` is called only when something has changed. */
interface PollResult {
  status: string;
  progress: number;
  isOver: boolean;
  rows: () => Promise<RowStates> | RowStates;
}
type OpenRequest = Pick<BulkRequestRow, "workspaceId" | "requestId" | "readAt"> & {
  isOver?: boolean;
};

const intervalGrowth = 1.6;
/** Concurrent polls of requests that are not shown. */
const maxBackgroundPolls = 2;

export type BulkRequests = ReturnType<typeof createBulkRequests>;

export function createBulkRequests(deps: BulkRequestsDeps) {
  const { store, now, timing } = deps;
  const tracked = new Map<string, PolledRequest>();
  let stopping = new AbortController();
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;
  let unwatch: () => void = () => undefined;
  const polls = new Set<Promise<void>>();

  async function readRows(request: BulkRequestRow, isOver: boolean): Promise<RowStates> {
    const { bulk } = deps.remote(request.workspaceId);
    const maxRows = request.isSentHere ? request.rowCount : maxBulkRows;
    const rows = await readServiceRows(bulk, request.requestId, maxRows, stopping.signal);
    if (!request.isSentHere) {
      const listed = toListed(rows.slice(0, maxBulkRows), isOver);
      return { isListed: true, rows: listed };
    }
    const names = store.rows(request.id).map(({ name }) => name);
    const [only] = rows;
    // A request that failed as a whole is listed as one row without a name.
    const isOfAll = rows.length === 1 && only?.id === "" && only.name === "" && names[0] !== "";
    const states = isOfAll
      ? names.map((_, position) => ({ ...toState(only, isOver), position }))
      : matchRows(names, rows).flatMap((position, index) => {
          const row = rows[index];
          return position === -1 || !row ? [] : [{ ...toState(row, isOver), position }];
        });
    return { isListed: false, rows: states };
  }

  async function pollService(request: BulkRequestRow): Promise<PollResult> {
    const { bulk } = deps.remote(request.workspaceId);
    const { status, progress } = await bulk.status(request.requestId, stopping.signal);
    const isOver = progress >= 100 || isEnd(status);
    return { status, progress, isOver, rows: () => readRows(request, isOver) };
  }

  /** The state of a request whose response was lost, from the project's batches of its names. */
  async function pollBatches(
    { id, workspaceId, projectId, isOver: wasOver }: BulkRequestRow,
    seenBefore: readonly string[],
    one: PolledRequest,
  ): Promise<PollResult> {
    const rows = store.rows(id);
    const keys = new Set(rows.map(({ name }) => nameKey(name)));
    const remote = deps.remote(workspaceId);
    const batches = await findBatchesByName(remote, projectId, keys, stopping.signal);
    const before = new Set(seenBefore);
    const isOurs = (batchId: string) =>
      !before.has(batchId) && !deps.isClaimed(workspaceId, batchId, id);
    const found = reconcileRows(rows, batches, isOurs);
    const { lastRows } = one;
    // Counts only time in which polls ran: not while the service was unreachable or the computer slept.
    const unchangedMs =
      lastRows?.fingerprint === found.fingerprint
        ? lastRows.unchangedMs + Math.min(now() - lastRows.at, 2 * timing.followSlowestMs)
        : 0;
    one.lastRows = { fingerprint: found.fingerprint, at: now(), unchangedMs };
    const isOver = wasOver || found.isOver || unchangedMs >= deps.lostMs;
    const progress = isOver ? 100 : found.progress;
    return {
      status: "",
      progress,
      isOver,
      rows: () => ({ isListed: false, rows: found.rows(isOver) }),
    };
  }

  async function putRows(id: number, { isListed, rows }: RowStates): Promise<void> {
    for (let from = 0; from < rows.length; from += pageSize) {
      const to = from + pageSize;
      if (isListed) store.putListed(id, rows.slice(from, to));
      else store.putRows(id, rows.slice(from, to));
      await setImmediate();
    }
  }

  /** Polls a request once and stores its state. Resolves to whether it has changed. */
  async function poll(one: PolledRequest): Promise<boolean> {
    const before = store.get(one.workspaceId, one.requestId);
    if (!before) return false;
    const { lastRows } = one;
    const { status, progress, isOver, rows } =
      before.seenBefore === null
        ? await pollService(before)
        : await pollBatches(before, before.seenBefore, one);
    const isChanged =
      before.readAt === null ||
      before.status !== status ||
      before.progress !== progress ||
      before.isOver !== isOver ||
      one.lastRows?.fingerprint !== lastRows?.fingerprint;
    if (isChanged) await putRows(before.id, await rows());
    store.setRead(before.id, { status, progress, isOver, at: now() });
    if (isChanged) deps.onBatches(one.workspaceId, before.projectId);
    return isChanged;
  }

  function startPoll(key: string, one: PolledRequest): void {
    one.isPolling = true;
    one.wasViewed = one.isViewed;
    one.isViewed = false;
    const running = poll(one)
      .then(
        (isChanged) => {
          one.intervalMs =
            isChanged && one.wasViewed ? timing.followFirstMs : longer(one.intervalMs);
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          const request = store.get(one.workspaceId, one.requestId);
          if (request) store.setProblem(request.id, toProblem(error));
          deps.log.info("bulk: request not read", toProblem(error).code);
          one.intervalMs = longer(one.intervalMs);
        },
      )
      .finally(() => {
        one.isPolling = false;
        one.readAt = now();
        one.dueAt = one.readAt + one.intervalMs;
        polls.delete(running);
        if (store.get(one.workspaceId, one.requestId)?.isOver !== false) tracked.delete(key);
        if (!isRunning) return;
        deps.onChanged();
        tick();
      });
    polls.add(running);
  }

  /** Whether batches of a request whose response was lost may have appeared or changed since it was over. */
  const mayStillChange = ({ id, seenBefore }: BulkRequestRow) =>
    seenBefore !== null && !store.statuses(id).every(isSettled);

  const keyOf = ({ workspaceId, requestId }: OpenRequest) =>
    JSON.stringify([workspaceId, requestId]);
  const longer = (intervalMs: number) =>
    Math.min(intervalMs * intervalGrowth, timing.followSlowestMs);

  /** The polling state of a request; starts polling it where there is none. */
  function track(request: OpenRequest): PolledRequest {
    const key = keyOf(request);
    const known = tracked.get(key);
    if (known) return known;
    const { workspaceId, requestId } = request;
    // A request that is over rarely changes.
    const intervalMs = request.isOver ? timing.followSlowestMs : timing.followFirstMs;
    const readAt = request.readAt ?? 0;
    const added: PolledRequest = {
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
    tracked.set(key, added);
    return added;
  }

  function tick(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!isRunning) return;
    const open = store.open();
    const openKeys = new Set(open.map(keyOf));
    open.forEach(track);
    // Requests that are sent meanwhile are found at the next tick at the latest.
    let next = now() + timing.followSlowestMs;
    for (const [key, one] of tracked) {
      if (one.isPolling || !deps.isReachable(one.workspaceId)) continue;
      const isShown = one.isViewed && deps.visibility.isSeen();
      // It is over, and was not viewed since the last poll.
      if (!isShown && !openKeys.has(key)) tracked.delete(key);
      else if (one.dueAt > now()) next = Math.min(next, one.dueAt);
      // Otherwise the end of another poll starts it.
      else if (isShown || polls.size < maxBackgroundPolls) startPoll(key, one);
    }
    timer = setTimeout(tick, next - now() + 1);
  }

  /** A window that becomes visible again shows fresh states. */
  function onVisibilityChange(): void {
    if (deps.visibility.isSeen()) for (const one of tracked.values()) pollSoon(one);
    tick();
  }
  function pollSoon(one: PolledRequest): void {
    one.intervalMs = timing.followFirstMs;
    one.dueAt = Math.min(one.dueAt, one.readAt + one.intervalMs);
  }

  return {
    /** Call whenever a view reads the request: it is polled often while it is viewed, and at once after a pause. */
    markViewed(request: BulkRequestRow): void {
      if (request.isOver && !mayStillChange(request)) return;
      const one = track(request);
      const isFirst = !one.isViewed && !one.wasViewed;
      one.isViewed = true;
      if (!isFirst) return;
      if (!request.isOver) pollSoon(one);
      tick();
    },
    /** Polls a request whose batches may still appear. A failure leaves the stored state. */
    async refresh(request: BulkRequestRow): Promise<void> {
      if (!mayStillChange(request)) return;
      await poll(track(request)).catch((error: unknown) =>
        deps.log.info("bulk: request not refreshed", toProblem(error).code),
      );
    },
    tick,
    start(): void {
      isRunning = true;
      stopping = new AbortController();
      unwatch = deps.visibility.onChange(onVisibilityChange);
      tick();
    },
    async stop(): Promise<void> {
      isRunning = false;
      unwatch();
      if (timer) clearTimeout(timer);
      stopping.abort(new Error("stopping"));
      await Promise.allSettled(polls);
    },
  };
}
