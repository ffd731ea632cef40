/**
 * Closing and quitting. While work is running, closing the window must not end it unintentionally,
 * and quitting requires a confirmation. In every case the backend is stopped, or its stop timeout
 * has passed, before the process ends.
 */
import type { App, BrowserWindow, Event } from "electron";
import type { ActivityKind } from "../../preload/facts/activity";
import type { Log } from "../common/log";

/** Maximum time for the backend to stop, in milliseconds. */
const stopDeadlineMs = 5000;

export interface QuitDeps {
  app: Pick<App, "on" | "quit" | "exit">;
  /** The kinds of work that are running, and would be interrupted. */
  running: () => readonly ActivityKind[];
  /** False if no user can answer: in tests, and while the system shuts down. */
  isAttended: boolean;
  /** Prompts the user to confirm quitting while work is running. */
  confirm: (running: readonly ActivityKind[]) => Promise<boolean>;
  /**
   * Hides the window and continues the work; null if the system offers no means to show the
   * window again.
   */
  hideWindow: ((window: BrowserWindow) => void) | null;
  /** Stops the backend. */
  stop: () => Promise<void>;
  log: Log;
}

export interface Quit {
  /** Intercepts the close button of a window. */
  guardWindow(window: BrowserWindow): void;
  /**
   * Quits in order, without a confirmation. `end`: ends the process when the backend has stopped;
   * default: exits.
   */
  now(end?: () => void): void;
}

/** Controls how the application quits. */
export function manageQuit(deps: QuitDeps): Quit {
  const { app, log } = deps;
  let state: "running" | "confirming" | "agreed" | "stopping" | "stopped" = "running";
  let end = () => app.exit(0);

  const isAgreed = () => state === "agreed" || state === "stopping" || state === "stopped";

  /** Whether to continue; if not, the event is cancelled and the confirmation is shown. */
  function allow(event: Event): boolean {
    const running = deps.running();
    if (state === "running" && (!deps.isAttended || running.length === 0)) return true;
    if (isAgreed()) return true;
    event.preventDefault();
    if (state === "confirming") return false;
    state = "confirming";
    void deps.confirm(running).then((isConfirmed) => {
      state = isConfirmed ? "agreed" : "running";
      if (isConfirmed) app.quit();
    });
    return false;
  }

  app.on("before-quit", (event) => {
    if (allow(event) && state === "running") state = "agreed";
  });
  // Except on macOS, the application ends with its window.
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => {
    if (state === "stopped") return;
    event.preventDefault();
    if (state === "stopping") return;
    state = "stopping";
    void stopInTime(deps).then(() => {
      log.info("app: ended");
      state = "stopped";
      end();
    });
  });

  return {
    guardWindow(window) {
      window.on("close", (event) => {
        if (!isAgreed() && deps.running().length > 0 && deps.hideWindow) {
          event.preventDefault();
          deps.hideWindow(window);
        } else if (process.platform !== "darwin") allow(event);
      });
    },
    now(otherEnd) {
      if (otherEnd) end = otherEnd;
      if (state !== "stopping" && state !== "stopped") state = "agreed";
      app.quit();
    },
  };
}

async function stopInTime({ stop, log }: QuitDeps): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), stopDeadlineMs);
  });
  try {
    // All data is on disk at any time, so a missed deadline has the same effect as a crash.
    if ((await Promise.race([stop(), late])) === "late")
      log.warn("app: did not stop in time, and ends now");
  } catch (error) {
    log.error("app: stopping failed", error);
  } finally {
    clearTimeout(timer);
  }
}
