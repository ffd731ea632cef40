/** Checks of the feed: one at a time, on request or when one is due. */
import type { UpdateMode } from "../../../preload/facts/updates";
import type { UpdateTiming } from "../timing";
import { shareOf } from "./choose-release";
import type { LastFailure } from "./last-failure";
import type { UpdateSettings } from "./update-settings";

export interface FeedChecksDeps {
  settings: UpdateSettings;
  hasFeed: boolean;
  mode: () => UpdateMode;
  isOnline: () => boolean;
  /** Whether the user wants no traffic at this time. */
  isQuietTime: () => boolean;
  /** While an update is installed, its offer must not change. */
  isInstalling: () => boolean;
  /** Reads the list of the feed. Rejects with UpdateRefused or an AppError. */
  read: (isRequested: boolean) => Promise<void>;
  failure: LastFailure;
  onChanged: () => void;
  timing: Pick<UpdateTiming, "checkEveryMs" | "tickMs">;
  now: () => number;
}

export type FeedChecks = ReturnType<typeof createFeedChecks>;

export function createFeedChecks(deps: FeedChecksDeps) {
  const { settings, failure, timing, onChanged, now } = deps;
  let running: Promise<void> | null = null;

  async function read(isRequested: boolean): Promise<void> {
    try {
      await deps.read(isRequested);
      failure.clear();
    } catch (error) {
      failure.report(error);
    }
  }

  async function run(isRequested: boolean): Promise<void> {
    if (deps.isInstalling()) return;
    running ??= read(isRequested).finally(() => (running = null));
    onChanged();
    await running;
    onChanged();
  }

  function isDue(): boolean {
    const { checkedAt, seed } = settings.get();
    if (!deps.hasFeed || deps.mode() !== "ask" || !deps.isOnline() || deps.isQuietTime())
      return false;
    const age = checkedAt === null ? Infinity : now() - checkedAt;
    // A negative age: the clock was set back.
    return age < 0 || age >= timing.checkEveryMs + shareOf(seed, "jitter") * timing.tickMs;
  }

  return {
    isRunning: () => running !== null,
    /** Resolves when no check is running. */
    async idle(): Promise<void> {
      await running;
    },
    /** Checks at the request of the user, after a running check has ended. */
    async onRequest(): Promise<void> {
      await running;
      await run(true);
    },
    whenDue(): void {
      if (isDue()) void run(false);
    },
  };
}
