/**
 * Downloads of deliveries to folders of this computer. Each is a row, and continues after a restart
 * of the application.
 */
import path from "node:path";
import type { Delivery } from "../../../preload/contract/deliveries";
import type { ExportEntry } from "../../../preload/local-service/exports";
import { toProblem } from "../../common/errors";
import { createFileHasher } from "../../common/file-hasher";
import { removeDeliveredFiles } from "../../common/delivered-files";
import type { Log } from "../../common/log";
import type { ApprovedPaths } from "../approvals/approved-paths";
import type { Remote } from "../../remote/remote";
import type { DeliveryEnd } from "../ports";
import { partSuffix } from "../downloads/write-file";
import { createDeliveryFolder } from "./delivery-folder";
import type { DeliveryDownload, DownloadStore, DownloadTarget } from "./download-store";
import { fetchDelivery, type FetchProgress } from "./fetch-delivery";

export interface DeliveryDownloadsDeps {
  store: DownloadStore;
  remote: (workspaceId: string) => Remote;
  approved: Pick<ApprovedPaths, "approveReal">;
  /** Called when a file begins to be downloaded; the function that it returns, at the end. */
  began: () => () => void;
  onChanged: () => void;
  /** A download has ended, other than by the user. */
  onEnded: (end: DeliveryEnd) => void;
  log: Log;
  /** Milliseconds between two requests of the state of a delivery. */
  pollMs?: number;
  /** The longest delay after a failure of the connection, in milliseconds. */
  maxRetryMs?: number;
}

interface Job {
  row: DeliveryDownload;
  stop: AbortController;
  progress: Pick<FetchProgress, "files" | "path">;
  /** Resolves when it has ended; never rejects. */
  ended: Promise<void>;
}

const keyOf = ({ workspaceId, deliveryId }: Pick<DownloadTarget, "workspaceId" | "deliveryId">) =>
  JSON.stringify([workspaceId, deliveryId]);

export function createDeliveryDownloads(deps: DeliveryDownloadsDeps) {
  const { store, remote, onChanged, log, pollMs = 1_000, maxRetryMs = 30_000 } = deps;
  const jobs = new Map<string, Job>();
  let isStopped = false;

  async function run({ row, stop, progress }: Job): Promise<void> {
    const calls = remote(row.workspaceId).extensions.exports;
    if (row.folder === "") {
      const { delivery } = await calls.find(row.deliveryId);
      row.folder = await createDeliveryFolder(row.target, delivery.folder);
      store.setFolder(row, row.folder);
      await deps.approved.approveReal([row.folder]);
      onChanged();
    }
    const files = store.files(row);
    const { state } = await fetchDelivery({
      calls,
      deliveryId: row.deliveryId,
      folder: row.folder,
      fetched: {
        sha256Of: (path) => files.get(path) ?? null,
        add(path, sha256) {
          if (files.get(path) === sha256) return;
          files.set(path, sha256);
          store.addFile(row, path, sha256);
        },
      },
      signal: stop.signal,
      began: deps.began,
      onProgress: (now) => Object.assign(progress, now),
      pollMs,
      retryMs: (failures) => Math.min(maxRetryMs, pollMs * 2 ** (failures - 1)),
    });
    const { workspaceId, projectId, batchId, folder } = row;
    // What was cancelled, or has expired, is shown by the state of the delivery.
    store.setState(row, "done", null);
    if (state === "made" || state === "failed")
      deps.onEnded({ workspaceId, projectId, batchId, folder, isMade: state === "made" });
  }

  async function follow(job: Job): Promise<void> {
    const { row, stop } = job;
    try {
      await run(job);
    } catch (error) {
      if (!stop.signal.aborted) {
        log.warn("deliveries: a download stopped", error);
        store.setState(row, "failed", toProblem(error));
        const { workspaceId, projectId, batchId, folder, target } = row;
        const shown = folder === "" ? target : folder;
        deps.onEnded({ workspaceId, projectId, batchId, folder: shown, isMade: false });
      }
    } finally {
      jobs.delete(keyOf(row));
      onChanged();
    }
  }

  function begin(row: DeliveryDownload): void {
    if (isStopped || jobs.has(keyOf(row))) return;
    const progress = { files: 0, path: "" };
    const job: Job = { row, stop: new AbortController(), progress, ended: Promise.resolve() };
    jobs.set(keyOf(row), job);
    job.ended = follow(job);
    onChanged();
  }

  async function end(key: Pick<DownloadTarget, "workspaceId" | "deliveryId">): Promise<void> {
    const job = jobs.get(keyOf(key));
    job?.stop.abort(new Error("the download was cancelled"));
    await job?.ended;
  }

  /** A delivery as this computer has it. */
  function toDelivery(
    { version: _, ...delivery }: ExportEntry,
    row: DeliveryDownload | null,
  ): Delivery {
    // What was made after a download has ended is not on this computer.
    const isPartial =
      row?.state === "done" &&
      ["making", "made", "failed"].includes(delivery.state) &&
      store.countFiles(row) !== delivery.counts.made;
    if (!row || isPartial)
      return { ...delivery, download: { state: "none" as const, problem: null } };
    const download = { state: row.state, problem: row.problem };
    const shown: Delivery = { ...delivery, download, folder: row.folder || row.target };
    if (row.state === "failed") return { ...shown, state: "failed" as const };
    if (row.state === "done" || !["making", "made", "failed"].includes(delivery.state))
      return shown;
    const { progress } = jobs.get(keyOf(row)) ?? { progress: { files: 0 } };
    return {
      ...shown,
      state: "making" as const,
      counts: { ...delivery.counts, made: progress.files },
    };
  }

  return {
    /** Continues the downloads that an earlier run of the application left. */
    start(): void {
      for (const row of store.listRunning()) begin(row);
    },
    /** Downloads a delivery to a new folder below `folder`. */
    add(target: DownloadTarget, folder: string): void {
      store.add(target, folder);
      begin({ ...target, target: folder, folder: "", state: "running", problem: null });
    },
    find: store.find,
    /** Continues the download of a delivery. Does nothing without one. */
    continue(key: Pick<DownloadTarget, "workspaceId" | "deliveryId">): void {
      const row = store.find(key);
      if (!row) return;
      store.setState(key, "running", null);
      begin({ ...row, state: "running", problem: null });
    },
    /** Ends the download of a delivery, and removes what it has written. */
    async remove(key: Pick<DownloadTarget, "workspaceId" | "deliveryId">): Promise<void> {
      const receiving = jobs.get(keyOf(key))?.progress.path ?? "";
      await end(key);
      const row = store.find(key);
      if (!row) return;
      if (row.folder !== "") {
        // Without the service at least what was being received is known.
        const listed = await remote(key.workspaceId)
          .extensions.exports.files(key.deliveryId)
          .then((files) => files.map(({ path }) => path))
          .catch(() => (receiving === "" ? [] : [receiving]));
        await removeOwnFiles(row, listed);
      }
      store.remove(key);
      onChanged();
    },
    /** The deliveries of a batch as this computer has them. */
    withDownloads(
      { workspaceId, batchId }: Pick<DownloadTarget, "workspaceId" | "batchId">,
      entries: readonly ExportEntry[],
    ): Delivery[] {
      const rows = new Map(
        store.listOfBatch(workspaceId, batchId).map((row) => [row.deliveryId, row]),
      );
      return entries.map((entry) => toDelivery(entry, rows.get(entry.id) ?? null));
    },
    /** Stops the downloads of a workspace, or all. They continue with the next start. */
    async stop(workspaceId?: string): Promise<void> {
      isStopped ||= workspaceId === undefined;
      const ending = [...jobs.values()].filter(
        ({ row }) => workspaceId === undefined || row.workspaceId === workspaceId,
      );
      for (const { stop } of ending) stop.abort(new Error("the application stops"));
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };

  /** Complete files as they were downloaded, and the unfinished ones of the listed files. */
  async function removeOwnFiles(row: DeliveryDownload, listed: readonly string[]): Promise<void> {
    const complete = store.files(row);
    const unchanged = await unchangedOf(row.folder, complete);
    const unfinished = [...new Set([...complete.keys(), ...listed])].map(
      (file) => `${file}${partSuffix}`,
    );
    await removeDeliveredFiles(row.folder, [...unchanged, ...unfinished], partSuffix);
  }
}

/** The files that still have their hashes. The others are missing, or the user has changed them. */
async function unchangedOf(folder: string, hashes: ReadonlyMap<string, string>): Promise<string[]> {
  const hasher = createFileHasher();
  const { signal } = new AbortController();
  const unchanged: string[] = [];
  try {
    for (const [file, sha256] of hashes) {
      const found = await hasher
        .hash(path.join(folder, ...file.split("/")), Number.MAX_SAFE_INTEGER, { signal })
        // A file that cannot be read stays, as one that was changed.
        .catch(() => null);
      if (found?.sha256 === sha256) unchanged.push(file);
    }
  } finally {
    hasher.close();
  }
  return unchanged;
}
