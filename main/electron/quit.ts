/**
 * Closing and quitting. While bytes move, closing the window must not end the uploads by accident, and quitting
 * asks. Whatever way it goes, the backend has stopped (or had its time) before the process ends.
 */
import type { App, BrowserWindow, Event } from "electron";
import type { Log } from "../common/log";

const stopDeadline = 5000;

export interface QuitDeps {
  app: Pick<App, "on" | "quit" | "exit">;
  isUploading: () => boolean;
  /** False where nobody answers: tests, a system that shuts down. */
  mayAsk: boolean;
  /** Asks whether to quit although bytes move. */
  ask: () => Promise<boolean>;
  /** Keeps the uploads going without the window, where the system has a place to bring it back from. */
  hideWindow: ((window: BrowserWindow) => void) | null;
  /** Stops the backend. */
  stop: () => Promise<void>;
  log: Log;
}

export interface Quit {
  /** Puts the guard on a window's close button. */
  guardWindow(window: BrowserWindow): void;
  /** Quits in good order, without a question. */
  now(): void;
}

/** Takes the application's quitting in hand. */
export function manageQuit(deps: QuitDeps): Quit {
  const { app, log } = deps;
  let state: "running" | "asking" | "agreed" | "stopping" = "running";

  /** Whether to go on; if not, the event is held and the question asked. */
  function allow(event: Event): boolean {
    if (state === "running" && (!deps.mayAsk || !deps.isUploading())) return true;
    if (state === "agreed" || state === "stopping") return true;
    event.preventDefault();
    if (state === "asking") return false;
    state = "asking";
    void deps.ask().then((isAgreed) => {
      state = isAgreed ? "agreed" : "running";
      if (isAgreed) app.quit();
    });
    return false;
  }

  app.on("before-quit", (event) => {
    if (allow(event) && state === "running") state = "agreed";
  });
  // Outside macOS the application is its window.
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (state === "stopping") return;
    state = "stopping";
    void stopInTime(deps).then(() => {
      log.info("app: ended");
      app.exit(0);
    });
  });

  return {
    guardWindow(window) {
      window.on("close", (event) => {
        const isOurs = state === "agreed" || state === "stopping";
        if (!isOurs && deps.isUploading() && deps.hideWindow) {
          event.preventDefault();
          deps.hideWindow(window);
        } else if (process.platform !== "darwin") allow(event);
      });
    },
    now() {
      if (state !== "stopping") state = "agreed";
      app.quit();
    },
  };
}

async function stopInTime({ stop, log }: QuitDeps): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), stopDeadline);
  });
  try {
    // Everything is on disk at any time: what did not stop in time is as after a crash.
    if ((await Promise.race([stop(), late])) === "late") log.warn("app: stopped the hard way");
  } catch (error) {
    log.error("app: stopping failed", error);
  } finally {
    clearTimeout(timer);
  }
}
