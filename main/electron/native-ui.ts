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
import type { Notice, Target } from "./notifications";
import type { RecoveryAnswer, RecoveryQuestion } from "./renderer-recovery";
import type { WorkDeps } from "./upload-indicator";
import type { Words } from "./native-strings";

/** Brings a window to the front, from wherever it is. */
export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Whether the user has the window in front of them. */
export function isLookedAt(window: BrowserWindow | null): boolean {
  if (!window || window.isDestroyed()) return false;
  // Some window managers leave the focus with a window that they have minimised.
  return window.isFocused() && window.isVisible() && !window.isMinimized();
}

/** Asks whether to quit although bytes move; where the answer is no, the window makes room. */
export async function askToQuit(window: BrowserWindow | null, { quit }: Words): Promise<boolean> {
  const options = {
    type: "question" as const,
    message: quit.message,
    detail: quit.detail,
    buttons: [quit.stay, quit.leave],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return response === 1;
}

/** Asks what to do about a window that hangs or cannot be shown. */
export async function askToRecover(
  window: BrowserWindow | null,
  question: RecoveryQuestion,
  { recovery }: Words,
  signal: AbortSignal,
): Promise<RecoveryAnswer> {
  const isHung = question === "unresponsive";
  const { message, detail } = isHung ? recovery.unresponsive : recovery.crashed;
  const options = {
    type: "warning" as const,
    message,
    detail,
    buttons: [isHung ? recovery.wait : recovery.quit, recovery.reload],
    defaultId: 1,
    cancelId: 0,
    noLink: true,
    signal,
  };
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  if (response === 1) return "reload";
  return isHung ? "wait" : "quit";
}

/** Asks what to do about a damaged database: there is no window yet. */
export async function askToRestore(copyMadeAt: number | null, words: Words): Promise<boolean> {
  const { salvage } = words;
  const { response } = await dialog.showMessageBox({
    type: "warning",
    message: salvage.message,
    detail: copyMadeAt === null ? salvage.withoutCopy : salvage.withCopy(copyMadeAt),
    buttons: [copyMadeAt === null ? salvage.startEmpty : salvage.restore(copyMadeAt), salvage.quit],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/**
 * How to hide the window while uploads go on, or null where it could not be brought back: macOS has its dock,
 * Windows its notification area; on Linux a tray icon may be shown by nobody.
 */
export function windowHider(
  icon: string,
  words: () => Words,
): ((window: BrowserWindow) => void) | null {
  if (process.platform === "darwin") return (window) => window.hide();
  if (process.platform !== "win32") return null;
  let tray: Tray | null = null;
  return (window) => {
    window.hide();
    if (tray) return;
    const texts = words().tray;
    tray = new Tray(icon);
    tray.setToolTip(texts.tooltip);
    tray.on("click", () => bringUp(window));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.show, click: () => bringUp(window) },
        { label: texts.quit, click: () => app.quit() },
      ]),
    );
    window.on("show", () => {
      tray?.destroy();
      tray = null;
    });
  };
}

/** The system's side of the uploads' state. */
export function nativeWork(
  window: () => BrowserWindow | null,
): Pick<WorkDeps, "showProgress" | "keepAwake"> {
  return {
    showProgress: (progress) => window()?.setProgressBar(progress),
    keepAwake() {
      const id = powerSaveBlocker.start("prevent-app-suspension");
      return () => void powerSaveBlocker.stop(id);
    },
  };
}

/** Shows native notifications; `onClick` gets where a click leads. */
export function nativeNotices(onClick: (target: Target) => void): (notice: Notice) => void {
  /** Held, or a click on one would find nobody. */
  const shown = new Set<Notification>();
  return ({ title, body, target }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.on("click", () => {
      shown.delete(notification);
      onClick(target);
    });
    notification.on("close", () => shown.delete(notification));
    notification.on("failed", () => shown.delete(notification));
    notification.show();
  };
}
