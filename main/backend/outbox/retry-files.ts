/** Retries failed uploads of an entry, restores cancelled ones and queues deleted ones again. */
import type { Log } from "../../common/log";
import type { UploadQueue } from "../uploads/queue";
import type { UploadStore } from "../uploads/store/upload-store";
import type { RequestMedia } from "./requests/request-media";
import type { OutboxStore } from "./store/outbox-store";

export interface RetryFilesDeps {
  store: OutboxStore;
  uploads: { store: UploadStore; queue: Pick<UploadQueue, "retry" | "restore"> };
  media: RequestMedia;
  log: Log;
}

export type RetryFiles = ReturnType<typeof createRetryFiles>;

export function createRetryFiles({ store, uploads, media, log }: RetryFilesDeps) {
  return async function retryFiles(workspaceId: string, entryId: number): Promise<void> {
    const row = store.get(entryId);
    if (!row || row.workspaceId !== workspaceId || row.failedUploads === 0) return;
    const missing = store.files(entryId).filter(({ isThere }) => isThere === 0);
    const ids = missing.flatMap(({ upload }) => upload ?? []);
    const inState = (state: string) => ids.filter((id) => uploads.store.get(id)?.state === state);
    const failed = inState("failed");
    if (failed.length > 0) await uploads.queue.retry({ ids: failed });
    const cancelled = inState("cancelled");
    if (cancelled.length > 0) uploads.queue.restore(cancelled);
    const withoutUpload = missing.filter(({ upload }) => upload === null);
    if (withoutUpload.length === 0) return;
    try {
      await media.assign(entryId, workspaceId, await media.identify(workspaceId, withoutUpload));
    } catch (error) {
      // For example a missing file. The entry still shows the failed upload.
      log.info(`outbox: not queued again ${entryId}`, error);
    }
  };
}
