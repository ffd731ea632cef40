/** Native UI outside of the page: dialogs, notifications, tray, progress. */
import {
  app,
  dialog,
  nativeImage,
  Notification,
  powerSaveBlocker,
  type BrowserWindow,
} from "electron";
import type { NotificationContent, Target } from "./notifications";
import type { RecoveryChoice, RecoveryQuestion } from "../window/renderer-recovery";
import type { ActivityKind } from "../../../preload/facts/activity";
import type { ActivityIndicatorDeps } from "./activity-indicator";
import type { NativeStrings } from "./strings";
import type { TrayIcon } from "./tray-icon";

/** Shows, restores and focuses a window. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Whether the window is visible and has the focus. */
export function isInFront(window: BrowserWindow | null): boolean {
  if (!window || window.isDestroyed()) return false;
  // Some window managers leave the focus on a minimised window.
  return window.isFocused() && window.isVisible() && !window.isMinimized();
}

/**
 * Prompts the user to confirm quitting while work of these kinds is running. Resolves with true to
 * quit.
 */
export async function confirmQuit(
  window: BrowserWindow | null,
  running: readonly ActivityKind[],
  { quit }: NativeStrings,
): Promise<boolean> {
  const options = {
    type: "question" as const,
    message: quit.message,
    detail: running.map((kind) => quit.running[kind]).join("\n"),
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

/** Prompts the user to recover a window that does not respond or cannot be shown. */
export async function chooseRecovery(
  window: BrowserWindow | null,
  question: RecoveryQuestion,
  { recovery }: NativeStrings,
  signal: AbortSignal,
): Promise<RecoveryChoice> {
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

/** Prompts the user to restore a damaged database; there is no window yet. */
export async function confirmRestore(
  copyMadeAt: number | null,
  strings: NativeStrings,
): Promise<boolean> {
  const { salvage } = strings;
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

/** Prompts the user to go back to the version before an update; there is no window yet. */
export async function confirmWayBack(
  versions: { from: string; to: string },
  copyMadeAt: number | null,
  { wayBack }: NativeStrings,
): Promise<boolean> {
  const { from, to } = versions;
  const { response } = await dialog.showMessageBox({
    type: "warning",
    message: wayBack.message(to),
    detail: copyMadeAt === null ? wayBack.detail(from) : wayBack.withCopy(from, copyMadeAt),
    buttons: [wayBack.back(from), wayBack.retry],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/**
 * A function that hides the window while the work continues, or null if the window could not be
 * shown again. macOS has the dock, Windows the notification area; on Linux, tray icons are not
 * displayed on every desktop.
 */
export function windowHider(tray: TrayIcon): ((window: BrowserWindow) => void) | null {
  if (process.platform === "darwin") return (window) => window.hide();
  if (process.platform !== "win32") return null;
  return (window) => {
    window.hide();
    tray.show();
    window.once("show", tray.hide);
  };
}

/** The system integration of the state of work. */
export function nativeIndicator(
  window: () => BrowserWindow | null,
): Pick<ActivityIndicatorDeps, "showProgress" | "keepAwake"> {
  // Only Windows shows progress without an end; other systems would show it as complete.
  const unknown = process.platform === "win32" ? 2 : -1;
  return {
    showProgress: (progress, mode) =>
      window()?.setProgressBar(
        progress === "unknown" ? unknown : progress,
        progress === "unknown" || progress < 0 ? undefined : { mode },
      ),
    keepAwake() {
      const id = powerSaveBlocker.start("prevent-app-suspension");
      return () => void powerSaveBlocker.stop(id);
    },
  };
}

/** The side of the picture of `failureBadge`, in pixels. */
const badgeSize = 16;

/** A red disk, as raw pixels (BGRA). */
function failureBadge(): Buffer {
  const pixels = Buffer.alloc(badgeSize * badgeSize * 4);
  const centre = (badgeSize - 1) / 2;
  for (let at = 0; at < badgeSize * badgeSize; at += 1) {
    const x = (at % badgeSize) - centre;
    const y = Math.floor(at / badgeSize) - centre;
    if (Math.hypot(x, y) <= badgeSize / 2) pixels.set([0x2f, 0x2f, 0xd3, 0xff], at * 4);
  }
  return pixels;
}

/**
 * Shows on the icon of the application how many files have failed: a number in the dock of macOS
 * and in the launchers of Linux that support it, a red disk in the taskbar of Windows.
 */
export function showFailures(
  window: BrowserWindow | null,
  failed: number,
  { tray }: NativeStrings,
): void {
  if (process.platform !== "win32") {
    app.setBadgeCount(failed);
    return;
  }
  const size = { width: badgeSize, height: badgeSize };
  const picture = failed === 0 ? null : nativeImage.createFromBitmap(failureBadge(), size);
  window?.setOverlayIcon(picture, failed === 0 ? "" : tray.failed(failed));
}

/** Shows native notifications; `onClick` receives the target of a clicked one. */
export function nativeNotifications(
  onClick: (target: Target) => void,
): (notice: NotificationContent) => void {
  /** References that prevent garbage collection, so that click events are delivered. */
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
