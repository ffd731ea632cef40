/** The dubs of batches for the routes: start, stop, pause, and what is in progress. */
import { isVideoLoss, messageText } from "../../../preload/facts/service-messages";
import { HttpError } from "../common/http-error";
import type { BatchRows } from "../rows/batches/batch-port";
import type { FileRows } from "../rows/file-port";
import { readLocation } from "../sources/locations";
import { galleryVersion } from "./video";
import { acceptedAtUrl } from "./whole-video";
import { activeDubStates, type DubRow, type DubRows, type TakeRows } from "../rows/dubs/dub-port";
import type { Dubbing } from "./dubbing";

/** The making of takes: in this process, or in all that use its database. */
export interface Making {
  /** Whether there is an engine. */
  canMake(): boolean;
  isPaused(): boolean;
  setPaused(isPaused: boolean): Promise<void> | void;
  takesPerSecond(): number | null;
}

/** The making of this process. `dubbing`: null while there is none. */
export const ownMaking = (dubbing: () => Dubbing | null): Making => ({
  canMake: () => dubbing() !== null,
  isPaused: () => dubbing()?.isPaused() ?? false,
  setPaused: (isPaused) => dubbing()?.setPaused(isPaused),
  takesPerSecond: () => dubbing()?.takesPerSecond() ?? null,
});

export interface Dubs {
  making: Making;
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
  /**
   * Accepts that the present video of a batch was cut off or damaged, and starts the dubs that this
   * has blocked. Returns their languages.
   */
  acceptVideo(batchId: string): Promise<string[]>;
  /** Returns the languages that were in progress. */
  stop(batchId: string, languageIds: readonly string[] | undefined): Promise<string[]>;
}

/** Active dubs that a listing returns at most. */
const maxListed = 10_000;

export interface DubsDeps {
  store: DubRows &
    TakeRows &
    Pick<BatchRows, "findBatchSource" | "changeLocalSettings"> &
    Pick<FileRows, "findFile">;
  now: () => number;
  making: Making;
  /** The loop of this process; null while it has none. */
  dubbing: () => Dubbing | null;
  /** See `forget` of OutsideWork. */
  forgetFailures: (batchId: string) => void;
}

export function createDubs({ store, now, making, dubbing, forgetFailures }: DubsDeps): Dubs {
  /** See `version` of LocatedVideo. */
  async function versionOf(videoPath: string): Promise<string | null> {
    const read = readLocation(videoPath);
    if (read.kind === "url") return acceptedAtUrl;
    const found = read.kind === "gallery" ? await store.findFile(read.path) : null;
    return found && galleryVersion(found);
  }

  const start: Dubs["start"] = async (batchId, options) => {
    const started = await store.startDubs(batchId, options, now());
    // What failed to be downloaded is tried again.
    forgetFailures(batchId);
    dubbing()?.wake();
    return started;
  };

  return {
    async acceptVideo(batchId) {
      const source = await store.findBatchSource(batchId);
      const version = await versionOf(source?.videoPath ?? "");
      if (version === null) throw new HttpError(409, messageText("video-missing", {}));
      await store.changeLocalSettings(batchId, { acceptedVideo: version }, now());
      const blocked = (await store.listDubs(batchId)).filter(
        ({ state, note }) => state === "blocked" && isVideoLoss(note),
      );
      const languageIds = blocked.map(({ languageId }) => languageId);
      return languageIds.length === 0 ? [] : start(batchId, { languageIds });
    },
    list: (batchId) => store.listDubs(batchId),
    listTakes: (...page) => store.listTakes(...page),
    making,
    async listActive() {
      const [due, ...begun] = await Promise.all(
        activeDubStates.map((state) => store.listDubsIn(state, maxListed)),
      );
      return [...begun.reverse().flat(), ...(due ?? [])];
    },
    start,
    async stop(batchId, languageIds) {
      const stopped = await store.stopDubs(batchId, languageIds, now());
      await dubbing()?.interrupt(batchId, stopped);
      return stopped;
    },
  };
}
