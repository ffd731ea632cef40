/**
 * The durable upload queue: rows in SQLite, and a scheduler that starts those that are due. The process can end at any
 * time; at the next start rows that were active are queued again, with their parts.
 */
import type {
  ConflictChoice,
  Problem,
  UploadMove,
  UploadProgress,
  UploadSettings,
  UploadState,
  UploadSummary,
} from "../../../preload/model";
import { createSteadyClock } from "../../common/clock";
import { toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import { maxBackoffMs } from "../../common/retry";
import type { Clones } from "../../remote/extensions/clones";
import type { Media } from "../../remote/media";
import type { Connectivity } from "../connectivity/connectivity";
import { createSuspensions } from "../connectivity/suspensions";
import { createActiveTransfers, type TransferTiming } from "./active-transfers";
import { createDueUploads } from "./due-uploads";
import type { GalleryIndex } from "./gallery-check";
import { createHoursControl } from "./hours-control";
import { createReturnedFiles } from "./returned-files";
import { createSettleFailure } from "./settle-failure";
import type { UploadStore } from "./store";
import {
  createPutExecutor,
  type PutExecutor,
  type PutExecutorOptions,
} from "./transfer/put-executor";
import { disk, type FileAccess } from "./transfer/disk";
import { isSameFile } from "./transfer/source-file";
import type { HoursState } from "./upload-hours";
import type { UploadRow } from "./upload-rows";
import type { UploadSelection } from "./upload-selection";

export interface QueueDeps {
  store: UploadStore;
  log: Log;
  /** The ids of all workspaces, the gallery client of each, and its clones, null where files are always sent. */
  workspaces: {
    ids: () => string[];
    media: (workspaceId: string) => Media;
    clones: (workspaceId: string) => Clones | null;
  };
  gallery: GalleryIndex;
  connectivity: Pick<Connectivity, "blocked"> & Partial<Pick<Connectivity, "routes">>;
  /** Creates what sends the bytes. Default: this thread sends them. */
  createExecutor?: ((options: PutExecutorOptions) => PutExecutor) | undefined;
  /** Default: the file system. */
  files?: FileAccess;
  /** The state of the upload hours; call `tick` when it changes. Default: no restriction. */
  hours?: () => HoursState;
  /** Until the user changes them. */
  initial: { settings: UploadSettings; isPaused: boolean };
  /** Consecutive transient failures after which a file fails; unlimited unless given. */
  maxAttempts?: number;
  now?: () => number;
  timing: TransferTiming;
}

/** How long the queue is suspended when the local database cannot be written, in milliseconds. */
const databasePauseMs = 5_000;
/** Files of a workspace that are started in one turn of the event loop. */
const startsAtOnce = 8;
/** The longest time between two rounds of the scheduler, in milliseconds. */
const maxWaitMs = 60_000;
const stopped: readonly (UploadState | undefined)[] = ["paused", "cancelled", undefined];

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(deps: QueueDeps) {
  const { store, log, workspaces, connectivity, timing, now = Date.now } = deps;
  const { files = disk } = deps;
  // Delays are measured with this clock; `now` is the wall clock, for times that are displayed.
  const clock = createSteadyClock(now);
  const changes = createListeners<[]>();
  const progress = createListeners<[UploadProgress[]]>();
  const arrivals = createListeners<[readonly UploadRow[]]>();
  const skips = createListeners<[UploadRow]>();
  const suspensions = createSuspensions({ now: clock.now, backoffMs: timing.backoffMs });
  const settleFailure = createSettleFailure({
    store,
    suspensions,
    files,
    log,
    now,
    steadyNow: clock.now,
    timing,
    maxAttempts: deps.maxAttempts ?? Infinity,
  });
  const returnedFiles = createReturnedFiles({ store, files, log, timing, onReturned: changed });
  let { settings, isPaused } = deps.initial;
  const transfers = createActiveTransfers({
    store,
    media: workspaces.media,
    clones: workspaces.clones,
    gallery: deps.gallery,
    routes: connectivity.routes,
    createExecutor: deps.createExecutor ?? createPutExecutor,
    files: deps.files,
    settings,
    timing,
    now,
    listeners: {
      onProgress: progress.notify,
      onChanged: changes.notify,
      onConfirmed(workspaceId) {
        suspensions.succeeded(workspaceId);
        changes.notify();
      },
      onCapacity: tick,
      onEnded: ended,
    },
  });
  const hours = createHoursControl({
    hours: deps.hours ?? (() => ({ effect: null, changesAt: null })),
    transfers,
    isRemote: (workspaceId) => workspaces.clones(workspaceId) === null,
    steadyNow: clock.now,
    now,
  });
  let isRunning = false;
  /** Files in the gallery of which the listeners are not notified yet. */
  let arrived: UploadRow[] = [];
  const due = createDueUploads({ store, transfers, now: clock.now });
  /** A tick is scheduled for the end of this turn of the event loop. */
  let isTickScheduled = false;
  /** The local database cannot be written: the queue is suspended until this time. */
  let databasePause: { problem: Problem; until: number } | null = null;
  let timer: NodeJS.Timeout | null = null;

  function clearTimer(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  /**
   * Starts due uploads, once for all changes of this turn of the event loop. Call it after any change that may unblock
   * one.
   */
  function tick(): void {
    if (!isRunning || isTickScheduled) return;
    isTickScheduled = true;
    setImmediate(() => {
      isTickScheduled = false;
      if (!isRunning) return;
      clearTimer();
      if (hours.apply()) changes.notify();
      guarded(() => {
        startDue();
        scheduleTick();
      });
    });
  }
  /** Uploads may be due that were not, or in another order. */
  function changed(): void {
    due.reload();
    ended();
  }
  function ended(): void {
    changes.notify();
    tick();
  }

  function startDue(): void {
    if (databasePause) {
      if (databasePause.until > clock.now()) return;
      store.requeueInterrupted(transfers.ids());
      databasePause = null;
      changes.notify();
    }
    if (isPaused) return;
    // Each workspace has its own files; see slots for the requests of several.
    for (const id of workspaces.ids()) {
      if (hours.isClosed(id)) continue;
      let started = 0;
      while (!suspensions.of(id) && !connectivity.blocked(id) && transfers.hasCapacity(id)) {
        const row = due.next(id);
        if (!row) break;
        start(row);
        started += 1;
        if (started === startsAtOnce) {
          tick();
          break;
        }
      }
    }
  }

  function scheduleTick(): void {
    const current = clock.now();
    const delays = workspaces.ids().map((id) => store.nextDueAt(id, current) ?? 0);
    const times = [...suspensions.endTimes(), ...delays, hours.nextAt()];
    const next = Math.min(...times.filter((at) => at > current), databasePause?.until ?? Infinity);
    if (next === Infinity) return;
    timer = setTimeout(tick, Math.min(Math.max(next - current, 0) + 1, maxWaitMs));
  }

  /** Runs work that writes to the local database. If that fails the queue is suspended; no state is lost. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      pauseForDatabase(error);
    }
  }
  function pauseForDatabase(error: unknown): void {
    log.error("uploads: the database cannot be written", error);
    databasePause = { problem: toProblem(error), until: clock.now() + databasePauseMs };
    clearTimer();
    if (isRunning) timer = setTimeout(tick, databasePauseMs + 1);
    changes.notify();
  }

  function start(row: UploadRow): void {
    const releases = suspensions.releases();
    transfers.start(row, (result) =>
      result
        .then(
          (sent) => settle(row, sent),
          async (error: unknown) => {
            await settleFailure(row, error, releases !== suspensions.releases());
            returnedFiles.failed();
          },
        )
        // The row is queued again after the pause.
        .catch(pauseForDatabase),
    );
    log.info(`uploads: begin ${row.id}`);
    changes.notify();
  }
  /** `sent`: the row of the file in the gallery, whose path may have been changed; null if it was skipped. */
  function settle(row: UploadRow, sent: UploadRow | null): void {
    log.info(`uploads: ${sent ? "done" : "skipped"} ${row.id}`);
    if (!sent) {
      skips.notify(row);
      return;
    }
    suspensions.succeeded(row.workspaceId);
    // Files whose results were committed together arrive together.
    if (arrived.length === 0) process.nextTick(notifyArrivals);
    arrived.push(sent);
  }
  function notifyArrivals(): void {
    const rows = arrived;
    arrived = [];
    if (rows.length > 0) guarded(() => arrivals.notify(rows));
  }

  /** Aborts the active uploads whose rows were paused, cancelled or deleted. */
  function abortStopped(): void {
    void transfers.abort((row) => stopped.includes(store.get(row.id)?.state));
    changed();
  }

  function suspensionOf(workspaceId: string): UploadSummary["suspension"] {
    const blocked = connectivity.blocked(workspaceId);
    if (blocked && !databasePause) return { ...blocked, until: null };
    const suspension = databasePause
      ? { ...databasePause.problem, until: databasePause.until }
      : suspensions.of(workspaceId);
    return suspension && { ...suspension, until: toWallTime(suspension.until) };
  }
  /** The end of a delay as wall-clock time, for the window. */
  const toWallTime = (at: number | null): number | null => (at === null ? null : clock.toWall(at));

  /** Ends the suspension of a workspace, or of all: the connection may work again. */
  function endSuspension(workspaceId?: string): void {
    transfers.retryGallery();
    suspensions.release(workspaceId);
    changed();
  }

  return {
    /** Subscribes to changes of uploads on disk. */
    onChange: changes.add,
    /** Subscribes to progress: at most four times a second while bytes are sent, and once after the last ones. */
    onProgress: progress.add,
    /** Subscribes to files that are in the gallery now: those of one commit together. */
    onArrived: arrivals.add,
    /** Subscribes to files that were not sent, by the user's choice: the gallery has another file at their path. */
    onSkipped: skips.add,

    /** Continues the uploads of the last run. */
    start(): void {
      isRunning = true;
      guarded(() => {
        store.limitDelays(clock.now() + maxBackoffMs);
        store.requeueInterrupted([]);
      });
      returnedFiles.start();
      tick();
    },
    /** Aborts active uploads and resolves when they have ended; their rows keep the finished parts. */
    async stop(): Promise<void> {
      isRunning = false;
      clearTimer();
      returnedFiles.stop();
      await transfers.abort(() => true);
      notifyArrivals();
      await transfers.close();
    },
    tick,

    pause(selection: UploadSelection): void {
      store.pause(selection);
      abortStopped();
    },
    cancel(selection: UploadSelection): void {
      store.cancel(selection);
      abortStopped();
    },
    resume(selection: UploadSelection): void {
      store.resume(selection);
      changed();
    },
    restore(ids: readonly number[]): void {
      store.restore(ids);
      changed();
    },
    move(selection: UploadSelection, to: UploadMove): number {
      const id = store.move(selection, to);
      changed();
      return id;
    },
    undoMove(id: number): void {
      store.undoMove(id);
      changed();
    },
    /** Retries now. A file that changed is sent in its present state, from its beginning. */
    async retry(selection: UploadSelection): Promise<void> {
      for (const row of store.failedOf(selection)) {
        const found = await files.identity(row.sourcePath).catch(() => null);
        if (found !== null && !isSameFile(found, row)) store.updateIdentity(row.id, found);
      }
      store.retry(selection);
      endSuspension();
    },
    /** Applies the user's choice to uploads that stopped because their gallery path is taken. */
    resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
      store.resolveConflicts(selection, choice);
      changed();
    },

    endSuspension,
    /** After a sleep or a change of network: existing connections are dead, but not reported as closed. */
    refreshConnections(): void {
      transfers.refreshConnections();
      endSuspension();
    },
    /** Cancels the uploads of a workspace that is being removed. Resolves when they have ended. */
    async removeWorkspace(workspaceId: string): Promise<void> {
      store.cancel({ workspaceId, filter: "all", search: "" });
      await transfers.abort((row) => row.workspaceId === workspaceId);
      suspensions.remove(workspaceId);
    },
    setPaused(next: boolean): void {
      isPaused = next;
      if (isPaused) {
        for (const id of transfers.ids()) store.requeue(id);
        void transfers.abort(() => true);
      }
      changed();
    },
    setSettings(next: UploadSettings): void {
      settings = next;
      transfers.setSettings(next);
      tick();
    },
    settings: () => settings,
    /** Number of active files. */
    activeCount: transfers.count,
    /** The figures of a workspace's queue. */
    summary: (workspaceId: string): UploadSummary => ({
      ...transfers.summary(workspaceId),
      isPaused,
      hours: hours.effectOn(workspaceId),
      suspension: suspensionOf(workspaceId),
    }),
    toWallTime,
    /** The bytes of an upload to display. They do not decrease while bytes are sent again. */
    displayedBytes: transfers.displayedBytes,
  };
}
