/** The calls of the window about updates. Nothing is downloaded or installed without them. */
import type { Handlers } from "../../../preload/contract";
import type { Activity } from "../../../preload/facts/activity";
import type { UpdateMode } from "../../../preload/facts/updates";
import { AppError } from "../../common/errors";
import type { UpdateHost } from "../ports";
import type { UpdateTiming } from "../timing";
import type { UpdateDownload } from "./download";
import type { FeedChecks } from "./feed-checks";
import type { Installation } from "./installation";
import type { LastFailure } from "./last-failure";
import type { Offers } from "./offers";
import type { Restart } from "./restart";
import type { UpdateSettings } from "./update-settings";
import { stateOf } from "./update-state";

export interface UpdateHandlersDeps {
  /** The running version. */
  version: string;
  host: Pick<UpdateHost, "feed" | "installer" | "installation" | "forcedMode">;
  settings: UpdateSettings;
  mode: () => UpdateMode;
  checks: FeedChecks;
  download: UpdateDownload;
  offers: Offers;
  installation: Installation;
  restart: Restart;
  failure: LastFailure;
  /** Resolves when the stored list was read. */
  started: () => Promise<void>;
  activity: () => Activity;
  onChanged: () => void;
  timing: Pick<UpdateTiming, "laterMs">;
  now: () => number;
}

export function createUpdateHandlers(deps: UpdateHandlersDeps): Handlers["updates"] {
  const { host, settings, checks, download, offers, installation, restart, failure } = deps;
  const { mode, onChanged, now } = deps;
  const { installer } = host;
  const hasFeed = host.feed !== null;

  async function stopAll(): Promise<void> {
    restart.cancel();
    await download.stop();
  }

  return {
    status: () => ({
      mode: mode(),
      isModeForced: host.forcedMode !== null,
      kind: host.installation.kind,
      installsItself: installer !== null,
      checkedAt: settings.get().checkedAt,
      news: offers.news(),
      state: stateOf({
        hasFeed,
        mode: mode(),
        isChecking: checks.isRunning(),
        isInstalling: installation.isInstalling(),
        bytes: download.bytes(),
        offer: offers.current(),
        isReady: installer !== null && offers.isComplete(),
        isReplaced: installation.isReplaced(),
        isRestartWanted: restart.isWanted(),
        restartAt: restart.at(),
        activity: deps.activity(),
        failure: failure.current(),
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
      await deps.started();
      installation.checkReplaced();
      if (!hasFeed || mode() === "off") return;
      // A version that the user did not want is offered again, because the user asks for it.
      settings.change({ skipped: null, laterUntil: 0 });
      await checks.onRequest();
    },
    download({ version: wanted }) {
      const offer = offers.current();
      if (!installer || mode() === "off") return;
      if (offer?.release.version !== wanted || !offer.file)
        throw new AppError("not-found", "this version is not offered any more");
      failure.clear();
      // After a failed installation the file is ready again.
      if (offers.isComplete()) onChanged();
      else download.start(offer.file);
    },
    cancel: stopAll,
    async skip({ version: unwanted }) {
      settings.change({ skipped: unwanted });
      failure.clear();
      if (offers.current()?.release.version !== unwanted) return;
      await stopAll();
      await offers.drop();
      onChanged();
    },
    later() {
      settings.change({ laterUntil: now() + deps.timing.laterMs });
      onChanged();
    },
    restart() {
      if (!offers.isComplete() && !installation.isReplaced()) return;
      failure.clear();
      restart.want();
    },
    newsSeen() {
      offers.forgetNews();
      settings.change({ seenVersion: deps.version });
      onChanged();
    },
  };
}
