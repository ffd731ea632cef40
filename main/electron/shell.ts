/** The native pieces around the window: question, notification, tray, progress. */
import {
  app,
  dialog,
  Menu,
  Notification,
  powerSaveBlocker,
  Tray,
  type BrowserWindow,
} from "electron";
import type { WorkDeps } from "./work";

/** Brings a window to the front, from wherever it is. */
export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Asks whether to quit although bytes move; where the answer is no, the window makes room. */
export async function askToQuit(window: BrowserWindow | null): Promise<boolean> {
  const options = {
    type: "question" as const,
    message: "Uploads are running. Quit anyway?",
    detail: "Uploads go on when you start again.",
    buttons: ["Keep uploading", "Quit"],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return response === 1;
}

/**
 * How to hide the window while uploads go on, or null where it could not be brought back: macOS has its dock,
 * Windows its notification area; on Linux a tray icon may be shown by nobody.
 */
export function windowHider(icon: string): ((window: BrowserWindow) => void) | null {
  if (process.platform === "darwin") return (window) => window.hide();
  if (process.platform !== "win32") return null;
  let tray: Tray | null = null;
  return (window) => {
    window.hide();
    if (tray) return;
    tray = new Tray(icon);
    tray.setToolTip("Dubyard: uploads go on");
    tray.on("click", () => bringUp(window));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: "Show Dubyard", click: () => bringUp(window) },
        { label: "Quit", click: () => app.quit() },
      ]),
    );
    window.on("show", () => {
      tray?.destroy();
      tray = null;
    });
  };
}

/** The system's side of the uploads' state. */
export function nativeWork(window: () => BrowserWindow | null): WorkDeps {
  /** Held, or a click on it would find nobody. */
  const shown = new Set<Notification>();
  return {
    showProgress: (progress) => window()?.setProgressBar(progress),
    keepAwake() {
      const id = powerSaveBlocker.start("prevent-app-suspension");
      return () => void powerSaveBlocker.stop(id);
    },
    isWindowFocused: () => window()?.isFocused() ?? false,
    notify(title, body) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shown.add(notification);
      notification.on("click", () => {
        const target = window();
        if (target) bringUp(target);
      });
      notification.on("close", () => shown.delete(notification));
      notification.on("failed", () => shown.delete(notification));
      notification.show();
    },
  };
}
