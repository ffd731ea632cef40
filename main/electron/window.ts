/** The application's one window: how it is made safe, where it was last, and how it appears. */
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
import type { Preferences } from "../backend/ports";
import { addressIn, type Language } from "./language";
import { placeWindow } from "./window-bounds";

const remembered = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximized: z.boolean(),
});

/** The name of the window's own session. Without "persist:" it is in memory. */
export const windowPartition = "window";

/** SECURITY: written out, defaults too, so that a change of one shows. */
export function webPreferences(
  preload: string,
  isDevelopment: boolean,
  zoomFactor = 1,
): WebPreferences {
  return {
    preload,
    // Not stored on disk, without a network: `closeNetwork`.
    partition: windowPartition,
    zoomFactor,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    devTools: isDevelopment,
    spellcheck: false,
  };
}

export interface WindowDeps {
  preload: string;
  /** Where the page comes from. */
  address: string;
  isDevelopment: boolean;
  icon: string | null;
  preferences: Preferences;
  /** The text size that was chosen. */
  textSize: () => number;
}

/**
 * Loads the page anew in another language, at the place where it is. What runs in main goes on: a load of the page
 * touches nothing there.
 */
export async function loadIn(
  contents: WebContents,
  address: string,
  language: Language,
): Promise<void> {
  await contents.loadURL(addressIn(language, address, contents.getURL()));
  // Going back would lead into the former language.
  contents.navigationHistory.clear();
}

/** Calls back once the page is there and listens: now, or when it is loaded. */
export function whenLoaded(contents: WebContents, callback: () => void): void {
  if (contents.getURL() === "" || contents.isLoadingMainFrame())
    contents.once("did-finish-load", callback);
  else callback();
}

/** Opens the window where it was last, and shows it with its first frame. */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const { preferences } = deps;
  const last = remembered.safeParse(preferences.get<unknown>("window", null));
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const options: BrowserWindowConstructorOptions = {
    ...placeWindow(last.success ? last.data : null, areas),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: "Dubyard",
    // The page's own surface, so that nothing flashes before it is drawn and while the window grows.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#121419" : "#f9fafb",
    autoHideMenuBar: true,
    webPreferences: webPreferences(deps.preload, deps.isDevelopment, deps.textSize()),
    ...(deps.icon === null ? {} : { icon: deps.icon }),
  };
  const window = new BrowserWindow(options);
  if (last.success && last.data.isMaximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  const remember = () => {
    const bounds: Rectangle = window.getNormalBounds();
    preferences.set("window", { ...bounds, isMaximized: window.isMaximized() });
  };
  // Moving and resizing come in bursts; the file is written when one is over.
  let timer: NodeJS.Timeout | undefined;
  const rememberSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!window.isDestroyed()) remember();
    }, 500);
  };
  window.on("resize", rememberSoon);
  window.on("move", rememberSoon);
  window.on("close", remember);
  // Chromium remembers a factor for each origin, of an earlier session too: it would come before the chosen one.
  const { webContents } = window;
  webContents.on("did-navigate", () => webContents.setZoomFactor(deps.textSize()));
  void window.loadURL(deps.address);
  return window;
}
