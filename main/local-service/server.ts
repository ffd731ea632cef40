/**
 * The local service: implements the whole service interface on this computer, as HTTP on loopback. It does not depend
 * on the application, and the application uses it only through its address and credentials.
 */
import path from "node:path";
import { AppError } from "../common/errors";
import { silentLog, type Log } from "../common/log";
import { createAuth } from "./auth";
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
import { createUploads } from "./media/uploads";
import { openDiskObjects } from "./objects/disk";
import { createFolder } from "./objects/files";
import { createPresign } from "./presign";
import { createScriptReader } from "../script-formats/process/reader";
import { forkReader, type LaunchReader } from "../script-formats/process/reader-process";
import { createBackup } from "./backup/backup";
import { createFetcher } from "./ingest/fetch";
import { createSources } from "./ingest/sources";
import type { ExternalGrants } from "../common/external-grants";
import { defaultDurations, type ServiceDurations } from "./durations";
import { createOpenapiRoutes } from "./routes/openapi";
import { receiveObject } from "./routes/objects";
import { mountRoutes } from "./routes/route";
import type { LocalStore } from "./rows/port";
import { databaseName } from "./rows/sqlite";
import { createBackgroundWork } from "./background-work";
import { cleanUp, startSweeping } from "./cleanup";
import { composeRoutes } from "./compose-routes";
import { startEngineParts, type EngineOptions } from "./engine-parts";

export interface LocalServiceOptions extends EngineOptions {
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
    const baseUrl = () => `${origin}${apiPath}`;
    const parts = await startEngineParts(options, { store, dataDir, log });
    const { engine, engines } = parts;
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
    const work = createBackgroundWork({
      ...{
        store,
        objects,
        gallery,
        sources,
        reader,
        engine,
        engines,
        dataDir,
        durations,
        log,
        now,
      },
    });
    // A restored backup has its own external engines.
    const reloadEngines = async () => parts.external?.load();
    const backup = createBackup({
      ...{ store, objects, gallery, dataDir, now },
      withWorkPaused: (change) => work.withWorkPaused(change, reloadEngines),
    });

    await gallery.recover();
    await store.reopenUpload();
    await cleanUp(store, objects);
    const sweeper = await startSweeping(uploads, { ...durations, log, now });

    const closingSignal = new AbortController();
    const host = { baseUrl, closing: closingSignal.signal, log, now };
    const routes = composeRoutes({
      ...{ store, objects, media: { uploads, gallery }, clones, key, auth, parts, work, backup },
      host,
    });
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
      await parts.close();
      throw error;
    });
    origin = `http://127.0.0.1:${listener.port}`;
    work.start();
    const copies = startDailyCopies({
      file: databaseFile,
      log,
      now,
      firstAfterMs: durations.copyAfterMs,
    });
    let closing: Promise<void> | null = null;
    async function close(): Promise<void> {
      // The child processes and threads that end below do not keep this process alive.
      const keepAlive = setInterval(() => undefined, 60_000);
      await closeParts().finally(() => clearInterval(keepAlive));
    }
    async function closeParts(): Promise<void> {
      closingSignal.abort(new HttpError(503, "the service stops"));
      // A clone may last longer than the grace period.
      await clones?.close();
      await listener.close(closeGraceMs);
      // One may have begun meanwhile.
      await clones?.close();
      await sweeper.stop();
      // Ingestion stops first, so that tasks of the closing reader are repeated after the next start, not failed.
      const ended = work.close();
      await reader.close();
      await ended;
      await parts.close();
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
      grantExternal: (grants) => engine?.external?.grant(grants),
      close: () => (closing ??= close()),
    };
  }
}
