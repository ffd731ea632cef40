/**
 * Starts the parts that all window tests of a run share: one Chromium, and the server of the built
 * window with the content security policy of the application. Creates the folder of their files.
 * Runs once, in the process of the test runner.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { browserOptions, serveBuiltWindow } from "../helpers/built-window";

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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(browserOptions.executablePath)) {
    project.provide("windowTest", { browser: null, origin: "", folder: "" });
    return () => Promise.resolve();
  }
  const [server, browser, folder] = await Promise.all([
    serveBuiltWindow(),
    chromium.launchServer(browserOptions),
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
