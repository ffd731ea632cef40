/**
 * Opens the built window in Chromium without Electron: served over loopback with the security policy of the
 * application, with a fake backend.
 */
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { createFakeBackend, type FakeBackend, type FakeOptions } from "./fake-backend";

const root = path.resolve(import.meta.dirname, "../..");
const built = path.join(root, "out/renderer");
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const outputDir = path.join(root, "test/output");

/** The content security policy of the application's pages. */
export const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://loopback");
    const file = path.join(built, pathname === "/" ? "index.html" : path.normalize(pathname));
    if (pathname === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    if (!file.startsWith(built) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      "content-security-policy": contentPolicy,
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Why the window cannot be tested here, or null. */
export function missingPrerequisite(): string | null {
  if (!existsSync(executablePath)) return `no browser at ${executablePath} (set CHROMIUM)`;
  if (!existsSync(path.join(built, "index.html"))) return "the window is not built: vite build";
  return null;
}

export interface OpenOptions extends FakeOptions {
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  /** The initial fragment of the URL: "#/media". */
  at?: string;
  direction?: "rtl";
  /** Emulates the system setting for forced colours. */
  forcedColors?: boolean;
  language?: "en" | "de";
}

/** An open window and its backend. */
export interface Window {
  page: Page;
  backend: FakeBackend;
  /** Saves a screenshot as test/output/<name>.png. */
  screenshot: (name: string) => Promise<void>;
  /** Drags files with these names over the window; drops them unless `isDropped` is false. */
  drag: (names: readonly string[], isDropped?: boolean) => Promise<void>;
}

/** Receives calls of a page, and sends events to it. */
export interface PageBackend {
  call: (name: string, input: unknown) => Promise<unknown>;
  onEvent: (listener: (name: string, payload: unknown) => void) => void;
}

/** Serves the built window and starts a browser for it. */
export async function startBrowser(): Promise<{
  open: (
    backend: PageBackend,
    options?: OpenOptions,
  ) => Promise<{ page: Page; pageErrors: string[] }>;
  close: () => Promise<void>;
}> {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  return {
    open: (backend, options = {}) => openPage(browser, server, backend, options),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Opens the window with a backend; `pageErrors` collects errors and policy violations. */
async function openPage(
  browser: Browser,
  server: Server,
  backend: PageBackend,
  options: OpenOptions,
): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.theme ?? "light",
    reducedMotion: "reduce",
    locale: "en-US",
    ...(options.forcedColors ? { forcedColors: "active" as const } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") pageErrors.push(`console: ${message.text()}`);
  });
  await page.exposeFunction("fakeCall", (call: string, input: unknown) =>
    backend.call(call, input),
  );
  await page.exposeFunction("fakeFault", (text: string) => void pageErrors.push(text));
  await page.addInitScript(installBridge, options.direction ?? null);
  backend.onEvent((event, payload) => {
    void page
      .evaluate(
        ([name, data]) =>
          (window as unknown as { fakeEmit: (n: unknown, p: unknown) => void }).fakeEmit(
            name,
            data,
          ),
        [event, payload] as const,
      )
      // The page may close while the backend sends an event.
      .catch(() => undefined);
  });
  const { port } = server.address() as AddressInfo;
  const query = options.language === undefined ? "" : `?language=${options.language}`;
  await page.goto(`http://127.0.0.1:${port}/${query}${options.at ?? ""}`);
  await page.locator("main").first().waitFor();
  return { page, pageErrors };
}

/** A group of tests that open windows. A test fails if a page reports an error or a policy violation. */
export function describeWindow(
  name: string,
  tests: (open: (options?: OpenOptions) => Promise<Window>) => void,
): void {
  const reason = missingPrerequisite();
  describe.skipIf(reason !== null)(reason === null ? name : `${name} (${reason})`, () => {
    let browser: Awaited<ReturnType<typeof startBrowser>>;
    const pages: { page: Page; pageErrors: string[] }[] = [];

    beforeAll(async () => {
      browser = await startBrowser();
    }, 30_000);

    afterEach(async () => {
      const pageErrors = pages.flatMap((entry) => entry.pageErrors);
      await Promise.all(pages.splice(0).map(({ page }) => page.context().close()));
      expect(pageErrors).toEqual([]);
    });

    afterAll(() => browser.close());

    tests(async (options = {}) => {
      const backend = createFakeBackend(options);
      const opened = await browser.open(backend, options);
      const { page } = opened;
      pages.push(opened);
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
    });
  });
}

/** Runs in the page before its own scripts: installs the bridge, and reports policy violations. */
function installBridge(direction: string | null): void {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const own = window as unknown as {
    fakeCall: (name: string, input: unknown) => Promise<unknown>;
    fakeFault: (text: string) => void;
    fakeEmit: (name: string, payload: unknown) => void;
  };
  own.fakeEmit = (name, payload) => listeners.forEach((listener) => listener(name, payload));
  Object.defineProperty(window, "bridge", {
    value: {
      call: (name: string, input: unknown) => own.fakeCall(name, input),
      on: (listener: (name: string, payload: unknown) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      pathOf: (file: File) => (file.name.startsWith("text-") ? "" : `/home/sam/${file.name}`),
    },
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    own.fakeFault(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
  if (direction !== null) {
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.dir = direction));
  }
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
