/**
 * Lists of a service, cached on disk: queries of a view read the database; a sync updates the list
 * and reports what changed.
 */
import type { ResourceList } from "../../../preload/model/resources";
import type { BatchMilestone } from "../ports";
import { createListCache, type ListCache, type ListCacheDeps } from "./list-cache";
import { kindKey } from "./list-definitions";
import { createListFreshness, type ListFreshness, type ListFreshnessDeps } from "./list-freshness";
import { createListSync, type ListSync, type ListSyncDeps } from "./list-sync";

export type { SyncOutcome } from "./list-sync";

export type ListsDeps = Omit<ListCacheDeps, "onBatchMilestone"> &
  Omit<ListSyncDeps, "cache" | "connectivity" | "maxItems"> & {
    connectivity: ListSyncDeps["connectivity"] & ListFreshnessDeps["connectivity"];
    onBatchMilestone: (milestone: BatchMilestone) => void;
    /** Bound of the cached items of one list; 200,000 unless given. */
    maxItems?: number | undefined;
  };
export type Lists = ListCache &
  ListSync &
  ListFreshness & {
    /**
     * Whether a list may change without a request of this application: work is running at the
     * service.
     */
    isChanging: (workspaceId: string, list: ResourceList) => boolean;
    /** Stops the syncs of a workspace and deletes its lists. */
    removeWorkspace: (workspaceId: string) => Promise<void>;
  };

/** Teams have a hundredth of it. */
const defaultMaxItems = 200_000;

export function createLists(deps: ListsDeps): Lists {
  const cache = createListCache({
    ...deps,
    onBatchMilestone(workspaceId, { projectId, id: batchId, name, group }) {
      const route = { screen: "batch", projectId, batchId } as const;
      deps.onBatchMilestone({ workspaceId, projectId, batchId, name, group, route });
    },
  });
  const maxItems = deps.maxItems ?? defaultMaxItems;
  const sync = createListSync({ ...deps, cache, maxItems });
  const { isReading } = sync;

  function isChanging(workspaceId: string, list: ResourceList): boolean {
    if (list.kind !== "batches" && list.kind !== "characters" && list.kind !== "batch")
      return false;
    const batches = kindKey(workspaceId, "batches", list.projectId);
    return list.kind === "batch"
      ? cache.get(batches, list.batchId)?.group === "running"
      : (cache.counts(batches)["running"] ?? 0) > 0;
  }

  return {
    ...cache,
    ...sync,
    ...createListFreshness({ ...deps, isReading, maxItems }),
    isChanging,
    async removeWorkspace(workspaceId) {
      await sync.stop(workspaceId);
      await sync.drop(deps.store.all(workspaceId));
    },
  };
}
