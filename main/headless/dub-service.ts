/** A local service for one run of a terminal command: in this process, on a temporary folder. */
import { randomBytes } from "node:crypto";
import { lstat, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { cloneKeyBytes } from "../common/clone-signature";
import { lockFolder } from "../common/database/lock";
import { readSmallFile } from "../common/files";
import { privateFileMode } from "../common/private-files";
import { isProcessRunning } from "../common/processes/is-running";
import type { Programs } from "../common/processes/programs";
import type { CataloguedVoice } from "../local-service/catalogue/voices";
import type { Engine } from "../local-service/engine/engine";
import type { MediaProvider } from "../local-service/engine/ports";
import { createLocalService, type LocalService } from "../local-service/server";
import { createRemote, type Remote } from "../remote/remote";
import { createScriptReader, type ScriptReader } from "../script-formats/process/reader";
import { errorLog } from "./terminal-log";

export interface PrivateService {
  remote: Remote;
  /** The installed voices. */
  voices(): readonly CataloguedVoice[];
  /** Reads media files of this computer. */
  media: MediaProvider;
  /** Reads documents; the service uses the same process. */
  reader: ScriptReader;
  /** The absolute file of a gallery path, to be read only. */
  fileOf: LocalService["fileOf"];
  settleChecks: LocalService["settleChecks"];
  /** Stops the service, and removes its folder. */
  close(): Promise<void>;
}

interface PrivateServiceDeps {
  programs: Programs;
  /** Closed with the service. */
  engine: Engine;
  /** Called with each unexpected error. */
  onError: (line: string) => void;
}

const prefix = "dubyard-dub-";
/** A younger folder may belong to a run that has not locked it yet. */
const minAgeMs = 60_000;

/**
 * A file in the folder of a run. A folder without it was made by someone else, whatever its name
 * is.
 */
const markName = "dubyard-dub-run.txt";
/** The data folder of the service, below the folder of its run. */
const dataName = "data";
const maxMarkBytes = 1024;
const markOf = (pid: number) => `The working files of a run of "dubyard dub".\nprocess ${pid}\n`;

/** Whether the folder has the mark of a run whose process has ended. */
async function isAbandoned(folder: string): Promise<boolean> {
  const mark = path.join(folder, markName);
  if (!(await lstat(mark)).isFile()) return false;
  const text = readSmallFile(mark, maxMarkBytes).toString();
  const pid = Number(/^process (\d{1,10})$/m.exec(text)?.[1]);
  return text === markOf(pid) && !isProcessRunning(pid);
}

/** Removes the folders of runs that were killed. The service of a run locks its folder. */
export async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(parent, name);
    try {
      const stats = await lstat(folder);
      // SECURITY: other users can create folders and links with such names in a shared temporary
      // folder.
      const isOwn = stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid);
      if (!isOwn || Date.now() - stats.mtimeMs < minAgeMs) continue;
      if (!(await isAbandoned(folder))) continue;
      const lock = await lockFolder(path.join(folder, dataName), { patienceMs: 0 });
      lock.release();
      await rm(folder, { recursive: true, force: true });
    } catch {
      // It has no mark, is in use, or cannot be removed: the next run tries again.
    }
  }
}

/**
 * The service listens on loopback on a free port; its credentials exist in this process and in its
 * folder only. If it cannot be started, the engine is closed.
 */
export async function startPrivateService(deps: PrivateServiceDeps): Promise<PrivateService> {
  const { programs, engine, onError } = deps;
  await removeAbandonedFolders(os.tmpdir());
  // SECURITY: only the user can access the folder (mode 0700).
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  const dataDir = path.join(folder, dataName);
  await writeFile(path.join(folder, markName), markOf(process.pid), { mode: privateFileMode });
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const cloneKey = randomBytes(cloneKeyBytes);
  const reader = createScriptReader({ launch: (limits) => programs.launch("reader", limits) });
  let service: LocalService;
  try {
    service = await createLocalService({
      dataDir,
      cloneKey,
      reader,
      startEngine: () => Promise.resolve(engine),
      log: errorLog(onError),
    });
  } catch (error) {
    await engine.close();
    await removeFolder();
    throw error;
  }
  const { baseUrl, clientId, clientSecret } = service;
  const connection = { baseUrl, clientId, clientSecret, authScheme: "raw" as const };
  const remote = createRemote({
    connection: () => Promise.resolve({ ...connection, cloneKey: cloneKey.toString("base64url") }),
  });
  return {
    remote,
    voices: () => engine.speech.voices(),
    media: engine.media,
    reader,
    fileOf: (galleryPath) => service.fileOf(galleryPath),
    settleChecks: (language) => service.settleChecks(language),
    async close() {
      try {
        await remote.close();
        await service.close();
      } finally {
        await removeFolder();
      }
    },
  };
}
