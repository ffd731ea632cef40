/**
 * Whether a gallery path is still free when the first byte of an upload is about to be sent. A plan may be hours old
 * then, and a path that was free may be taken: nothing is overwritten unless the user chose that.
 */
import { backoffDelay } from "../../common/retry";
import { kindOf } from "../../../preload/facts/errors";
import { AppError } from "../../common/errors";
import type { UploadRow } from "./upload-rows";
import type { UploadStore } from "./store";
import { freePath } from "../gallery/gallery-path";

export interface GalleryIndex {
  /** When the whole gallery was last read, in milliseconds since 1970; null when it never was. */
  readAt(workspaceId: string): number | null;
  /** Reads the gallery unless what is known is younger than this. Rejects when that fails. */
  refreshIfOlder(workspaceId: string, milliseconds: number): Promise<void>;
  /** As far as it is known: what was read, and what this application uploaded since. */
  has(workspaceId: string, galleryPath: string): boolean;
}

export interface GalleryCheckDeps {
  store: UploadStore;
  gallery: GalleryIndex;
  /** First step of the wait after a failed reading, in milliseconds. */
  backoffMs: number;
}

/** The gallery is read at most this often for uploads, in milliseconds… */
const leastAgeMs = 60_000;
/** …and so that reading a large one takes at most a twentieth of the time. */
const timesItsDuration = 20;

interface Reading {
  /** Milliseconds that the last one took. */
  tookMs: number;
  /** One for all files that need it at the same time. */
  underWay: Promise<void> | null;
  /** After a failure all files wait; `until` is of performance.now(). */
  failure: { error: unknown; attempts: number; until: number } | null;
}

export type GalleryCheck = ReturnType<typeof createGalleryCheck>;

export function createGalleryCheck({ store, gallery, backoffMs }: GalleryCheckDeps) {
  const readings = new Map<string, Reading>();

  function readingOf(workspaceId: string): Reading {
    const known = readings.get(workspaceId);
    if (known) return known;
    const made = { tookMs: 0, underWay: null, failure: null };
    readings.set(workspaceId, made);
    return made;
  }

  async function read(workspaceId: string, reading: Reading): Promise<void> {
    const before = gallery.readAt(workspaceId);
    const begun = performance.now();
    try {
      const age = Math.max(leastAgeMs, timesItsDuration * reading.tookMs);
      await gallery.refreshIfOlder(workspaceId, age);
      if (gallery.readAt(workspaceId) !== before) reading.tookMs = performance.now() - begun;
      reading.failure = null;
    } catch (error) {
      const attempts = (reading.failure?.attempts ?? 0) + 1;
      const until = performance.now() + backoffDelay(attempts, backoffMs);
      reading.failure = { error, attempts, until };
      throw error;
    }
  }

  /** Resolves when the gallery is known well enough. Rejects with what lets the upload wait. */
  async function know(workspaceId: string): Promise<void> {
    const reading = readingOf(workspaceId);
    try {
      if (reading.failure && performance.now() < reading.failure.until) throw reading.failure.error;
      reading.underWay ??= read(workspaceId, reading).finally(() => {
        reading.underWay = null;
      });
      await reading.underWay;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Of the connection, or for the user: these suspend the whole queue, as everywhere.
      if (["connection", "user"].includes(kindOf(error.code))) throw error;
      const { message, retryAfterMs } = error;
      throw new AppError("gallery-unknown", message, { cause: error, retryAfterMs });
    }
  }

  const isTaken = (row: UploadRow, path: string) =>
    gallery.has(row.workspaceId, path) ||
    store.underWay(row.workspaceId, path).some(({ id }) => id !== row.id);

  /** Whether something is at the row's path; true also where a file may be replaced and the gallery is not known. */
  async function isConflict(row: UploadRow, signal: AbortSignal): Promise<boolean> {
    try {
      await unlessAborted(know(row.workspaceId), signal);
    } catch (error) {
      if (signal.aborted || row.onConflict !== "replace") throw error;
      return true;
    }
    return gallery.has(row.workspaceId, row.galleryPath);
  }

  return {
    /**
     * Applies the user's choice when the path is taken by now. Resolves with the row as it is to be sent, or with null
     * when it is skipped. Rejects with "path-taken" where no choice was made, or with what lets the upload wait. What
     * the row itself has begun to send is no conflict.
     */
    async admit(row: UploadRow, signal: AbortSignal): Promise<UploadRow | null> {
      if (row.isStarted === 1) return row;
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
      store.start(row.id, galleryPath, isFound && !isRenamed);
      return store.get(row.id) ?? null;
    },
    /** Reads again at once after a failure: credentials or the network changed, or the user asked for it. */
    retryNow: () => {
      for (const reading of readings.values()) {
        if (reading.failure) reading.failure.until = 0;
      }
    },
  };
}

/** Settles as the work does, or rejects with the signal's reason; the work goes on for others. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
