/** The application's one window: how it is made safe, where it was last, and how it appears. */
import {
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type Rectangle,
  type WebPreferences,
} from "electron";
import { z } from "zod";
import type { Preferences } from "../ports";
import { placeWindow } from "./placement";

const remembered = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximized: z.boolean(),
});

/** SECURITY: written out, defaults too, so that a change of one shows. */
export function webPreferences(preload: string, isDevelopment: boolean): WebPreferences {
  return {
    preload,
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
    webPreferences: webPreferences(deps.preload, deps.isDevelopment),
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
  void window.loadURL(deps.address);
  return window;
}
