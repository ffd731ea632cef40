/**
 * Continues failed uploads whose files can be read again: a disk was connected, a file was put
 * back, a permission was granted. No system reports all of these, so the files are checked
 * regularly while there are such uploads.
 */
import type { Log } from "../../common/log";
import type { Timing } from "../timing";
import type { UploadStore } from "./store/upload-store";
import type { FileAccess } from "./transfer/disk";
import type { UploadRow } from "./store/upload-rows";

export interface ReturnedFilesDeps {
  store: Pick<UploadStore, "unavailable" | "requeueAvailable">;
  files: FileAccess;
  log: Log;
  timing: Pick<Timing, "recheckMs">;
  /** Uploads were queued again. */
  onReturned: () => void;
}

const pageSize = 200;
/** The checks take at most this fraction of the time. */
const pauseFactor = 50;

export function createReturnedFiles({ store, files, log, timing, onReturned }: ReturnedFilesDeps) {
  let isRunning = false;
  let isChecking = false;
  let timer: NodeJS.Timeout | null = null;

  async function isBack(row: UploadRow): Promise<boolean> {
    try {
      const found = await files.identity(row.sourcePath);
      if (row.errorCode === "file-truncated") return found.size >= row.size;
      if (row.errorCode === "file-in-cloud") return !found.isPlaceholder;
      if (row.errorCode === "file-denied") await files.probe(row.sourcePath);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * One file at a time: a check of a network drive may block a thread of the pool. Resolves with
   * their number.
   */
  async function checkAll(): Promise<number> {
    let count = 0;
    for (let afterId = 0; ;) {
      const page = store.unavailable(afterId, pageSize);
      const back: number[] = [];
      for (const row of page) {
        if (!isRunning) return 0;
        if (await isBack(row)) back.push(row.id);
      }
      if (!isRunning) return 0;
      if (back.length > 0) {
        store.requeueAvailable(back);
        log.info(`uploads: ${back.length} files can be read again`);
        onReturned();
      }
      count += page.length - back.length;
      const last = page.at(-1);
      if (!last || page.length < pageSize) return count;
      afterId = last.id;
    }
  }

  async function check(): Promise<void> {
    isChecking = true;
    const startedAt = performance.now();
    let count = 1;
    try {
      count = await checkAll();
    } catch (error) {
      // The local database cannot be read or written now.
      log.warn("uploads: the check of missing files failed", error);
    } finally {
      isChecking = false;
    }
    if (count > 0) schedule(pauseFactor * (performance.now() - startedAt));
  }

  function schedule(minDelayMs = 0): void {
    if (!isRunning || isChecking || timer) return;
    timer = setTimeout(
      () => {
        timer = null;
        void check();
      },
      Math.max(timing.recheckMs, minDelayMs),
    );
  }

  return {
    start(): void {
      isRunning = true;
      schedule();
    },
    stop(): void {
      isRunning = false;
      if (timer) clearTimeout(timer);
      timer = null;
    },
    /** An upload has failed, perhaps because of its file. */
    failed: () => schedule(),
  };
}
