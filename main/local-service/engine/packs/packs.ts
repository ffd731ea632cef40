/** The packs of a service: what can be installed, what is, and installations in progress. */
import type { PackProblem } from "../../../../preload/facts/packs";
import type { Log } from "../../../common/log";
import { createMutex } from "../../../common/mutex";
import { HttpError, isDiskFull } from "../../common/http-error";
import { createFolder } from "../../objects/files";
import type { PackDescription } from "./catalogue";
import type { Routes } from "../../../remote/http/routes";
import { createDownloader, type DownloaderOptions } from "./download";
import { freeBytesOf, installPack, type InstallProgress } from "./install";
import type { PackList } from "./pack";
import {
  createPackFolders,
  toInstalled,
  type FoundPack,
  type PackFolders,
  type WorkFolder,
} from "./pack-folders";
import { PackError } from "./problems";
import { createUnpacker } from "./unpacker";
import { createInstalledPacks } from "./installed-packs";

export interface PackStatus {
  description: PackDescription;
  /**
   * "waiting": another pack is being unpacked. "damaged": files of the installed pack are missing;
   * it can be installed again.
   */
  state: "available" | "waiting" | "downloading" | "unpacking" | "installed" | "damaged";
  /** Share of the state "downloading" or "unpacking", from 0 to 1. */
  share: number;
  /** Bytes of an interrupted download on disk. */
  partialBytes: number;
  /** Bytes on disk; 0 unless installed or damaged. */
  bytes: number;
  /** Why the last installation failed, until the next one. */
  problem: { code: PackProblem; message: string } | null;
}

export interface Packs extends PackList {
  /** In the order of the catalogue, then installed packs that it does not contain. */
  list(): Promise<PackStatus[]>;
  /**
   * Starts an installation: from the publisher, or from a file or folder, absolute. Rejects with
   * HttpError 403 if none may be installed, 404 or 409.
   */
  install(id: string, sourcePath: string | null): Promise<void>;
  /**
   * Ends an installation and deletes its partial files; also those of an earlier one. Rejects with
   * HttpError 404 or 409.
   */
  cancel(id: string): Promise<void>;
  /** Rejects with HttpError 404 or 409. */
  remove(id: string): Promise<void>;
  /** Resolves when no installation of this process is in progress. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface PacksOptions {
  /** Created with the first installation. */
  folder: string;
  catalogue: readonly PackDescription[];
  /** The bundle of unpack-thread.ts. */
  threadFile: string;
  /** Whether packs may be installed; default true. */
  mayInstall?: boolean | undefined;
  /** Called when an installation begins; the result when it has ended. */
  began?: (() => () => void) | undefined;
  log: Log;
  /** How packs are downloaded: proxies and certificate authorities. */
  routes: Routes;
  downloader?: Pick<DownloaderOptions, "retryMs">;
  /** Default: that of the operating system. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

interface Job {
  stop: AbortController;
  progress: InstallProgress | null;
  done: Promise<void>;
}

export async function createPacks(options: PacksOptions): Promise<Packs> {
  const { folder, catalogue, log, freeBytes = freeBytesOf } = options;
  const folders = createPackFolders(folder);
  const downloader = createDownloader({ ...options.downloader, routes: options.routes });
  const unpacker = createUnpacker(options.threadFile);
  const installed = createInstalledPacks(folder, folders);
  const { refresh } = installed;
  const inTurn = createMutex();
  const jobs = new Map<string, Job>();
  const problems = new Map<string, NonNullable<PackStatus["problem"]>>();
  let isClosed = false;

  await refresh();
  installed.watch();

  const descriptions = (): PackDescription[] => {
    const known = new Set(catalogue.map(({ id }) => id));
    const others = installed
      .all()
      .map(({ description }) => description)
      .filter(({ id }) => !known.has(id));
    return [...catalogue, ...others];
  };

  function describe(id: string): PackDescription {
    const description = descriptions().find((one) => one.id === id);
    if (!description) throw new HttpError(404, "packId: there is no such pack");
    return description;
  }

  async function run(pack: PackDescription, sourcePath: string | null, job: Job): Promise<void> {
    const { signal } = job.stop;
    const hasEnded = options.began?.();
    try {
      signal.throwIfAborted();
      await createFolder(folder);
      installed.watch();
      const onProgress = (progress: InstallProgress) => (job.progress = progress);
      onProgress({ phase: sourcePath === null ? "downloading" : "waiting", share: 0 });
      const deps = { folders, downloader, unpacker, freeBytes, inTurn };
      await installPack(pack, sourcePath, deps, { signal, onProgress });
    } catch (error) {
      if (!signal.aborted) problems.set(pack.id, toProblem(error));
    } finally {
      await refresh().catch((error: unknown) => log.error("packs: not read", error));
      jobs.delete(pack.id);
      hasEnded?.();
    }
  }

  function toProblem(error: unknown): NonNullable<PackStatus["problem"]> {
    if (error instanceof PackError) return { code: error.code, message: error.message };
    if (isDiskFull(error)) return { code: "disk-full", message: "the disk is full" };
    log.error("packs: an installation failed", error);
    return { code: "other", message: error instanceof Error ? error.message : String(error) };
  }

  /** Ends the job, and waits until it has released its files. */
  async function stop(job: Job): Promise<void> {
    job.stop.abort(new Error("the installation was cancelled"));
    await job.done;
  }

  return {
    installed: () =>
      installed
        .all()
        .filter(({ isWhole }) => isWhole)
        .map(toInstalled),
    onChange: installed.onChange,
    async list() {
      await refresh();
      return Promise.all(
        descriptions().map(async (description): Promise<PackStatus> => {
          const { id } = description;
          const pack = installed.find(id);
          const job = jobs.get(id);
          const state = job ? (job.progress?.phase ?? "waiting") : stateOf(pack);
          return {
            description,
            state,
            share: job?.progress?.share ?? 0,
            partialBytes: pack ? 0 : await folders.partialBytes(id),
            bytes: pack?.bytes ?? 0,
            problem: problems.get(id) ?? null,
          };
        }),
      );
    },
    async install(id, sourcePath) {
      const pack = describe(id);
      if (options.mayInstall === false)
        throw new HttpError(403, "the administrator of this computer allows no packs");
      await refresh();
      if (jobs.has(id)) throw new HttpError(409, "packId: the pack is being installed");
      if (installed.find(id)?.isWhole === true)
        throw new HttpError(409, "packId: the pack is installed");
      if (isClosed) throw new HttpError(409, "the service is being stopped");
      problems.delete(id);
      const job: Job = { stop: new AbortController(), progress: null, done: Promise.resolve() };
      jobs.set(id, job);
      job.done = run(pack, sourcePath, job);
    },
    async cancel(id) {
      describe(id);
      const job = jobs.get(id);
      if (job) await stop(job);
      problems.delete(id);
      if (job || (await folders.partialBytes(id)) > 0)
        await withLock(folders, id, (work) => work.clear());
    },
    async remove(id) {
      describe(id);
      if (jobs.has(id)) throw new HttpError(409, "packId: the pack is being installed");
      await refresh();
      if (!installed.find(id)) throw new HttpError(409, "packId: the pack is not installed");
      await installed.remove(id, () => withLock(folders, id, (work) => work.removeInstalled()));
    },
    async idle() {
      await Promise.all([...jobs.values()].map(({ done }) => done));
    },
    async close() {
      isClosed = true;
      installed.stopWatching();
      await Promise.all([...jobs.values()].map(stop));
      await unpacker.close();
      await downloader.close();
      await installed.idle();
    },
  };
}

function stateOf(pack: FoundPack | undefined): "available" | "installed" | "damaged" {
  if (!pack) return "available";
  return pack.isWhole ? "installed" : "damaged";
}

/** Runs work on the folder of a pack that no process installs. */
async function withLock(
  folders: PackFolders,
  id: string,
  work: (folder: WorkFolder) => Promise<void>,
): Promise<void> {
  const locked = await folders.lock(id).catch((error: unknown) => {
    if (error instanceof PackError) throw new HttpError(409, error.message);
    throw error;
  });
  try {
    await work(locked);
  } catch (error) {
    if (error instanceof PackError) throw new HttpError(409, error.message);
    throw error;
  } finally {
    locked.release();
  }
}
