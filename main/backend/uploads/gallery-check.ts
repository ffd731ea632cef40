/**
 * Whether a gallery path is still free when the first byte of an upload is about to be sent. A plan
 * may be hours old then, and a path that was free may be taken: nothing is overwritten unless the
 * user chose that.
 */
import { backoffDelay } from "../../common/retry";
import { kindOf } from "../../../preload/facts/errors";
import { AppError } from "../../common/errors";
import type { UploadRow } from "./store/upload-rows";
import type { StartedUpload } from "./store/transfer-store";
import type { UploadStore } from "./store/upload-store";
import { freePath } from "../gallery/gallery-path";

export interface GalleryIndex {
  /** When the whole gallery was last read, in milliseconds since 1970; null when it never was. */
  readAt(workspaceId: string): number | null;
  /** Reads the gallery unless it was read within this time. Rejects when that fails. */
  refreshIfOlder(workspaceId: string, milliseconds: number): Promise<void>;
  /**
   * Whether the cached gallery has a file there: as last read, with the uploads of this application
   * since.
   */
  has(workspaceId: string, galleryPath: string): boolean;
}

export interface GalleryCheckDeps {
  store: UploadStore;
  gallery: GalleryIndex;
  /** First delay after a failed read, in milliseconds; later delays grow. */
  backoffMs: number;
}

/** Minimum time between two reads of a gallery, in milliseconds. */
const minAgeMs = 60_000;
/**
 * How long the age of the gallery is not checked again, in milliseconds: many small files start
 * within this time.
 */
const recheckMs = 1_000;
/**
 * Minimum time between two reads, as a multiple of the duration of the last one: limits the load by
 * large galleries.
 */
const durationFactor = 20;

interface GalleryRead {
  /** Duration of the last read, in milliseconds. */
  durationMs: number;
  /** The gallery is recent enough until then, by performance.now(). */
  isRecentUntil: number;
  /** The active read, shared by all files. */
  active: Promise<void> | null;
  /** After a failure all files wait; `until` is of performance.now(). */
  failure: { error: unknown; attempts: number; until: number } | null;
}

export type GalleryCheck = ReturnType<typeof createGalleryCheck>;

export function createGalleryCheck({ store, gallery, backoffMs }: GalleryCheckDeps) {
  const reads = new Map<string, GalleryRead>();

  function readStateOf(workspaceId: string): GalleryRead {
    const existing = reads.get(workspaceId);
    if (existing) return existing;
    const added = { durationMs: 0, isRecentUntil: 0, active: null, failure: null };
    reads.set(workspaceId, added);
    return added;
  }

  async function read(workspaceId: string, state: GalleryRead): Promise<void> {
    const before = gallery.readAt(workspaceId);
    const startedAt = performance.now();
    try {
      const age = Math.max(minAgeMs, durationFactor * state.durationMs);
      await gallery.refreshIfOlder(workspaceId, age);
      if (gallery.readAt(workspaceId) !== before) state.durationMs = performance.now() - startedAt;
      state.failure = null;
      state.isRecentUntil = performance.now() + recheckMs;
    } catch (error) {
      const attempts = (state.failure?.attempts ?? 0) + 1;
      const until = performance.now() + backoffDelay(attempts, backoffMs);
      state.failure = { error, attempts, until };
      throw error;
    }
  }

  /**
   * Resolves when the cached gallery is recent enough. Rejects with an error after which the upload
   * is retried.
   */
  async function ensureRead(workspaceId: string): Promise<void> {
    const state = readStateOf(workspaceId);
    if (performance.now() < state.isRecentUntil) return;
    try {
      if (state.failure && performance.now() < state.failure.until) throw state.failure.error;
      state.active ??= read(workspaceId, state).finally(() => {
        state.active = null;
      });
      await state.active;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Failures of the connection and of the credentials suspend the whole queue, as for every
      // request.
      if (["connection", "user"].includes(kindOf(error.code))) throw error;
      const { message, retryAfterMs } = error;
      throw new AppError("gallery-unknown", message, { cause: error, retryAfterMs });
    }
  }

  const isTaken = (row: UploadRow, path: string) =>
    gallery.has(row.workspaceId, path) ||
    store.unfinishedTo(row.workspaceId, path).some(({ id }) => id !== row.id);

  /**
   * Whether a file is at the row's path; true also if a file may be replaced and the gallery cannot
   * be read.
   */
  async function isConflict(row: UploadRow, signal: AbortSignal): Promise<boolean> {
    try {
      await unlessAborted(ensureRead(row.workspaceId), signal);
    } catch (error) {
      if (signal.aborted || row.onConflict !== "replace") throw error;
      return true;
    }
    return gallery.has(row.workspaceId, row.galleryPath);
  }

  return {
    /**
     * Applies the user's choice when the path has been taken meanwhile. Resolves with the upload to
     * send, or with null when it is skipped. Rejects with "path-taken" if the user made no choice,
     * or with an error after which the upload is retried. Parts that the row itself has sent are
     * not a conflict.
     */
    async resolvePath(row: UploadRow, signal: AbortSignal): Promise<StartedUpload | null> {
      if (row.isStarted === 1) return { row, stored: Promise.resolve() };
      const isFound = await isConflict(row, signal);
      signal.throwIfAborted();
      if (isFound && row.onConflict === "ask")
        throw new AppError("path-taken", `"${row.galleryPath}" was free when it was queued`);
      if (isFound && row.onConflict === "skip") {
        store.skip(row.id);
        return null;
      }
      const isRenamed = isFound && row.onConflict === "rename";
      const galleryPath = isRenamed
        ? freePath(row.galleryPath, (path) => isTaken(row, path))
        : row.galleryPath;
      return store.start(row, galleryPath, isFound && !isRenamed);
    },
    /**
     * Ends the delays after failures: the credentials or the network changed, or the user retries.
     */
    retryNow: () => {
      for (const state of reads.values()) {
        if (state.failure) state.failure.until = 0;
      }
    },
  };
}

/**
 * Settles like `work`, or rejects with the reason of the signal; `work` continues for other
 * callers.
 */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
