/**
 * The local workspace: the whole service of the interface on this computer, behind HTTP on loopback. Nothing here
 * knows of the application, and the application knows nothing of what is here but its address.
 */
import path from "node:path";
import { silentLog, type Log } from "../common/log";
import { createAuth } from "./auth";
import { listen } from "./http";
import { inspectFolder } from "./data-folder";
import { openKeys } from "./keys";
import { openStore } from "./open-store";
import { tightenFolder } from "../common/private-files";
import { describeDamage, startDailyCopies } from "../common/database/copies";
import { lockFolder } from "../common/database/lock";
import { createGallery } from "./media/gallery";
import { createUploads, type Uploads } from "./media/uploads";
import { openDiskObjects } from "./objects/disk";
import { makeFolder } from "./objects/files";
import type { ObjectStore } from "./objects/port";
import { createPresign } from "./presign";
import { createScriptReader } from "../script-formats/reader";
import { forkReader, type LaunchReader } from "../script-formats/reader-process";
import { createBackup } from "./backup/backup";
import { createBatches } from "./batches/batches";
import { createBulk } from "./batches/bulk";
import { createFetcher } from "./ingest/fetch";
import { createIngestion, type Ingestion } from "./ingest/queue";
import { createSources } from "./ingest/sources";
import { createCasting } from "./projects/casting";
import { createGlossary } from "./projects/glossary";
import { createProjects } from "./projects/projects";
import { createTeam } from "./projects/team";
import { createAuthRoutes } from "./routes/auth";
import { createBatchRoutes } from "./routes/batches";
import { createBulkRoutes } from "./routes/bulk";
import { createCastRoutes } from "./routes/cast";
import { createCatalogueRoutes } from "./routes/catalogue";
import { createLocalRoutes } from "./routes/local";
import { createLocalBackupRoutes } from "./routes/local-backup";
import { createLocalGlossaryRoutes } from "./routes/local-glossary";
import { createLocalInsightRoutes } from "./routes/local-insight";
import { createLocalOriginRoutes } from "./routes/local-origins";
import { createLocalPeopleRoutes } from "./routes/local-people";
import { createLocalScriptRoutes } from "./routes/local-scripts";
import { createMediaRoutes } from "./routes/media";
import { createOpenapiRoutes } from "./routes/openapi";
import { receiveObject } from "./routes/objects";
import { createProjectRoutes } from "./routes/projects";
import { mountRoutes } from "./routes/route";
import { createTeamRoutes } from "./routes/team";
import { createScriptStore } from "./scripts/script-store";
import type { LocalStore } from "./rows/port";
import { databaseName } from "./rows/sqlite";

export interface LocalServiceOptions {
  /** Everything is below this folder; it is made where it is missing. */
  dataDir: string;
  /** 0, the default: any free port. */
  port?: number | undefined;
  /** How long an upload URL is good for; 900 unless told otherwise (interface §8). */
  urlLifeSeconds?: number | undefined;
  /** How long an access token is good for; 3600 unless told otherwise. */
  accessTokenSeconds?: number | undefined;
  /** An upload without a sign of life for this long is dropped; 7 days unless told otherwise. */
  sweepAfterMs?: number | undefined;
  /** How often that is looked at, besides at the start; one hour unless told otherwise. */
  sweepEveryMs?: number | undefined;
  /** Takes at most this many bytes while it runs, as if the disk were that small. For tests. */
  freeBytesLimit?: number | undefined;
  /** Whether scripts and videos may be fetched from this computer and its own network; not unless told so. */
  allowPrivateUrls?: boolean | undefined;
  /** How long a script or video may take to answer; 30,000 unless told otherwise. */
  fetchTimeoutMs?: number | undefined;
  /** Whether the newest copy may take the place of a damaged or missing database; not unless the user agreed. */
  mayRestoreCopy?: boolean | undefined;
  /** How soon after the start the first copy of the database is made where one is due; 30,000 unless given. */
  copyAfterMs?: number | undefined;
  /** Starts a process that reads documents; one of plain Node, running `scriptWorkerFile`, unless given. */
  launchReader?: LaunchReader | undefined;
  /** The bundle that such a process runs; beside the bundle of this module unless given. */
  scriptWorkerFile?: string | undefined;
  log?: Log | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
}

export interface LocalService {
  /** "http://127.0.0.1:PORT/api" */
  baseUrl: string;
  /** The same for the same folder, always. */
  clientId: string;
  clientSecret: string;
  /** Ends what is under way, and gives the folder back. May be called again. */
  close(): Promise<void>;
}

const apiPath = "/api";
/** What is announced at /local. */
const extensions = [
  "users",
  "characters",
  "glossary",
  "scripts",
  "lines",
  "batch-origins",
  "statistics",
  "backup",
];
const refreshTokenSeconds = 30 * 24 * 3600;
const hourMs = 3_600_000;
const closeGraceMs = 2000;

/**
 * Starts a service on a data folder, and puts in order what a killed predecessor left.
 * @throws AppError "invalid-input" for a folder that holds other files; "folder-in-use" when another process has it;
 * "database-damaged" or "database-missing", with `details.copyMadeAt` where there is a good copy of the database;
 * "local-service-failed" for a port that cannot be had or a damaged key; the system's own error for a folder that
 * cannot be written.
 */
export async function createLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { dataDir, log = silentLog, now = Date.now } = options;
  const state = inspectFolder(dataDir);
  const databaseFile = path.join(dataDir, databaseName);
  const { mayRestoreCopy = false } = options;
  if (state === "database-missing" && !mayRestoreCopy) {
    const message = `${databaseName} is missing beside media or a key`;
    throw await describeDamage(state, databaseFile, message);
  }
  await makeFolder(path.resolve(dataDir));
  // SECURITY: other users of this computer have no business in a folder of ours, whoever made it.
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
    const keys = await openKeys(dataDir);
    const objects = await openDiskObjects({ dataDir, freeBytesLimit: options.freeBytesLimit });
    let origin = "";
    let ingestion: Ingestion | null = null;
    const urlLifeSeconds = options.urlLifeSeconds ?? 900;
    const presign = createPresign({
      urlKey: keys.urlKey,
      now,
      urlLifeSeconds,
      origin: () => origin,
    });
    const gallery = createGallery({ store, objects, log });
    const uploads = createUploads({ store, objects, gallery, presign, now });
    const accessTokenSeconds = options.accessTokenSeconds ?? 3600;
    const auth = createAuth({ ...keys, now, accessTokenSeconds, refreshTokenSeconds });

    const fetcher = createFetcher({
      allowPrivateUrls: options.allowPrivateUrls ?? false,
      timeoutMs: options.fetchTimeoutMs,
    });
    const workerFile = options.scriptWorkerFile ?? path.join(__dirname, "script-worker.cjs");
    const reader = createScriptReader({ launch: options.launchReader ?? forkReader(workerFile) });
    const sources = createSources({ store, objects, fetcher });
    const domain = { store, now, onWork: () => ingestion?.wake() };
    const team = createTeam(domain);
    const casting = createCasting(domain);
    const glossary = createGlossary(domain);
    const scripts = createScriptStore({ store, objects, now });

    const startIngestion = () => createIngestion({ store, sources, reader, now, log });
    let isClosing = false;
    async function whileQuiet<T>(work: () => Promise<T>): Promise<T> {
      await ingestion?.close();
      try {
        return await work();
      } finally {
        if (!isClosing) ingestion = startIngestion();
      }
    }

    await gallery.recover();
    await store.reopenUpload();
    await cleanUp(store, objects);
    const sweeper = await startSweeping(uploads, { ...options, log, now });

    const batches = createBatches(domain);
    const baseUrl = () => `${origin}${apiPath}`;
    const routes = [
      ...createAuthRoutes(auth),
      ...createCatalogueRoutes(),
      ...createMediaRoutes({ uploads, gallery }),
      ...createProjectRoutes(createProjects(domain)),
      ...createTeamRoutes(team),
      ...createCastRoutes({ casting, glossary }),
      ...createBatchRoutes(batches),
      ...createBulkRoutes(createBulk(domain)),
      ...createLocalPeopleRoutes({ team, casting }),
      ...createLocalGlossaryRoutes(glossary),
      ...createLocalScriptRoutes({ scripts, baseUrl }),
      ...createLocalInsightRoutes({ store, batches }),
      ...createLocalOriginRoutes({ store }),
      ...createLocalBackupRoutes(
        createBackup({ store, objects, gallery, dataDir, now, whileQuiet }),
      ),
      ...createLocalRoutes(extensions),
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
    const copies = startDailyCopies({
      file: databaseFile,
      log,
      now,
      firstAfterMs: options.copyAfterMs,
    });
    let closing: Promise<void> | null = null;
    async function close(): Promise<void> {
      isClosing = true;
      await listener.close(closeGraceMs);
      await sweeper.stop();
      // First it is told that it ends, then the reader: what was not read is read after the next start.
      const ended = ingestion?.close();
      await reader.close();
      await ended;
      await fetcher.close();
      await copies.stop();
      await store.close();
      lock.release();
    }
    return {
      baseUrl: baseUrl(),
      clientId: keys.clientId,
      clientSecret: keys.clientSecret,
      close: () => (closing ??= close()),
    };
  }
}

/** Drops the bytes that no row knows. */
async function cleanUp(store: LocalStore, objects: ObjectStore): Promise<void> {
  const publishing = new Set((await store.listPublishing()).map((row) => row.staged));
  // Read before anything is listened to: no script can be on its way between its bytes and its row.
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

type SweepOptions = Pick<LocalServiceOptions, "sweepAfterMs" | "sweepEveryMs"> & {
  log: Log;
  now: () => number;
};

async function startSweeping(uploads: Uploads, options: SweepOptions) {
  const { log, now, sweepAfterMs = 7 * 24 * hourMs, sweepEveryMs = hourMs } = options;
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
