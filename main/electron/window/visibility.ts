/**
 * The Visibility port: whether the window is visible to the user, according to the window and the
 * system.
 */
import type { BrowserWindow, PowerMonitor } from "electron";
import type { Visibility } from "../../backend/ports";
import { createListeners } from "../../common/listeners";

export interface VisibilityDeps {
  powerMonitor: Pick<PowerMonitor, "on">;
}
/** The members of a window that are used. */
export type WatchedWindow = Pick<BrowserWindow, "on" | "isVisible" | "isMinimized" | "isDestroyed">;

/** Not visible until there is a window. */
export function createVisibility({ powerMonitor }: VisibilityDeps): {
  visibility: Visibility;
  /** Sets the window whose visibility is reported. */
  watch(window: WatchedWindow): void;
} {
  const changes = createListeners<[]>();
  let window: WatchedWindow | null = null;
  let isLocked = false;
  let isAsleep = false;
  let wasVisible = false;

  function isVisible(): boolean {
    if (isLocked || isAsleep || !window || window.isDestroyed()) return false;
    return window.isVisible() && !window.isMinimized();
  }
  function update(): void {
    const isNow = isVisible();
    if (isNow === wasVisible) return;
    wasVisible = isNow;
    changes.notify();
  }
  const on = (name: "lock-screen" | "unlock-screen" | "suspend" | "resume", set: () => void) =>
    // Electron declares a separate overload for each event name.
    powerMonitor.on(name as "suspend", () => {
      set();
      update();
    });
  on("lock-screen", () => (isLocked = true));
  on("unlock-screen", () => (isLocked = false));
  on("suspend", () => (isAsleep = true));
  on("resume", () => (isAsleep = false));

  return {
    visibility: {
      isVisible,
      onChange: changes.add,
    },
    watch(watched) {
      window = watched;
      for (const name of ["show", "hide", "minimize", "restore", "closed"] as const)
        watched.on(name as "show", update);
      watched.on("focus", () => {
        // Not every desktop reports that the screen was unlocked; focus implies that it is.
        isLocked = isAsleep = false;
        update();
      });
      update();
    },
  };
}
