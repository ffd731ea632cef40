/**
 * The local service: implements the whole service interface on this computer, as HTTP on loopback.
 * It does not depend on the application, and the application uses it only through its address and
 * credentials.
 */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { createActivityTracker, type ActivityTracker } from "../common/activity-tracker";
import { leftPrograms } from "../common/processes/left-programs";
import { createClosers, type Closers } from "../common/closers";
import { AppError } from "../common/errors";
import { silentLog, type Log } from "../common/log";
import { createPeople } from "./access/people";
import { createAuth } from "./common/auth";
import {
  confirmationKeyBytes,
  createConfirmations,
  type Confirmations,
} from "./common/confirmations";
import { HttpError } from "./common/http-error";
import { loadOrCreateKeys } from "./keys";
import { createLastUse } from "./last-use";
import { openStore } from "./open-store";
import { startDailyCopies, type DailyCopies } from "../common/database/copies";
import { lockFolder } from "../common/database/lock";
import { createClones } from "./media/clones";
import { createGallery, type Gallery } from "./media/gallery";
import { createUploads, type Uploads } from "./media/uploads";
import { createDirectUploads } from "./media/direct-uploads";
import { closeGraceMs, openListeners } from "./open-listeners";
import { openObjects, type OpenedObjects } from "./open-objects";
import { prepareFolder } from "./prepare-folder";
import { createMoving, type Moving } from "./move/moving";
import type { DiskObjects, ObjectStore } from "./objects/port";
import { createPresign } from "./common/presign";
import { createScriptReader, type ScriptReader } from "../script-formats/process/reader";
import { forkReader } from "../script-formats/process/reader-process";
import { createBackup, type Backup } from "./backup/backup";
import { createFetcher } from "./fetch/fetch";
import { createSources } from "./sources/sources";
import type { ExternalGrants } from "../common/external-grants";
import { defaultDurations, type ServiceDurations } from "./common/durations";
import { createOperations, type Operations } from "./operations/operations";
import { receiveObject } from "./routes/objects";
import type { Admit } from "./routes/route";
import type { LocalStore } from "./rows/port";
import type { ReviewedLanguage } from "./rows/review/review-port";
import { migrations } from "./rows/migrations";
import { databaseName } from "./rows/sqlite";
import { createBackgroundWork, type BackgroundWork } from "./background-work";
import { removeBytesWithoutRow, startSweeping } from "./bytes-without-row";
import { admitWhileMoving } from "./admit-while-moving";
import { admitOnFullDisk, createSpace, type Space } from "./space";
import { composeRoutes } from "./compose-routes";
import type { SharedEngines } from "./engines/shared-engines";
import type { ServiceRole } from "./common/service-roles";
import { startEngineParts } from "./engines/engine-parts";
import type { LocalServiceOptions } from "./service-options";

export interface LocalService {
  /** "http://127.0.0.1:PORT/api" */
  baseUrl: string;
  /** Constant for a folder. */
  clientId: string;
  clientSecret: string;
  /** "http://127.0.0.1:PORT/metrics"; null without a port for metrics. */
  metricsUrl: string | null;
  /** The absolute file of a gallery path, to be read only. Rejects with "file-missing". */
  fileOf(galleryPath: string): Promise<string>;
  /**
   * Has the checks of a language run now, without the rest that they take while values change.
   * Resolves at once while no work is started.
   */
  settleChecks(language: ReviewedLanguage): Promise<void>;
  /** Replaces what external engines may be used, and their keys. */
  grantExternal(grants: ExternalGrants): void;
  /**
   * Not ready from now on, and new requests get 503. Resolves with the number of earlier requests
   * that have not ended: 0 as soon as all have, or others when the signal is aborted. Call `close`
   * afterwards.
   */
  drain(signal: AbortSignal): Promise<number>;
  /** Stops all work and releases the folder's lock. Repeated calls return the same promise. */
  close(): Promise<void>;
}

/**
 * Starts a service on a data folder, and cleans up after an earlier process that was killed.
 * @throws AppError "invalid-input" for a folder that contains other files, or is new inside of
 * another workspace; "folder-in-use" when another process uses it; "database-damaged" or
 * "database-missing", with `details.copyMadeAt` if there is a valid copy of the database;
 * "rows-invalid" for rows of another computer or program with values that no row has;
 * "local-service-failed" for a port that cannot be opened or a damaged key; the system error for a
 * folder that cannot be written.
 */
export async function createLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { dataDir, databaseUrl, log = silentLog, now = Date.now, mayRestoreCopy = false } = options;
  const { acceptsRows = false, lastUsesFolder, onChecking } = options;
  roleOf(options);
  leftPrograms?.endAll();
  const state = await prepareFolder(options);
  const confirmations = createConfirmations(
    options.confirmationKey ?? randomBytes(confirmationKeyBytes),
  );
  const lock = await lockFolder(dataDir);
  const closers = createClosers();
  closers.add("lock", lock.release);
  const lastUse =
    databaseUrl === undefined && lastUsesFolder !== undefined
      ? createLastUse(lastUsesFolder, { dataDir, log, onProgress: onChecking })
      : null;
  try {
    const store = await openStore({
      dataDir,
      databaseUrl,
      isShared: mayShareRows(options),
      onDatabaseLost: options.onDatabaseLost,
      state,
      mayRestoreCopy,
      lastUse,
      acceptsRows,
      onChecking,
      confirmations,
      log,
      now,
    });
    let isStarted = false;
    closers.add("record of the last use", () => (isStarted ? lastUse?.end() : undefined));
    closers.add("store", store.close);
    const service = await start({ ...options, log, now }, { store, confirmations, closers });
    await lastUse?.begin();
    isStarted = true;
    return service;
  } catch (error) {
    await closers.close().catch((failure: unknown) => log.error("not closed", failure));
    throw error;
  }
}

/**
 * Whether other services may use the same rows: files of a folder, and deliveries to folders,
 * belong to one computer.
 */
const mayShareRows = ({ bucket, team }: LocalServiceOptions) =>
  bucket !== undefined && team !== undefined;

/**
 * The role of one of several services on a database; null for a single service.
 * @throws AppError "invalid-input" if a single service has a role
 */
function roleOf(options: LocalServiceOptions): ServiceRole | null {
  const { role, databaseUrl } = options;
  if (mayShareRows(options) && databaseUrl !== undefined) return role ?? "api,worker";
  if (role === undefined) return null;
  throw new AppError("invalid-input", "--role needs --team, --database and --objects");
}

type StartOptions = LocalServiceOptions & { log: Log; now: () => number };

interface Opened {
  store: LocalStore;
  confirmations: Confirmations;
  closers: Closers;
}

async function start(
  options: StartOptions,
  { store, confirmations, closers }: Opened,
): Promise<LocalService> {
  const { dataDir, log, now } = options;
  const durations = { ...defaultDurations, ...options.durations };
  let copies: DailyCopies | null = null;
  closers.add("copies of the database", () => copies?.stop());
  const fetcher = createFetcher({
    allowPrivateUrls: options.allowPrivateUrls ?? false,
    timeoutMs: durations.fetchTimeoutMs,
  });
  closers.add("fetcher", fetcher.close);
  const keys = await loadOrCreateKeys(dataDir);
  const opened = await openObjects({ ...options, clientId: keys.clientId });
  const { objects } = opened;
  /** Backups and clones are about files of the folder. */
  const disk = opened.kind === "disk" ? opened.objects : null;
  if (opened.kind === "bucket") closers.add("bucket", opened.objects.close);
  const urls = { api: "", origin: "", metrics: "" };
  const baseUrl = () => urls.api;
  const activity = createActivityTracker((running) => options.onActivity?.(running));
  closers.add("activity", activity.stop);
  const role = roleOf(options);
  const ofEngine = { store, activity, dataDir, log, role, durations };
  const parts = await startEngineParts(options, ofEngine);
  closers.add("engine", parts.close);
  const { engine, media, engines, shared } = parts;
  const presign = createPresign({
    urlKey: keys.urlKey,
    now,
    urlLifeSeconds: durations.urlLifeSeconds,
    origin: () => urls.origin,
  });
  const gallery = createGallery({ store, objects, log });
  const { urlLifeSeconds } = durations;
  const uploads =
    opened.kind === "disk"
      ? createUploads({ store, objects: opened.objects, gallery, presign, now })
      : createDirectUploads({ store, gallery, objects: opened.objects, urlLifeSeconds, now });
  const { cloneKey: key } = options;
  const clones =
    key && disk ? createClones({ store, objects: disk, gallery, dataDir, key, now }) : undefined;
  const { accessTokenSeconds, refreshTokenSeconds } = durations;
  const people = options.team
    ? createPeople({ serverName: options.team.name, rows: store, log, now })
    : null;
  const others = people?.credentials ?? null;
  const auth = createAuth({ ...keys, others, now, accessTokenSeconds, refreshTokenSeconds });

  const reader = options.reader ?? createReaderOf(options);
  const ownHost = () => (urls.origin === "" ? "" : new URL(urls.origin).hostname);
  const sources = createSources({ store, objects, fetcher, ownHost });
  const closingSignal = new AbortController();
  const work = createBackgroundWork({
    store,
    objects,
    gallery,
    sources,
    reader,
    engine,
    media,
    engines,
    shared,
    isWorker: role !== "api",
    confirmations,
    activity,
    dataDir,
    exportKind: options.team ? "objects" : "folder",
    closing: closingSignal.signal,
    durations,
    log,
    now,
  });
  // Ingestion stops first, so that tasks of the closing reader are repeated after the next
  // start, not failed.
  closers.add("background work", () => Promise.all([work.close(), reader.close()]));
  const reloadEngines = async () => parts.external?.load();
  const whole = { store, gallery, work, reloadEngines };
  const backup = disk && createBackupOf(options, { ...whole, objects: disk, activity });

  const moving = await createMovingOf(options, { ...whole, objects, uploads });
  const space = createSpaceOf(options, durations, { store, objects, gallery, backup, work });
  closers.add("space", space.close);
  await space.start();
  const sweeper = await startSweeping(
    { uploads, exports: store, gallery, whileSettling: moving.whileSettling },
    { ...durations, log, now },
  );
  closers.add("sweeper", sweeper.stop);

  const host = { baseUrl, closing: closingSignal.signal, closers, log, now };
  const routes = composeRoutes({
    store,
    objects,
    media: { uploads, gallery },
    clones,
    key,
    auth,
    people,
    parts,
    work,
    // Backups copy the file of SQLite.
    backup: options.databaseUrl === undefined ? backup : null,
    moving,
    host,
  });
  const ofOperations = { store, opened, shared, space, activity, closers };
  const operations = startOperations(options, ofOperations);
  const listener = await openListeners(options, {
    routes,
    operations,
    closers,
    auth,
    people,
    admit: admitSettled(
      () => moving.whileSettling(uploads.settle),
      admitWhileMoving(moving, admitOnFullDisk(space)),
    ),
    urls,
    async receiveObject(request, response) {
      space.requireSpace();
      await moving.whileReceiving(() => receiveObject({ presign, uploads }, request, response));
    },
  });
  // A clone may last longer than the grace period, and one may begin during it.
  const closeClones = () => clones?.close();
  closers.add("clones", closeClones);
  closers.add("listener", () => listener.close(closeGraceMs));
  closers.add("clones", closeClones);
  closers.add("requests", () => closingSignal.abort(new HttpError(503, "the service stops")));
  work.start();
  await shared?.start({
    takesPerSecond: () => work.dubbing()?.takesPerSecond() ?? null,
    problem: () => (space.isFull() ? "its disk is full: it does no work" : ""),
  });
  copies = startCopies(options, durations);
  return {
    baseUrl: baseUrl(),
    clientId: keys.clientId,
    clientSecret: keys.clientSecret,
    metricsUrl: urls.metrics === "" ? null : `${urls.metrics}/metrics`,
    drain(signal) {
      operations?.readiness.startDraining();
      const hasProxies = (options.team?.proxies ?? []).length > 0;
      return listener.drain(signal, hasProxies ? durations.drainNoticeMs : 0);
    },
    async fileOf(galleryPath) {
      const found = await store.findFile(galleryPath);
      if (!found) throw new AppError("file-missing", `${galleryPath} is not in the gallery`);
      if (!disk) throw new AppError("file-missing", `${galleryPath} is in a bucket`);
      return disk.fileAt(found.location);
    },
    settleChecks: async (language) => work.checking()?.settle(language),
    grantExternal: (grants) => engine?.external?.grant(grants),
    close: () => closeAlive(closers),
  };
}

/** Starts the copies of a database in the folder; null for another database. */
const startCopies = (
  { databaseUrl, dataDir, log, now }: StartOptions,
  { copyAfterMs: firstAfterMs }: ServiceDurations,
): DailyCopies | null =>
  databaseUrl === undefined
    ? startDailyCopies({ file: path.join(dataDir, databaseName), log, now, firstAfterMs })
    : null;

async function closeAlive(closers: Closers): Promise<void> {
  // The child processes and threads that end do not keep this process alive.
  const keepAlive = setInterval(() => undefined, 60_000);
  await closers.close().finally(() => clearInterval(keepAlive));
}

/** What replaces a whole workspace. */
interface WholeParts {
  store: LocalStore;
  gallery: Gallery;
  work: BackgroundWork;
  /** A restored or moved workspace has its own external engines. */
  reloadEngines: () => Promise<void>;
}

function createReaderOf({ launchReader, scriptWorkerFile }: LocalServiceOptions): ScriptReader {
  const workerFile = scriptWorkerFile ?? path.join(__dirname, "script-worker.cjs");
  return createScriptReader({ launch: launchReader ?? forkReader(workerFile) });
}

function createBackupOf(
  { dataDir, log, now }: StartOptions,
  {
    work,
    reloadEngines,
    activity,
    ...parts
  }: WholeParts & { objects: DiskObjects; activity: ActivityTracker },
): Backup {
  return createBackup({
    ...parts,
    dataDir,
    began: () => activity.begin("backups"),
    log,
    now,
    withWorkPaused: (change) => work.withWorkPaused(change, reloadEngines),
  });
}

/** A workspace whose move was interrupted does no work. */
async function createMovingOf(
  { isWithoutWork = false, log, now }: StartOptions,
  { work, reloadEngines, ...parts }: WholeParts & { objects: ObjectStore; uploads: Uploads },
): Promise<Moving> {
  const moving = await createMoving({
    ...parts,
    schemaVersion: migrations.length,
    async holdWork(isHeld) {
      if (!isHeld) await reloadEngines();
      if (!isWithoutWork) await work.setHeld(isHeld);
    },
    log,
    now,
  });
  if (moving.isHeld() || isWithoutWork) await work.setHeld(true);
  return moving;
}

interface Watched {
  store: LocalStore;
  shared: SharedEngines | null;
  space: Space;
  activity: ActivityTracker;
  closers: Closers;
  opened: OpenedObjects;
}

/** Health, readiness and metrics; null for a service that does not offer them. */
function startOperations(
  { dataDir, databaseUrl, operations: wanted, log, now }: StartOptions,
  { store, opened, shared, space, activity, closers }: Watched,
): Operations | null {
  if (!wanted) return null;
  const operations = createOperations({
    rows: store,
    shared,
    schemaVersion: migrations.length,
    writable: databaseUrl === undefined ? [dataDir, path.join(dataDir, databaseName)] : [dataDir],
    isDiskFull: space.isFull,
    clock: databaseUrl === undefined ? null : Date.now,
    checkObjects: opened.kind === "bucket" ? opened.objects.check : null,
    activity,
    log,
    now,
  });
  closers.add("operations", operations.close);
  return operations;
}

/** The calls that read or name files of the gallery. */
const galleryCalls = /^\/(media\/files|projects|batches|bulk|local\/(batches|files))/;
const galleryReads = /^\/(media\/files|local\/files|local\/batches\/:batchId\/source)/;

/** Publishes what clients have uploaded before a call that can read or name it. */
const admitSettled =
  (settle: Uploads["settle"], admit: Admit): Admit =>
  async (description, handle) => {
    const { method, path: at } = description;
    if ((method === "GET" ? galleryReads : galleryCalls).test(at)) await settle();
    return admit(description, handle);
  };

interface SpaceUsers {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  backup: Backup | null;
  work: BackgroundWork;
}

/** The free space, on which everything depends that recovers or works. */
function createSpaceOf(
  { dataDir, log, onDiskFull }: StartOptions,
  durations: ServiceDurations,
  { store, objects, gallery, backup, work }: SpaceUsers,
): Space {
  return createSpace({
    dataDir,
    store,
    async recover() {
      try {
        await gallery.recover();
        await backup?.recover();
        await store.reopenUpload();
      } finally {
        // It frees space.
        await removeBytesWithoutRow(store, objects);
      }
    },
    async onChange(isFull) {
      await work.setDiskFull(isFull);
      onDiskFull?.(isFull);
    },
    log,
    durations,
  });
}
