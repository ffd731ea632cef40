/** The items of lists as they are kept: asked for in windows, and written as they are known to be. */
import { setImmediate as rest } from "node:timers/promises";
import type { Topic } from "../../../preload/contract";
import type { Batch } from "../../../preload/model/resources";
import type { ItemPage } from "./list-query";
import type { Before, Item, ListKey, ListStore } from "./store";
import { kinds, type Kind, type KindKey, type Kinds } from "./list-definitions";

export interface ListItemsDeps {
  store: ListStore;
  onChanged: (topic: Topic) => void;
  /** An open batch is done or has failed, or a batch has come to need attention; called once per transition. */
  onBatchMilestone: (workspaceId: string, batch: Batch) => void;
  /** Something was written here: what a reading under way saw of it may be older. */
  onTouched: (key: KindKey<Kind>, id: string) => void;
}

const open: readonly string[] = ["running", "needs-attention", "idle"];
const ended: readonly string[] = ["done", "failed"];
/** Whether a change of group is one to notify of: an open batch ended, or a batch came to need attention. */
const isMilestone = (before: string, after: string): boolean =>
  after === "needs-attention" ? before !== after : open.includes(before) && ended.includes(after);

/** What tells lists apart. */
export const listName = ({ workspaceId, kind, scope }: ListKey) =>
  JSON.stringify([workspaceId, kind, scope]);

export type ListItems = ReturnType<typeof createListItems>;

export function createListItems({ store, onChanged, onBatchMilestone, onTouched }: ListItemsDeps) {
  const versions = new Map<string, number>();

  const parse = <K extends Kind>(_key: KindKey<K>, body: string) => JSON.parse(body) as Kinds[K];
  function grew(key: ListKey): void {
    versions.set(listName(key), (versions.get(listName(key)) ?? 0) + 1);
  }

  /**
   * Collects the milestones of batches. `note` is called in the transaction that writes the new group: the same
   * transition is not seen again, unless the batch goes back first.
   */
  function milestones(key: ListKey) {
    const reached: Item[] = [];
    return {
      note(item: Item, before: Before | null): void {
        if (key.kind !== "batches" || before === null) return;
        if (isMilestone(before.category, item.category)) reached.push(item);
      },
      notify(): void {
        for (const { body } of reached)
          onBatchMilestone(key.workspaceId, JSON.parse(body) as Batch);
      },
    };
  }

  /** An item of a row, with what only the cached one has. */
  function toItem<K extends Kind>(key: KindKey<K>, row: Kinds[K]): Item {
    const { item, merge } = kinds[key.kind];
    const first = item(row);
    const known = merge ? store.body(key, first.id) : null;
    return merge && known !== null ? item(merge(row, parse(key, known))) : first;
  }

  return {
    grew,
    milestones,
    /** Puts rows as they are known to be now, whatever a reading under way has seen of them. */
    put<K extends Kind>(key: KindKey<K>, rows: readonly Kinds[K][]): void {
      const list = store.open(key);
      const reached = milestones(key);
      let changes = 0;
      store.transaction(() => {
        for (const row of rows) {
          const item = toItem(key, row);
          onTouched(key, item.id);
          if (store.isSame(list, item)) continue;
          reached.note(item, store.put(list, item));
          changes += 1;
        }
      });
      if (changes === 0) return;
      grew(key);
      onChanged(kinds[key.kind].topic);
      reached.notify();
    },
    remove(key: KindKey<Kind>, ids: readonly string[]): void {
      for (const id of ids) onTouched(key, id);
      if (store.remove(store.open(key), ids) === 0) return;
      grew(key);
      onChanged(kinds[key.kind].topic);
    },

    get<K extends Kind>(key: KindKey<K>, id: string): Kinds[K] | null {
      const body = store.body(key, id);
      return body === null ? null : parse(key, body);
    },
    /** A window of a list. */
    page<K extends Kind>(key: KindKey<K>, page: ItemPage): { items: Kinds[K][]; total: number } {
      const { bodies, total } = store.page(key, page);
      return { items: bodies.map((body) => parse(key, body)), total };
    },
    /** A whole list, by id, with a breath of the event loop between its portions. */
    async *items<K extends Kind>(key: KindKey<K>): AsyncGenerator<Kinds[K][]> {
      for (const bodies of store.bodies(key)) {
        yield bodies.map((body) => parse(key, body));
        await rest();
      }
    },
    /** Items by category. */
    counts: store.counts,
    /** Another number after every change of a list, for what is made of it and kept. */
    version: (key: ListKey) => versions.get(listName(key)) ?? 0,
  };
}
