/**
 * What the system shows in the language of the application: its menu, the icon in the notification
 * area, and screens and recent items on its icon in the dock or taskbar.
 */
import path from "node:path";
import { app, Menu, shell } from "electron";
import type { Preferences } from "../backend/ports";
import { clearRecent, readRecent, type RecentItem } from "../backend/settings/recent";
import type { Log } from "../common/log";
import type { WorkState } from "./native/activity-indicator";
import { createMenu } from "./native/menu";
import { offerQuickScreens } from "./native/quick-screens";
import type { NativeStrings } from "./native/strings";
import { createTrayIcon } from "./native/tray-icon";

export interface NativeTextsDeps {
  logFolder: string;
  /** The path of the picture in the notification area. */
  trayPicture: string;
  withDeveloperTools: boolean;
  preferences: Preferences;
  strings: () => NativeStrings;
  /** The state of work. */
  state: () => WorkState;
  /** The user chose an entry of the menu of the window. */
  onChosen: (action: string) => void;
  /** The user chose a screen in the dock, which also exists while there is no window. */
  onScreenChosen: (action: string) => void;
  /** The user chose a project or batch that was shown before. */
  onRecent: (link: string) => void;
  showWindow: () => void;
  /** Pauses or resumes all uploads. */
  setPaused: (isPaused: boolean) => void;
  log: Log;
}

export function createNativeTexts(deps: NativeTextsDeps) {
  const { preferences, strings, state, setPaused, log } = deps;
  let recent: readonly RecentItem[] = readRecent(preferences);

  const openFile = (file: string, name: string) =>
    void shell.openPath(file).then((problem) => {
      if (problem !== "") log.warn(`app: ${name} cannot be shown: ${problem}`);
    });
  const showLogs = () => openFile(deps.logFolder, "the log folder");
  const showNotices = () =>
    openFile(path.join(process.resourcesPath, "NOTICES.txt"), "the file of licences");
  const tray = createTrayIcon({
    picture: deps.trayPicture,
    strings,
    state,
    showWindow: deps.showWindow,
    setPaused,
  });
  const menu = createMenu({
    isMac: process.platform === "darwin",
    withDeveloperTools: deps.withDeveloperTools,
    onChosen: deps.onChosen,
    onRecent: deps.onRecent,
    clearRecent() {
      clearRecent(preferences);
      offerRecent([]);
    },
    showLogs,
    showNotices: app.isPackaged ? showNotices : null,
  });
  menu.offerRecent(recent);

  /** Sets what the icon of the application offers in the dock or taskbar. */
  function installQuickScreens(): void {
    const { platform, execPath: executable } = process;
    const buildMenu = Menu.buildFromTemplate;
    offerQuickScreens(
      {
        app,
        platform,
        buildMenu,
        executable,
        recent,
        onRecent: deps.onRecent,
        onChosen: deps.onScreenChosen,
        togglePause: () => setPaused(!state().isPaused),
      },
      strings(),
    );
  }
  /** Replaces the projects and batches that were shown last, the newest first. */
  function offerRecent(items: readonly RecentItem[]): void {
    recent = items;
    menu.offerRecent(items);
    installQuickScreens();
  }

  return {
    tray,
    showLogs,
    offerInMenu: menu.offer,
    offerRecent,
    /** Sets the texts in the current language, at the start and after it has changed. */
    install(): void {
      menu.install(strings());
      tray.update();
      installQuickScreens();
    },
  };
}
