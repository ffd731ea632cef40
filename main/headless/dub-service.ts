/** A local service for one run of a terminal command: in this process, on a temporary folder. */
import { randomBytes } from "node:crypto";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { cloneKeyBytes } from "../common/clone-signature";
import { lockFolder } from "../common/database/lock";
import { createLog } from "../common/log";
import type { Programs } from "../common/processes/programs";
import type { CataloguedVoice } from "../local-service/catalogue/voices";
import type { Engine } from "../local-service/dubbing/deps";
import type { MediaProvider } from "../local-service/engine/ports";
import { createLocalService, type LocalService } from "../local-service/server";
import { createRemote, type Remote } from "../remote/remote";

export interface PrivateService {
  remote: Remote;
  /** The installed voices. */
  voices(): readonly CataloguedVoice[];
  /** Reads media files of this computer. */
  media: MediaProvider;
  /** The absolute file of a gallery path, to be read only. */
  fileOf: LocalService["fileOf"];
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

/** Removes the folders of runs that were killed. The service of a run locks its folder. */
export async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(parent, name);
    try {
      const stats = await lstat(folder);
      // SECURITY: other users can create folders and links with such names in a shared temporary folder.
      const isOwn = stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid);
      if (!isOwn || Date.now() - stats.mtimeMs < minAgeMs) continue;
      const lock = await lockFolder(folder, { patienceMs: 0 });
      lock.release();
      await rm(folder, { recursive: true, force: true });
    } catch {
      // It is in use, or cannot be removed: the next run tries again.
    }
  }
}

/**
 * The service listens on loopback on a free port; its credentials exist in this process and in its folder only. If it cannot
 * be started, the engine is closed.
 */
export async function startPrivateService(deps: PrivateServiceDeps): Promise<PrivateService> {
  const { programs, engine, onError } = deps;
  await removeAbandonedFolders(os.tmpdir());
  // SECURITY: only the user can access the folder (mode 0700).
  const dataDir = await mkdtemp(path.join(os.tmpdir(), prefix));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const cloneKey = randomBytes(cloneKeyBytes);
  let service: LocalService;
  try {
    service = await createLocalService({
      dataDir,
      cloneKey,
      launchReader: (limits) => programs.launch("reader", limits),
      startEngine: () => Promise.resolve(engine),
      log: createLog((level, line) => {
        if (level === "error") onError(line);
      }),
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
    fileOf: (galleryPath) => service.fileOf(galleryPath),
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
