/**
 * Starts the parts that all window tests of a run share: one Chromium, and the server of the built window with the
 * content security policy of the application. Creates the folder of their files. Runs once, in the process of the test
 * runner.
 */
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";

/** The addresses and paths that tests get with `inject("windowTest")`. */
export interface WindowTestSetup {
  /** The WebSocket address of the browser; null if none is installed. */
  browser: string | null;
  /** The origin of the built window. */
  origin: string;
  /** The folder of all temporary files of the run. */
  folder: string;
}
declare module "vitest" {
  interface ProvidedContext {
    windowTest: WindowTestSetup;
  }
}

const built = path.resolve(import.meta.dirname, "../../out/renderer");
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(executablePath)) {
    project.provide("windowTest", { browser: null, origin: "", folder: "" });
    return () => Promise.resolve();
  }
  const [server, browser, folder] = await Promise.all([
    serve(),
    chromium.launchServer({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    }),
    // A folder in memory, if the system has one: the databases are synced to disk often.
    mkdtemp(path.join(existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "dubyard-windows-")),
  ]);
  const { port } = server.address() as AddressInfo;
  project.provide("windowTest", {
    browser: browser.wsEndpoint(),
    origin: `http://127.0.0.1:${port}`,
    folder,
  });
  return async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The policy of the application's own pages. */
const contentPolicy =
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
    if (!file.startsWith(built) || !existsSync(file)) {
      response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      "content-security-policy": contentPolicy,
      // The files do not change during a run.
      "cache-control": "max-age=3600",
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
