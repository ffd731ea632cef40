/** The window of the application: its security options, its bounds, and how it is shown. */
import {
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type Rectangle,
  type WebContents,
  type WebPreferences,
} from "electron";
import { z } from "zod";
import type { Preferences } from "../../backend/ports";
import { placeWindow } from "./window-bounds";

const storedBounds = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximized: z.boolean(),
});

/** The name of the window's session. Without "persist:" it is in memory. */
export const windowPartition = "window";

/**
 * SECURITY: lists the options explicitly, including defaults, so that a change of any of them is
 * visible.
 */
function webPreferences(preload: string, isDevelopment: boolean, zoomFactor = 1): WebPreferences {
  return {
    preload,
    // Not stored on disk, without network access: `closeNetwork`.
    partition: windowPartition,
    zoomFactor,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    devTools: isDevelopment,
    // With the dictionaries of the system; see system/spell-check.ts.
    spellcheck: true,
  };
}

export interface WindowDeps {
  preload: string;
  /** The URL of the page, without a hash. */
  address: string;
  isDevelopment: boolean;
  icon: string | null;
  preferences: Preferences;
  /** The text size that the user has chosen. */
  textSize: () => number;
}

/** Loads the page at another address, in another language. The main process is not affected. */
export async function loadAgain(contents: WebContents, address: string): Promise<void> {
  await contents.loadURL(address);
  // Navigating back would return to the previous language.
  contents.navigationHistory.clear();
}

/** Calls back when the page is loaded and listens for events: immediately, or after the load. */
export function whenLoaded(contents: WebContents, callback: () => void): void {
  if (contents.getURL() === "" || contents.isLoadingMainFrame())
    contents.once("did-finish-load", callback);
  else callback();
}

/** How long the first frame may take after the page is loaded, in milliseconds. */
const firstFrameMs = 2_000;

/**
 * Shows the window when its first frame is ready. A hidden window may never report one: then some
 * time after the load.
 */
function showWhenReady(window: BrowserWindow): void {
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    clearTimeout(timer);
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  window.once("ready-to-show", show);
  window.webContents.once("did-finish-load", () => {
    if (!window.isVisible()) timer = setTimeout(show, firstFrameMs);
  });
}

/** The preference with the hash of the screen that was shown last. */
const screenKey = "screen";

/** The address of the screen that was shown last, and from now on stores which one is shown. */
function followScreen(contents: WebContents, address: string, preferences: Preferences): string {
  contents.on("did-navigate-in-page", (_event, url, isMainFrame) => {
    if (isMainFrame) preferences.set(screenKey, new URL(url).hash);
  });
  // A screen whose page crashes must not be the first one after the next start.
  contents.on("render-process-gone", () => preferences.set(screenKey, ""));
  const url = new URL(address);
  url.hash = z.string().max(4000).catch("").parse(preferences.get<unknown>(screenKey, ""));
  return url.href;
}

/**
 * Opens the window at its previous bounds and screen, and shows it when the first frame is ready.
 */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const { preferences } = deps;
  const last = storedBounds.safeParse(preferences.get<unknown>("window", null));
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const options: BrowserWindowConstructorOptions = {
    ...placeWindow(last.success ? last.data : null, areas),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: "Dubyard",
    // The background colour of the page, to avoid flicker before the first frame and while the
    // window is enlarged.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#121419" : "#f9fafb",
    autoHideMenuBar: true,
    webPreferences: webPreferences(deps.preload, deps.isDevelopment, deps.textSize()),
    ...(deps.icon === null ? {} : { icon: deps.icon }),
  };
  const window = new BrowserWindow(options);
  if (last.success && last.data.isMaximized) window.maximize();
  showWhenReady(window);
  const storeBounds = () => {
    const bounds: Rectangle = window.getNormalBounds();
    preferences.set("window", { ...bounds, isMaximized: window.isMaximized() });
  };
  // Move and resize events occur in bursts; the file is written after a burst.
  let timer: NodeJS.Timeout | undefined;
  const storeBoundsSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!window.isDestroyed()) storeBounds();
    }, 500);
  };
  window.on("resize", storeBoundsSoon);
  window.on("move", storeBoundsSoon);
  window.on("close", storeBounds);
  // Chromium stores a zoom factor per origin, also from earlier sessions, which would override the
  // chosen text size.
  const { webContents } = window;
  webContents.on("did-navigate", () => webContents.setZoomFactor(deps.textSize()));
  void window.loadURL(followScreen(webContents, deps.address, preferences));
  return window;
}
