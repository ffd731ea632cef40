/** The parts of the upload queue, each of which knows only what it needs. */
import type { UploadProgress, UploadSettings, UploadState } from "../../../preload/model";
import { createSteadyClock } from "../../common/clock";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Clones } from "../../remote/extensions/clones";
import type { Media } from "../../remote/media";
import type { Connectivity } from "../connectivity/connectivity";
import { createSuspensions } from "../connectivity/suspensions";
import { createActiveTransfers, type TransferTiming } from "./active-transfers";
import { createConfirmations } from "./confirmations";
import { createDatabasePause } from "./database-pause";
import type { GalleryIndex } from "./gallery-check";
import { createHoursControl } from "./hours-control";
import { createReturnedFiles } from "./returned-files";
import { createScheduler } from "./scheduler";
import { createSettleFailure } from "./settle-failure";
import type { UploadStore } from "./store/upload-store";
import {
  createPutExecutor,
  type PutExecutor,
  type PutExecutorOptions,
} from "./transfer/put-executor";
import { disk, type FileAccess } from "./transfer/disk";
import type { HoursState } from "./upload-hours";
import { createUploadActions } from "./upload-actions";
import { createUploadResults } from "./upload-results";

export interface QueueDeps {
  store: UploadStore;
  log: Log;
  /**
   * The ids of all workspaces, the gallery client of each, and its clones, null where files are
   * always sent.
   */
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
  /** Settings until the user changes them. */
  initial: { settings: UploadSettings; isPaused: boolean };
  /** Consecutive transient failures after which a file fails; unlimited unless given. */
  maxAttempts?: number;
  /** No user can act: failures that may end without one are retried. Default: false. */
  isUnattended?: boolean;
  now?: () => number;
  timing: TransferTiming;
}

const stopped: readonly (UploadState | undefined)[] = ["paused", "cancelled", undefined];

/** `isPaused`: whether the user has paused the queue. */
export function createQueueParts(deps: QueueDeps, isPaused: () => boolean) {
  const { store, log, workspaces, gallery, connectivity, timing } = deps;
  const { files = disk, now = Date.now } = deps;
  // Delays are measured with this clock; `now` is the wall clock, for times that are displayed.
  const clock = createSteadyClock(now);
  /** The end of a delay as wall-clock time, for the window. */
  const toWallTime = (at: number | null): number | null => (at === null ? null : clock.toWall(at));
  const changes = createListeners<[]>();
  const progress = createListeners<[UploadProgress[]]>();

  const suspensions = createSuspensions({ now: clock.now, backoffMs: timing.backoffMs });
  const databasePause = createDatabasePause({
    log,
    now: clock.now,
    onBegun() {
      scheduler.databasePaused();
      changes.notify();
    },
  });
  const returnedFiles = createReturnedFiles({ store, files, log, timing, onReturned: changed });
  const confirmations = createConfirmations({ store, gallery, log, timing, onChanged: changed });
  const results = createUploadResults({
    store,
    suspensions,
    settleFailure: createSettleFailure({
      store,
      suspensions,
      files,
      log,
      now,
      steadyNow: clock.now,
      timing,
      maxAttempts: deps.maxAttempts ?? Infinity,
      isUnattended: deps.isUnattended ?? false,
    }),
    confirmations,
    databasePause,
    toWallTime,
    onFailed: returnedFiles.failed,
    log,
  });
  const transfers = createActiveTransfers({
    store,
    media: workspaces.media,
    clones: workspaces.clones,
    gallery,
    routes: connectivity.routes,
    createExecutor: deps.createExecutor ?? createPutExecutor,
    files: deps.files,
    settings: deps.initial.settings,
    timing,
    now,
    listeners: {
      onProgress: progress.notify,
      onChanged: changes.notify,
      onConfirmed(workspaceId) {
        suspensions.succeeded(workspaceId);
        changes.notify();
      },
      onCapacity: () => scheduler.tick(),
      onEnded: () => ended(),
    },
  });
  const hours = createHoursControl({
    hours: deps.hours ?? (() => ({ effect: null, changesAt: null })),
    transfers,
    isRemote: (workspaceId) => workspaces.clones(workspaceId) === null,
    steadyNow: clock.now,
    now,
  });
  const scheduler = createScheduler({
    store,
    workspaceIds: workspaces.ids,
    transfers,
    hours,
    suspensions,
    connectivity,
    databasePause,
    isPaused,
    start(row) {
      transfers.start(row, (result) => results.settle(row, result));
      log.info(`uploads: begin ${row.id}`);
      changes.notify();
    },
    onChanged: changes.notify,
    now: clock.now,
  });
  const actions = createUploadActions({
    store,
    files,
    onStopped() {
      void transfers.abort((row) => stopped.includes(store.get(row.id)?.state));
      changed();
    },
    onChanged: changed,
    onRetried: endSuspension,
  });

  /** Uploads may be due that were not, or in another order. */
  function changed(): void {
    scheduler.reload();
    ended();
  }
  function ended(): void {
    changes.notify();
    scheduler.tick();
  }

  /** Ends the suspension of a workspace, or of all: the connection may work again. */
  function endSuspension(workspaceId?: string): void {
    transfers.retryGallery();
    suspensions.release(workspaceId);
    changed();
  }

  return {
    clock,
    toWallTime,
    changes,
    progress,
    suspensions,
    databasePause,
    returnedFiles,
    confirmations,
    results,
    transfers,
    hours,
    scheduler,
    actions,
    changed,
    endSuspension,
  };
}
