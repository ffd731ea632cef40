/**
 * The ports of the backend that Electron implements: the native UI, and what the operating system
 * provides.
 */
import os from "node:os";
import path from "node:path";
import {
  app,
  clipboard,
  net,
  powerMonitor,
  safeStorage,
  session,
  shell,
  type BrowserWindow,
  type Session,
} from "electron";
import type { NativeUi, Platform, Preferences, Visibility } from "../backend/ports";
import type { Log } from "../common/log";
import type { NativeAppearance } from "./native/appearance";
import { createConfirmations } from "./native/confirmations";
import { createDialogs } from "./native/dialogs";
import { createLoginItem } from "./system/login-item";
import { appImageOf, thisSystem as installedSystem } from "./updates/installation";
import { openKeychain } from "./system/keychain";
import { tailOfLog } from "./system/logging";
import { createNetwork } from "./system/network";
import { createCellOpener } from "./system/open-at-cell";
import { createProgramOpener, thisSystem } from "./system/programs";
import { createVault } from "./system/vault";

export interface NativeUiDeps {
  /** Null while there is no window. */
  window: () => BrowserWindow | null;
  appearance: Pick<NativeAppearance, "language" | "strings">;
  /** The session of the confirmation window. */
  confirmSession: Session;
  visibility: Visibility;
  /** The path of the picture below the pointer while files are dragged out of the window. */
  dragIcon: string;
  leaveSafeScreen: () => void;
  checkSpelling: (language: string) => void;
  offerInMenu: (actions: readonly string[]) => void;
  offerRecent: NonNullable<NativeUi["offerRecent"]>;
}

export function createNativeUi(deps: NativeUiDeps): NativeUi {
  const { window, appearance } = deps;
  const { strings, language } = appearance;
  const openAtCell = createCellOpener(thisSystem);
  return {
    dialogs: createDialogs({ window, strings, documents: app.getPath("documents") }),
    confirmations: createConfirmations({ window, session: deps.confirmSession, strings, language }),
    showInFolder: (file) => shell.showItemInFolder(file),
    startDrag(files) {
      const [file] = files;
      if (file === undefined) return;
      window()?.webContents.startDrag({ file, files: [...files], icon: deps.dragIcon });
    },
    openInProgram: createProgramOpener({ shell, clipboard, openAtCell }),
    visibility: deps.visibility,
    windowControl: { leaveSafeScreen: deps.leaveSafeScreen, quit: () => app.quit() },
    checkSpelling: deps.checkSpelling,
    offerInMenu: deps.offerInMenu,
    offerRecent: deps.offerRecent,
  };
}

export interface PlatformDeps {
  profileDir: string;
  logFolder: string;
  preferences: Preferences;
  /** Shows the folder of the log files. */
  showLogs: () => void;
  log: Log;
}

export async function createPlatform(deps: PlatformDeps): Promise<Platform> {
  const { logFolder, log } = deps;
  const keychain = await openKeychain(safeStorage, process.platform);
  return {
    vault: createVault({ keychain, file: path.join(deps.profileDir, "vault.json"), log }),
    network: createNetwork({
      isOnline: () => net.isOnline(),
      interfaces: os.networkInterfaces,
      powerMonitor,
    }),
    preferences: deps.preferences,
    power: {
      isOnBattery: () => powerMonitor.isOnBatteryPower(),
      onChange(listener) {
        powerMonitor.on("on-battery", listener).on("on-ac", listener);
        return () => powerMonitor.off("on-battery", listener).off("on-ac", listener);
      },
    },
    loginItem: createLoginItem({
      app,
      platform: process.platform,
      executable: process.execPath,
      appImage: appImageOf(installedSystem),
      env: process.env,
      home: os.homedir(),
    }),
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    logFiles: { tail: (lines) => tailOfLog(logFolder, lines), show: deps.showLogs },
  };
}
