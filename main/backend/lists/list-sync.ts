/**
 * Syncs of lists with their service: one at a time for each list, shared by all callers, and
 * repeated after a write.
 */
import type { ExtensionName } from "../../../preload/facts/extensions";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Topic } from "../../../preload/contract";
import type { Problem } from "../../../preload/model";
import type { ResourceList } from "../../../preload/model/resources";
import { AppError, toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Remote } from "../../remote/remote";
import type { Connectivity } from "../connectivity/connectivity";
import type { ListKey, ListStore } from "./store";
import { withGroup } from "./batch-group";
import { listName, type ListCache } from "./list-cache";
import {
  dependentsOf,
  kindKey,
  kinds,
  listKey,
  listTopics,
  scopeOf,
  topicOf,
  type Kind,
  type KindKey,
  type Kinds,
} from "./list-definitions";
import { syncItems, type SyncResult } from "./sync-list";

export interface ListSyncDeps {
  store: ListStore;
  cache: ListCache;
  remote: (workspaceId: string) => Remote;
  connectivity: Pick<Connectivity, "blocked" | "onChange">;
  /** Whether the workspace's service has announced an extension. */
  offers: (workspaceId: string, extension: ExtensionName) => boolean;
  onChanged: (topic: Topic) => void;
  now: () => number;
  log: Log;
  /** Bound of the cached items of one list. */
  maxItems: number;
}

export interface SyncOutcome {
  isChanged: boolean;
  /** Null after a successful sync. */
  error: AppError | null;
}

interface Sync {
  work: Promise<void>;
  stop: AbortController;
  /** Ids that were written while the sync was active. */
  written: Set<string>;
  /** A write happened while the sync was active: it is repeated. */
  isStale: boolean;
}

export type ListSync = ReturnType<typeof createListSync>;

export function createListSync(deps: ListSyncDeps) {
  const { store, cache, now, log } = deps;
  const syncs = new Map<string, Sync>();
  const synced = createListeners<[workspaceId: string, list: ResourceList, outcome: SyncOutcome]>();
  const written = createListeners<[workspaceId: string, list: ResourceList]>();
  const triedAt = new Map<string, number>();
  /** A list that they depend on changed after they were synced. */
  const stale = new Set<string>();
  /** The last logged message of each list: a message that repeats at every sync is logged once. */
  const logged = new Map<string, string>();
  let isStopped = false;
  store.dropStaged();

  // Lists report their freshness, which depends on the connection.
  deps.connectivity.onChange(({ kind }) => {
    if (kind !== "online") for (const topic of listTopics) deps.onChanged(topic);
  });
  // An active sync may have read an older state of the item than was written.
  cache.onItemWritten((key, id) => {
    const own: ListKey[] = [key, { ...key, kind: "batch", scope: id }];
    for (const one of key.kind === "batches" ? own : [key])
      syncs.get(listName(one))?.written.add(store.storedId(id));
  });

  /** Syncs one batch, and its item in the list of its project. */
  async function syncBatch(
    workspaceId: string,
    { projectId, batchId }: { projectId: string; batchId: string },
    { stop, written }: Sync,
  ): Promise<SyncResult> {
    const key = kindKey(workspaceId, "batches", projectId);
    const before = store.body(key, batchId);
    const isWritten = () => written.has(store.storedId(batchId));
    try {
      const batch = await deps.remote(workspaceId).batches.get(projectId, batchId, stop.signal);
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

  function syncKind<K extends Kind>(key: KindKey<K>, { stop, written }: Sync): Promise<SyncResult> {
    const milestones = cache.milestones(key);
    const kind = kinds[key.kind];
    const remote = deps.remote(key.workspaceId);
    return syncItems<Kinds[K]>(deps, {
      key,
      chunks: kind.read(remote, key.scope, stop.signal, (extension) =>
        deps.offers(key.workspaceId, extension),
      ),
      item: kind.item,
      merge: kind.merge,
      written,
      signal: stop.signal,
      onPut: milestones.record,
      onGrown() {
        cache.bumpVersion(key);
        deps.onChanged(kind.topic);
      },
      // Recorded milestones are reported also when the sync fails before its end.
    }).finally(milestones.notify);
  }

  /** Whether the service lists them; assignments are listed by an extension only. */
  const isListed = (workspaceId: string, { kind }: ResourceList) =>
    kind !== "assignments" || deps.offers(workspaceId, "lines");

  function logDropped(key: ListKey, dropped: number, problem: Problem | null): void {
    const text = [dropped > 0 ? `${dropped} without a unique id` : "", problem?.message ?? ""];
    const message = text.join(" ").trim();
    if (message !== (logged.get(listName(key)) ?? ""))
      log.warn(`lists: items of ${key.kind} skipped`, message);
    logged.set(listName(key), message);
  }

  async function run(workspaceId: string, list: ResourceList, sync: Sync): Promise<void> {
    const key = listKey(workspaceId, list);
    triedAt.set(listName(key), now());
    stale.delete(listName(key));
    try {
      const blocked = deps.connectivity.blocked(workspaceId);
      if (blocked) throw new AppError(blocked.code, blocked.message);
      const { changes, dropped, problem } =
        list.kind === "batch"
          ? await syncBatch(workspaceId, list, sync)
          : await syncKind(kindKey(workspaceId, list.kind, scopeOf(list)), sync);
      logDropped(key, dropped, problem);
      if (changes > 0 && list.kind !== "batch") cache.bumpVersion(key);
      if (changes > 0)
        for (const other of dependentsOf(list)) stale.add(listName(listKey(workspaceId, other)));
      synced.notify(workspaceId, list, { isChanged: changes > 0, error: null });
    } catch (error) {
      if (sync.stop.signal.aborted) throw error;
      const { code, message } = toProblem(error);
      if (code === "internal") log.error(`lists: cannot sync ${list.kind}`, error);
      const failure =
        error instanceof AppError ? error : new AppError(code, "internal error", { cause: error });
      store.setProblem(key, { code, message: failure.message });
      log.info(`lists: not synced ${list.kind}`, code, message);
      synced.notify(workspaceId, list, { isChanged: false, error: failure });
      throw failure;
    }
  }

  function begin(workspaceId: string, list: ResourceList): Promise<void> {
    const name = listName(listKey(workspaceId, list));
    const sync: Sync = {
      work: Promise.resolve(),
      stop: new AbortController(),
      written: new Set(),
      isStale: false,
    };
    syncs.set(name, sync);
    sync.work = run(workspaceId, list, sync).finally(() => {
      syncs.delete(name);
      if (sync.isStale && !sync.stop.signal.aborted) syncAfterWrite(workspaceId, list);
      if (!isStopped) deps.onChanged(topicOf(list));
    });
    deps.onChanged(topicOf(list));
    return sync.work;
  }

  /**
   * Syncs a list; concurrent calls share one sync. Writes of this application before the call are
   * included. Rejects with the failure of the sync.
   */
  async function refresh(workspaceId: string, list: ResourceList): Promise<void> {
    // Throws for a workspace that does not exist: nothing may be cached for it.
    deps.remote(workspaceId);
    if (!isListed(workspaceId, list)) return;
    const name = listName(listKey(workspaceId, list));
    const active = syncs.get(name);
    if (active?.isStale) await active.work.catch(() => undefined);
    if (isStopped) return;
    await (syncs.get(name)?.work ?? begin(workspaceId, list));
  }

  /** After a write: syncs the list in the background; a sync that is active already is repeated. */
  function syncAfterWrite(workspaceId: string, ...lists: ResourceList[]): void {
    for (const list of lists) {
      written.notify(workspaceId, list);
      const active = syncs.get(listName(listKey(workspaceId, list)));
      if (active) active.isStale = true;
      // A failure is stored with the list.
      else refresh(workspaceId, list).catch(() => undefined);
    }
  }

  /** Deletes lists, in slices. */
  async function drop(keys: readonly ListKey[]): Promise<void> {
    for (const key of keys) {
      const sync = syncs.get(listName(key));
      sync?.stop.abort(new AppError("not-found", "no longer exists"));
      await sync?.work.catch(() => undefined);
      for (const _slice of store.drop(key)) await yieldToEventLoop();
      cache.bumpVersion(key);
    }
  }

  const readAt = (workspaceId: string, list: ResourceList) =>
    store.state(listKey(workspaceId, list)).readAt;
  const isReading = (workspaceId: string, list: ResourceList) =>
    syncs.has(listName(listKey(workspaceId, list)));
  /**
   * Milliseconds since the last sync of a list, successful or not; Infinity when there was none,
   * and when a list that it depends on changed since.
   */
  function age(workspaceId: string, list: ResourceList): number {
    const name = listName(listKey(workspaceId, list));
    if (stale.has(name)) return Infinity;
    const tried = triedAt.get(name) ?? 0;
    const at = Math.max(tried, readAt(workspaceId, list) ?? 0);
    // A read in the future: the clock was set back, and the age is unknown.
    return at === 0 || at > now() ? Infinity : now() - at;
  }

  return {
    refresh,
    syncAfterWrite,
    age,
    isReading,
    /** Subscribes to ended syncs. */
    onSynced: synced.add,
    /** Subscribes to writes that change a list at the service. */
    onWritten: written.add,
    /** After a write that may have changed a list: syncs it if it was ever synced. */
    syncKnownAfterWrite(workspaceId: string, ...lists: ResourceList[]): void {
      syncAfterWrite(workspaceId, ...lists.filter((list) => readAt(workspaceId, list) !== null));
    },
    /** Syncs a list unless the last attempt was less than `ageMs` milliseconds ago. */
    async refreshIfOlder(workspaceId: string, list: ResourceList, ageMs: number): Promise<void> {
      if (age(workspaceId, list) > ageMs) await refresh(workspaceId, list);
    },
    drop,
    /**
     * Deletes the lists of projects that no longer exist, in the background; called once per start.
     */
    deleteOrphans(workspaceId: string): void {
      const work = async () => {
        for (const projectId of store.orphans(workspaceId))
          if (!isStopped) await drop(store.ofProject(workspaceId, projectId));
      };
      work().catch((error: unknown) => log.warn("lists: orphans not deleted", error));
    },
    /** Ends the syncs of one workspace, or all permanently; resolves when they have ended. */
    async stop(workspaceId?: string): Promise<void> {
      if (workspaceId === undefined) isStopped = true;
      const ending = [...syncs].filter(
        ([name]) => workspaceId === undefined || (JSON.parse(name) as string[])[0] === workspaceId,
      );
      for (const [, { stop }] of ending) stop.abort(new AppError("unreachable", "stopping"));
      await Promise.allSettled(ending.map(([, { work }]) => work));
    },
  };
}
