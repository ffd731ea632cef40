/**
 * The background work of a service: ingestion, dubbing, checks and exports, which are started,
 * paused and closed together.
 */
import type { ActivityTracker } from "../common/activity-tracker";
import type { Log } from "../common/log";
import type { Engines } from "./engines/engines";
import type { SharedEngines } from "./engines/shared-engines";
import type { Confirmations } from "./common/confirmations";
import { createCheckedElsewhere } from "./checks/checked-elsewhere";
import { createChecking, type Checking } from "./checks/checking";
import { createPictureTimes } from "./checks/picture-times";
import { BlockedError, type Engine } from "./engine/engine";
import type { MediaProvider } from "./engine/ports";
import { createExportQueue, createQueueElsewhere } from "./delivery/export-queue";
import { createExports, type Exports } from "./delivery/exports";
import { settledElsewhere } from "./delivery/settled-elsewhere";
import { createWholeVideo } from "./dubbing/whole-video";
import { createDubbing, type Dubbing } from "./dubbing/dubbing";
import type { ServiceDurations } from "./common/durations";
import { createRowRemoval } from "./ingest/removed-rows";
import { createIngestion, type Ingestion } from "./ingest/queue";
import type { Sources } from "./sources/sources";
import type { Gallery } from "./media/gallery";
import type { ObjectStore } from "./objects/port";
import { createLeases, type Leases } from "./work/leases";
import { createOutsideWork, type OutsideWork } from "./common/outside-work";
import { createMutex } from "../common/mutex";
import type { BatchRow } from "./rows/batches/batch-port";
import type { ExportKind } from "./rows/exports/export-port";
import type { ReviewedLanguage } from "./rows/review/review-port";
import type { LocalStore } from "./rows/port";
import type { ScriptReader } from "../script-formats/process/reader";

export interface BackgroundWorkDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  sources: Sources;
  reader: ScriptReader;
  /** Null for a service that does not dub. */
  engine: Engine | null;
  /** The media provider, also of a process whose work others do; null without one. */
  media: MediaProvider | null;
  engines: () => Engines;
  /** The engine sets of several services on one database; null for a single service. */
  shared: SharedEngines | null;
  /** False for a process whose work others do. Default: true. */
  isWorker?: boolean | undefined;
  /** What was confirmed on this computer. */
  confirmations: Confirmations;
  activity: Pick<ActivityTracker, "begin">;
  dataDir: string;
  /** The kind of the exports that are made. */
  exportKind: ExportKind;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  durations: Pick<ServiceDurations, "comparisonWaitMs" | "exportRetryMs" | "deliveryKeepMs">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface BackgroundWork {
  /** Starts with the work that an earlier process left. */
  start(): void;
  /** Starts due work. Call after any change that may have added some. */
  wake(): void;
  /** Null without an engine, and while no work is started. */
  dubbing(): Dubbing | null;
  /** Null while no work is started. */
  checking(): Pick<Checking, "wake" | "settle"> | null;
  /**
   * Null as `dubbing`. In a process whose work others do, null only without a media provider.
   */
  exports(): Exports | null;
  /** What a batch waits for, or "". */
  noteOf(batch: Pick<BatchRow, "id" | "status">): string;
  /** Has what failed begin again: see `forget` of OutsideWork, and `retryNow` of Dubbing. */
  forgetFailures(batchId: string): void;
  /** Ends the work on batches that were deleted. */
  endRemoved(): void;
  /**
   * On a full disk only removed rows and files are deleted; all work is done again when there is
   * space.
   */
  setDiskFull(isFull: boolean): Promise<void>;
  /** Stops all work until it is called with false. */
  setHeld(isHeld: boolean): Promise<void>;
  /** Runs `change` while nothing is running; `then` after it, before the work continues. */
  withWorkPaused<T>(change: () => Promise<T>, then: () => Promise<void>): Promise<T>;
  /** Stops; unfinished work is repeated after the next start. */
  close(): Promise<void>;
}

/** The work that is started together. */
interface Running {
  leases: Leases;
  outside: OutsideWork;
  ingestion: Ingestion;
  checking: Checking;
  /** The loop of dubs; null without an engine. */
  dubbing: Dubbing | null;
  /** The queue of exports; null without an engine. */
  exports: Exports | null;
}

/** What exports need in a process that makes them, and in one whose work others do. */
const commonExportDeps = (deps: BackgroundWorkDeps) => ({
  ...deps,
  ...deps.durations,
  kind: deps.exportKind,
  removeFiles: deps.gallery.removeRecorded,
});

/** `onPoll`: called every second if other processes work on the same rows. */
function startLoops(deps: BackgroundWorkDeps, onPoll: () => void): Running {
  const { store, engine, shared, activity, log } = deps;
  const mayUseEngine = shared?.mayWork;
  /** Pauses or continues dubbing as the processes of all services do. */
  function setPaused(): void {
    if (shared && dubbing && dubbing.isPaused() !== shared.isPaused())
      dubbing.setPaused(shared.isPaused());
  }
  const leases = createLeases({
    rows: store,
    log,
    ...(shared && { engineSet: shared.ownSet }),
    onPoll() {
      onPoll();
      setPaused();
      ingestion.wake();
      dubbing?.wake();
      exports?.wake();
      checking.wake();
    },
  });
  const outside = createOutsideWork(
    (error) => error instanceof BlockedError,
    (kind) => activity.begin(kind),
  );
  const checking = createChecking({ store, leases, log, pictureOf: createPictureTimes(deps) });
  const ingestion = createIngestion({
    ...deps,
    leases,
    outside,
    mayUseEngine,
    began: () => activity.begin("scripts"),
    onIngested() {
      dubbing?.wake();
      checking.wake();
    },
    removeFiles: deps.gallery.removeRecorded,
  });
  const dubbing =
    engine &&
    createDubbing({
      ...deps,
      leases,
      outside,
      engine,
      mayUseEngine,
      wholeVideo: createWholeVideo({ engine }),
      began: () => activity.begin("dubs"),
      onTakesChange: checking.wake,
    });
  setPaused();
  const exportDeps = engine && {
    ...commonExportDeps(deps),
    leases,
    outside,
    engine,
    began: () => activity.begin("deliveries"),
    async settle(language: ReviewedLanguage, signal: AbortSignal) {
      await dubbing?.whenPlanned(language, signal);
      await checking.settle(language);
    },
  };
  const exports = exportDeps && createExports(exportDeps, createExportQueue(exportDeps));
  return { leases, outside, ingestion, checking, dubbing, exports };
}

/** Exports in a process whose background work others do: it begins and cancels them only. */
function createExportsElsewhere(deps: BackgroundWorkDeps): Exports | null {
  const { store, media } = deps;
  if (!media) return null;
  const exportDeps = {
    ...commonExportDeps(deps),
    // Nothing is downloaded here.
    outside: createOutsideWork(() => true),
    engine: { media },
    settle: (language: ReviewedLanguage, signal: AbortSignal) =>
      settledElsewhere(store, language, signal),
  };
  return createExports(exportDeps, createQueueElsewhere());
}

export function createBackgroundWork(deps: BackgroundWorkDeps): BackgroundWork {
  const { store, engine, shared, isWorker = true, log } = deps;
  let running: Running | null = null;
  /** All that was started; on a full disk only the removal of rows. */
  let started: { wake?: () => void; close: () => Promise<void> }[] = [];
  let isDiskFull = false;
  let isHeld = false;
  /** Whether the engine changed while nothing may be compared with it. */
  let isEngineUnchecked = false;
  let isClosed = false;
  const pausing = createMutex();
  const elsewhere = isWorker ? null : createCheckedElsewhere(store, deps.closing);
  const exportsElsewhere = isWorker ? null : createExportsElsewhere(deps);

  function start(): void {
    if (!isWorker || isClosed || isHeld || started.length > 0) return;
    const { removeRecorded: removeFiles } = deps.gallery;
    if (isDiskFull) {
      started = [createRowRemoval({ store, log, removeFiles })];
      return;
    }
    running = startLoops(deps, endRemovedLater);
    const { outside, ingestion, dubbing, exports, checking } = running;
    started = [outside, ingestion, dubbing, exports, checking].filter((part) => part !== null);
  }
  async function stop(): Promise<void> {
    const stopping = started;
    const leases = running?.leases;
    started = [];
    running = null;
    // All at once: what one of them waits for may end with another one.
    await Promise.all(stopping.map((part) => part.close()));
    await leases?.close();
  }

  async function endRemoved(): Promise<void> {
    const batchIds = new Set([
      ...(running?.outside.batchIds() ?? []),
      ...(running?.dubbing?.batchIds() ?? []),
    ]);
    for (const batchId of batchIds) {
      // Work outside may belong to a bulk request.
      if ((await store.findBatch(batchId)) ?? (await store.findBulkRequest(batchId))) continue;
      await Promise.all([running?.dubbing?.interrupt(batchId), running?.outside.end(batchId)]);
    }
  }

  function endRemovedLater(): void {
    endRemoved().catch((error: unknown) => {
      if (!isClosed) log.error("the work on deleted batches could not be ended", error);
    });
  }

  /** A change of the engine makes tasks possible, and takes outdated. */
  function checkEngine(): void {
    isEngineUnchecked = isHeld;
    if (isHeld) return;
    running?.ingestion.checkEngine();
    store
      .requestChecks()
      .then(() => {
        running?.dubbing?.checkEngine();
        running?.checking.wake();
      })
      .catch((error: unknown) => log.error("dubs could not be compared with the engine", error));
  }
  const unsubscribe = (shared ?? engine)?.onChange(checkEngine);

  return {
    start,
    wake() {
      for (const part of started) part.wake?.();
    },
    dubbing: () => running?.dubbing ?? null,
    checking: () => elsewhere ?? running?.checking ?? null,
    exports: () => exportsElsewhere ?? running?.exports ?? null,
    noteOf({ id, status }) {
      const needsEngine = status === "ingesting" || status === "inferring";
      return [
        needsEngine && shared?.waitsFor(),
        running?.outside.noteOf(id),
        running?.dubbing?.noteOf(id),
      ]
        .filter(Boolean)
        .join(". ");
    },
    forgetFailures(batchId) {
      running?.outside.forget(batchId);
      running?.dubbing?.retryNow(batchId);
    },
    endRemoved: endRemovedLater,
    setDiskFull: (isFull) =>
      pausing(async () => {
        await stop();
        isDiskFull = isFull;
        start();
      }),
    setHeld: (held) =>
      pausing(async () => {
        await stop();
        isHeld = held;
        start();
        if (isEngineUnchecked) checkEngine();
      }),
    withWorkPaused: (change, then) =>
      pausing(async () => {
        await stop();
        try {
          return await change();
        } finally {
          await then().finally(start);
        }
      }),
    async close() {
      isClosed = true;
      unsubscribe?.();
      await exportsElsewhere?.close();
      await stop();
    },
  };
}
