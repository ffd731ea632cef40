/**
 * The backend of a window test: the real one, on a copy of a template folder with data, with a real
 * local service in the same process. Only the native dialogs, the keychain and the network's state
 * are replaced.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { databaseFile, type Dialogs, type LocalServiceHost } from "../../main/backend/compose";
import { openDatabase, type Database } from "../../main/common/database/database";
import { migrations as applicationMigrations } from "../../main/common/database/migrations";
import { silentLog, type Log } from "../../main/common/log";
import { migrations as serviceMigrations } from "../../main/local-service/rows/migrations";
import { databaseName } from "../../main/local-service/rows/sqlite";
import { createLocalService } from "../../main/local-service/server";
import type { Events } from "../../preload/contract";
import type { ResourceList } from "../../preload/model/resources";
import { memoryVault, startBackend, testTiming, type TestBackendDeps } from "../helpers/backend";
import { startFaultProxy, type FaultRule } from "../helpers/fault-proxy";
import { launchSharedReader } from "../helpers/shared-reader";
import { activateEntries, addEntries, type EntrySeed } from "./outbox-seed";
import { overrideCalls, type Overrides } from "./overrides";
import { minutesAgo, seedService } from "./seed";
import { activateUploads, addUploads, type UploadSeed } from "./upload-seed";

/** The id of the workspace that tests start with. */
export const workspaceId = "northlight";
const launchReader = launchSharedReader;

/** The extensions and capabilities that a service announces in addition to the interface. */
interface Announced {
  extensions: readonly string[];
  capabilities?: Record<string, boolean>;
}

export interface BackendOptions {
  /**
   * "hosted" (the default): a service over HTTP that offers the interface only. "local": a local
   * workspace with its extensions. "none": no workspace, as on the first start. The data of the
   * first two is the same.
   */
  workspace?: "hosted" | "local" | "none";
  /** The announcement of a hosted service. By default the service announces nothing. */
  announced?: Announced;
  /** False: this computer has no network, and the workspace is at a remote address. */
  isOnline?: boolean;
  isVaultPersistent?: boolean;
  /** False: the client secret of the hosted workspace is not stored. */
  hasSecret?: boolean;
  /** Changes the rows of the service before it starts. */
  seed?: (service: Database) => void;
  /**
   * Changes the rows of the application before it starts. `files` is the folder of the test's
   * files.
   */
  seedApplication?: (application: Database, files: string) => void;
  /**
   * The age of the cached lists and gallery in minutes, which were read after `seed`; null if they
   * were never read. Default 3, and null with `seed`.
   */
  cacheAge?: number | null;
  /** The uploads of the workspace, in these states. None by default. */
  uploads?: readonly UploadSeed[];
  /** The entries of the outbox, in these states. None by default. */
  entries?: readonly EntrySeed[];
  overrides?: Overrides;
  /** Faults between a hosted workspace and its service, from the start. */
  faults?: readonly FaultRule[];
  /** Stored preferences by key. Default: the reviewer has a name, which is not asked for then. */
  preferences?: Record<string, unknown>;
}

export type WindowBackend = Awaited<ReturnType<typeof startWindowBackend>>;

let folders = 0;
async function newFolder(): Promise<string> {
  folders += 1;
  const folder = path.join(inject("windowTest").folder, `${process.pid}-${folders}`);
  await mkdir(folder);
  return folder;
}

const profileIn = (folder: string) => path.join(folder, "profile");
const serviceIn = (folder: string) => path.join(folder, "service");
const filesIn = (folder: string) => path.join(folder, "files");
const remoteAddress = "https://api.northlight.example/v1";

/**
 * A hosted service whose script store responds with 503, so that requests with scripts stay in the
 * outbox.
 */
export const withoutScriptStore: BackendOptions = {
  announced: { extensions: ["scripts"] },
  faults: [{ path: /local\/scripts/, fault: { kind: "respond", status: 503 }, times: Infinity }],
};

/**
 * The folder that every test copies: a service with data, and a profile whose cache contains all of
 * it.
 */
let template: Promise<string> | null = null;

async function createTemplate(): Promise<string> {
  const folder = await newFolder();
  // The first start creates the key and the folders.
  const service = await createLocalService({ dataDir: serviceIn(folder), launchReader });
  await service.close();
  await mkdir(filesIn(folder));
  await mkdir(profileIn(folder));
  withDatabases(folder, (rows, application) => {
    seedService(rows);
    application.run(
      "INSERT INTO workspaces VALUES (?, 'Northlight Studio', 'hosted', '', ?, 'raw', '', 0, '[]', '{}', 'null')",
      workspaceId,
      service.clientId,
    );
  });
  await fillCache(folder, { workspace: "local" });
  return folder;
}

/**
 * Adds a second workspace: a local one if there is a folder for its data, else a hosted one that
 * does not respond.
 */
export function addOtherWorkspace(
  application: Database,
  id: string,
  name: string,
  dataDir = "",
): void {
  application.run(
    "INSERT INTO workspaces VALUES (?, ?, ?, ?, 'client', 'raw', ?, 1, '[]', '{}', 'null')",
    id,
    name,
    dataDir === "" ? "hosted" : "local",
    dataDir === "" ? "http://127.0.0.1:9/api" : "",
    dataDir,
  );
}

/** Starts the backend of one window on a copy of the template. */
export async function startWindowBackend(options: BackendOptions) {
  template ??= createTemplate();
  const folder = await newFolder();
  await cp(await template, folder, { recursive: true });
  const { seed, cacheAge = seed ? null : 3 } = options;
  if (seed) withDatabases(folder, seed);
  if (seed && cacheAge !== null)
    await fillCache(folder, { ...options, isOnline: true, faults: [] });
  const { uploads = [], entries = [], seedApplication } = options;
  withDatabases(folder, (_rows, application) => {
    seedApplication?.(application, filesIn(folder));
    if (uploads.length > 0) addUploads(application, workspaceId, uploads);
    addEntries(application, workspaceId, entries);
    if (cacheAge === null) emptyCache(application);
    else
      for (const table of ["lists", "galleries"])
        application.run(`UPDATE ${table} SET read_at = ?`, minutesAgo(cacheAge));
  });

  const errors: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, ...details) => void errors.push([message, ...details.map(String)].join(" ")),
  };
  let listener: (name: string, payload: unknown) => void = () => undefined;
  const emit = <N extends keyof Events>(name: N, payload: Events[N]) => listener(name, payload);
  const changed = (...topics: Events["changed"]["topics"]) => emit("changed", { topics });
  const dialogs: Dialogs = {
    chooseMedia: () => Promise.resolve([]),
    chooseFolder: () => Promise.resolve(null),
    saveFile: () => Promise.resolve(null),
    chooseFile: () => Promise.resolve(null),
  };
  const preferences = new Map(Object.entries(options.preferences ?? { reviewerName: "Rosa" }));
  const running = await start(folder, options, {
    log,
    emit,
    dialogs,
    defaultLocalDir: path.join(folder, "Dubyard"),
    preferences: {
      get: <T>(key: string, fallback: T) => (preferences.get(key) ?? fallback) as T,
      set: (key, value) => void preferences.set(key, value),
    },
  });
  withDatabases(folder, (_rows, application) => {
    activateUploads(application, uploads);
    activateEntries(application, entries);
  });
  const overrides = {
    ...(uploads.length > 0 ? runningQueue(() => changed("uploads")) : {}),
    ...options.overrides,
  };
  const calls = overrideCalls(running.test.handlers, overrides, log);
  return {
    ...calls,
    ...running,
    handlers: running.test.handlers,
    network: running.test.network,
    dialogs,
    preferences,
    /** Errors in the log of the backend. */
    errors,
    /** Sends an event to the window. */
    emit,
    /** Reports to the window that data changed. */
    changed,
    onEvent: (next: typeof listener) => void (listener = next),
    /** The folder of the files that tests drop and choose; the user has approved it. */
    filesFolder: filesIn(folder),
    /** Writes a file into it; returns its path. */
    async file(name: string, content: string | Uint8Array = "x"): Promise<string> {
      const file = path.join(filesIn(folder), name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    /** Reads or changes rows of the running service and application. The window is not notified. */
    change: <T>(work: (service: Database, application: Database) => T): T =>
      withDatabases(folder, work),
    /**
     * Syncs a list after `change`: the first call may join a sync that began before, so there is a
     * second one.
     */
    async syncList(list: ResourceList): Promise<void> {
      for (let round = 0; round < 2; round += 1)
        await running.test.handlers.lists.refresh({ workspaceId, list });
    },
    async stop(): Promise<void> {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The queue is paused so that no upload changes. The window shows it as running until the user
 * pauses it.
 */
function runningQueue(changed: () => void): Overrides {
  let isPaused = false;
  return {
    "uploads.summary": async (input, real) => {
      const summary = await real(input);
      const isActive = summary.counts.active > 0 && !isPaused;
      return { ...summary, isPaused, ...(isActive && { speed: 118_000_000, secondsLeft: 247 }) };
    },
    "uploads.setPaused": (input) => {
      isPaused = input.isPaused;
      changed();
    },
  };
}

/** Starts the backend of a folder and the service that it is connected to. */
async function start(folder: string, options: BackendOptions, ports: TestBackendDeps) {
  const { workspace = "hosted", isOnline = true, announced, isVaultPersistent = true } = options;
  const log = ports.log ?? silentLog;
  const localServices: LocalServiceHost = {
    async start(dataDir, { consent }) {
      const mayRestoreCopy = consent === "copy";
      const local = await createLocalService({ dataDir, mayRestoreCopy, launchReader, log });
      return { address: local, grantExternal: () => Promise.resolve(), stop: () => local.close() };
    },
  };
  const vault = memoryVault(isVaultPersistent);
  // A local workspace starts its own service.
  const service =
    workspace === "local" || !isOnline
      ? null
      : await createLocalService({ dataDir: serviceIn(folder), launchReader, log });
  const proxy = await startFaultProxy(() => service?.baseUrl ?? "http://127.0.0.1:9/api");
  for (const rule of options.faults ?? []) void proxy.injectFault(rule);
  if (service && options.hasSecret !== false)
    vault.secrets.set(`workspace/${workspaceId}/secret`, service.clientSecret);
  void proxy.injectFault({
    path: /^\/api\/local(\?|$)/,
    fault: announced
      ? { kind: "respond", status: 200, body: JSON.stringify({ version: 1, ...announced }) }
      : { kind: "respond", status: 404, body: "{}" },
    times: Infinity,
  });
  withDatabases(folder, (_rows, application) => {
    if (workspace === "none") application.run("DELETE FROM workspaces");
    // The template contains the announcement of the local service.
    if (workspace === "local")
      application.run(
        "UPDATE workspaces SET kind = 'local', base_url = '', data_dir = ? WHERE id = ?",
        serviceIn(folder),
        workspaceId,
      );
    else
      application.run(
        "UPDATE workspaces SET kind = 'hosted', base_url = ?, data_dir = '', extensions = ?, capabilities = ? WHERE id = ?",
        isOnline ? proxy.baseUrl : remoteAddress,
        JSON.stringify(announced?.extensions ?? []),
        JSON.stringify(announced?.capabilities ?? {}),
        workspaceId,
      );
  });
  const test = startBackend(profileIn(folder), {
    approvedPaths: [folder],
    vault,
    launchReader,
    localServices,
    timing: { ...testTiming, deliveryWaitMs: 500, reconcileBatchMs: 1_500, reconcileBulkMs: 3_000 },
    ...ports,
  });
  if (!isOnline) test.network.change(false);
  return {
    test,
    /** The service of a hosted workspace; null if there is none. */
    service,
    /** The fault proxy between a hosted workspace and its service. */
    proxy,
    async stop(): Promise<void> {
      await test.stop();
      await proxy.close();
      await service?.close();
    },
  };
}

/** Reads all lists and the gallery of the service into the cache of the application. */
async function fillCache(folder: string, options: BackendOptions): Promise<void> {
  const { test, stop } = await start(folder, options, {});
  const { lists, gallery } = test.handlers;
  const refresh = (list: ResourceList) => lists.refresh({ workspaceId, list });
  const projects = withDatabases(folder, (rows) =>
    rows.all<{ id: string }>("SELECT id FROM projects LIMIT 10"),
  );
  const model = "local-basic";
  await Promise.all([
    gallery.refresh({ workspaceId }),
    ...(["projects", "users", "languages", "models"] as const).map((kind) => refresh({ kind })),
    ...(["voices", "styles"] as const).map((kind) => refresh({ kind, model })),
    ...projects.flatMap(({ id: projectId }) =>
      (["batches", "team", "characters", "glossary"] as const).map((kind) =>
        refresh({ kind, projectId }),
      ),
    ),
  ]);
  if (options.workspace === "local")
    await test.waitUntil(async () => {
      const [workspace] = await test.handlers.workspaces.list(undefined);
      return workspace?.extensions.length ? true : null;
    }, "the announcement of the local service");
  await stop();
}

function emptyCache(application: Database): void {
  for (const table of ["lists", "gallery_files", "gallery_folders", "galleries"])
    application.run(`DELETE FROM ${table}`);
}

/** Opens both databases of a folder. A backend of the same folder may be running. */
function withDatabases<T>(
  folder: string,
  work: (service: Database, application: Database) => T,
): T {
  const service = openDatabase(path.join(serviceIn(folder), databaseName), serviceMigrations);
  const application = openDatabase(databaseFile(profileIn(folder)), applicationMigrations);
  try {
    return work(service, application);
  } finally {
    service.close();
    application.close();
  }
}
