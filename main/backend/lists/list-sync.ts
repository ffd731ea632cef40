/**
 * Syncs of lists with their service: one at a time for each list, shared by all callers, and
 * repeated after a write.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { ResourceList } from "../../../preload/model/resources";
import { AppError, toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Connectivity } from "../connectivity/connectivity";
import type { ListKey } from "./store";
import { listName } from "./list-cache";
import { listKey, listTopics, topicOf } from "./list-definitions";
import { createListAges } from "./list-ages";
import { createListReader, type ListReaderDeps } from "./list-reader";

export interface ListSyncDeps extends ListReaderDeps {
  connectivity: Pick<Connectivity, "blocked" | "onChange">;
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
  const { store, cache, log } = deps;
  const read = createListReader(deps);
  const ages = createListAges(deps);
  const syncs = new Map<string, Sync>();
  const synced = createListeners<[workspaceId: string, list: ResourceList, outcome: SyncOutcome]>();
  const written = createListeners<[workspaceId: string, list: ResourceList]>();
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

  /** Whether the service lists them; assignments are listed by an extension only. */
  const isListed = (workspaceId: string, { kind }: ResourceList) =>
    kind !== "assignments" || deps.offers(workspaceId, "lines");

  async function run(workspaceId: string, list: ResourceList, sync: Sync): Promise<void> {
    const key = listKey(workspaceId, list);
    ages.begun(workspaceId, list);
    try {
      const blocked = deps.connectivity.blocked(workspaceId);
      if (blocked) throw new AppError(blocked.code, blocked.message);
      const { stop, written } = sync;
      const changes = await read(workspaceId, list, { signal: stop.signal, written });
      if (changes > 0) ages.changed(workspaceId, list);
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

  const isReading = (workspaceId: string, list: ResourceList) =>
    syncs.has(listName(listKey(workspaceId, list)));
  return {
    refresh,
    syncAfterWrite,
    age: ages.age,
    isReading,
    /** Subscribes to ended syncs. */
    onSynced: synced.add,
    /** Subscribes to writes that change a list at the service. */
    onWritten: written.add,
    /** After a write that may have changed a list: syncs it if it was ever synced. */
    syncKnownAfterWrite(workspaceId: string, ...lists: ResourceList[]): void {
      syncAfterWrite(
        workspaceId,
        ...lists.filter((list) => ages.readAt(workspaceId, list) !== null),
      );
    },
    /** Syncs a list unless the last attempt was less than `ageMs` milliseconds ago. */
    async refreshIfOlder(workspaceId: string, list: ResourceList, ageMs: number): Promise<void> {
      if (ages.age(workspaceId, list) > ageMs) await refresh(workspaceId, list);
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
