/** Downloads from the gallery, where the service offers them (extension "media-files"). */
import type { Handlers } from "../../../preload/contract";
import type { DownloadResult } from "../../../preload/contract/gallery";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { createMutex } from "../../common/mutex";
import type { Remote } from "../../remote/remote";
import { outermost, type Gallery } from "../gallery/gallery";
import type { Dialogs, DownloadEnd } from "../ports";
import type { Extensions } from "../workspaces/extensions";
import { runDownload, type DownloadProgress } from "./run-download";

/** The name under which a service announces it. */
const extension = "media-files";
/** Maximum age of the cached gallery when the files of a folder are listed, in milliseconds. */
const maxGalleryAgeMs = 60_000;
/** Ended downloads whose files can still be shown. */
const maxEnded = 100;

export interface DownloadsDeps {
  gallery: Pick<Gallery, "count" | "filesOf" | "refreshIfOlder">;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require">;
  dialogs: Pick<Dialogs, "chooseFolder">;
  /** Shows a file or folder in the system's file manager. */
  showInFolder: (path: string) => void;
  /** The folder that the first dialog shows. */
  startAt: string;
  /** Called when a download begins; the result when it has ended. */
  began: () => () => void;
  onChanged: () => void;
  /** A download has ended, other than by the user. */
  onEnded: (end: DownloadEnd) => void;
  log: Log;
}

interface Job {
  id: number;
  workspaceId: string;
  paths: readonly string[];
  folder: string;
  isWaiting: boolean;
  totalFiles: number;
  progress: DownloadProgress;
  stop: AbortController;
  /** Resolves when it has ended; never rejects. */
  ended: Promise<unknown>;
}

export function createDownloads(deps: DownloadsDeps) {
  const { gallery, remote, extensions, dialogs, showInFolder, began, onChanged, log } = deps;
  const jobs: Job[] = [];
  /** The first file or folder of ended downloads, by their ids; the oldest first. */
  const shown = new Map<number, string>();
  const inTurn = createMutex();
  let lastId = 0;
  let lastFolder = deps.startAt;
  let isStopped = false;

  async function run(job: Job): Promise<void> {
    const { workspaceId, paths, folder, progress, stop } = job;
    const { signal } = stop;
    if (signal.aborted) return;
    job.isWaiting = false;
    onChanged();
    if (paths.some((path) => path.endsWith("/")))
      await Promise.race([gallery.refreshIfOlder(workspaceId, maxGalleryAgeMs), aborted(signal)]);
    const roots = outermost(paths);
    job.totalFiles = roots.reduce(
      (sum, path) => sum + (path.endsWith("/") ? gallery.count(workspaceId, [path]) : 1),
      0,
    );
    await runDownload({
      folder,
      roots,
      signal,
      progress,
      files: gallery.filesOf(workspaceId, roots),
      openFile: remote(workspaceId).extensions.files.open,
      onProgress: onChanged,
    });
  }

  async function resultOf(job: Job): Promise<DownloadResult> {
    const { signal } = job.stop;
    const waiting = aborted(signal, () => job.isWaiting);
    const error = await Promise.race([inTurn(() => run(job)), waiting]).then(
      () => null,
      (reason: unknown) => reason ?? new Error("stopped without a reason"),
    );
    jobs.splice(jobs.indexOf(job), 1);
    const { id, folder, progress } = job;
    const { files, missing, current, firstCreated } = progress;
    if (firstCreated !== null) shown.set(id, firstCreated);
    for (const oldest of shown.keys()) if (shown.size > maxEnded) shown.delete(oldest);
    onChanged();
    const isCancelled = signal.aborted;
    if (error !== null && !isCancelled) log.warn("downloads: a download stopped", error);
    const totalFiles = Math.max(job.totalFiles, files + missing);
    if (!isCancelled) {
      const { workspaceId } = job;
      // The file at which it stopped counts also while the total is not known.
      const notSaved = Math.max(totalFiles - files, error === null ? 0 : 1);
      deps.onEnded({ workspaceId, folder, files, notSaved });
    }
    return {
      id,
      folder,
      files,
      missing,
      isCancelled,
      totalFiles,
      problem: error === null || isCancelled ? null : toProblem(error),
      stoppedAt: current?.path ?? "",
    };
  }

  function cancel(job: Job): void {
    job.stop.abort(new AppError("internal", "cancelled"));
    onChanged();
  }

  const handlers: Handlers["downloads"] = {
    async start({ workspaceId, paths }) {
      extensions.require(workspaceId, extension);
      const folder = await dialogs.chooseFolder(lastFolder);
      if (folder === null || isStopped) return null;
      // The workspace may have been removed while the dialog was open.
      extensions.require(workspaceId, extension);
      lastFolder = folder;
      lastId += 1;
      const job: Job = {
        id: lastId,
        workspaceId,
        paths,
        folder,
        isWaiting: true,
        totalFiles: 0,
        progress: { files: 0, missing: 0, bytes: 0, current: null, firstCreated: null },
        stop: new AbortController(),
        ended: Promise.resolve(),
      };
      jobs.push(job);
      onChanged();
      const result = resultOf(job).finally(began());
      job.ended = result.catch(() => undefined);
      return result;
    },
    list: () =>
      jobs.map(({ id, workspaceId, folder, isWaiting, totalFiles, progress, stop }) => {
        const { files, missing, bytes, current } = progress;
        const part = current && current.size > 0 ? current.bytes / current.size : 0;
        const total = Math.max(totalFiles, files + missing + (current ? 1 : 0));
        return {
          id,
          workspaceId,
          folder,
          isWaiting,
          files,
          totalFiles,
          bytes: bytes + (current?.bytes ?? 0),
          progress: total > 0 ? (files + missing + part) / total : 0,
          isCancelling: stop.signal.aborted,
        };
      }),
    cancel({ id }) {
      const job = jobs.find((one) => one.id === id);
      if (job) cancel(job);
    },
    show({ id }) {
      const file = shown.get(id);
      if (file !== undefined) showInFolder(file);
    },
  };

  return {
    handlers,
    /** Cancels the downloads of a workspace, or all; resolves when they have ended. */
    async stop(workspaceId?: string): Promise<void> {
      isStopped ||= workspaceId === undefined;
      const ending = jobs.filter(
        (job) => workspaceId === undefined || job.workspaceId === workspaceId,
      );
      ending.forEach(cancel);
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };
}

/** Rejects with the reason of the signal when it is aborted, if the condition is met then. */
function aborted(signal: AbortSignal, condition = () => true): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => condition() && reject(signal.reason as Error);
    signal.addEventListener("abort", end, { once: true });
  });
}
