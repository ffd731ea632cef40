/** Starts the built application, as a user would, and drives it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import type { Bridge } from "../../preload/contract";

/** The checkout's top folder. */
export const root = path.resolve(import.meta.dirname, "../..");

declare global {
  interface Window {
    bridge: Bridge;
    /** Resolves when `approvePaths` has received its drop. */
    dropSeen: Promise<void>;
  }
}

export interface LaunchOptions {
  /** The profile's folder; a new one that is removed afterwards unless given. */
  profile?: string;
  env?: Record<string, string>;
  /** The desktop's language: English unless given, null for what the environment says. */
  language?: string | null;
  /** More of the command line. */
  args?: string[];
  /** A module that is loaded before the application, after Playwright's own. */
  preloadModule?: string;
  /** What native questions about new addresses are answered with; confirmed unless given. */
  areHostsConfirmed?: boolean;
  /** Faults of the page that this test provokes on purpose; others fail it. */
  expectedErrors?: RegExp;
}

/** A running application. */
export interface Dubyard {
  app: ElectronApplication;
  page: Page;
  profileDir: string;
  /** Everything the page complained of: thrown errors, and what the content security policy refused. */
  pageErrors: string[];
  /** Quits in good order. */
  close(): Promise<void>;
  /** Takes the process away as a power cut would (kill -9), helpers too. */
  kill(): Promise<void>;
  /** The log so far. */
  log(): string;
}

/** The runtime's executable: what the electron package exports outside of Electron. */
export const electronExecutable = () => createRequire(import.meta.url)("electron") as string;

/** A folder that lasts as long as the test. */
export function temporaryFolder(name = "test"): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `dubyard-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts Dubyard and waits for its window. At the end of the test it is closed, and the test fails where the page
 * has thrown or met its content security policy.
 */
export async function launch(options: LaunchOptions = {}): Promise<Dubyard> {
  const profileDir = options.profile ?? temporaryFolder("profile");
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
      // Tests run on an X display, ours or the developer's.
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
    if (!isClosed) await app.close();
  };
  const kill = async () => {
    if (isClosed) return;
    const closed = app.waitForEvent("close");
    killTree(child.pid);
    await closed;
  };
  const pageErrors: string[] = [];
  onTestFinished(async () => {
    if (!isClosed) await closeInTime(close, kill);
    const unexpected = pageErrors.filter((fault) => !options.expectedErrors?.test(fault));
    expect(unexpected, "what the page complained of").toEqual([]);
  });

  const page = await app.firstWindow();
  page.on("pageerror", (error) => pageErrors.push(`${error.name}: ${error.message}`));
  for (const error of await page.pageErrors()) pageErrors.push(`${error.name}: ${error.message}`);
  const judge = (text: string) => {
    if (/Content Security Policy|Trusted ?Type|Refused to/i.test(text)) pageErrors.push(text);
  };
  page.on("console", (message) => judge(message.text()));
  for (const message of await page.consoleMessages()) judge(message.text());
  await page.waitForLoadState("domcontentloaded");
  // Addresses of services that tests start are new ones.
  if (options.areHostsConfirmed !== false) await stubMessageBox({ app }, 1);
  const log = () => {
    const file = path.join(profileDir, "logs/main.log");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  return { app, page, profileDir, pageErrors, close, kill, log };
}

async function closeInTime(close: () => Promise<void>, kill: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 15_000);
  });
  await Promise.race([close(), late]);
  clearTimeout(timer);
  await kill();
}

/** kill -9 for a process and all that descend from it, children first found, so that none escapes. */
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
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of rows) if (parent === member && child) family.push(child);
  for (const member of family) {
    try {
      process.kill(member, "SIGKILL");
    } catch {
      // It has gone with its parent.
    }
  }
}

/** Drops files and folders of this computer at a place of the page, as a file manager does. */
export async function dropPaths(
  { page }: Pick<Dubyard, "app" | "page">,
  paths: readonly string[],
  at: { x: number; y: number } = { x: 400, y: 300 },
): Promise<void> {
  await dispatchDrop(page, paths, at);
}

async function dispatchDrop(
  page: Page,
  paths: readonly string[],
  at: { x: number; y: number },
): Promise<void> {
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
 * Drops files and folders on the page without the window's own code seeing it, so that calls may name them: main takes
 * paths only of what the user has dropped or chosen.
 */
export async function approvePaths(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const listening = new AbortController();
    // A drag may send dragover more than once: the window's own code, which may refuse the drop, sees none of them.
    const own = (event: DragEvent) => {
      event.stopImmediatePropagation();
      event.preventDefault();
      if (event.type !== "drop") return;
      for (const file of event.dataTransfer?.files ?? []) window.bridge.pathOf(file);
      listening.abort();
    };
    for (const type of ["dragenter", "dragover", "drop"] as const)
      document.addEventListener(type, own, { capture: true, signal: listening.signal });
    window.dropSeen = new Promise((resolve) => {
      listening.signal.addEventListener("abort", () => resolve());
    });
  });
  await dispatchDrop(page, paths, { x: 400, y: 300 });
  await page.evaluate(() => window.dropSeen);
}

/** Lets the next native questions answer with a button's index: 0 is "Cancel" in each of ours. */
export async function stubMessageBox({ app }: Pick<Dubyard, "app">, response: number) {
  await app.evaluate(({ dialog }, button) => {
    dialog.showMessageBox = () => Promise.resolve({ response: button, checkboxChecked: false });
  }, response);
}

/** Lets the next native open dialogs answer with these paths; none means that the user cancels. */
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

/** Calls main over the bridge, past the window's own code. */
export function callBridge(page: Page, name: string, input?: unknown) {
  return page.evaluate(([callName, value]) => window.bridge.call(callName, value), [
    name,
    input,
  ] as const);
}
