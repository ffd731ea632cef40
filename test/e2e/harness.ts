/** Starts the built application and controls it with Playwright. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from "vitest";
import type { Bridge } from "../../preload/contract";

/** The top folder of the checkout. */
export const root = path.resolve(import.meta.dirname, "../..");

declare global {
  interface Window {
    bridge: Bridge;
  }
}

export interface LaunchOptions {
  /** The profile folder. Default: a new one that is removed after the test. */
  profile?: string;
  env?: Record<string, string>;
  /** The language of the desktop. Default: English; null for that of the environment. */
  language?: string | null;
  /** Additional command line arguments. */
  args?: string[];
  /** A module that is loaded before the application, after that of Playwright. */
  preloadModule?: string;
  /** Whether native confirmations of new hosts are accepted; default true. */
  areHostsConfirmed?: boolean;
  /** Page errors that this test causes on purpose; others fail it. */
  expectedErrors?: RegExp;
}

/** A running application. */
export interface Dubyard {
  app: ElectronApplication;
  page: Page;
  profileDir: string;
  /** Errors of the page: thrown errors, and violations of the content security policy. */
  pageErrors: string[];
  /** Quits normally. */
  close(): Promise<void>;
  /** Kills the process and its child processes, as a power failure does. */
  kill(): Promise<void>;
  /** The content of the log file. */
  log(): string;
}

/** The Electron executable, which the electron package exports outside of Electron. */
export const electronExecutable = () => createRequire(import.meta.url)("electron") as string;

const newFolder = (name: string) => mkdtempSync(path.join(os.tmpdir(), `dubyard-${name}-`));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A folder that exists until the end of the test. */
export function temporaryFolder(name = "test"): string {
  const folder = newFolder(name);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/**
 * Starts Dubyard and waits for its window. After the test it is closed, and the test fails if the
 * page had errors or violated its content security policy.
 */
export async function launch(options: LaunchOptions = {}): Promise<Dubyard> {
  const profile = options.profile ?? temporaryFolder("profile");
  const pageErrors: string[] = [];
  return start({ profile, options, pageErrors }, (end) =>
    onTestFinished(async () => {
      await end();
      expectNoErrors(pageErrors, options);
    }),
  );
}

/**
 * Starts Dubyard once for all tests of a group, which must not depend on each other's changes. Each
 * test fails if the page had errors during it.
 */
export function launchForGroup(
  optionsFor: (profile: string) => Omit<LaunchOptions, "profile"> = () => ({}),
): () => Dubyard {
  let started: Dubyard | null = null;
  let end = () => Promise.resolve();
  const profile = newFolder("profile");
  const options = optionsFor(profile);
  const pageErrors: string[] = [];
  beforeAll(async () => {
    started = await start({ profile, options, pageErrors }, (close) => (end = close));
  });
  afterEach(() => expectNoErrors(pageErrors, options));
  afterAll(async () => {
    await end();
    removeFolder(profile);
  });
  return () => {
    if (!started) throw new Error("the application has not started");
    return started;
  };
}

function expectNoErrors(pageErrors: readonly string[], { expectedErrors }: LaunchOptions): void {
  const unexpected = pageErrors.filter((fault) => !expectedErrors?.test(fault));
  expect(unexpected, "errors reported by the page").toEqual([]);
}

interface Start {
  /** The profile folder. */
  profile: string;
  options: LaunchOptions;
  /** Receives the errors of the page. */
  pageErrors: string[];
}

/**
 * Starts Dubyard and waits for its window. `atEnd` receives the function that closes it, and kills
 * it if it does not close, before the window exists.
 */
async function start(
  { profile: profileDir, options, pageErrors }: Start,
  atEnd: (end: () => Promise<void>) => void,
): Promise<Dubyard> {
  if (!process.env["ELECTRON_OVERRIDE_DIST_PATH"]) {
    throw new Error(
      "run these tests with `npm test` or `node resources/tools/electron-runtime.mjs vitest …`",
    );
  }
  const app = await _electron.launch({
    cwd: root,
    timeout: 60_000,
    args: [
      ...(options.preloadModule ? ["-r", options.preloadModule] : []),
      ".",
      `--user-data-dir=${profileDir}`,
      // Tests use an X display, of this run or of the developer.
      ...(process.platform === "linux" ? ["--ozone-platform=x11"] : []),
      ...(options.language === null ? [] : [`--lang=${options.language ?? "en"}`]),
      ...(options.args ?? []),
    ],
    env: {
      ...(process.env as Record<string, string>),
      DUBYARD_QUIT_WITHOUT_ASKING: "1",
      ...options.env,
    },
  });
  const child = app.process();
  let isClosed = false;
  app.on("close", () => (isClosed = true));
  const close = async () => {
    if (isClosed) return;
    // Fails after the default timeout of Playwright, unlike close().
    const closed = app.waitForEvent("close", { timeout: 60_000 });
    await Promise.all([app.close(), closed]);
  };
  const kill = async () => {
    if (isClosed) return;
    const closed = app.waitForEvent("close");
    killTree(child.pid);
    await closed;
  };
  atEnd(async () => {
    if (!isClosed) await closeInTime(close, kill);
  });

  const page = await app.firstWindow();
  page.on("pageerror", (error) => pageErrors.push(`${error.name}: ${error.message}`));
  for (const error of await page.pageErrors()) pageErrors.push(`${error.name}: ${error.message}`);
  const addViolation = (text: string) => {
    if (/Content Security Policy|Trusted ?Type|Refused to/i.test(text)) pageErrors.push(text);
  };
  page.on("console", (message) => addViolation(message.text()));
  for (const message of await page.consoleMessages()) addViolation(message.text());
  await page.waitForLoadState("domcontentloaded");
  // The addresses of services that tests start are new hosts.
  if (options.areHostsConfirmed !== false) await stubMessageBox({ app }, 1);
  const log = () => {
    const file = path.join(profileDir, "logs/main.log");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  return { app, page, profileDir, pageErrors, close, kill, log };
}

async function closeInTime(close: () => Promise<void>, kill: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 15_000);
  });
  await Promise.race([close(), timedOut]);
  clearTimeout(timer);
  await kill();
}

/** Kills a process and all its descendants. */
export function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  const table = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).stdout;
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const processes = [pid];
  for (const processId of processes)
    for (const [child, parent] of rows) if (parent === processId && child) processes.push(child);
  for (const processId of processes) {
    try {
      process.kill(processId, "SIGKILL");
    } catch {
      // It ended with its parent.
    }
  }
}

/** Records the window's events with this name from now on. */
export async function recordEvents(page: Page, name: string): Promise<() => Promise<unknown[]>> {
  await page.evaluate((expected) => {
    const received: unknown[] = [];
    Object.assign(window, { [`seen-${expected}`]: received });
    window.bridge.on((event, payload) => {
      if (event === expected) received.push(payload);
    });
  }, name);
  return () =>
    page.evaluate(
      (requested) => (window as unknown as Record<string, unknown[]>)[`seen-${requested}`] ?? [],
      name,
    );
}

/** Drops files and folders of this computer at a point of the page, as a file manager does. */
export async function dropPaths(
  { page }: Pick<Dubyard, "app" | "page">,
  paths: readonly string[],
  at: { x: number; y: number } = { x: 400, y: 300 },
): Promise<void> {
  // Chromium discards the input of a page before its first frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", {
      type,
      ...at,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

/**
 * Chooses files and folders without the code of the window handling it, so that calls may name
 * them: main accepts only paths that the user has dropped or chosen. Unlike a drop, this does not
 * depend on the window being visible.
 */
export async function approvePaths(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send("Runtime.evaluate", {
    expression: `Object.assign(document.createElement("input"), { type: "file", multiple: true })`,
  });
  const { objectId = "" } = result;
  await session.send("DOM.setFileInputFiles", { objectId, files: [...paths] });
  const { result: approved } = await session.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration: `function () { return Array.from(this.files, (file) => window.bridge.pathOf(file)).length; }`,
    returnByValue: true,
  });
  await session.detach();
  expect(approved.value, "approved paths").toBe(paths.length);
}

/**
 * Stubs native message boxes: they return the index of a button; 0 is "Cancel" in the application.
 */
async function stubMessageBox({ app }: Pick<Dubyard, "app">, response: number) {
  await app.evaluate(({ dialog }, button) => {
    dialog.showMessageBox = () => Promise.resolve({ response: button, checkboxChecked: false });
  }, response);
}

/** Stubs native open dialogs: they return these paths; none means cancelled. */
export async function stubOpenDialog(
  { app }: Pick<Dubyard, "app">,
  paths: readonly string[],
): Promise<void> {
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = () =>
        Promise.resolve({ canceled: filePaths.length === 0, filePaths: [...filePaths] });
    },
    [...paths],
  );
}

/** Makes a call to main through the bridge, without the code of the window. */
export function callBridge(page: Page, name: string, input?: unknown) {
  return page.evaluate(([callName, value]) => window.bridge.call(callName, value), [
    name,
    input,
  ] as const);
}
