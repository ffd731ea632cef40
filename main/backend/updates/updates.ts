/**
 * Updates of the application: finds out which release is offered, downloads its file, and installs
 * it where the application can replace itself. Nothing is downloaded or installed without the user.
 */
import type { Handlers } from "../../../preload/contract";
import type { UpdateFailure } from "../../../preload/contract/updates";
import type { Activity } from "../../../preload/facts/activity";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { retryPolicies } from "../../common/retry";
import type { Routes } from "../../remote/http/routes";
import type { UpdateHost } from "../ports";
import type { SettingsStore } from "../settings/store";
import type { UpdateTiming } from "../timing";
import { shareOf } from "./choose-release";
import { createUpdateDownload } from "./download";
import { UpdateRefused } from "./errors";
import { createFeedClient } from "./feed-client";
import { createOffers } from "./offers";
import { createRestart } from "./restart";
import { createSchedule } from "./schedule";
import { createUpdateFolder } from "./update-folder";
import { createUpdateSettings } from "./update-settings";
import { stateOf } from "./update-state";

export interface UpdatesDeps {
  /** The running version. */
  version: string;
  /** In the profile. */
  folder: string;
  host: UpdateHost;
  settings: SettingsStore;
  routes: Routes;
  isOnline: () => boolean;
  /** Whether the user wants no traffic at this time. */
  isQuietTime: () => boolean;
  activity: () => Activity;
  /** Copies the database of the application before a new version opens it. */
  copyDatabase: () => Promise<unknown>;
  onChanged: () => void;
  timing: UpdateTiming;
  log: Log;
  now: () => number;
}

export function createUpdates(deps: UpdatesDeps) {
  const { version, host, timing, log, now } = deps;
  const { feed, installer } = host;
  const settings = createUpdateSettings(deps.settings);
  const folder = createUpdateFolder(deps.folder);
  const client = createFeedClient({
    routes: deps.routes,
    timeoutMs: timing.timeoutMs,
    policy: { ...retryPolicies.updates, baseMs: timing.backoffMs },
  });
  let failure: UpdateFailure | null = null;
  let starting: Promise<void> = Promise.resolve();
  let checking: Promise<void> | null = null;
  let isReplaced = false;
  let isInstalling = false;
  let isRestarting = false;
  const stopped = new AbortController();
  const isStopped = () => stopped.signal.aborted;
  const onChanged = () => !isStopped() && deps.onChanged();
  const mode = () => host.forcedMode ?? settings.get().mode;

  const download = createUpdateDownload({
    client,
    folder,
    onChanged,
    onCompleted: () => offers.completed(),
    onFailed: fail,
  });
  const restart = createRestart({
    activity: deps.activity,
    countdownMs: timing.countdownMs,
    onDue: () => void installAndRestart(),
    onChanged,
    now,
  });
  const offers = createOffers({
    version,
    host,
    settings,
    folder,
    client,
    now,
    async beforeChange(next) {
      if (next?.file?.sha512 === offers.current()?.file?.sha512) return;
      if (!isReplaced) restart.cancel();
      await download.stop();
    },
  });
  const schedule = createSchedule(tick, { firstMs: timing.firstCheckMs, everyMs: timing.tickMs });

  function fail(error: unknown): void {
    if (isStopped()) return;
    const isRefused = error instanceof UpdateRefused;
    failure = isRefused ? { refusal: error.refusal } : { problem: toProblem(error) };
    log.warn("updates: failed", error instanceof Error ? error.message : error);
  }

  async function readFeed(isRequested: boolean): Promise<void> {
    try {
      await offers.check(isRequested, stopped.signal);
      failure = null;
    } catch (error) {
      fail(error);
    }
  }

  /** Checks once at a time. */
  async function check(isRequested: boolean): Promise<void> {
    if (isInstalling) return;
    checking ??= readFeed(isRequested).finally(() => (checking = null));
    onChanged();
    await checking;
    onChanged();
  }

  function isCheckDue(): boolean {
    const { checkedAt, seed } = settings.get();
    if (!feed || mode() !== "ask" || !deps.isOnline() || deps.isQuietTime()) return false;
    const age = checkedAt === null ? Infinity : now() - checkedAt;
    // A negative age: the clock was set back.
    return age < 0 || age >= timing.checkEveryMs + shareOf(seed, "jitter") * timing.tickMs;
  }

  function tick(): void {
    if (isCheckDue()) void check(false);
    if (isReplaced || isInstalling) return;
    void host.isReplaced().then((found) => {
      isReplaced ||= found;
      if (found) onChanged();
    });
  }

  async function install(): Promise<void> {
    const to = offers.current()?.release.version;
    if (!installer || to === undefined) throw new UpdateRefused("no-list", "nothing is offered");
    const release = await offers.verified();
    await deps.copyDatabase();
    try {
      await installer.install({ version: to, release, file: folder.fileOf(release) });
    } catch (error) {
      await offers.installFailed(error);
      throw error;
    }
    isReplaced = true;
    log.info(`updates: version ${to} is installed`);
  }

  async function installAndRestart(): Promise<void> {
    if (isInstalling || isRestarting || isStopped()) return;
    if (isReplaced) {
      // Each further call would start one more process.
      isRestarting = true;
      host.restart();
      return;
    }
    isInstalling = true;
    onChanged();
    await install().catch((error: unknown) => {
      restart.cancel();
      fail(error);
    });
    isInstalling = false;
    onChanged();
    // Work may have begun meanwhile.
    restart.activityChanged();
  }

  const handlers: Handlers["updates"] = {
    status: () => ({
      mode: mode(),
      isModeForced: host.forcedMode !== null,
      kind: host.installation.kind,
      installsItself: installer !== null,
      checkedAt: settings.get().checkedAt,
      news: offers.news(),
      state: stateOf({
        hasFeed: feed !== null,
        mode: mode(),
        isChecking: checking !== null,
        isInstalling,
        bytes: download.bytes(),
        offer: offers.current(),
        isReady: installer !== null && offers.isComplete(),
        isReplaced,
        isRestartWanted: restart.isWanted(),
        restartAt: restart.at(),
        activity: deps.activity(),
        failure,
        withdrawn: offers.withdrawn(),
        skipped: settings.get().skipped,
        laterUntil: settings.get().laterUntil,
        now: now(),
      }),
    }),
    async setMode({ mode: chosen }) {
      settings.change({ mode: chosen });
      if (mode() === "off") await stopAll();
      onChanged();
    },
    async check() {
      await starting;
      if (!feed || mode() === "off") return;
      // A version that the user did not want is offered again, because the user asks for it.
      settings.change({ skipped: null, laterUntil: 0 });
      await checking;
      await check(true);
    },
    download({ version: wanted }) {
      const offer = offers.current();
      if (!installer || mode() === "off") return;
      if (offer?.release.version !== wanted || !offer.file)
        throw new AppError("not-found", "this version is not offered any more");
      failure = null;
      // After a failed installation the file is ready again.
      if (offers.isComplete()) onChanged();
      else download.start(offer.file);
    },
    cancel: stopAll,
    async skip({ version: unwanted }) {
      settings.change({ skipped: unwanted });
      failure = null;
      if (offers.current()?.release.version !== unwanted) return;
      await stopAll();
      await offers.drop();
      onChanged();
    },
    later() {
      settings.change({ laterUntil: now() + timing.laterMs });
      onChanged();
    },
    restart() {
      if (!offers.isComplete() && !isReplaced) return;
      failure = null;
      restart.want();
    },
    newsSeen() {
      offers.forgetNews();
      settings.change({ seenVersion: version });
      onChanged();
    },
  };

  async function stopAll(): Promise<void> {
    restart.cancel();
    await download.stop();
  }

  async function readStored(): Promise<void> {
    if (!feed) return;
    const reverted = await host.takeReverted();
    if (reverted !== null) {
      settings.change({ skipped: reverted });
      failure = { refusal: "did-not-start" };
    }
    try {
      await offers.useStored();
    } catch (error) {
      // Only the offer is missing, until the next check.
      log.warn("updates: the stored list is not used", toProblem(error).message);
    }
    const isSeen = settings.get().seenVersion === version;
    if (!offers.news() && !isSeen) settings.change({ seenVersion: version });
    onChanged();
  }

  return {
    handlers,
    /** Work has begun or ended. */
    activityChanged: restart.activityChanged,
    /** The network has changed, or the computer has woken up. */
    networkChanged(): void {
      client.reset();
      schedule.now();
    },
    start(): void {
      starting = readStored();
      schedule.start();
    },
    async stop(): Promise<void> {
      schedule.stop();
      stopped.abort();
      await stopAll();
      await Promise.all([starting, checking]);
      await client.close();
    },
  };
}
