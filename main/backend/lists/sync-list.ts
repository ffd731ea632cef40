/** Syncs one list of a service into the database, in time slices that leave the event loop free. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Problem } from "../../../preload/model";
import type { ListChunks } from "../../remote/http/tolerant-parse";
import type { PreviousState, Item, ListKey, ListStore } from "./store";

export interface SyncItemsDeps {
  store: ListStore;
  now: () => number;
  /**
   * Bound of the cached items of one list; items beyond it are skipped, and the list has a problem.
   */
  maxItems: number;
}

export interface SyncItemsOptions<T> {
  key: ListKey;
  chunks: ListChunks<T>;
  item: (row: T) => Item;
  /** Completes a row with fields that only the cached row has. */
  merge: ((row: T, known: T) => T) | undefined;
  /**
   * Ids that were written here while the sync was active: the response may be older, so the cached
   * items stay unchanged.
   */
  written: ReadonlySet<string>;
  signal: AbortSignal;
  /** An item is new (`before` is null) or changed. Called inside a transaction. */
  onPut: (row: Item, before: PreviousState | null) => void;
  /** Rows of a first sync were written before it ended. */
  onGrown: () => void;
}

export interface SyncResult {
  /** Items that are new, changed or deleted. */
  changes: number;
  /** Rows that were skipped because they have no id, or the id of an earlier row. */
  dropped: number;
  problem: Problem | null;
}

/** Milliseconds of work per time slice. */
const sliceMs = 2;
const grownEveryMs = 1_000;

/**
 * Syncs a whole list. Unchanged items are not written. New and changed items are staged until the
 * list was read to its end; then they are written, and items that were not in it are deleted: a
 * failed sync leaves the list unchanged. Only a list that was never synced grows during the sync.
 * Rejects with the failure.
 */
export async function syncItems<T>(
  { store, now, maxItems }: SyncItemsDeps,
  options: SyncItemsOptions<T>,
): Promise<SyncResult> {
  const { key, written, signal, merge } = options;
  const list = store.open(key);
  const isFirst = store.state(key).readAt === null;
  const seen = new Set<string>();
  let changes = 0;
  let dropped = 0;
  let problem: Problem | null = null;
  let reportedAt = now();

  /** Processes items in time slices of one transaction each. */
  async function inSlices<I>(items: readonly I[], work: (item: I) => void): Promise<void> {
    for (let at = 0; at < items.length;) {
      const until = performance.now() + sliceMs;
      store.transaction(() => {
        do {
          const one = items[at];
          at += 1;
          if (one !== undefined) work(one);
        } while (at < items.length && performance.now() < until);
      });
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
  }
  function put(item: Item): void {
    if (written.has(store.storedId(item.id))) return;
    options.onPut(item, store.put(list, item));
    changes += 1;
  }
  function receive(row: T): void {
    let item = options.item(row);
    const id = store.storedId(item.id);
    if (seen.has(id)) {
      dropped += 1;
      return;
    }
    seen.add(id);
    const known = merge ? store.body(key, item.id) : null;
    if (merge && known !== null) item = options.item(merge(row, JSON.parse(known) as T));
    if (store.isSame(list, item)) return;
    if (isFirst) put(item);
    else store.stage(list, item);
  }

  store.dropStaged(list);
  for await (const chunk of options.chunks) {
    const remaining = maxItems - seen.size;
    dropped += chunk.dropped;
    await inSlices(chunk.rows.slice(0, remaining), receive);
    if (isFirst && changes > 0 && now() - reportedAt > grownEveryMs) {
      reportedAt = now();
      options.onGrown();
    }
    if (chunk.rows.length > remaining) {
      problem = {
        code: "list-too-long",
        message: `more than ${maxItems} items: the rest is skipped`,
      };
      break;
    }
  }

  for (;;) {
    const staged = store.shiftStaged(list, 100);
    if (staged.length === 0) break;
    await inSlices(staged, put);
  }
  for (const ids of store.ids(list)) {
    const deleted = ids.filter((id) => !seen.has(id) && !written.has(id));
    await inSlices(deleted, (id) => (changes += store.remove(list, [id])));
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  store.setRead(key, now(), problem);
  return { changes, dropped, problem };
}
