/**
 * The built window in a current Chromium, connected to the real backend. The page is the same as in
 * the application; Electron is not used.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright";
import { afterEach, describe, expect, inject } from "vitest";
import { installBridge, type PageGlobals } from "../helpers/built-window";
import "./browser-setup";
import { startWindowBackend, type BackendOptions, type WindowBackend } from "./test-backend";

const outputDir = path.resolve(import.meta.dirname, "../output");

export interface OpenOptions extends BackendOptions {
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  /** The URL fragment of the first screen: "#/media". */
  at?: string;
  direction?: "rtl";
  /** Emulates the system setting for high contrast. */
  forcedColors?: boolean;
  language?: "en" | "de";
}

/** An open window and its backend. */
export interface Window {
  page: Page;
  backend: WindowBackend;
  /** Saves the page as test/output/<name>.png. */
  screenshot: (name: string) => Promise<void>;
  /**
   * Drags files of the test's folder over the page by name; drops them unless `isDropped` is false.
   */
  drag: (names: readonly string[], isDropped?: boolean) => Promise<void>;
}

interface Opened {
  page: Page;
  backend: WindowBackend;
  faults: string[];
}

/** The browser context of this process. All test files of the process share it: see `blankPage`. */
let context: Promise<BrowserContext> | null = null;
const windows = new Map<Page, Opened>();
/**
 * Pages of earlier tests. Loading the window again is faster in a process that has compiled its
 * scripts.
 */
const idlePages: Page[] = [];

async function connect(endpoint: string): Promise<BrowserContext> {
  const browser = await chromium.connect(endpoint);
  const connected = await browser.newContext({ reducedMotion: "reduce", locale: "en-US" });
  connected.setDefaultTimeout(40_000);
  await connected.exposeBinding("callBackend", ({ page }, call: string, input: unknown) =>
    windows.get(page)?.backend.call(call, input),
  );
  await connected.exposeBinding("reportFault", ({ page }, text: string) =>
    windows.get(page)?.faults.push(text),
  );
  await connected.addInitScript(installBridge);
  return connected;
}

/** Returns a blank page: one of an earlier test, or a new one. */
async function blankPage(): Promise<Page> {
  const idle = idlePages.pop();
  if (idle) return idle;
  context ??= connect(inject("windowTest").browser ?? "");
  const page = await (await context).newPage();
  const report = (fault: string) => windows.get(page)?.faults.push(fault);
  page.on("pageerror", (error) => report(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") report(`console: ${message.text()}`);
  });
  return page;
}

/** Closes all windows; returns the errors of their pages and backends. */
async function closeWindows(): Promise<string[]> {
  const ended = [...windows.values()];
  // Ends the scripts of a page before its backend stops.
  await Promise.all(ended.map(({ page }) => page.goto("about:blank")));
  await Promise.all(ended.map(({ backend }) => backend.stop()));
  windows.clear();
  idlePages.push(...ended.map(({ page }) => page));
  return ended.flatMap(({ faults, backend }) => [...faults, ...backend.errors]);
}

/**
 * A group of tests that open windows. A test fails if a page or backend reports an error or a
 * policy violation.
 */
export function describeWindow(
  name: string,
  tests: (open: (options?: OpenOptions) => Promise<Window>) => void,
): void {
  const hasBrowser = inject("windowTest").browser !== null;
  describe.skipIf(!hasBrowser)(hasBrowser ? name : `${name} (no browser)`, () => {
    afterEach(async () => {
      expect(await closeWindows()).toEqual([]);
    });
    tests(open);
  });
}

async function open(options: OpenOptions = {}): Promise<Window> {
  const [page, backend] = await Promise.all([blankPage(), startWindowBackend(options)]);
  windows.set(page, { page, backend, faults: [] });
  backend.onEvent((event, payload) => {
    page
      .evaluate(
        ([eventName, data]) => (window as unknown as PageGlobals).emitEvent(eventName, data),
        [event, payload] as const,
      )
      // The page may be closed before it receives an event.
      .catch(() => undefined);
  });
  await Promise.all([
    // The browser renders the page in front 60 times a second, and the others once.
    page.bringToFront(),
    page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 }),
    page.emulateMedia({
      colorScheme: options.theme ?? "light",
      forcedColors: options.forcedColors ? "active" : "none",
    }),
  ]);
  const query = new URLSearchParams({ files: backend.filesFolder });
  if (options.language !== undefined) query.set("language", options.language);
  if (options.direction !== undefined) query.set("direction", options.direction);
  const { origin } = inject("windowTest");
  await page.goto(`${origin}/?${query.toString()}${options.at ?? ""}`, { waitUntil: "commit" });
  await page.locator("main").first().waitFor();
  return {
    page,
    backend,
    screenshot: async (file) => {
      mkdirSync(outputDir, { recursive: true });
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: path.join(outputDir, `${file}.png`) });
    },
    drag: (names, isDropped = true) => page.evaluate(dragFiles, { names, isDropped }),
  };
}

/** Runs in the page: dispatches the events of a drag from another application. */
function dragFiles({ names, isDropped }: { names: readonly string[]; isDropped: boolean }): void {
  const dataTransfer = new DataTransfer();
  for (const name of names) dataTransfer.items.add(new File(["x"], name));
  const dispatch = (type: string) =>
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    );
  dispatch("dragenter");
  dispatch("dragover");
  if (isDropped) dispatch("drop");
}
