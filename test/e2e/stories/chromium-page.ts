/** Opens the built window in Chromium, connected to a backend in this process. */
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "playwright";
import {
  browserOptions,
  installBridge,
  serveBuiltWindow,
  type PageGlobals,
} from "../../helpers/built-window";

/** Receives calls of a page, and sends events to it. */
export interface PageBackend {
  call: (name: string, input: unknown) => Promise<unknown>;
  onEvent: (listener: (name: string, payload: unknown) => void) => void;
}

/** Why Chromium cannot be started, or null. */
export function missingPrerequisite(): string | null {
  const { executablePath } = browserOptions;
  return existsSync(executablePath) ? null : `no browser at ${executablePath} (set CHROMIUM)`;
}

/** Serves the built window and starts a browser for it. */
export async function startBrowser() {
  const server = await serveBuiltWindow();
  const browser = await chromium.launch(browserOptions);
  const { port } = server.address() as AddressInfo;
  return {
    open: (backend: PageBackend) => openPage(browser, `http://127.0.0.1:${port}/`, backend),
    async close(): Promise<void> {
      await browser.close();
      server.close();
    },
  };
}

/** Opens the window with a backend; `pageErrors` collects errors and policy violations. */
async function openPage(
  browser: Browser,
  url: string,
  backend: PageBackend,
): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") pageErrors.push(`console: ${message.text()}`);
  });
  await page.exposeFunction("callBackend", backend.call);
  await page.exposeFunction("reportFault", (text: string) => void pageErrors.push(text));
  await page.addInitScript(installBridge);
  backend.onEvent((event, payload) => {
    void page
      .evaluate(([name, data]) => (window as unknown as PageGlobals).emitEvent(name, data), [
        event,
        payload,
      ] as const)
      // The page may close while the backend sends an event.
      .catch(() => undefined);
  });
  await page.goto(url);
  await page.locator("main").first().waitFor();
  return { page, pageErrors };
}
