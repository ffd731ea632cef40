/**
 * The backend of the application under Node.js without Electron, with a real database, real files
 * and real HTTP.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Events } from "../../preload/contract";
import type { BatchRequest } from "../../preload/contract/outbox";
import type { Upload } from "../../preload/model";
import {
  createBackend,
  type Backend,
  type BackendDeps,
  type Listeners,
  type NativeUi,
  type Platform,
  type Processes,
  type Tuning,
  type Vault,
} from "../../main/backend/compose";
import { AppError } from "../../main/common/errors";
import { silentLog } from "../../main/common/log";
import { placeProfileDatabase } from "./new-databases";
import { launchSharedReader } from "./shared-reader";

/** A vault in memory. By default it is not persistent, as on a computer without a keychain. */
export function memoryVault(isPersistent = false): Vault & { secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  return {
    isPersistent,
    secrets,
    has: (key) => secrets.has(key),
    get: (key) => Promise.resolve(secrets.get(key) ?? null),
    set: (key, secret) => Promise.resolve(void secrets.set(key, secret)),
    delete: (key) => Promise.resolve(void secrets.delete(key)),
  };
}

export interface TestNetwork {
  isOnline: boolean;
  change(isOnline: boolean): void;
}

export interface TestBackend {
  backend: Backend;
  handlers: Backend["handlers"];
  network: TestNetwork;
  events: { name: string; payload: unknown }[];
  /**
   * Resolves with the first value that is not null. The function is called again after each event.
   */
  waitUntil<T>(condition: () => Promise<T | null> | T | null, description: string): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Short enough for tests, and long enough that a slow transfer on a busy computer does not count as
 * stalled.
 */
export const testTiming = {
  backoffMs: 20,
  stallMs: 3_000,
  /** A slow machine must not cause second requests. */
  lateMs: 60_000,
  urlMaxAgeMs: 60_000,
  quietMs: 100,
  recheckMs: 50,
};

/** The ports of the backend in one object, each with a fake as its default. */
export interface TestBackendDeps extends Partial<
  Pick<BackendDeps, "log" | "defaultLocalDir" | "sampleVideo"> &
    NativeUi &
    Platform &
    Processes &
    Listeners &
    Tuning
> {
  /** The paths that the user has chosen. Default: everything in the folder for temporary files. */
  approvedPaths?: readonly string[];
}

export function startBackend(
  profileDir: string,
  { approvedPaths = [os.tmpdir()], ...overrides }: TestBackendDeps = {},
): TestBackend {
  const events: TestBackend["events"] = [];
  const waiting = new Set<() => void>();
  const networkListeners = new Set<() => void>();
  const network: TestNetwork = {
    isOnline: true,
    change(isOnline) {
      network.isOnline = isOnline;
      for (const listener of networkListeners) listener();
    },
  };
  const preferences = new Map<string, unknown>();
  const ports = {
    emit(name: keyof Events, payload: unknown) {
      events.push({ name, payload });
      for (const wake of [...waiting]) wake();
    },
    vault: memoryVault(),
    localServices: {
      start: () => Promise.reject(new AppError("local-service-failed", "none in this test")),
    },
    dialogs: {
      chooseMedia: () => Promise.resolve([]),
      chooseFolder: () => Promise.resolve(null),
      saveFile: () => Promise.resolve(null),
      chooseFile: () => Promise.resolve(null),
    },
    confirmations: {
      hosts: () => Promise.resolve(true),
      files: ({ paths }: { paths: readonly string[] }) =>
        Promise.reject(new Error(`unexpected confirmation of ${paths.join()}`)),
    },
    network: {
      isOnline: () => network.isOnline,
      onChange(listener: () => void) {
        networkListeners.add(listener);
        return () => networkListeners.delete(listener);
      },
    },
    preferences: {
      get: <T>(key: string, fallback: T) => (preferences.get(key) ?? fallback) as T,
      set: (key: string, value: unknown) => void preferences.set(key, value),
    },
    launchReader: launchSharedReader,
    bundles: path.resolve(import.meta.dirname, "../../out/main"),
    showInFolder: () => undefined,
    timing: testTiming,
    ...overrides,
  };
  placeProfileDatabase(profileDir);
  const backend = createBackend({
    version: "0.0.0",
    profileDir,
    defaultLocalDir: overrides.defaultLocalDir ?? path.join(profileDir, "local"),
    sampleVideo: overrides.sampleVideo,
    log: overrides.log ?? silentLog,
    ui: ports,
    platform: ports,
    processes: ports,
    listeners: ports,
    tuning: ports,
  });
  backend.approvePaths(approvedPaths);
  backend.start();
  let isStopped = false;
  return {
    backend,
    handlers: backend.handlers,
    network,
    events,
    async waitUntil(check, what) {
      // Long, because a busy computer is not an error.
      const deadline = performance.now() + 100_000;
      for (;;) {
        const found = await check();
        if (found !== null) return found;
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            waiting.delete(wake);
            if (performance.now() > deadline) reject(new Error(`timed out waiting for ${what}`));
            // Some conditions become true without an event, for example at a certain time.
            else resolve();
          }, 250);
          const wake = () => {
            clearTimeout(timer);
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await backend.stop();
    },
  };
}

/** Connects to a service with the same call as the window; returns the id of the workspace. */
export async function connectWorkspace(
  test: TestBackend,
  baseUrl: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const workspace = await test.handlers.workspaces.connect({
    name: "Test",
    baseUrl,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
  return workspace.id;
}

/** Creates a batch from URLs through the outbox; returns its id. */
export async function createBatch(
  { handlers }: TestBackend,
  target: { workspaceId: string; projectId: string },
  {
    scriptPath,
    videoPath = "",
    ...fields
  }: Partial<BatchRequest> & { scriptPath: string; videoPath?: string },
): Promise<string> {
  const location = (text: string) =>
    text === "" ? ({ kind: "none" } as const) : ({ kind: "location", location: text } as const);
  const { state, resultId } = await handlers.outbox.add({
    ...target,
    request: {
      name: "One",
      script: location(scriptPath),
      video: location(videoPath),
      languageCode: "",
      settings: {},
      ...fields,
    },
    targetFolder: "",
  });
  if (state !== "sent") throw new Error(`the batch was not created: ${state}`);
  return resultId;
}

/** Adds languages without scripts to a batch through the outbox. */
export async function addLanguages(
  { handlers }: TestBackend,
  { batchId, ...target }: { workspaceId: string; projectId: string; batchId: string },
  languageIds: readonly string[],
): Promise<void> {
  const languages = languageIds.map((languageId) => ({
    languageId,
    script: { kind: "none" } as const,
    speakerSeparator: "",
  }));
  const request = { batchId, batchName: "One", languages };
  const { state } = await handlers.outbox.addLanguages({ ...target, request, replaces: null });
  if (state !== "sent") throw new Error(`the languages were not added: ${state}`);
}

/** Creates an upload plan and confirms it. Files in conflict are replaced. */
export async function uploadPaths(
  test: TestBackend,
  workspaceId: string,
  sourcePaths: string[],
  targetFolder = "",
): Promise<void> {
  const { planId } = await test.handlers.plans.create({ workspaceId, sourcePaths, targetFolder });
  await test.waitUntil(async () => {
    const plan = await test.handlers.plans.get({ planId });
    return plan.state === "ready" ? plan : null;
  }, "the plan");
  await test.handlers.plans.change({ planId, conflictChoice: "replace" });
  await test.handlers.plans.confirm({ planId });
}

export async function listUploads(test: TestBackend, workspaceId: string): Promise<Upload[]> {
  const { uploads } = await test.handlers.uploads.list({
    workspaceId,
    filter: "all",
    search: "",
    offset: 0,
    limit: 1000,
  });
  return uploads;
}

/** Waits until all uploads have ended. */
/** Rejects with the states of the uploads and of their queue if they do not end in time. */
export async function waitForUploads(test: TestBackend, workspaceId: string): Promise<Upload[]> {
  let last: Upload[] = [];
  const findEnded = async () => {
    last = await listUploads(test, workspaceId);
    const isEnded = last.every(({ state }) => state === "done" || state === "failed");
    return last.length > 0 && isEnded ? last : null;
  };
  return test.waitUntil(findEnded, "all uploads").catch(async (error: unknown) => {
    const summary = await test.handlers.uploads.summary({ workspaceId });
    const rows = last.map(({ name, state, problem }) => ({ name, state, problem }));
    throw new Error(`the uploads did not end: ${JSON.stringify({ rows, summary })}`, {
      cause: error,
    });
  });
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-test-"));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes a file of random bytes; returns its path. */
export async function writeMediaFile(folder: string, name: string, size: number): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, randomBytes(size));
  return file;
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
