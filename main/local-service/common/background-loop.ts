/**
 * A loop of background work. It runs a step whenever something woke it, until nothing is due. A
 * step does some work itself, or begins work that continues beside the loop.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../common/log";
import { repeatDelay, repeatPolicies, type RepeatPolicy } from "../../common/retry";
import { AwaitedError } from "./outside-work";

export interface BackgroundLoop<Id> {
  /** Aborted by `close`. */
  readonly signal: AbortSignal;
  /** Runs the step soon: after the step that is running, and after a wait. */
  wake(): void;
  /** Runs the step soon, and ends the wait that follows a failure. */
  wakeNow(): void;
  /** Runs no step for this many milliseconds; a call of `wake` takes effect afterwards. */
  rest(milliseconds: number): void;
  /** Waits as after a failure, and runs the step again. */
  wait(): void;
  /** Reports an unexpected error, and waits. `what` says for the log what failed. */
  fail(what: string, error: unknown): void;
  /**
   * Work beside the loop. When it has ended, the step runs again; its error is reported. Resolves
   * after the work has ended in any way.
   */
  begin(work: Promise<void>, what: string): Promise<void>;
  /**
   * Runs the work of an item, and returns whether it succeeded. Otherwise the item is set aside:
   * until the work outside has ended that it needs, or until its retry after an error, which is
   * reported.
   */
  attempt(id: Id, work: () => Promise<void>): Promise<boolean>;
  /** Has the step leave out an item until `ended` resolves. */
  setAside(id: Id, ended: Promise<void>): void;
  /** Has the step consider an item again. */
  release(id: Id): void;
  /** The items that are set aside. */
  aside(): Id[];
  /** Those of them that failed. `at`: the time of the retry, in milliseconds since 1970. */
  retries(): { id: Id; at: number }[];
  /** Aborts the signal. Resolves when the step and all work beside the loop have ended. */
  close(): Promise<void>;
}

/** Called when work begins that users want to know of; its result when that work has ended. */
export type Began = () => () => void;

export interface BackgroundLoopOptions {
  /** Names the loop in the log. */
  name: string;
  step: () => Promise<void>;
  /** Called when work beside the loop begins. */
  began?: Began | undefined;
  /** After failures of the loop and of items; default `repeatPolicies.backgroundWork`. */
  policy?: RepeatPolicy;
  log: Log;
}

/** The first call of `wake` starts the loop. */
export function createBackgroundLoop<Id extends string | number = string>({
  name,
  step,
  began = () => () => undefined,
  policy = repeatPolicies.backgroundWork,
  log,
}: BackgroundLoopOptions): BackgroundLoop<Id> {
  const closing = new AbortController();
  const { signal } = closing;
  const works = new Set<Promise<void>>();
  /** The items that are set aside, with what ends it. */
  const aside = new Map<Id, Promise<void>>();
  /** Failures of items since their last success, with the time of the retry. */
  const itemFailures = new Map<Id, { count: number; at: number }>();
  let failures = 0;
  let isWanted = false;
  let running: Promise<void> | null = null;
  let waiting: { timer: NodeJS.Timeout; isAfterFailure: boolean } | null = null;
  // A step does not belong to the call that woke the loop, nor to the locks of that call.
  const inOwnContext = AsyncLocalStorage.snapshot();

  function wake(): void {
    isWanted = true;
    if (signal.aborted || waiting) return;
    running ??= Promise.resolve()
      .then(() => inOwnContext(run))
      .finally(() => {
        running = null;
        if (isWanted) wake();
      });
  }

  async function run(): Promise<void> {
    while (isWanted && !waiting && !signal.aborted) {
      isWanted = false;
      try {
        await step();
        failures = 0;
      } catch (error) {
        failures += 1;
        fail("failed", error);
      }
    }
  }

  function startWaiting(milliseconds: number, isAfterFailure: boolean): void {
    if (signal.aborted || waiting) return;
    const timer = setTimeout(() => {
      waiting = null;
      if (isWanted) wake();
    }, milliseconds).unref();
    waiting = { timer, isAfterFailure };
  }

  const delayMs = () => repeatDelay(Math.max(1, failures), policy);
  function wait(): void {
    isWanted = true;
    startWaiting(delayMs(), true);
  }

  function fail(what: string, error: unknown): void {
    if (signal.aborted) return;
    log.error(`${name}: ${what}; repeated in ${delayMs() / 1000} s`, error);
    wait();
  }

  function setAside(id: Id, ended: Promise<void>): void {
    aside.set(id, ended);
    void ended.then(() => {
      if (aside.get(id) !== ended) return;
      aside.delete(id);
      wake();
    });
  }

  function retryLater(id: Id, error: unknown): void {
    const count = (itemFailures.get(id)?.count ?? 0) + 1;
    const itemDelayMs = repeatDelay(count, policy);
    itemFailures.set(id, { count, at: Date.now() + itemDelayMs });
    log.error(`${name}: ${id} failed, and is repeated in ${itemDelayMs / 1000} s`, error);
    // The end of the service ends the delay.
    setAside(
      id,
      pause(itemDelayMs, undefined, { ref: false, signal }).catch(() => undefined),
    );
  }

  return {
    signal,
    wake,
    wakeNow() {
      if (waiting?.isAfterFailure) {
        clearTimeout(waiting.timer);
        waiting = null;
      }
      wake();
    },
    rest: (milliseconds) => startWaiting(milliseconds, false),
    wait,
    fail,
    begin(work, what) {
      const hasEnded = began();
      const ended = work
        .catch((error: unknown) => fail(what, error))
        .finally(() => {
          hasEnded();
          works.delete(ended);
          wake();
        });
      works.add(ended);
      return ended;
    },
    async attempt(id, work) {
      try {
        await work();
        itemFailures.delete(id);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        if (error instanceof AwaitedError) setAside(id, error.ended);
        else retryLater(id, error);
        return false;
      }
    },
    setAside,
    release: (id) => void aside.delete(id),
    aside: () => [...aside.keys()],
    retries: () => [...itemFailures].flatMap(([id, { at }]) => (aside.has(id) ? [{ id, at }] : [])),
    async close() {
      closing.abort(new Error("the service stops"));
      if (waiting) clearTimeout(waiting.timer);
      await running;
      await Promise.all(works);
    },
  };
}
