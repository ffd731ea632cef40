/** Reads one list of a service into the cache. */
import type { ExtensionName } from "../../../preload/facts/extensions";
import type { Topic } from "../../../preload/contract";
import type { Problem } from "../../../preload/model";
import type { ResourceList } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Remote } from "../../remote/remote";
import { withGroup } from "./batch-group";
import { listName, type ListCache } from "./list-cache";
import {
  kindKey,
  kinds,
  listKey,
  scopeOf,
  type Kind,
  type KindKey,
  type Kinds,
} from "./list-definitions";
import type { ListKey, ListStore } from "./store";
import { syncItems, type SyncResult } from "./sync-list";

export interface ListReaderDeps {
  store: ListStore;
  cache: ListCache;
  remote: (workspaceId: string) => Remote;
  /** Whether the workspace's service has announced an extension. */
  offers: (workspaceId: string, extension: ExtensionName) => boolean;
  onChanged: (topic: Topic) => void;
  now: () => number;
  log: Log;
  /** Bound of the cached items of one list. */
  maxItems: number;
}

interface Reading {
  signal: AbortSignal;
  /** Ids that were written while the list is read. */
  written: ReadonlySet<string>;
}

export function createListReader(deps: ListReaderDeps) {
  const { store, cache, now, log } = deps;
  /** The last logged message of each list: a message that repeats at every sync is logged once. */
  const logged = new Map<string, string>();

  /** Syncs one batch, and its item in the list of its project. */
  async function syncBatch(
    workspaceId: string,
    { projectId, batchId }: { projectId: string; batchId: string },
    { signal, written }: Reading,
  ): Promise<SyncResult> {
    const key = kindKey(workspaceId, "batches", projectId);
    const before = store.body(key, batchId);
    const isWritten = () => written.has(store.storedId(batchId));
    try {
      const batch = await deps.remote(workspaceId).batches.get(projectId, batchId, signal);
      if (!isWritten())
        cache.put(kindKey(workspaceId, "batches", batch.projectId), [withGroup(batch)]);
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === "not-found";
      if (isMissing && !isWritten()) cache.remove(key, [batchId]);
      throw error;
    }
    store.setRead(listKey(workspaceId, { kind: "batch", projectId, batchId }), now(), null);
    return { changes: before === store.body(key, batchId) ? 0 : 1, dropped: 0, problem: null };
  }

  function syncKind<K extends Kind>(
    key: KindKey<K>,
    { signal, written }: Reading,
  ): Promise<SyncResult> {
    const milestones = cache.milestones(key);
    const kind = kinds[key.kind];
    const remote = deps.remote(key.workspaceId);
    return syncItems<Kinds[K]>(deps, {
      key,
      chunks: kind.read(remote, key.scope, signal, (extension) =>
        deps.offers(key.workspaceId, extension),
      ),
      item: kind.item,
      merge: kind.merge,
      written,
      signal: signal,
      onPut: milestones.record,
      onGrown() {
        cache.bumpVersion(key);
        deps.onChanged(kind.topic);
      },
      // Recorded milestones are reported also when the sync fails before its end.
    }).finally(milestones.notify);
  }

  function logDropped(key: ListKey, dropped: number, problem: Problem | null): void {
    const text = [dropped > 0 ? `${dropped} without a unique id` : "", problem?.message ?? ""];
    const message = text.join(" ").trim();
    if (message !== (logged.get(listName(key)) ?? ""))
      log.warn(`lists: items of ${key.kind} skipped`, message);
    logged.set(listName(key), message);
  }

  /** Resolves to how many items changed. */
  return async (workspaceId: string, list: ResourceList, reading: Reading): Promise<number> => {
    const key = listKey(workspaceId, list);
    const { changes, dropped, problem } =
      list.kind === "batch"
        ? await syncBatch(workspaceId, list, reading)
        : await syncKind(kindKey(workspaceId, list.kind, scopeOf(list)), reading);
    logDropped(key, dropped, problem);
    if (changes > 0 && list.kind !== "batch") cache.bumpVersion(key);
    return changes;
  };
}
