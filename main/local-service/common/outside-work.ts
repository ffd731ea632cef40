/**
 * Work for batches that waits for other computers, such as the download of a video. It runs outside
 * of the loops that need its result: a loop that needs one goes on with other batches, and returns
 * to this one when the work has ended.
 */
import type { ActivityKind } from "../../../preload/facts/activity";
import { createHostPlaces, type Claim } from "./host-places";

export interface OutsideContext {
  /** Aborted by `end` and `close`. */
  signal: AbortSignal;
  /**
   * Sets what the message of the batch says about the work. SECURITY: it names no more of a URL
   * than its host.
   */
  setNote: (note: () => string) => void;
  /**
   * Waits for one of the places for short requests to a host, and gives an earlier one back. The
   * place is kept until the result was handed out, so that results that nothing needs yet are few,
   * but for at most a minute after the work has ended.
   */
  takePlace: (host: string, claim: Claim) => Promise<void>;
}

/** Places for short requests. */
const placeLimits = { perHost: 4, total: 16 };
/** The task that needs a result may never ask for it: others get its place after this time. */
const placeOfResultMs = 60_000;

export interface OutsideOptions {
  /** Works of this name at the same time, of all batches. Default: any number. */
  limit?: number;
  /**
   * Whether an end of the process during the work is counted against the item that needs it, whose
   * lease therefore stays. Default: false, because a download ends no process.
   */
  isCounted?: boolean;
  /** As what the work is shown while it is in progress. Default: "downloads". */
  activity?: ActivityKind;
  /** It ends within a minute after it has its place: what has an order waits for it. */
  isShort?: boolean;
}

export interface OutsideWork {
  /**
   * The result of work that has ended. Work is begun if none of this name is in progress for the
   * batch; its result is handed out once. The name therefore has all that the result depends on. A
   * lasting failure is kept until `forget`, so that what else needs the result does not wait for
   * the same failure again.
   * @throws AwaitedError while the work is in progress, or others have to end first; the error of
   * the work.
   */
  resultOf<T>(
    batchId: string,
    name: string,
    work: (context: OutsideContext) => Promise<T>,
    options?: OutsideOptions,
  ): T;
  /** What the work of a batch waits for, or "". */
  noteOf(batchId: string): string;
  /** The batches with work in progress, or results. */
  batchIds(): string[];
  /** Has work that failed begun again when its result is needed. */
  forget(batchId: string): void;
  /**
   * Ends the work of a batch that was stopped or deleted, and removes its results; with `prefix`
   * only those whose names begin with it.
   */
  end(batchId: string, prefix?: string): Promise<void>;
  /** Ends all work, and begins none. */
  close(): Promise<void>;
}

/** The work of a loop has to be repeated after work outside of it has ended. */
export class AwaitedError extends Error {
  /** Resolves when the work has ended in any way. */
  readonly ended: Promise<void>;
  /** See OutsideOptions. */
  readonly isShort: boolean;
  /** See OutsideOptions. */
  readonly isCounted: boolean;
  constructor(
    ended: Promise<void>,
    { isShort = false, isCounted = false }: Pick<OutsideOptions, "isShort" | "isCounted"> = {},
  ) {
    super("waits for another computer");
    this.name = "AwaitedError";
    this.ended = ended;
    this.isShort = isShort;
    this.isCounted = isCounted;
  }
}

type Outcome = { result: unknown } | { error: unknown };

interface Entry {
  controller: AbortController;
  note: () => string;
  ended: Promise<void>;
  /** Null while the work is in progress. */
  outcome: Outcome | null;
  /** Gives its place back, if it has one. */
  leave: () => void;
}

/**
 * `isLasting`: whether an error is a lasting failure. `began` is called when work begins, and its
 * result when that work has ended.
 */
export function createOutsideWork(
  isLasting: (error: unknown) => boolean,
  began: (activity: ActivityKind) => () => void = () => () => undefined,
): OutsideWork {
  const closing = new AbortController();
  /** Entries by batch and name. */
  const batches = new Map<string, Map<string, Entry>>();
  const takePlace = createHostPlaces(placeLimits);
  let turn = 0;

  function remove(batchId: string, name: string): void {
    const entries = batches.get(batchId);
    entries?.get(name)?.leave();
    entries?.delete(name);
    if (entries?.size === 0) batches.delete(batchId);
  }

  function begin(
    batchId: string,
    name: string,
    work: (context: OutsideContext) => Promise<unknown>,
    activity: ActivityKind,
  ): Entry {
    const controller = new AbortController();
    const { signal } = controller;
    const entry: Entry = {
      controller,
      note: () => "",
      ended: Promise.resolve(),
      outcome: null,
      leave: () => undefined,
    };
    const entries = batches.get(batchId) ?? new Map<string, Entry>();
    batches.set(batchId, entries.set(name, entry));
    const setNote = (note: () => string) => (entry.note = note);
    const context: OutsideContext = {
      signal,
      setNote,
      async takePlace(host, claim) {
        entry.leave();
        entry.leave = await takePlace(host, signal, claim);
      },
    };
    const hasEnded = began(activity);
    entry.ended = work(context)
      .then(
        (result): Outcome => ({ result }),
        (error: unknown): Outcome => ({ error }),
      )
      .then((outcome) => {
        hasEnded();
        entry.outcome = outcome;
        if ("error" in outcome) entry.leave();
        else limitPlace(entry);
        // What was ended has no result, and nothing asks for one that is undefined.
        if (signal.aborted || ("result" in outcome && outcome.result === undefined))
          remove(batchId, name);
      });
    return entry;
  }

  function limitPlace(entry: Entry): void {
    const { leave } = entry;
    const timer = setTimeout(leave, placeOfResultMs).unref();
    entry.leave = () => {
      clearTimeout(timer);
      leave();
    };
  }

  /**
   * What waits for others is distributed among them: otherwise all of it would return for one that
   * has ended.
   */
  function requireFree(name: string, limit: number): void {
    const others = [...batches.values()].flatMap((entries) => {
      const entry = entries.get(name);
      return entry && !entry.outcome ? [entry] : [];
    });
    if (others.length < limit) return;
    turn += 1;
    throw new AwaitedError(others[turn % others.length]?.ended ?? Promise.resolve());
  }

  return {
    resultOf<T>(
      batchId: string,
      name: string,
      work: (context: OutsideContext) => Promise<T>,
      { limit = Infinity, activity = "downloads", ...waiting }: OutsideOptions = {},
    ): T {
      closing.signal.throwIfAborted();
      const known = batches.get(batchId)?.get(name);
      if (!known) requireFree(name, limit);
      const entry = known ?? begin(batchId, name, work, activity);
      const { outcome } = entry;
      if (!outcome) throw new AwaitedError(entry.ended, waiting);
      if ("error" in outcome) {
        if (!isLasting(outcome.error)) remove(batchId, name);
        throw outcome.error;
      }
      remove(batchId, name);
      return outcome.result as T;
    },
    noteOf: (batchId) =>
      [...(batches.get(batchId)?.values() ?? [])]
        .filter(({ outcome }) => !outcome)
        .map(({ note }) => note())
        .filter((note) => note !== "")
        .join(". "),
    batchIds: () => [...batches.keys()],
    forget(batchId) {
      for (const [name, { outcome }] of batches.get(batchId) ?? [])
        if (outcome) remove(batchId, name);
    },
    async end(batchId, prefix = "") {
      const ofBatch = [...(batches.get(batchId) ?? [])];
      const entries = ofBatch.filter(([name]) => name.startsWith(prefix));
      for (const [name, { controller, outcome }] of entries) {
        controller.abort(new Error("the work is no longer needed"));
        if (outcome) remove(batchId, name);
      }
      await Promise.all(entries.map(([, { ended }]) => ended));
    },
    async close() {
      const reason = new Error("the service stops");
      closing.abort(reason);
      const entries = [...batches.values()].flatMap((names) => [...names.values()]);
      for (const { controller } of entries) controller.abort(reason);
      await Promise.all(entries.map(({ ended }) => ended));
      batches.clear();
    },
  };
}
