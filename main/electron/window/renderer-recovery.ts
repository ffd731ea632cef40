/**
 * Recovery after a crash or hang of the renderer process. After a crash the page is reloaded at its
 * current URL. After the third crash within a minute the safe screen is loaded instead: a static
 * page without the code of the application's page.
 */
import type { BrowserWindow, RenderProcessGoneDetails } from "electron";
import type { Log } from "../../common/log";

/** The safe screen is loaded after this number of crashes within `crashWindowMs`. */
const maxCrashes = 3;
const crashWindowMs = 60_000;

/** The question in a native dialog, for cases in which the page cannot show a dialog. */
export type RecoveryQuestion = "unresponsive" | "safe-screen-crashed";
export type RecoveryChoice = "reload" | "quit" | "wait";

export interface RecoveryDeps {
  /** The URL of the safe screen for the given reason. */
  safeAddress: (reason: RenderProcessGoneDetails["reason"]) => string;
  /**
   * Prompts the user. The signal aborts when the question is obsolete; the result is then "wait".
   */
  choose: (question: RecoveryQuestion, signal: AbortSignal) => Promise<RecoveryChoice>;
  quit: () => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  log: Log;
}

/** The members of a window that are used. */
export type RecoverableWindow = Pick<BrowserWindow, "on" | "isDestroyed"> & {
  webContents: Pick<
    BrowserWindow["webContents"],
    "on" | "getURL" | "loadURL" | "reload" | "forcefullyCrashRenderer"
  >;
};

export interface RendererRecovery {
  watch(window: RecoverableWindow): void;
  /** Leaves the safe screen: loads the URL of the page before the last crash. */
  leaveSafeScreen(): void;
}

export function createRendererRecovery(deps: RecoveryDeps): RendererRecovery {
  const { log, now } = deps;
  let crashes: number[] = [];
  let window: RecoverableWindow | null = null;
  /** The URL of the page before the safe screen replaced it; null while the page is shown. */
  let addressBefore: string | null = null;
  /** The user chose to reload an unresponsive page: the end of its process is not a crash. */
  let isEndExpected = false;

  function load(address: string): void {
    if (!window || window.isDestroyed()) return;
    window.webContents.loadURL(address).catch((error: unknown) => {
      log.error("window: cannot be loaded", error);
    });
  }
  function leaveSafeScreen(): void {
    const address = addressBefore;
    if (address === null) return;
    addressBefore = null;
    crashes = [];
    load(address);
  }

  function onProcessGone(
    { webContents }: RecoverableWindow,
    details: RenderProcessGoneDetails,
  ): void {
    const { reason, exitCode } = details;
    if (reason === "clean-exit") return;
    if (isEndExpected) {
      isEndExpected = false;
      webContents.reload();
      return;
    }
    log.error(`window: the renderer process ended: ${reason}, exit code ${exitCode}`);
    if (addressBefore !== null) {
      // The safe screen cannot be reduced further, so a native dialog is shown.
      void deps.choose("safe-screen-crashed", new AbortController().signal).then((choice) => {
        if (choice === "reload") leaveSafeScreen();
        else if (choice === "quit") deps.quit();
      });
      return;
    }
    crashes = [...crashes.filter((at) => now() - at < crashWindowMs), now()];
    if (crashes.length < maxCrashes) {
      webContents.reload();
      return;
    }
    addressBefore = webContents.getURL();
    load(deps.safeAddress(reason));
  }

  return {
    leaveSafeScreen,
    watch(watched) {
      window = watched;
      addressBefore = null;
      isEndExpected = false;
      const { webContents } = watched;
      webContents.on("render-process-gone", (_event, details) => {
        if (!watched.isDestroyed()) onProcessGone(watched, details);
      });
      let question: AbortController | null = null;
      watched.on("unresponsive", () => {
        log.warn("window: does not respond");
        if (question) return;
        const current = new AbortController();
        question = current;
        void deps.choose("unresponsive", current.signal).then((choice) => {
          question = null;
          if (current.signal.aborted || watched.isDestroyed() || choice !== "reload") return;
          isEndExpected = true;
          webContents.forcefullyCrashRenderer();
        });
      });
      const withdraw = () => question?.abort();
      watched.on("responsive", withdraw);
      watched.on("closed", withdraw);
      webContents.on("render-process-gone", withdraw);
    },
  };
}
