/**
 * Reads the state of a bulk request and stores it, so that it can be shown offline: from the
 * service by the request's id, or, where the response that contained the id was lost, from the
 * project's batches.
 */
import { setImmediate } from "node:timers/promises";
import type { Remote } from "../../remote/remote";
import type { Timing } from "../timing";
import { findBatchesByName, nameKey } from "../outbox/sending/find-batches-by-name";
import { maxBulkRows } from "../../../preload/contract/bulk";
import { reconcileRows } from "./reconcile-requests";
import type { BulkRequestRow, BulkRequestStore } from "./request-store";
import type { BulkRowState, ListedRow } from "./request-rows";
import { isEnd } from "./row-status";
import { matchRows, pageSize, readServiceRows, toListed, toState } from "./service-rows";

export interface RequestReaderDeps {
  store: BulkRequestStore;
  /** Whether a batch is the result of a single request or of another bulk request. */
  isClaimed: (workspaceId: string, batchId: string, exceptRequest: number) => boolean;
  remote: (workspaceId: string) => Remote;
  /** Called when a project may have new batches. */
  onBatches: (workspaceId: string, projectId: string) => void;
  now: () => number;
  timing: Pick<Timing, "pollMaxMs" | "reconcileBulkMs">;
}

/** A request whose state is read repeatedly. */
export interface ReadTarget {
  workspaceId: string;
  requestId: string;
  /**
   * Of a request whose response was lost: the rows when last read, and for how long they have not
   * changed.
   */
  lastRows: { fingerprint: string; at: number; unchangedMs: number } | null;
}
/** Rows as read; those of a followed request (`isListed`) include their names. */
type RowStates = { isListed: false; rows: BulkRowState[] } | { isListed: true; rows: ListedRow[] };
/** `rows` is called only when something has changed. */
interface RequestState {
  status: string;
  progress: number;
  isOver: boolean;
  rows: () => Promise<RowStates> | RowStates;
}

/**
 * Resolves to whether the state has changed since it was last read. Rejects as the service's client
 * does.
 */
export type ReadRequest = (target: ReadTarget, signal: AbortSignal) => Promise<boolean>;

export function createRequestReader(deps: RequestReaderDeps): ReadRequest {
  const { store, now, timing } = deps;

  async function readRows(
    request: BulkRequestRow,
    isOver: boolean,
    signal: AbortSignal,
  ): Promise<RowStates> {
    const { bulk } = deps.remote(request.workspaceId);
    const maxRows = request.isSentHere ? request.rowCount : maxBulkRows;
    const rows = await readServiceRows(bulk, request.requestId, maxRows, signal);
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

  async function readFromService(
    request: BulkRequestRow,
    signal: AbortSignal,
  ): Promise<RequestState> {
    const { bulk } = deps.remote(request.workspaceId);
    const { status, progress } = await bulk.status(request.requestId, signal);
    const isOver = progress >= 100 || isEnd(status);
    return { status, progress, isOver, rows: () => readRows(request, isOver, signal) };
  }

  /** The state of a request whose response was lost, from the project's batches of its names. */
  async function readFromBatches(
    { id, workspaceId, projectId, isOver: wasOver }: BulkRequestRow,
    seenBefore: readonly string[],
    target: ReadTarget,
    signal: AbortSignal,
  ): Promise<RequestState> {
    const rows = store.rows(id);
    const keys = new Set(rows.map(({ name }) => nameKey(name)));
    const remote = deps.remote(workspaceId);
    const batches = await findBatchesByName(remote, projectId, keys, signal);
    const before = new Set(seenBefore);
    const isOurs = (batchId: string) =>
      !before.has(batchId) && !deps.isClaimed(workspaceId, batchId, id);
    const found = reconcileRows(rows, batches, isOurs);
    const { lastRows } = target;
    // Counts only time in which polls ran: not while the service was unreachable or the computer
    // slept.
    const unchangedMs =
      lastRows?.fingerprint === found.fingerprint
        ? lastRows.unchangedMs + Math.min(now() - lastRows.at, 2 * timing.pollMaxMs)
        : 0;
    target.lastRows = { fingerprint: found.fingerprint, at: now(), unchangedMs };
    const isOver = wasOver || found.isOver || unchangedMs >= timing.reconcileBulkMs;
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

  return async (target, signal) => {
    const before = store.get(target.workspaceId, target.requestId);
    if (!before) return false;
    const { lastRows } = target;
    const { status, progress, isOver, rows } =
      before.seenBefore === null
        ? await readFromService(before, signal)
        : await readFromBatches(before, before.seenBefore, target, signal);
    const isChanged =
      before.readAt === null ||
      before.status !== status ||
      before.progress !== progress ||
      before.isOver !== isOver ||
      target.lastRows?.fingerprint !== lastRows?.fingerprint;
    if (isChanged) await putRows(before.id, await rows());
    store.setRead(before.id, { status, progress, isOver, at: now() });
    if (isChanged) deps.onBatches(target.workspaceId, before.projectId);
    return isChanged;
  };
}
