/**
 * The local service: implements the whole service interface on this computer, as HTTP on loopback. It does not depend
 * on the application, and the application uses it only through its address and credentials.
 */
import path from "node:path";
import { AppError } from "../common/errors";
import { silentLog, type Log } from "../common/log";
import { createAuth } from "./auth";
import { createEngines } from "./catalogue/engines";
import type { Engine } from "./dubbing/deps";
import { createDubbing, type Dubbing } from "./dubbing/dubbing";
import type { PackDescription } from "./engine/packs/catalogue";
import { readPackCatalogue } from "./engine/packs/description-schema";
import type { PackList } from "./engine/packs/pack";
import { createPacks } from "./engine/packs/packs";
import { createDubs } from "./dubbing/dubs";
import { createVoiceSamples } from "./dubbing/voice-samples";
import { listen } from "./http";
import { HttpError } from "./http-error";
import { inspectFolder } from "./data-folder";
import { loadOrCreateKeys } from "./keys";
import { openStore } from "./open-store";
import { tightenFolder } from "../common/private-files";
import { describeDamage, startDailyCopies } from "../common/database/copies";
import { lockFolder } from "../common/database/lock";
import { createClones } from "./media/clones";
import { createGallery } from "./media/gallery";
import { createUploads, type Uploads } from "./media/uploads";
import { openDiskObjects } from "./objects/disk";
import { createFolder } from "./objects/files";
import type { ObjectStore } from "./objects/port";
import { createPresign } from "./presign";
import { createScriptReader } from "../script-formats/process/reader";
import { forkReader, type LaunchReader } from "../script-formats/process/reader-process";
import { createBackup } from "./backup/backup";
import { createBatches } from "./batches/batches";
import { createBulk } from "./batches/bulk";
import { createFetcher } from "./ingest/fetch";
import { createIngestion, type Ingestion } from "./ingest/queue";
import { createSources } from "./ingest/sources";
import type { ExternalGrants } from "../common/external-grants";
import { createExternalConfiguration } from "./engine/external/configuration";
import { createCasting } from "./projects/casting";
import { createGlossary } from "./projects/glossary";
import { createProjects } from "./projects/projects";
import { createTeam } from "./projects/team";
import { createAuthRoutes } from "./routes/auth";
import { createBatchRoutes } from "./routes/batches";
import { createBulkRoutes } from "./routes/bulk";
import { createCastingRoutes } from "./routes/casting";
import { createCatalogueRoutes } from "./routes/catalogue";
import { createLocalRoutes } from "./routes/local";
import { createLocalBackupRoutes } from "./routes/local-backup";
import { createLocalDubRoutes } from "./routes/local-dubs";
import { createLocalExternalRoutes } from "./routes/local-external";
import { createLocalCloneRoutes } from "./routes/local-clones";
import { createLocalCharacterRoutes } from "./routes/local-characters";
import { createLocalGlossaryRoutes } from "./routes/local-glossary";
import { createLocalSampleRoutes } from "./routes/local-samples";
import { createLocalReportRoutes } from "./routes/local-reports";
import { createLocalOriginRoutes } from "./routes/local-origins";
import { createLocalPackRoutes } from "./routes/local-packs";
import { createLocalScriptRoutes } from "./routes/local-scripts";
import { createLocalUserRoutes } from "./routes/local-users";
import { createMediaRoutes } from "./routes/media";
import { defaultDurations, type ServiceDurations } from "./durations";
import { createOpenapiRoutes } from "./routes/openapi";
import { receiveObject } from "./routes/objects";
import { createProjectRoutes } from "./routes/projects";
import { mountRoutes } from "./routes/route";
import { createTeamRoutes } from "./routes/team";
import { createScriptStore } from "./scripts/script-store";
import type { LocalStore } from "./rows/port";
import { databaseName } from "./rows/sqlite";

export interface LocalServiceOptions {
  /** The service stores everything below this folder and creates it if it is missing. */
  dataDir: string;
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Durations that differ from `defaultDurations`. */
  durations?: Partial<ServiceDurations>;
  /** Accepts at most this many bytes while it runs, to simulate a small disk in tests. */
  freeBytesLimit?: number | undefined;
  /** Verifies the requests of the extension "clones"; without a key the service does not offer it. */
  cloneKey?: Buffer | undefined;
  /** Whether scripts and videos may be fetched from this computer and its local network; default false. */
  allowPrivateUrls?: boolean | undefined;
  /** Whether the newest copy may replace a damaged or missing database; set only if the user agreed. */
  mayRestoreCopy?: boolean | undefined;
  /** Starts a document reader process; by default a Node.js process that runs `scriptWorkerFile`. */
  launchReader?: LaunchReader | undefined;
  /** Bundle of the reader process; by default next to the bundle of this module. */
  scriptWorkerFile?: string | undefined;
  /** Starts the engine that dubs; without one, the service manages scripts and casting only. */
  startEngine?: ((packs: PackList) => Promise<Engine>) | undefined;
  /** External engines that may be used from the start; default none. */
  externalGrants?: ExternalGrants | undefined;
  /** The folder of installed packs, which several services may share; default `packs` in the data folder. */
  packsFolder?: string | undefined;
  /** Default: `readPackCatalogue`. */
  packCatalogue?: readonly PackDescription[] | undefined;
  /** Bundle of the thread that unpacks packs; by default next to the bundle of this module. */
  packThreadFile?: string | undefined;
  log?: Log | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
}

export interface LocalService {
  /** "http://127.0.0.1:PORT/api" */
  baseUrl: string;
  /** Constant for a folder. */
  clientId: string;
  clientSecret: string;
  /** The absolute file of a gallery path, to be read only. Rejects with "file-missing". */
  fileOf(galleryPath: string): Promise<string>;
  /** Replaces what external engines may be used, and their keys. */
  grantExternal(grants: ExternalGrants): void;
  /** Stops all work and releases the folder's lock. Repeated calls return the same promise. */
  close(): Promise<void>;
}

const apiPath = "/api";
/** Extensions that GET /local lists. */
const extensions = [
  "users",
  "characters",
  "glossary",
  "scripts",
  "lines",
  "batch-origins",
  "statistics",
  "backup",
  "dubs",
  "voice-samples",
];
const closeGraceMs = 2000;

/**
 * Starts a service on a data folder, and cleans up after an earlier process that was killed.
 * @throws AppError "invalid-input" for a folder that contains other files; "folder-in-use" when another process uses
 * it; "database-damaged" or "database-missing", with `details.copyMadeAt` if there is a valid copy of the database;
 * "local-service-failed" for a port that cannot be opened or a damaged key; the system error for a folder that cannot
 * be written.
 */
export async function createLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { dataDir, log = silentLog, now = Date.now } = options;
  const state = inspectFolder(dataDir);
  const databaseFile = path.join(dataDir, databaseName);
  const { mayRestoreCopy = false } = options;
  const durations = { ...defaultDurations, ...options.durations };
  if (state === "database-missing" && !mayRestoreCopy) {
    const message = `${databaseName} is missing beside media or a key`;
    throw await describeDamage(state, databaseFile, message);
  }
  await createFolder(path.resolve(dataDir));
  // SECURITY: other users of this computer must not read the data folder, even if it existed before.
  tightenFolder(dataDir);
  const lock = await lockFolder(dataDir);
  let store: LocalStore | null = null;
  try {
    store = await openStore({ dataDir, state, mayRestoreCopy, log, now });
    return await start(store);
  } catch (error) {
    await store?.close();
    lock.release();
    throw error;
  }

  async function start(store: LocalStore): Promise<LocalService> {
    const keys = await loadOrCreateKeys(dataDir);
    const objects = await openDiskObjects({ dataDir, freeBytesLimit: options.freeBytesLimit });
    let origin = "";
    let ingestion: Ingestion | null = null;
    let dubbing: Dubbing | null = null;
    const packs = options.startEngine
      ? await createPacks({
          folder: options.packsFolder ?? path.join(dataDir, "packs"),
          catalogue: options.packCatalogue ?? readPackCatalogue(),
          threadFile: options.packThreadFile ?? path.join(__dirname, "pack-thread.cjs"),
          log,
        })
      : null;
    const engine = packs && options.startEngine ? await options.startEngine(packs) : null;
    const external = engine?.external ?? null;
    if (options.externalGrants) external?.grant(options.externalGrants);
    const externalConfiguration =
      engine && external && createExternalConfiguration({ store, engine, external });
    await externalConfiguration?.load();
    const canReadMedia = engine !== null && (await engine.media.unavailable()) === null;
    const engines = createEngines(engine, { canReadMedia });
    const presign = createPresign({
      urlKey: keys.urlKey,
      now,
      urlLifeSeconds: durations.urlLifeSeconds,
      origin: () => origin,
    });
    const gallery = createGallery({ store, objects, log });
    const uploads = createUploads({ store, objects, gallery, presign, now });
    const { cloneKey: key } = options;
    const clones = key && createClones({ store, objects, gallery, dataDir, key, now });
    const { accessTokenSeconds, refreshTokenSeconds } = durations;
    const auth = createAuth({ ...keys, now, accessTokenSeconds, refreshTokenSeconds });

    const fetcher = createFetcher({
      allowPrivateUrls: options.allowPrivateUrls ?? false,
      timeoutMs: durations.fetchTimeoutMs,
    });
    const workerFile = options.scriptWorkerFile ?? path.join(__dirname, "script-worker.cjs");
    const reader = createScriptReader({ launch: options.launchReader ?? forkReader(workerFile) });
    const sources = createSources({ store, objects, fetcher });
    function onNewWork(): void {
      ingestion?.wake();
      dubbing?.wake();
    }
    const domain = { store, now, onNewWork };
    const team = createTeam(domain);
    const casting = createCasting({ ...domain, engines });
    const glossary = createGlossary(domain);
    const scripts = createScriptStore({ store, objects, now });

    const onIngested = () => dubbing?.wake();
    const startIngestion = () =>
      createIngestion({
        ...{ store, sources, objects, engine, reader, engines, now, log, onIngested },
        removeFiles: gallery.removeRecorded,
      });
    const startDubbing = () =>
      engine && createDubbing({ store, objects, gallery, engine, log, now });
    let isClosing = false;
    async function withWorkPaused<T>(work: () => Promise<T>): Promise<T> {
      await Promise.all([ingestion?.close(), dubbing?.close()]);
      try {
        return await work();
      } finally {
        // A restored backup has its own external engines.
        await externalConfiguration?.load();
        if (!isClosing) {
          ingestion = startIngestion();
          dubbing = startDubbing();
        }
      }
    }

    await gallery.recover();
    await store.reopenUpload();
    await cleanUp(store, objects);
    const sweeper = await startSweeping(uploads, { ...durations, log, now });

    const closingSignal = new AbortController();
    const batches = createBatches(domain);
    const baseUrl = () => `${origin}${apiPath}`;
    const routes = [
      ...createAuthRoutes(auth),
      ...createCatalogueRoutes(engines),
      ...createMediaRoutes({ uploads, gallery }),
      ...createProjectRoutes(createProjects(domain)),
      ...createTeamRoutes(team),
      ...createCastingRoutes({ casting, glossary, engines }),
      ...createBatchRoutes(batches, engines),
      ...createBulkRoutes(createBulk({ ...domain, engines })),
      ...createLocalUserRoutes(team),
      ...createLocalCharacterRoutes(casting, engines),
      ...createLocalGlossaryRoutes(glossary),
      ...createLocalScriptRoutes({ scripts, baseUrl }),
      ...createLocalReportRoutes({ store, batches }),
      ...createLocalOriginRoutes({ store }),
      ...createLocalSampleRoutes(createVoiceSamples({ objects, engine })),
      ...createLocalDubRoutes(createDubs({ store, now, dubbing: () => dubbing })),
      ...createLocalBackupRoutes(
        createBackup({ store, objects, gallery, dataDir, now, withWorkPaused }),
      ),
      ...(packs ? createLocalPackRoutes({ packs, key, now }) : []),
      ...(clones ? createLocalCloneRoutes({ clones, log }) : []),
      ...(externalConfiguration
        ? createLocalExternalRoutes(externalConfiguration, closingSignal.signal)
        : []),
      ...createLocalRoutes(
        [
          ...extensions,
          ...(packs ? ["packs"] : []),
          ...(clones ? ["clones"] : []),
          ...(externalConfiguration ? ["external-engines"] : []),
        ],
        engines,
      ),
    ];
    const api = mountRoutes(apiPath, [...routes, ...createOpenapiRoutes(routes, baseUrl)], auth);
    const listener = await listen(
      {
        api,
        receiveObject: (request, response) =>
          receiveObject({ presign, uploads }, request, response),
        log,
      },
      options.port ?? 0,
    ).catch(async (error: unknown) => {
      await sweeper.stop();
      throw error;
    });
    origin = `http://127.0.0.1:${listener.port}`;
    ingestion = startIngestion();
    dubbing = startDubbing();
    const unsubscribe = engine?.onChange(() => {
      ingestion?.checkEngine();
      void store.requestChecks().then(() => dubbing?.wake());
    });
    const copies = startDailyCopies({
      file: databaseFile,
      log,
      now,
      firstAfterMs: durations.copyAfterMs,
    });
    let closing: Promise<void> | null = null;
    async function close(): Promise<void> {
      isClosing = true;
      // The child processes and threads that end below do not keep this process alive.
      const keepAlive = setInterval(() => undefined, 60_000);
      await closeParts().finally(() => clearInterval(keepAlive));
    }
    async function closeParts(): Promise<void> {
      unsubscribe?.();
      closingSignal.abort(new HttpError(503, "the service stops"));
      // A clone may last longer than the grace period.
      await clones?.close();
      await listener.close(closeGraceMs);
      // One may have begun meanwhile.
      await clones?.close();
      await sweeper.stop();
      // Ingestion stops first, so that tasks of the closing reader are repeated after the next start, not failed.
      const ended = Promise.all([ingestion?.close(), dubbing?.close()]);
      await reader.close();
      await ended;
      await packs?.close();
      await engine?.close();
      await fetcher.close();
      await copies.stop();
      await store.close();
      lock.release();
    }
    return {
      baseUrl: baseUrl(),
      clientId: keys.clientId,
      clientSecret: keys.clientSecret,
      async fileOf(galleryPath) {
        const found = await store.findFile(galleryPath);
        if (!found) throw new AppError("file-missing", `${galleryPath} is not in the gallery`);
        return objects.fileAt(found.location);
      },
      grantExternal: (grants) => external?.grant(grants),
      close: () => (closing ??= close()),
    };
  }
}

/** Deletes stored bytes without a row. */
async function cleanUp(store: LocalStore, objects: ObjectStore): Promise<void> {
  const publishing = new Set((await store.listPublishing()).map((row) => row.staged));
  // Runs before the service listens: no script can be between storing its bytes and adding its row.
  const scripts = new Set((await store.listScripts()).map((row) => row.location));
  await objects.clean({
    scripts,
    staged: (staged) => Promise.resolve(publishing.has(staged)),
    async placements(uploadId) {
      if (!(await store.isUploadKnown(uploadId))) return null;
      return new Set((await store.listParts(uploadId)).map((part) => part.placement));
    },
  });
}

type SweepOptions = Pick<ServiceDurations, "sweepAfterMs" | "sweepEveryMs"> & {
  log: Log;
  now: () => number;
};

async function startSweeping(uploads: Uploads, options: SweepOptions) {
  const { log, now, sweepAfterMs, sweepEveryMs } = options;
  const sweep = () =>
    uploads
      .sweep(now() - sweepAfterMs)
      .catch((error: unknown) => log.error("local service: sweep failed", error));
  let running = sweep();
  await running;
  const timer = setInterval(() => {
    running = sweep();
  }, sweepEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
