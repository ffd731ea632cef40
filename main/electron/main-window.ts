/**
 * The window of the application. It is opened when it is first shown, and may be closed while the
 * application goes on.
 */
import type { BrowserWindow } from "electron";
import type { Preferences } from "../backend/ports";
import type { NativeAppearance } from "./native/appearance";
import { bringToFront, isInFront } from "./native/native-ui";
import type { Caller } from "./window/ipc";
import { appOrigin } from "./window/protocol";
import { loadAgain, openWindow } from "./window/window";

export interface MainWindowDeps {
  /** The bundle of the preload script. */
  preload: string;
  /** The URL of the page, without a hash. */
  address: string;
  /** The URL of the dev server, only during development. */
  devServer: string | null;
  icon: string | null;
  preferences: Preferences;
  appearance: Pick<NativeAppearance, "addressOf" | "textSize">;
  /** Called before the window is shown. */
  beforeShow: () => void;
  onOpened: (window: BrowserWindow) => void;
}

export type MainWindow = ReturnType<typeof createMainWindow>;

export function createMainWindow(deps: MainWindowDeps) {
  const { address, devServer, appearance } = deps;
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const opened = openWindow({
      preload: deps.preload,
      address: appearance.addressOf(address),
      isDevelopment: devServer !== null,
      icon: deps.icon,
      preferences: deps.preferences,
      textSize: appearance.textSize,
    });
    window = opened;
    deps.onOpened(opened);
    opened.on("closed", () => (window = null));
    return opened;
  }

  return {
    /** Null while there is no window. */
    current: () => window,
    caller: (): Caller | null =>
      window && {
        contents: window.webContents,
        origin: devServer === null ? appOrigin : new URL(devServer).origin,
      },
    isInFront: () => isInFront(window),
    setTextSize: (textSize: number) => window?.webContents.setZoomFactor(textSize),
    /** Loads the page of an open window again, in the current language. */
    async loadInLanguage(): Promise<void> {
      if (!window) return;
      const { webContents } = window;
      await loadAgain(webContents, appearance.addressOf(address, webContents.getURL()));
    },
    /** Brings the window to the front, or opens it. */
    show(): BrowserWindow {
      deps.beforeShow();
      if (!window) return open();
      bringToFront(window);
      return window;
    },
  };
}
