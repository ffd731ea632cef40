/** The Visibility port: what the window and the system say of whether anybody can see it. */
import type { BrowserWindow, PowerMonitor } from "electron";
import type { Visibility } from "../backend/ports";

export interface VisibilityDeps {
  powerMonitor: Pick<PowerMonitor, "on">;
}
/** The part of a window that is watched. */
export type WatchedWindow = Pick<BrowserWindow, "on" | "isVisible" | "isMinimized" | "isDestroyed">;

/** Nobody sees anything until there is a window. */
export function createVisibility({ powerMonitor }: VisibilityDeps): {
  visibility: Visibility;
  /** Looks at this window from now on. */
  watch(window: WatchedWindow): void;
} {
  const listeners = new Set<() => void>();
  let window: WatchedWindow | null = null;
  let isLocked = false;
  let isAsleep = false;
  let wasSeen = false;

  function isSeen(): boolean {
    if (isLocked || isAsleep || !window || window.isDestroyed()) return false;
    return window.isVisible() && !window.isMinimized();
  }
  function look(): void {
    const isNow = isSeen();
    if (isNow === wasSeen) return;
    wasSeen = isNow;
    for (const listener of [...listeners]) listener();
  }
  const on = (name: "lock-screen" | "unlock-screen" | "suspend" | "resume", set: () => void) =>
    // Electron declares each name apart.
    powerMonitor.on(name as "suspend", () => {
      set();
      look();
    });
  on("lock-screen", () => (isLocked = true));
  on("unlock-screen", () => (isLocked = false));
  on("suspend", () => (isAsleep = true));
  on("resume", () => (isAsleep = false));

  return {
    visibility: {
      isSeen,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    watch(watched) {
      window = watched;
      const lookNow = () => look();
      for (const name of ["show", "hide", "minimize", "restore", "closed"] as const)
        watched.on(name as "show", lookNow);
      watched.on("focus", () => {
        // Not every desktop says that the screen is unlocked again; somebody who types is proof.
        isLocked = isAsleep = false;
        look();
      });
      look();
    },
  };
}
