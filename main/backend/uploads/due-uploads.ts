/** The uploads of each workspace that are due, in their order: their ids are read in groups. */
import type { ActiveTransfers } from "./active-transfers";
import type { UploadStore } from "./store/upload-store";
import type { UploadRow } from "./store/upload-rows";

/** The ids that are read at once. */
const idsAtOnce = 32;
/** Then they are read again: another upload may be due earlier. In milliseconds. */
const maxAgeMs = 250;

export interface DueUploadsDeps {
  store: Pick<UploadStore, "due" | "get">;
  transfers: Pick<ActiveTransfers, "ids" | "isActive">;
  /** The clock of the delays, in milliseconds. */
  now: () => number;
}

export function createDueUploads({ store, transfers, now }: DueUploadsDeps) {
  const read = new Map<string, { ids: number[]; readAt: number }>();

  return {
    /** The upload that is started next, or null if none is due. Each call returns another one. */
    next(workspaceId: string): UploadRow | null {
      const current = now();
      for (;;) {
        const known = read.get(workspaceId);
        const isRecent = known && current - known.readAt < maxAgeMs;
        const id = isRecent ? known.ids.shift() : undefined;
        if (id === undefined) {
          const ids = store.due(workspaceId, current, transfers.ids(), idsAtOnce);
          if (ids.length === 0) return null;
          read.set(workspaceId, { ids, readAt: current });
          continue;
        }
        const row = transfers.isActive(id) ? undefined : store.get(id);
        // It may have been paused, started or delayed since its id was read.
        if (row?.state === "queued" && (row.nextTryAt ?? 0) <= current) return row;
      }
    },
    /** Uploads may be due that were not, or in another order. */
    reload: () => read.clear(),
  };
}
