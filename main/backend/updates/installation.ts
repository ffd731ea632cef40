/** The installation of the offered release, and the restart into it. */
import type { Log } from "../../common/log";
import type { UpdateHost } from "../ports";
import { UpdateRefused } from "./errors";
import type { Offers } from "./offers";
import type { UpdateFolder } from "./update-folder";

export interface InstallationDeps {
  host: Pick<UpdateHost, "installer" | "isReplaced" | "restart">;
  offers: Pick<Offers, "current" | "verified" | "installFailed">;
  folder: Pick<UpdateFolder, "fileOf">;
  /** Copies the database of the application before a new version opens it. */
  copyDatabase: () => Promise<unknown>;
  isStopped: () => boolean;
  onChanged: () => void;
  onFailed: (error: unknown) => void;
  /** An installation has ended, whether it succeeded or failed. */
  onEnded: () => void;
  log: Log;
}

export type Installation = ReturnType<typeof createInstallation>;

export function createInstallation(deps: InstallationDeps) {
  const { host, offers, onChanged, log } = deps;
  /** Whether the program on disk is newer than the running one. */
  let isReplaced = false;
  let isInstalling = false;
  let isRestarting = false;

  async function install(): Promise<void> {
    const { installer } = host;
    const version = offers.current()?.release.version;
    if (!installer || version === undefined)
      throw new UpdateRefused("no-list", "nothing is offered");
    const release = await offers.verified();
    await deps.copyDatabase();
    try {
      await installer.install({ version, release, file: deps.folder.fileOf(release) });
    } catch (error) {
      await offers.installFailed(error);
      throw error;
    }
    isReplaced = true;
    log.info(`updates: version ${version} is installed`);
  }

  return {
    isReplaced: () => isReplaced,
    isInstalling: () => isInstalling,
    /** Checks whether the program on disk was replaced, by the system for example. */
    checkReplaced(): void {
      if (isReplaced || isInstalling) return;
      void host.isReplaced().then((found) => {
        isReplaced ||= found;
        if (found) onChanged();
      });
    },
    /** Restarts if the program on disk is newer than the running one, otherwise installs first. */
    async run(): Promise<void> {
      if (isInstalling || isRestarting || deps.isStopped()) return;
      if (isReplaced) {
        // Each further call would start one more process.
        isRestarting = true;
        host.restart();
        return;
      }
      isInstalling = true;
      onChanged();
      await install().catch(deps.onFailed);
      isInstalling = false;
      onChanged();
      deps.onEnded();
    },
  };
}
