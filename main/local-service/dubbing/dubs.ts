/** The dubs of batches for the routes: start, stop, pause, and what is in progress. */
import { activeDubStates, type DubRow, type DubRows, type TakeRows } from "../rows/dubs/dub-port";
import type { Dubbing } from "./dubbing";

export interface Dubs {
  /** Whether there is an engine. */
  canMake(): boolean;
  isPaused(): boolean;
  setPaused(isPaused: boolean): void;
  takesPerSecond(): number | null;
  /** The dubs of a batch in the order of its languages. */
  list(batchId: string): Promise<DubRow[]>;
  /** Up to `limit` present takes after a position, in order. */
  listTakes: TakeRows["listTakes"];
  /** Dubs in progress, in the order in which they are made. */
  listActive(): Promise<DubRow[]>;
  /** Returns the languages that were started. Without a list, all languages with texts. */
  start(
    batchId: string,
    options: { languageIds?: readonly string[] | undefined; priority?: number | undefined },
  ): Promise<string[]>;
  /** Returns the languages that were in progress. */
  stop(batchId: string, languageIds: readonly string[] | undefined): Promise<string[]>;
}

/** Active dubs that a listing returns at most. */
const maxListed = 10_000;

export interface DubsDeps {
  store: DubRows & TakeRows;
  now: () => number;
  /** Null without an engine. */
  dubbing: () => Dubbing | null;
  /** See `forget` of OutsideWork. */
  forgetFailures: (batchId: string) => void;
}

export function createDubs({ store, now, dubbing, forgetFailures }: DubsDeps): Dubs {
  return {
    list: (batchId) => store.listDubs(batchId),
    listTakes: (...page) => store.listTakes(...page),
    canMake: () => dubbing() !== null,
    isPaused: () => dubbing()?.isPaused() ?? false,
    setPaused: (isPaused) => dubbing()?.setPaused(isPaused),
    takesPerSecond: () => dubbing()?.takesPerSecond() ?? null,
    async listActive() {
      const [due, ...begun] = await Promise.all(
        activeDubStates.map((state) => store.listDubsIn(state, maxListed)),
      );
      return [...begun.reverse().flat(), ...(due ?? [])];
    },
    async start(batchId, options) {
      const started = await store.startDubs(batchId, options, now());
      // What failed to be downloaded is tried again.
      forgetFailures(batchId);
      dubbing()?.wake();
      return started;
    },
    async stop(batchId, languageIds) {
      const stopped = await store.stopDubs(batchId, languageIds, now());
      await dubbing()?.interrupt(batchId, stopped);
      return stopped;
    },
  };
}
