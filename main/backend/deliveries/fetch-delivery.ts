/** Downloads the files of a delivery while the service makes them. */
import { setTimeout as pause } from "node:timers/promises";
import { isTransient } from "../../../preload/facts/errors";
import type { ExportEntry } from "../../../preload/local-service/exports";
import { AppError } from "../../common/errors";
import { createFileHasher } from "../../common/file-hasher";
import type { ExportCalls } from "../../remote/extensions/exports";
import { fetchFile, WrongBytes, type RemoteFile } from "./fetch-file";

export interface FetchProgress {
  /** All files of the delivery. */
  total: number;
  /** Files that are downloaded. */
  files: number;
  /** The path of the file that is being received, or "". */
  path: string;
  /** The received bytes of that file. */
  bytes: number;
}

/** The files that were downloaded, by their paths. */
export interface FetchedFiles {
  sha256Of(path: string): string | null;
  add(path: string, sha256: string): void;
}

export interface FetchDelivery {
  calls: Pick<ExportCalls, "find" | "files" | "openFile">;
  deliveryId: string;
  /** The folder of this delivery, which it created; absolute, without links. */
  folder: string;
  fetched: FetchedFiles;
  signal: AbortSignal;
  /** Called when a file begins; the result when it has ended. Waiting is no activity. */
  began?: (() => () => void) | undefined;
  onProgress: (progress: FetchProgress) => void;
  /** Milliseconds between two requests of the state. */
  pollMs: number;
  /**
   * The delay in milliseconds after this many failures of the connection in a row; null to end with
   * the error.
   */
  retryMs: (failures: number) => number | null;
}

/** How often a file is downloaded again whose bytes are not those of the service. */
const maxWrongBytes = 2;

/**
 * Resolves with the delivery when the service has ended it and its made files are downloaded; at
 * once for one that was cancelled, has expired or waits for a confirmation.
 * @throws the reason of the signal, or as `fetchFile`.
 */
export async function fetchDelivery(run: FetchDelivery): Promise<ExportEntry> {
  const { calls, deliveryId, folder, fetched, signal, onProgress, pollMs, retryMs } = run;
  const hasher = createFileHasher();
  const progress: FetchProgress = { total: 0, files: 0, path: "", bytes: 0 };
  let failures = 0;
  const wrongBytes = new Map<string, number>();
  /** The paths with the hashes of the files that are on the disk. */
  const done = new Map<string, string>();

  const fetchOne = async (file: RemoteFile) => {
    Object.assign(progress, { path: file.path, bytes: 0 });
    onProgress(progress);
    const onBytes = (bytes: number) => {
      if (bytes > progress.bytes) failures = 0;
      progress.bytes = bytes;
      onProgress(progress);
    };
    const deps = { open: calls.openFile, hasher, onBytes, signal };
    const hasEnded = run.began?.();
    try {
      await fetchFile(deps, { deliveryId, folder, file, own: fetched.sha256Of(file.path) });
    } finally {
      hasEnded?.();
    }
    fetched.add(file.path, file.sha256);
    done.set(file.path, file.sha256);
    Object.assign(progress, { files: done.size, path: "", bytes: 0 });
    onProgress(progress);
  };

  /** Downloads the made files that are missing. Resolves with the delivery as it was before. */
  async function fetchMade(): Promise<ExportEntry> {
    // Before the list: if the delivery has ended, the list has all of its made files.
    const { delivery } = await calls.find(deliveryId);
    const { state, counts } = delivery;
    progress.total = counts.files;
    onProgress(progress);
    if (state !== "making" && state !== "made" && state !== "failed") return delivery;
    if (state === "making" && counts.made <= done.size) return delivery;
    for (const [position, { path, bytes, sha256, ...file }] of (
      await calls.files(deliveryId)
    ).entries()) {
      signal.throwIfAborted();
      if (file.state !== "made" || bytes === null || sha256 === null) continue;
      if (done.get(path) === sha256) continue;
      await fetchOne({ position, path, bytes, sha256 });
    }
    return delivery;
  }

  /** How long to wait after an error. @throws the error, if waiting does not help. */
  function delayAfter(error: unknown): number {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    const { code } = error;
    failures += 1;
    if (error instanceof WrongBytes) {
      const count = (wrongBytes.get(error.message) ?? 0) + 1;
      wrongBytes.set(error.message, count);
      if (count >= maxWrongBytes) throw error;
      return 0;
    }
    // A file may have expired, or be made again, since the list was read.
    if (code === "not-found" && failures < 3) return pollMs;
    if (code !== "offline" && !isTransient(code)) throw error;
    const delay = retryMs(failures);
    if (delay === null) throw error;
    return Math.max(delay, error.retryAfterMs ?? 0);
  }

  try {
    for (;;) {
      let delay = pollMs;
      try {
        const delivery = await fetchMade();
        failures = 0;
        if (delivery.state !== "making") return delivery;
      } catch (error) {
        delay = delayAfter(error);
      }
      await pause(delay, undefined, { signal });
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    hasher.close();
  }
}
