/** Reads a list of a service into the database, in portions between which other work goes on. */
import { setImmediate as rest } from "node:timers/promises";
import type { Problem } from "../../../preload/model";
import type { Portions } from "../../remote/tolerant-parse";
import type { Before, Item, ListKey, ListStore } from "./store";

export interface ListReadingDeps {
  store: ListStore;
  now: () => number;
  /** Items that are kept of one list; those beyond are left out, and the list says so. */
  mostItems: number;
}

export interface ListReading<T> {
  key: ListKey;
  portions: Portions<T>;
  item: (row: T) => Item;
  /** The row with what only the cached one has. */
  merge: ((row: T, known: T) => T) | undefined;
  /**
   * Items that were changed here while the reading was under way: what it saw of them may be older, so that they
   * stay as they are.
   */
  touched: ReadonlySet<string>;
  signal: AbortSignal;
  /** An item is new (`before` is null) or another than before. Called inside a transaction. */
  onPut: (row: Item, before: Before | null) => void;
  /** Rows of a first reading are there before it is over. */
  onGrown: () => void;
}

/** What a reading came to. */
export interface ListRead {
  /** Items that are new, other than before, or gone. */
  changes: number;
  /** Rows that were left out because they have no id, or one that an earlier row had. */
  dropped: number;
  problem: Problem | null;
}

/** Milliseconds of work between two breaths of the event loop. */
const workMs = 3;
const grownEveryMs = 500;

/**
 * Reads a whole list. What is the same stays untouched; what is new or other is kept aside until the list has come
 * to its end, and with it goes what was not in it: a reading that fails leaves the list as it was. Only a list that
 * was never read grows while it is read. Rejects with what went wrong, having changed nothing.
 */
export async function readList<T>(
  { store, now, mostItems }: ListReadingDeps,
  reading: ListReading<T>,
): Promise<ListRead> {
  const { key, touched, signal, merge } = reading;
  const list = store.open(key);
  const isFirst = store.state(key).readAt === null;
  const seen = new Set<string>();
  let changes = 0;
  let dropped = 0;
  let problem: Problem | null = null;
  let toldAt = now();

  /** Works on some of many, as long as it takes no longer than a moment, in one transaction at a time. */
  async function inMoments<I>(items: readonly I[], work: (item: I) => void): Promise<void> {
    for (let at = 0; at < items.length;) {
      const until = performance.now() + workMs;
      store.transaction(() => {
        do {
          const one = items[at];
          at += 1;
          if (one !== undefined) work(one);
        } while (at < items.length && performance.now() < until);
      });
      await rest();
      signal.throwIfAborted();
    }
  }
  function put(item: Item): void {
    if (touched.has(store.keptId(item.id))) return;
    reading.onPut(item, store.put(list, item));
    changes += 1;
  }
  function take(row: T): void {
    let item = reading.item(row);
    const id = store.keptId(item.id);
    if (seen.has(id)) {
      dropped += 1;
      return;
    }
    seen.add(id);
    const known = merge ? store.body(key, item.id) : null;
    if (merge && known !== null) item = reading.item(merge(row, JSON.parse(known) as T));
    if (store.isSame(list, item)) return;
    if (isFirst) put(item);
    else store.stage(list, item);
  }

  store.dropStaged(list);
  for await (const portion of reading.portions) {
    const room = mostItems - seen.size;
    dropped += portion.dropped;
    await inMoments(portion.rows.slice(0, room), take);
    if (isFirst && changes > 0 && now() - toldAt > grownEveryMs) {
      toldAt = now();
      reading.onGrown();
    }
    if (portion.rows.length > room) {
      problem = {
        code: "list-too-long",
        message: `more than ${mostItems} items: the rest is left out`,
      };
      break;
    }
  }

  for (;;) {
    const staged = store.takeStaged(list, 100);
    if (staged.length === 0) break;
    await inMoments(staged, put);
  }
  for (const ids of store.ids(list)) {
    const gone = ids.filter((id) => !seen.has(id) && !touched.has(id));
    await inMoments(gone, (id) => (changes += store.remove(list, [id])));
    await rest();
    signal.throwIfAborted();
  }
  store.setRead(key, now(), problem);
  return { changes, dropped, problem };
}
