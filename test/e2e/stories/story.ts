/**
 * Registers end-to-end stories. A story runs in the application under Electron, in Chromium with
 * the same backend, or in both. Databases, services and HTTP are real in both.
 */
import path from "node:path";
import { test } from "vitest";
import { long } from "../../long";
import { root } from "../harness";
import type { AppDriver } from "./app-driver";
import { startChromiumDriver } from "./chromium-driver";
import { missingPrerequisite } from "./chromium-page";
import { startElectronDriver } from "./electron-driver";

type Run = (app: AppDriver) => Promise<void>;

const outputDir = path.join(root, "test/output");

/** Runs a story in Electron, and as a long test in Chromium too. */
export function story(name: string, run: Run): void {
  storyInElectron(name, run);
  storyInChromium(name, run, long);
}

/**
 * Runs a story in both as long tests, because window tests and backend tests prove its steps one by
 * one.
 */
export function longStory(name: string, run: Run): void {
  storyInElectron(name, run, long);
  storyInChromium(name, run, long);
}

/** Runs a story in Electron only. */
export function storyInElectron(name: string, run: Run, options: { tags?: string[] } = {}): void {
  test(`${name} (Electron)`, options, async () => runStory(await startElectronDriver(), name, run));
}

/** Runs a story in Chromium only. */
export function storyInChromium(name: string, run: Run, options: { tags?: string[] } = {}): void {
  const reason = missingPrerequisite();
  test.skipIf(reason !== null)(
    `${name} (${reason === null ? "Chromium" : `Chromium: ${reason}`})`,
    options,
    async () => runStory(await startChromiumDriver(), name, run),
  );
}

/** Runs a story; if it fails, saves a screenshot of its window. */
async function runStory(app: AppDriver, name: string, run: Run): Promise<void> {
  try {
    await run(app);
  } catch (error) {
    const file = `story-${app.kind}-${name.replaceAll(/\W+/g, "-")}.png`.toLowerCase();
    // A closed window has no screenshot.
    await app.page.screenshot({ path: path.join(outputDir, file) }).catch(() => undefined);
    throw error;
  }
}
