/**
 * Updates of the application: finds out which release is offered, downloads its file, and installs
 * it where the application can replace itself. Nothing is downloaded or installed without the user.
 */
import type { Activity } from "../../../preload/facts/activity";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { retryPolicies } from "../../common/retry";
import type { Routes } from "../../remote/http/routes";
import type { UpdateHost } from "../ports";
import type { SettingsStore } from "../settings/store";
import type { UpdateTiming } from "../timing";
import { createUpdateDownload } from "./download";
import { createFeedChecks } from "./feed-checks";
import { createFeedClient } from "./feed-client";
import { createInstallation } from "./installation";
import { createLastFailure } from "./last-failure";
import { createOffers } from "./offers";
import { createRestart } from "./restart";
import { createSchedule } from "./schedule";
import { createUpdateFolder } from "./update-folder";
import { createUpdateHandlers } from "./update-handlers";
import { createUpdateSettings } from "./update-settings";

export interface UpdatesDeps {
  /** The running version. */
  version: string;
  /** Folder of lists and downloads, in the profile. */
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
  const { feed } = host;
  const settings = createUpdateSettings(deps.settings);
  const folder = createUpdateFolder(deps.folder);
  const client = createFeedClient({
    routes: deps.routes,
    timeoutMs: timing.timeoutMs,
    policy: { ...retryPolicies.updates, baseMs: timing.backoffMs },
  });
  let starting: Promise<void> = Promise.resolve();
  const stopped = new AbortController();
  const isStopped = () => stopped.signal.aborted;
  const onChanged = () => !isStopped() && deps.onChanged();
  const mode = () => host.forcedMode ?? settings.get().mode;
  const failure = createLastFailure({ isStopped, log });

  const download = createUpdateDownload({
    client,
    folder,
    onChanged,
    onCompleted: () => offers.completed(),
    onFailed: failure.report,
  });
  const restart = createRestart({
    activity: deps.activity,
    countdownMs: timing.countdownMs,
    onDue: () => void installation.run(),
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
      if (!installation.isReplaced()) restart.cancel();
      await download.stop();
    },
  });
  const installation = createInstallation({
    host,
    offers,
    folder,
    copyDatabase: deps.copyDatabase,
    isStopped,
    onChanged,
    onFailed(error) {
      restart.cancel();
      failure.report(error);
    },
    // Work may have begun meanwhile.
    onEnded: restart.activityChanged,
    log,
  });
  const checks = createFeedChecks({
    settings,
    hasFeed: feed !== null,
    mode,
    isOnline: deps.isOnline,
    isQuietTime: deps.isQuietTime,
    isInstalling: installation.isInstalling,
    read: (isRequested) => offers.check(isRequested, stopped.signal),
    failure,
    onChanged,
    timing,
    now,
  });
  const schedule = createSchedule(
    () => {
      checks.whenDue();
      installation.checkReplaced();
    },
    { firstMs: timing.firstCheckMs, everyMs: timing.tickMs },
  );

  const handlers = createUpdateHandlers({
    version,
    host,
    settings,
    mode,
    checks,
    download,
    offers,
    installation,
    restart,
    failure,
    started: () => starting,
    activity: deps.activity,
    onChanged,
    timing,
    now,
  });

  async function readStored(): Promise<void> {
    if (!feed) return;
    const refusal = await host.takeRefusal();
    if (refusal !== null) {
      failure.set({ refusal });
      log.warn("updates: the installer did not run", refusal);
    }
    const reverted = await host.takeReverted();
    if (reverted !== null) {
      settings.change({ skipped: reverted });
      failure.set({ refusal: "did-not-start" });
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
      restart.cancel();
      await download.stop();
      await Promise.all([starting, checks.idle()]);
      await client.close();
    },
  };
}
