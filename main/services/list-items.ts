/** The items of lists as they are kept: asked for in windows, and written as they are known to be. */
import { setImmediate as rest } from "node:timers/promises";
import type { Topic } from "../../preload/contract";
import type { Batch } from "../../preload/resources";
import type { ItemPage } from "../store/list-query";
import type { Before, Item, ListKey, ListStore } from "../store/lists";
import { kinds, type Kind, type KindKey, type Kinds } from "./list-kinds";

export interface ListItemsDeps {
  store: ListStore;
  onChanged: (topic: Topic) => void;
  /** A batch that was under way is done or has failed; told once of each such end. */
  onBatchEnded: (workspaceId: string, batch: Batch) => void;
  /** Something was written here: what a reading under way saw of it may be older. */
  onTouched: (key: KindKey<Kind>, id: string) => void;
}

const underWay: readonly string[] = ["running", "needs-you"];
const atAnEnd: readonly string[] = ["done", "failed"];

/** What tells lists apart. */
export const listName = ({ workspaceId, kind, scope }: ListKey) =>
  JSON.stringify([workspaceId, kind, scope]);

export type ListItems = ReturnType<typeof createListItems>;

export function createListItems({ store, onChanged, onBatchEnded, onTouched }: ListItemsDeps) {
  const versions = new Map<string, number>();

  const parse = <K extends Kind>(_key: KindKey<K>, body: string) => JSON.parse(body) as Kinds[K];
  function grew(key: ListKey): void {
    versions.set(listName(key), (versions.get(listName(key)) ?? 0) + 1);
  }

  /**
   * Collects the ends of batches. `note` is called in the transaction that writes them: with it a batch is no longer
   * under way, so that nobody is told again until it has been at work again.
   */
  function ends(key: ListKey) {
    const ended: Item[] = [];
    return {
      note(item: Item, before: Before | null): void {
        if (key.kind !== "batches" || before === null) return;
        if (underWay.includes(before.category) && atAnEnd.includes(item.category)) ended.push(item);
      },
      tell(): void {
        for (const { body } of ended) onBatchEnded(key.workspaceId, JSON.parse(body) as Batch);
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
    ends,
    /** Puts rows as they are known to be now, whatever a reading under way has seen of them. */
    put<K extends Kind>(key: KindKey<K>, rows: readonly Kinds[K][]): void {
      const list = store.open(key);
      const ended = ends(key);
      let changes = 0;
      store.transaction(() => {
        for (const row of rows) {
          const item = toItem(key, row);
          onTouched(key, item.id);
          if (store.isSame(list, item)) continue;
          ended.note(item, store.put(list, item));
          changes += 1;
        }
      });
      if (changes === 0) return;
      grew(key);
      onChanged(kinds[key.kind].topic);
      ended.tell();
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
