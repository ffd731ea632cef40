/** The installed application as the backend's port for updates. */
import { readFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { spawn } from "node:child_process";
import { app, autoUpdater } from "electron";
import type { UpdateHost } from "../../backend/ports";
import type { UpdateRefusal } from "../../../preload/facts/updates";
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
import { listInstalled, othersThan } from "./installed-processes";
import { noteRefusal, takeRefusal, takeReverted } from "./journal";
import { canWriteInto, createNsisInstaller, installerArguments } from "./nsis";
import type { OwnInstaller } from "./own-installer";
import { restartArguments } from "./restart-arguments";
import { createSquirrelInstaller } from "./squirrel";

/** The folder of updates in a profile. */
export const updateFolder = (profileDir: string) => path.join(profileDir, "updates");

/** Starts the program on disk when this process has ended, with its window. */
export function relaunch(): void {
  const appImage = appImageOf(thisSystem);
  const args = restartArguments(process.argv, app.isPackaged);
  // The program of a running AppImage is on a mount that ends with it.
  app.relaunch(appImage === null ? { args } : { execPath: appImage, args });
}

/** Starts a program that goes on without this process. Rejects if the system does not start it. */
async function start(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: "ignore" });
  await once(child, "spawn");
  child.unref();
}

/** How many processes of the installed application are not part of this one. */
async function countOthers(): Promise<number> {
  const own = new Set([process.pid, ...app.getAppMetrics().map(({ pid }) => pid)]);
  return othersThan(await listInstalled(process.execPath), own).length;
}

/**
 * Runs the installer of the previous version without questions. This process has to end. If the
 * installer does not start, or would end other processes of the application, this version starts
 * again, and the next start offers the installer again.
 */
export async function runInstaller(installer: string, folder: string): Promise<void> {
  const refuse = (refusal: UpdateRefusal) => {
    relaunch();
    noteRefusal(folder, refusal);
  };
  // The way back is not prevented where the processes cannot be listed.
  const others = await countOthers().catch(() => 0);
  if (others > 0) {
    refuse("still-running");
    return;
  }
  try {
    await start(installer, installerArguments);
  } catch {
    refuse("cannot-replace");
  }
}

/** The installer of an installation; null if only the system or the user can replace it. */
function createOwnInstaller(folder: string): OwnInstaller | null {
  const kind = installKindOf(thisSystem);
  const appImage = appImageOf(thisSystem);
  const exit = () => app.exit(0);
  if (appImage !== null && isReplaceable(appImage, thisSystem))
    return createAppImageInstaller({
      target: appImage,
      version: app.getVersion(),
      schema: migrations.length,
      folder,
    });
  if (!app.isPackaged) return null;
  // Installers start the new version without arguments: another profile would not come back.
  if (app.commandLine.hasSwitch("user-data-dir")) return null;
  if (kind === "nsis" && canWriteInto(path.dirname(process.execPath)))
    return createNsisInstaller({
      executable: process.execPath,
      version: app.getVersion(),
      schema: migrations.length,
      updates: folder,
      start,
      countOthers,
      relaunch,
      exit,
    });
  // Squirrel cannot replace what macOS runs from a disk image, or from the folder of downloads.
  if (kind === "mac" && app.isInApplicationsFolder())
    return createSquirrelInstaller({ autoUpdater, exit });
  return null;
}

/**
 * `quit` ends the application in order, without a question, and then calls the function instead of
 * ending the process.
 */
export function createUpdateHost(
  profileDir: string,
  quit: (end?: () => void) => void,
  policies: Pick<Policies, "updates">,
): UpdateHost {
  const folder = updateFolder(profileDir);
  const kind = installKindOf(thisSystem);
  const installer = createOwnInstaller(folder);
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
    installer,
    isReplaced: () => Promise.resolve(app.isPackaged && isReplacedOnDisk(kind, thisSystem)),
    takeReverted: () => Promise.resolve(takeReverted(folder)),
    takeRefusal: () => Promise.resolve(takeRefusal(folder)),
    restart() {
      if (installer?.finish) quit(installer.finish);
      else {
        relaunch();
        quit();
      }
    },
  };
}
