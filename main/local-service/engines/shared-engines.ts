/**
 * The engines of several services on one database. One set of engines is pinned: with it dubs are
 * planned and takes are made. A process with another set does neither, and reports it. After an
 * upgrade of all services no process has the pinned set: their new set is pinned after a time, if
 * all have the same one, and no user chose the pinned one.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { messageText } from "../../../preload/facts/service-messages";
import type { Log } from "../../common/log";
import type { Engine } from "../engine/engine";
import type { SpeechFacts } from "../engine/ports";
import type { EngineSetRows, SharedState, WorkerRows } from "../rows/engine-set-port";
import { describeEngine, readEngineSet, type EngineSet } from "./engine-set";
import { noEngines, type Engines } from "./engines";

export interface SharedEngines {
  /** The id of the set of this process; null in one that does no work. */
  ownSet(): string | null;
  /** Whether this process may do the work for which it needs its engine. */
  mayWork(): boolean;
  /** Why this process may not do it, or "". */
  problem(): string;
  /** What work waits for while no process has the pinned set, or "". */
  waitsFor(): string;
  /** The speech of the pinned set; null without a set, and for a set without an engine. */
  speech(): SpeechFacts | null;
  /** What the pinned set can do. */
  engines(): Engines;
  isPaused(): boolean;
  /** Pauses or continues all processes, which read it at their next check. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Takes per second of all processes; null while none are made. */
  takesPerSecond(): number | null;
  /** Calls the listener after another set was pinned. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Starts to store the state of this process. */
  start(own: OwnState): Promise<void>;
  /** Reads what is pinned now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What other processes and administrators know of a process. */
interface OwnState {
  takesPerSecond: () => number | null;
  /** Why it does no work, other than for its engine set; or "". */
  problem: () => string;
}

export interface SharedEnginesOptions {
  rows: EngineSetRows & WorkerRows;
  role: string;
  /** The engine of a process that works, and what it can do; undefined in one that does no work. */
  own: { engine: Engine | null; engines: () => Engines } | undefined;
  log: Log;
  /** Intervals in milliseconds. */
  checkEveryMs: number;
  noteEveryMs: number;
  /** After this time without a process that has the pinned set, `waitsFor` reports it. */
  unattendedMs?: number;
  /**
   * After this time without such a process another set is pinned, unless a user chose the pinned
   * one. All takes become outdated then, so this is longer than the restart of a computer.
   */
  pinAfterMs?: number;
}

const shown = (id: string) => id.slice(0, 12);

function createPinnedSet(rows: Pick<EngineSetRows, "findEngineSet">, log: Log) {
  let set: EngineSet | null = null;
  let problem = "";
  return {
    set: () => set,
    /** Why the set cannot be read, or "". */
    problem: () => problem,
    /** Another version of Dubyard may have pinned a set that this one cannot read. */
    async read(id: string | null): Promise<void> {
      if (id === (set?.id ?? null)) return;
      const stored = id === null ? null : await rows.findEngineSet(id);
      problem = "";
      try {
        set = stored && readEngineSet(stored);
      } catch (error) {
        if (!stored) throw error;
        problem = `this version cannot read the pinned engine set ${shown(stored.id)}`;
        log.error(`engines: ${problem}`, error);
        set = { id: stored.id, speech: null, engines: noEngines };
      }
    },
  };
}

export async function createSharedEngines({
  rows,
  role,
  own,
  log,
  checkEveryMs,
  noteEveryMs,
  unattendedMs = 60_000,
  pinAfterMs = 15 * 60_000,
}: SharedEnginesOptions): Promise<SharedEngines> {
  const id = randomUUID();
  const host = hostname();
  const listeners = new Set<() => void>();
  let ownId: string | null = null;
  let state: SharedState = { engineSet: null, isPaused: false, takesPerMinute: 0, seenSets: [] };
  const pinned = createPinnedSet(rows, log);
  /** When a process with the pinned set was last seen, at first the start; `performance.now`. */
  let attendedAt = performance.now();
  let readAt = attendedAt;
  /** The problem that the log has already. */
  let logged = "";
  let ownState: OwnState = { takesPerSecond: () => null, problem: () => "" };
  const timers: NodeJS.Timeout[] = [];
  /** Reads and writes happen one after the other. */
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;
  let isStarted = false;
  let isClosed = false;

  const mayWork = () => ownId !== null && ownId === state.engineSet;
  const isUnattended = (forMs: number) => !mayWork() && performance.now() - attendedAt >= forMs;
  const problem = () =>
    ownId === null || mayWork()
      ? pinned.problem()
      : `its engine set is ${shown(ownId)}, and ${shown(state.engineSet ?? "none")} is pinned: other engines, voices or packs`;

  async function describe(): Promise<void> {
    if (!own) return;
    const set = describeEngine(own.engine, own.engines());
    await rows.addEngineSet(set);
    ownId = set.id;
  }

  async function readState(): Promise<void> {
    const former = state.engineSet;
    state = await rows.readSharedState();
    const now = performance.now();
    const seen = state.seenSets.find(({ id: set }) => set === state.engineSet);
    // After a time without the database, other processes may not have stored yet that they run.
    const wasAway = now - readAt > unattendedMs / 2;
    readAt = now;
    if (state.engineSet !== former || wasAway) attendedAt = now;
    else if (seen) attendedAt = Math.max(attendedAt, now - seen.agoMs);
  }

  /** Pins the set of this process if all workers have it, and no user chose the pinned set. */
  async function attend(): Promise<void> {
    if (!isStarted || ownId === null || !isUnattended(pinAfterMs)) return;
    if (state.seenSets.some(({ id: set }) => set !== ownId)) return;
    if ((await rows.pinSoleEngineSet(ownId)) !== "pinned") return;
    log.warn(
      `engines: no process had the pinned engine set, so that ${shown(ownId)} is pinned, which all have`,
    );
    await readState();
  }

  async function check(): Promise<void> {
    const former = pinned.set();
    await readState();
    await attend();
    await pinned.read(state.engineSet);
    const found = problem();
    if (found !== "" && found !== logged && ownId !== null)
      log.warn(`engines: this process plans and makes no takes, and ingests nothing: ${found}`);
    logged = found;
    if (former === pinned.set()) return;
    for (const listener of listeners) listener();
    if (isStarted) await note();
  }

  async function note(): Promise<void> {
    const takesPerMinute = (ownState.takesPerSecond() ?? 0) * 60;
    await rows.noteWorker({
      id,
      role,
      host,
      engineSet: ownId ?? "",
      problem: ownState.problem() || problem(),
      takesPerMinute,
    });
    await rows.removeFormerWorkers();
  }

  /** Never rejects: what fails is repeated at the next interval. */
  function later(work: () => Promise<void>): Promise<void> {
    running = running.then(async () => {
      if (isClosed) return;
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn("engines: the pinned engine set could not be read", error);
        isFailing = true;
      }
    });
    return running;
  }

  const unsubscribe = own?.engine?.onChange(() => {
    void later(async () => {
      await describe();
      await check();
      if (isStarted) await note();
    });
  });
  await describe();
  await check();
  return {
    ownSet: () => ownId,
    mayWork,
    problem,
    waitsFor: () => (isUnattended(unattendedMs) ? messageText("engines-missing", {}) : ""),
    speech: () => pinned.set()?.speech ?? null,
    engines: () => pinned.set()?.engines ?? noEngines,
    isPaused: () => state.isPaused,
    async setPaused(isPaused) {
      await rows.setPaused(isPaused);
      state = { ...state, isPaused };
    },
    takesPerSecond: () => (state.takesPerMinute > 0 ? state.takesPerMinute / 60 : null),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(own) {
      ownState = own;
      await note();
      isStarted = true;
      const repeat = (work: () => Promise<void>, everyMs: number) =>
        timers.push(setInterval(() => void later(work), everyMs).unref());
      repeat(check, checkEveryMs);
      repeat(note, noteEveryMs);
    },
    check,
    async close() {
      unsubscribe?.();
      timers.forEach(clearInterval);
      isClosed = true;
      await running;
      await rows
        .removeWorker(id)
        .catch((error: unknown) => log.warn("engines: the row of this process stays", error));
    },
  };
}
