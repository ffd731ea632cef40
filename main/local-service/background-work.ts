/** The background work of a service: ingestion, dubbing, checks and exports, which are started, paused and closed together. */
import type { Log } from "../common/log";
import type { Engines } from "./catalogue/engines";
import { createChecking, type Checking } from "./checks/checking";
import { createFrameRates } from "./checks/frame-rates";
import type { Engine } from "./dubbing/deps";
import { createExports, type Exports } from "./delivery/exports";
import { createDubbing, type Dubbing } from "./dubbing/dubbing";
import type { ServiceDurations } from "./durations";
import { createIngestion, type Ingestion } from "./ingest/queue";
import type { Sources } from "./ingest/sources";
import type { Gallery } from "./media/gallery";
import type { ObjectStore } from "./objects/port";
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
  engines: () => Engines;
  dataDir: string;
  durations: Pick<ServiceDurations, "comparisonWaitMs" | "exportRetryMs">;
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
  checking(): Checking | null;
  /** As `dubbing`. */
  exports(): Exports | null;
  /** Runs `change` while nothing is running; `then` after it, before the work continues. */
  withWorkPaused<T>(change: () => Promise<T>, then: () => Promise<void>): Promise<T>;
  /** Stops; unfinished work is repeated after the next start. */
  close(): Promise<void>;
}

export function createBackgroundWork(deps: BackgroundWorkDeps): BackgroundWork {
  const { store, engine, log } = deps;
  let ingestion: Ingestion | null = null;
  let dubbing: Dubbing | null = null;
  let exports: Exports | null = null;
  let checking: Checking | null = null;
  let isClosed = false;

  function start(): void {
    if (isClosed) return;
    const checks = createChecking({ store, log, frameRateOf: createFrameRates(deps) });
    checking = checks;
    ingestion = createIngestion({
      ...deps,
      onIngested() {
        dubbing?.wake();
        checks.wake();
      },
      removeFiles: deps.gallery.removeRecorded,
    });
    dubbing = engine && createDubbing({ ...deps, engine, onTakesChange: checks.wake });
    exports =
      engine &&
      createExports({
        ...{ ...deps, ...deps.durations, engine },
        async settle(language, signal) {
          await dubbing?.whenPlanned(language, signal);
          await checks.settle(language);
        },
      });
  }
  const stop = () =>
    Promise.all([ingestion?.close(), dubbing?.close(), exports?.close(), checking?.close()]);

  /** A change of the engine makes tasks possible, and takes outdated. */
  function checkEngine(): void {
    ingestion?.checkEngine();
    store
      .requestChecks()
      .then(() => {
        dubbing?.wake();
        checking?.wake();
      })
      .catch((error: unknown) => log.error("dubs could not be compared with the engine", error));
  }
  const unsubscribe = engine?.onChange(checkEngine);

  return {
    start,
    wake() {
      ingestion?.wake();
      dubbing?.wake();
      checking?.wake();
    },
    dubbing: () => dubbing,
    checking: () => checking,
    exports: () => exports,
    async withWorkPaused(change, then) {
      await stop();
      try {
        return await change();
      } finally {
        await then().finally(start);
      }
    },
    async close() {
      isClosed = true;
      unsubscribe?.();
      await stop();
    },
  };
}
