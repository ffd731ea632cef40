/** The cached items of lists: read in pages, and updated after writes of this application. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createListeners } from "../../common/listeners";
import type { Topic } from "../../../preload/contract";
import type { Batch } from "../../../preload/model/resources";
import type { ItemPage } from "./list-query";
import type { PreviousState, Item, ListKey, ListStore } from "./store";
import { kinds, type Kind, type KindKey, type Kinds } from "./list-definitions";

export interface ListCacheDeps {
  store: ListStore;
  onChanged: (topic: Topic) => void;
  /**
   * An open batch is done or has failed, or a batch needs attention now; called once per
   * transition.
   */
  onBatchMilestone: (workspaceId: string, batch: Batch) => void;
}

const open: readonly string[] = ["running", "needs-attention", "idle"];
const ended: readonly string[] = ["done", "failed"];
/**
 * Whether a change of group is reported to the user: an open batch ended, or a batch needs
 * attention now.
 */
const isMilestone = (before: string, after: string): boolean =>
  after === "needs-attention" ? before !== after : open.includes(before) && ended.includes(after);

/** The name of a list in maps. */
export const listName = ({ workspaceId, kind, scope }: ListKey) =>
  JSON.stringify([workspaceId, kind, scope]);

export type ListCache = ReturnType<typeof createListCache>;

export function createListCache({ store, onChanged, onBatchMilestone }: ListCacheDeps) {
  const versions = new Map<string, number>();
  const writes = createListeners<[key: KindKey<Kind>, id: string]>();

  const parse = <K extends Kind>(_key: KindKey<K>, body: string) => JSON.parse(body) as Kinds[K];
  function bumpVersion(key: ListKey): void {
    versions.set(listName(key), (versions.get(listName(key)) ?? 0) + 1);
  }

  /**
   * Collects the milestones of batches. `record` is called in the transaction that writes the new
   * group: the same transition is not reported again, unless the batch leaves the group first.
   */
  function milestones(key: ListKey) {
    const reached: Item[] = [];
    return {
      record(item: Item, before: PreviousState | null): void {
        if (key.kind !== "batches" || before === null) return;
        if (isMilestone(before.category, item.category)) reached.push(item);
      },
      notify(): void {
        for (const { body } of reached)
          onBatchMilestone(key.workspaceId, JSON.parse(body) as Batch);
      },
    };
  }

  /** The item of a row, completed with fields that only the cached row has. */
  function toItem<K extends Kind>(key: KindKey<K>, row: Kinds[K]): Item {
    const { item, merge } = kinds[key.kind];
    const fresh = item(row);
    const known = merge ? store.body(key, fresh.id) : null;
    return merge && known !== null ? item(merge(row, parse(key, known))) : fresh;
  }

  /** A whole list, by id, in slices; the event loop runs between two slices. */
  async function* items<K extends Kind>(key: KindKey<K>): AsyncGenerator<Kinds[K][]> {
    for (const bodies of store.bodies(key)) {
      yield bodies.map((body) => parse(key, body));
      await yieldToEventLoop();
    }
  }

  return {
    bumpVersion,
    /**
     * Subscribes to items that are put or removed here: an active sync may have read an older state
     * of them.
     */
    onItemWritten: writes.add,
    milestones,
    /** Writes rows in their present state; an active sync does not overwrite them. */
    put<K extends Kind>(key: KindKey<K>, rows: readonly Kinds[K][]): void {
      const list = store.open(key);
      const reached = milestones(key);
      let changes = 0;
      store.transaction(() => {
        for (const row of rows) {
          const item = toItem(key, row);
          writes.notify(key, item.id);
          if (store.isSame(list, item)) continue;
          reached.record(item, store.put(list, item));
          changes += 1;
        }
      });
      if (changes === 0) return;
      bumpVersion(key);
      onChanged(kinds[key.kind].topic);
      reached.notify();
    },
    remove(key: KindKey<Kind>, ids: readonly string[]): void {
      for (const id of ids) writes.notify(key, id);
      if (store.remove(store.open(key), ids) === 0) return;
      bumpVersion(key);
      onChanged(kinds[key.kind].topic);
    },

    get<K extends Kind>(key: KindKey<K>, id: string): Kinds[K] | null {
      const body = store.body(key, id);
      return body === null ? null : parse(key, body);
    },
    /** A page of a list. */
    page<K extends Kind>(key: KindKey<K>, page: ItemPage): { items: Kinds[K][]; total: number } {
      const { bodies, total } = store.page(key, page);
      return { items: bodies.map((body) => parse(key, body)), total };
    },
    items,
    /** A whole list, by id. */
    async all<K extends Kind>(key: KindKey<K>): Promise<Kinds[K][]> {
      const found: Kinds[K][] = [];
      for await (const some of items(key)) for (const one of some) found.push(one);
      return found;
    },
    /** Items by category. */
    counts: store.counts,
    /** A number that changes with the list: key for caches of values computed from it. */
    version: (key: ListKey) => versions.get(listName(key)) ?? 0,
  };
}
