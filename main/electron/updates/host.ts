/** The installed application as the backend's port for updates. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { app } from "electron";
import type { UpdateHost } from "../../backend/ports";
import { migrations } from "../../common/database/migrations";
import type { Policies } from "../../common/policies";
import { createAppImageInstaller } from "./appimage";
import { readFeed } from "./feed";
import {
  appImageOf,
  installKindOf,
  isReplaceable,
  isReplacedOnDisk,
  thisSystem,
} from "./installation";
import { takeReverted } from "./journal";
import { restartArguments } from "./restart-arguments";

/** The folder of updates in a profile. */
export const updateFolder = (profileDir: string) => path.join(profileDir, "updates");

/** Starts the program on disk when this process has ended, with its window. */
export function relaunch(): void {
  const appImage = appImageOf(thisSystem);
  const args = restartArguments(process.argv, app.isPackaged);
  // The program of a running AppImage is on a mount that ends with it.
  app.relaunch(appImage === null ? { args } : { execPath: appImage, args });
}

/** `quit` ends the application in order, without a question. */
export function createUpdateHost(
  profileDir: string,
  quit: () => void,
  policies: Pick<Policies, "updates">,
): UpdateHost {
  const folder = updateFolder(profileDir);
  const kind = installKindOf(thisSystem);
  const appImage = appImageOf(thisSystem);
  return {
    feed: readFeed({
      manifestText: readFileSync(path.join(app.getAppPath(), "package.json"), "utf8"),
      isPackaged: app.isPackaged,
      env: process.env,
    }),
    installation: {
      kind,
      os: process.platform,
      arch: process.arch,
      systemVersion: process.getSystemVersion(),
    },
    forcedMode: policies.updates ?? null,
    installer:
      appImage !== null && isReplaceable(appImage, thisSystem)
        ? createAppImageInstaller({
            target: appImage,
            version: app.getVersion(),
            schema: migrations.length,
            folder,
          })
        : null,
    isReplaced: () => Promise.resolve(app.isPackaged && isReplacedOnDisk(kind, thisSystem)),
    takeReverted: () => Promise.resolve(takeReverted(folder)),
    restart() {
      relaunch();
      quit();
    },
  };
}
