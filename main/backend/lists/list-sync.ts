/** Readings of lists from their service: one at a time for each, by whoever asks, and once more after a write. */
import { setImmediate as rest } from "node:timers/promises";
import type { Topic } from "../../../preload/contract";
import type { Problem } from "../../../preload/model";
import type { Freshness, ResourceList } from "../../../preload/model/resources";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Remote } from "../../remote/remote";
import type { ListKey, ListStore } from "./store";
import { withGroup } from "./batch-group";
import { listName, type ListItems } from "./list-cache";
import {
  dependentsOf,
  kindKey,
  kinds,
  listKey,
  scopeOf,
  topicOf,
  type Kind,
  type KindKey,
  type Kinds,
} from "./list-definitions";
import { readList, type ListRead } from "./sync-list";

export interface ListReadingsDeps {
  store: ListStore;
  items: ListItems;
  remote: (workspaceId: string) => Remote;
  /** Why nothing can reach a workspace now, or null. */
  blocked: (workspaceId: string) => Problem | null;
  /** The same, or why its service was not reached when that was last tried. */
  cutOff: (workspaceId: string) => Problem | null;
  /** Whether the workspace's service has announced an extension. */
  offers: (workspaceId: string, extension: string) => boolean;
  onChanged: (topic: Topic) => void;
  /** A reading is over. */
  onRead: (workspaceId: string, list: ResourceList, outcome: ReadOutcome) => void;
  /** Something was written that shows in a list. */
  onWritten: (workspaceId: string, list: ResourceList) => void;
  now: () => number;
  log: Log;
  /** Items that are kept of one list. */
  mostItems: number;
}

export interface ReadOutcome {
  isChanged: boolean;
  /** Null when it went well. */
  error: AppError | null;
}

interface Reading {
  work: Promise<void>;
  stop: AbortController;
  touched: Set<string>;
  /** Something was written while it was under way: it is read once more. */
  isStale: boolean;
}

export type ListReadings = ReturnType<typeof createListReadings>;

export function createListReadings(deps: ListReadingsDeps) {
  const { store, items, now, log } = deps;
  const readings = new Map<string, Reading>();
  const triedAt = new Map<string, number>();
  /** What they hang on has changed since they were read. */
  const doubted = new Set<string>();
  /** What was last logged of each list: a thing that is so at every reading is told once. */
  const remarks = new Map<string, string>();
  let isStopped = false;
  store.dropStaged();

  /** One batch; in its project's list it stands as it was read last. */
  async function readBatch(
    workspaceId: string,
    { projectId, batchId }: { projectId: string; batchId: string },
    { stop, touched }: Reading,
  ): Promise<ListRead> {
    const key = kindKey(workspaceId, "batches", projectId);
    const before = store.body(key, batchId);
    const isTouched = () => touched.has(store.keptId(batchId));
    try {
      const batch = await deps.remote(workspaceId).batches.get(projectId, batchId, stop.signal);
      if (!isTouched())
        items.put(kindKey(workspaceId, "batches", batch.projectId), [withGroup(batch)]);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === "not-found";
      if (isGone && !isTouched()) items.remove(key, [batchId]);
      throw error;
    }
    store.setRead(listKey(workspaceId, { kind: "batch", projectId, batchId }), now(), null);
    return { changes: before === store.body(key, batchId) ? 0 : 1, dropped: 0, problem: null };
  }

  function readItems<K extends Kind>(
    key: KindKey<K>,
    { stop, touched }: Reading,
  ): Promise<ListRead> {
    const milestones = items.milestones(key);
    const kind = kinds[key.kind];
    const remote = deps.remote(key.workspaceId);
    return readList<Kinds[K]>(deps, {
      key,
      portions: kind.read(remote, key.scope, stop.signal),
      item: kind.item,
      merge: kind.merge,
      touched,
      signal: stop.signal,
      onPut: milestones.note,
      onGrown() {
        items.grew(key);
        deps.onChanged(kind.topic);
      },
      // Noted milestones are notified of also when the sync fails before its end.
    }).finally(milestones.notify);
  }

  /** Whether the service tells of it; assignments are told of by an extension alone. */
  const isTold = (workspaceId: string, { kind }: ResourceList) =>
    kind !== "assignments" || deps.offers(workspaceId, "lines");

  function remark(key: ListKey, dropped: number, problem: Problem | null): void {
    const text = [
      dropped > 0 ? `${dropped} without an id of their own` : "",
      problem?.message ?? "",
    ];
    const told = text.join(" ").trim();
    if (told !== (remarks.get(listName(key)) ?? ""))
      log.warn(`lists: left out of ${key.kind}`, told);
    remarks.set(listName(key), told);
  }

  async function read(workspaceId: string, list: ResourceList, reading: Reading): Promise<void> {
    const key = listKey(workspaceId, list);
    triedAt.set(listName(key), now());
    doubted.delete(listName(key));
    try {
      const blocked = deps.blocked(workspaceId);
      if (blocked) throw new AppError(blocked.code, blocked.message);
      const { changes, dropped, problem } =
        list.kind === "batch"
          ? await readBatch(workspaceId, list, reading)
          : await readItems(kindKey(workspaceId, list.kind, scopeOf(list)), reading);
      remark(key, dropped, problem);
      if (changes > 0 && list.kind !== "batch") items.grew(key);
      if (changes > 0)
        for (const other of dependentsOf(list)) doubted.add(listName(listKey(workspaceId, other)));
      deps.onRead(workspaceId, list, { isChanged: changes > 0, error: null });
    } catch (error) {
      if (reading.stop.signal.aborted) throw error;
      const { code, message } = toProblem(error);
      if (code === "internal") log.error(`lists: cannot read ${list.kind}`, error);
      const failure =
        error instanceof AppError ? error : new AppError(code, "internal error", { cause: error });
      store.setProblem(key, { code, message: failure.message });
      log.info(`lists: not read ${list.kind}`, code, message);
      deps.onRead(workspaceId, list, { isChanged: false, error: failure });
      throw failure;
    }
  }

  function begin(workspaceId: string, list: ResourceList): Promise<void> {
    const name = listName(listKey(workspaceId, list));
    const reading: Reading = {
      work: Promise.resolve(),
      stop: new AbortController(),
      touched: new Set(),
      isStale: false,
    };
    readings.set(name, reading);
    reading.work = read(workspaceId, list, reading).finally(() => {
      readings.delete(name);
      if (reading.isStale && !reading.stop.signal.aborted) reread(workspaceId, list);
      if (!isStopped) deps.onChanged(topicOf(list));
    });
    deps.onChanged(topicOf(list));
    return reading.work;
  }

  /**
   * Reads a list; asked for twice at once it is read once. What was written here before the call shows in what is
   * read. Rejects with what went wrong.
   */
  async function refresh(workspaceId: string, list: ResourceList): Promise<void> {
    // Of a workspace that is not there nothing is kept either.
    deps.remote(workspaceId);
    if (!isTold(workspaceId, list)) return;
    const name = listName(listKey(workspaceId, list));
    const under = readings.get(name);
    if (under?.isStale) await under.work.catch(() => undefined);
    if (isStopped) return;
    await (readings.get(name)?.work ?? begin(workspaceId, list));
  }

  /** After a write: reads the list in the background, and once more where a reading had begun before. */
  function reread(workspaceId: string, ...lists: ResourceList[]): void {
    for (const list of lists) {
      deps.onWritten(workspaceId, list);
      const under = readings.get(listName(listKey(workspaceId, list)));
      if (under) under.isStale = true;
      // What goes wrong is kept with the list.
      else refresh(workspaceId, list).catch(() => undefined);
    }
  }

  /** Forgets lists, in portions. */
  async function drop(keys: readonly ListKey[]): Promise<void> {
    for (const key of keys) {
      const reading = readings.get(listName(key));
      reading?.stop.abort(new AppError("not-found", "no longer there"));
      await reading?.work.catch(() => undefined);
      for (const _slice of store.drop(key)) await rest();
      items.grew(key);
    }
  }

  const readAt = (workspaceId: string, list: ResourceList) =>
    store.state(listKey(workspaceId, list)).readAt;
  const isReading = (workspaceId: string, list: ResourceList) =>
    readings.has(listName(listKey(workspaceId, list)));
  /**
   * Milliseconds since a list was read, or since that was last tried; Infinity when it never was, and where it may be
   * another one by now.
   */
  function age(workspaceId: string, list: ResourceList): number {
    const name = listName(listKey(workspaceId, list));
    if (doubted.has(name)) return Infinity;
    const tried = triedAt.get(name) ?? 0;
    const at = Math.max(tried, readAt(workspaceId, list) ?? 0);
    return at === 0 ? Infinity : now() - at;
  }

  return {
    refresh,
    reread,
    readAt,
    age,
    isReading,
    /** What a reading under way sees of this item is older than what was written. */
    touch(key: KindKey<Kind>, id: string): void {
      const own = [key, { ...key, kind: "batch", scope: id }];
      for (const one of key.kind === "batches" ? own : [key])
        readings.get(listName(one))?.touched.add(store.keptId(id));
    },
    /** Reads a list again that was ever read: after a write that may have changed it. */
    rereadKnown(workspaceId: string, ...lists: ResourceList[]): void {
      reread(workspaceId, ...lists.filter((list) => readAt(workspaceId, list) !== null));
    },
    /** Reads a list unless that was tried less than so many milliseconds ago. */
    async refreshIfOlder(workspaceId: string, list: ResourceList, ageMs: number): Promise<void> {
      if (age(workspaceId, list) > ageMs) await refresh(workspaceId, list);
    },
    /**
     * Whether items of a list were left out because there are too many. A later failure stands in the place of that
     * problem: then a list that is full counts as cut.
     */
    isCut(workspaceId: string, list: ResourceList): boolean {
      const key = listKey(workspaceId, list);
      const { problem } = store.state(key);
      if (problem === null || problem.code === "list-too-long") return problem !== null;
      const kept = Object.values(store.counts(key)).reduce((sum, some) => sum + some, 0);
      return kept >= deps.mostItems;
    },
    /** The age of what is made of several lists: that of the oldest. */
    freshness(workspaceId: string, ...lists: ResourceList[]): Freshness {
      const states = lists.map((list) => store.state(listKey(workspaceId, list)));
      const times = states.map(({ readAt }) => readAt);
      const readAt = times.reduce(
        (oldest, at) => (at === null || oldest === null ? null : Math.min(oldest, at)),
        times[0] ?? null,
      );
      const own = states.find(({ problem }) => problem !== null)?.problem;
      // Nothing is read by itself while there is no way: what was never read would seem to be on its way for ever.
      const wayProblem = (readAt === null ? deps.cutOff : deps.blocked)(workspaceId);
      return {
        readAt,
        isReading: lists.some((list) => isReading(workspaceId, list)),
        problem: own ?? wayProblem,
      };
    },

    drop,
    /** Forgets the lists of projects that are no longer there: when they went is nothing to be hasty about. */
    async sweep(workspaceId: string): Promise<void> {
      for (const projectId of store.orphans(workspaceId))
        if (!isStopped) await drop(store.ofProject(workspaceId, projectId));
    },
    /** Ends the readings of one workspace, or all for good; resolves when none is under way. */
    async stop(workspaceId?: string): Promise<void> {
      if (workspaceId === undefined) isStopped = true;
      const ending = [...readings].filter(
        ([name]) => workspaceId === undefined || (JSON.parse(name) as string[])[0] === workspaceId,
      );
      for (const [, { stop }] of ending) stop.abort(new AppError("unreachable", "stopping"));
      await Promise.allSettled(ending.map(([, { work }]) => work));
    },
  };
}
