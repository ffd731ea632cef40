/**
 * Bulk requests that were sent from here: what the service says of them is kept, so that it can be read without a
 * network. All that run are read again, in steps that grow up to the slowest, for somebody waits for their end; often
 * only while somebody looks: a view asks again after each reading, and one that does not is not there any more.
 */
import { setImmediate as rest } from "node:timers/promises";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import type { Remote } from "../../remote/remote";
import { maxBulkRows } from "./draft-store";
import type { BulkRequestRow, BulkRequestStore, BulkRowState, ListedRow } from "./request-store";
import { findBatchesByName, nameKey } from "../outbox/find-batches-by-name";
import { readByName } from "./reconcile-requests";
import { isEnd, isSettled } from "./row-status";
import { pageSize, placeRows, readServiceRows, toListed, toState } from "./service-rows";

export interface BulkRequestsDeps {
  store: BulkRequestStore;
  /** Whether a batch is that of an order of its own, or of another request. */
  isClaimed: (workspaceId: string, batchId: string, exceptRequest: number) => boolean;
  remote: (workspaceId: string) => Remote;
  isReachable: (workspaceId: string) => boolean;
  visibility: Visibility;
  onChanged: () => void;
  /** Batches of a project may be there that were not. */
  onBatches: (workspaceId: string, projectId: string) => void;
  now: () => number;
  log: Log;
  timing: Pick<Timing, "followFirstMs" | "followSlowestMs">;
  /** How long nothing of a request whose answer was lost may appear before the rest of it counts as failed. */
  lostMs: number;
}

interface Followed {
  workspaceId: string;
  requestId: string;
  step: number;
  dueAt: number;
  readAt: number;
  /** Somebody has looked at it since it was last read. */
  isAsked: boolean;
  /** Somebody had when it was read last. */
  isLookedAt: boolean;
  isReading: boolean;
  /** Of one whose answer was lost: how its rows were when they were last read. */
  seen: { mark: string; at: number; quietMs: number } | null;
}
/** Of a request that was not sent from here the rows have their names. */
type RowStates = { isListed: false; rows: BulkRowState[] } | { isListed: true; rows: ListedRow[] };
/** What a reading has found; the rows are asked for where something has changed. */
interface Told {
  status: string;
  progress: number;
  isOver: boolean;
  rows: () => Promise<RowStates> | RowStates;
}
type OpenRequest = Pick<BulkRequestRow, "workspaceId" | "requestId" | "readAt"> & {
  isOver?: boolean;
};

const growth = 1.6;
/** Readings at the same time of requests that nobody looks at. */
const mostReadings = 2;

export type BulkRequests = ReturnType<typeof createBulkRequests>;

export function createBulkRequests(deps: BulkRequestsDeps) {
  const { store, now, timing } = deps;
  const followed = new Map<string, Followed>();
  let stopping = new AbortController();
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;
  let unwatch: () => void = () => undefined;
  const readings = new Set<Promise<void>>();

  async function readRows(request: BulkRequestRow, isOver: boolean): Promise<RowStates> {
    const { bulk } = deps.remote(request.workspaceId);
    const mostRows = request.isSentHere ? request.rowCount : maxBulkRows;
    const rows = await readServiceRows(bulk, request.requestId, mostRows, stopping.signal);
    if (!request.isSentHere) {
      const listed = toListed(rows.slice(0, maxBulkRows), isOver);
      return { isListed: true, rows: listed };
    }
    const names = store.rows(request.id).map(({ name }) => name);
    const [only] = rows;
    // A request that failed as a whole is told as one row without a name.
    const isOfAll = rows.length === 1 && only?.id === "" && only.name === "" && names[0] !== "";
    const states = isOfAll
      ? names.map((_, place) => ({ ...toState(only, isOver), place }))
      : placeRows(names, rows).flatMap((place, index) => {
          const row = rows[index];
          return place === -1 || !row ? [] : [{ ...toState(row, isOver), place }];
        });
    return { isListed: false, rows: states };
  }

  async function askService(request: BulkRequestRow): Promise<Told> {
    const { bulk } = deps.remote(request.workspaceId);
    const { status, progress } = await bulk.status(request.requestId, stopping.signal);
    const isOver = progress >= 100 || isEnd(status);
    return { status, progress, isOver, rows: () => readRows(request, isOver) };
  }

  /** Of a request whose answer was lost: the batches of its names, for as long as more of them appear. */
  async function lookForBatches(
    { id, workspaceId, projectId, isOver: wasOver }: BulkRequestRow,
    seenBefore: readonly string[],
    one: Followed,
  ): Promise<Told> {
    const rows = store.rows(id);
    const keys = new Set(rows.map(({ name }) => nameKey(name)));
    const remote = deps.remote(workspaceId);
    const batches = await findBatchesByName(remote, projectId, keys, stopping.signal);
    const before = new Set(seenBefore);
    const isOurs = (batchId: string) =>
      !before.has(batchId) && !deps.isClaimed(workspaceId, batchId, id);
    const found = readByName(rows, batches, isOurs);
    const { seen } = one;
    // Only time in which somebody looked counts: while there is no way, or the computer sleeps, nobody does.
    const quietMs =
      seen?.mark === found.mark
        ? seen.quietMs + Math.min(now() - seen.at, 2 * timing.followSlowestMs)
        : 0;
    one.seen = { mark: found.mark, at: now(), quietMs };
    const isOver = wasOver || found.isOver || quietMs >= deps.lostMs;
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
      await rest();
    }
  }

  async function read(one: Followed): Promise<boolean> {
    const before = store.get(one.workspaceId, one.requestId);
    if (!before) return false;
    const { seen } = one;
    const { status, progress, isOver, rows } =
      before.seenBefore === null
        ? await askService(before)
        : await lookForBatches(before, before.seenBefore, one);
    const isChanged =
      before.readAt === null ||
      before.status !== status ||
      before.progress !== progress ||
      before.isOver !== isOver ||
      one.seen?.mark !== seen?.mark;
    if (isChanged) await putRows(before.id, await rows());
    store.setRead(before.id, { status, progress, isOver, at: now() });
    if (isChanged) deps.onBatches(one.workspaceId, before.projectId);
    return isChanged;
  }

  function begin(key: string, one: Followed): void {
    one.isReading = true;
    one.isLookedAt = one.isAsked;
    one.isAsked = false;
    const reading = read(one)
      .then(
        (isChanged) => {
          one.step = isChanged && one.isLookedAt ? timing.followFirstMs : slower(one.step);
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          const request = store.get(one.workspaceId, one.requestId);
          if (request) store.setProblem(request.id, toProblem(error));
          deps.log.info("bulk: request not read", toProblem(error).code);
          one.step = slower(one.step);
        },
      )
      .finally(() => {
        one.isReading = false;
        one.readAt = now();
        one.dueAt = one.readAt + one.step;
        readings.delete(reading);
        if (store.get(one.workspaceId, one.requestId)?.isOver !== false) followed.delete(key);
        if (!isRunning) return;
        deps.onChanged();
        tick();
      });
    readings.add(reading);
  }

  /** Whether batches of a request whose answer was lost may have appeared, or come to something, since it was over. */
  const mayStillChange = ({ id, seenBefore }: BulkRequestRow) =>
    seenBefore !== null && !store.statuses(id).every(isSettled);

  const keyOf = ({ workspaceId, requestId }: OpenRequest) =>
    JSON.stringify([workspaceId, requestId]);
  const slower = (step: number) => Math.min(step * growth, timing.followSlowestMs);

  function follow(request: OpenRequest): Followed {
    const key = keyOf(request);
    const known = followed.get(key);
    if (known) return known;
    const { workspaceId, requestId } = request;
    // What is over comes late, if at all.
    const step = request.isOver ? timing.followSlowestMs : timing.followFirstMs;
    const readAt = request.readAt ?? 0;
    const added: Followed = {
      workspaceId,
      requestId,
      step,
      dueAt: readAt + step,
      readAt,
      isAsked: false,
      isLookedAt: false,
      isReading: false,
      seen: null,
    };
    followed.set(key, added);
    return added;
  }

  function tick(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!isRunning) return;
    const open = store.open();
    const openKeys = new Set(open.map(keyOf));
    open.forEach(follow);
    // Whatever is sent meanwhile is found at the next step, at the latest.
    let next = now() + timing.followSlowestMs;
    for (const [key, one] of followed) {
      if (one.isReading || !deps.isReachable(one.workspaceId)) continue;
      const isLookedAt = one.isAsked && deps.visibility.isSeen();
      // Nobody waits for it any more, and nobody has asked since the last reading.
      if (!isLookedAt && !openKeys.has(key)) followed.delete(key);
      else if (one.dueAt > now()) next = Math.min(next, one.dueAt);
      // The end of another one's reading begins it.
      else if (isLookedAt || readings.size < mostReadings) begin(key, one);
    }
    timer = setTimeout(tick, next - now() + 1);
  }

  /** The window is seen again: what is there is to be new. */
  function look(): void {
    if (deps.visibility.isSeen()) for (const one of followed.values()) hurry(one);
    tick();
  }
  function hurry(one: Followed): void {
    one.step = timing.followFirstMs;
    one.dueAt = Math.min(one.dueAt, one.readAt + one.step);
  }

  return {
    /** Somebody looks at it: it is read often while that is so, and at once where it was not for a while. */
    asked(request: BulkRequestRow): void {
      if (request.isOver && !mayStillChange(request)) return;
      const one = follow(request);
      const isFirst = !one.isAsked && !one.isLookedAt;
      one.isAsked = true;
      if (!isFirst) return;
      if (!request.isOver) hurry(one);
      tick();
    },
    /** Looks once more for what has not appeared. Where that cannot be read now, what is known has to do. */
    async lookAgain(request: BulkRequestRow): Promise<void> {
      if (!mayStillChange(request)) return;
      await read(follow(request)).catch((error: unknown) =>
        deps.log.info("bulk: request not read again", toProblem(error).code),
      );
    },
    tick,
    start(): void {
      isRunning = true;
      stopping = new AbortController();
      unwatch = deps.visibility.onChange(look);
      tick();
    },
    async stop(): Promise<void> {
      isRunning = false;
      unwatch();
      if (timer) clearTimeout(timer);
      stopping.abort(new Error("stopping"));
      await Promise.allSettled(readings);
    },
  };
}
