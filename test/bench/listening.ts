/**
 * `npm run bench -- listening`: the time from a key to the start of a take in the review desk, with
 * a picture, from an edited text to the start of its take, and a frame of the timeline with 10,000
 * lines at each zoom. Requires a build and an installed ffmpeg.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { browserOptions } from "../helpers/built-window";
import { dubForListening, firstText } from "../helpers/listening-material";
import { installSoundMeter, type SoundMeter } from "../helpers/sound-meter";
import { signInToDataFolder } from "../e2e/stories/local-service-client";
import { callMain, figure, launchWatched, print } from "./tools/application";
import { drawFrames, linePeriodMs, lines, timelineScript } from "./tools/timeline-frames";

const rounds = 40;
const lineCount = 10_000;
const frames = 200;
const edits = 10;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** The number of takes that were started. */
const started = (page: Page) =>
  page.evaluate(() => (window as unknown as { meter: SoundMeter }).meter.delays().length);

/** Edits the text of a line, makes its take and waits until it is heard. */
async function measureEdits(page: Page): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < edits; round += 1) {
    await page.getByRole("grid", { name: "Lines" }).focus();
    await page.keyboard.press("e");
    await page.keyboard.type(`¿Dónde estabas el día ${round}?`);
    const before = await started(page);
    const startedAt = performance.now();
    await page.keyboard.press("Control+Enter");
    while ((await started(page)) === before) await page.waitForTimeout(5);
    times.push(performance.now() - startedAt);
    await page.waitForTimeout(2_000);
  }
  times.sort((a, b) => a - b);
  figure("edit to the start of its take: median", at(times, 0.5), 1_000);
  figure("edit to the start of its take: at most", times.at(-1) ?? NaN);
}

/** Presses Space to play and to stop a take. */
async function measureKeys(page: Page): Promise<void> {
  await page.getByRole("grid", { name: "Lines" }).focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 3);
  const count = () => started(page);
  for (let round = 0; round < rounds; round += 1) {
    const before = await count();
    await page.keyboard.press(" ");
    while ((await count()) === before) await page.waitForTimeout(5);
    await page.keyboard.press("k");
    // The next round begins where this one did: the seek back is part of it.
    await page.waitForTimeout(50);
  }
  const delays = await page.evaluate(() =>
    (window as unknown as { meter: SoundMeter }).meter.delays(),
  );
  const sorted = delays.slice(1).sort((a, b) => a - b);
  figure("first key to the start of a take (opens the sound device)", delays[0] ?? 0);
  figure("key to the start of a take: median", at(sorted, 0.5), 100);
  figure("key to the start of a take: p95", at(sorted, 0.95));
}

async function measureFrames(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.evaluate(await timelineScript());
  const rows = lines(lineCount);
  const wholeMs = (lineCount * linePeriodMs) / 1_200;
  for (const [name, msPerPixel] of [
    ["30 s visible", 25],
    ["20 min visible", 1_000],
    ["3 h visible", wholeMs],
  ] as const) {
    const times = await page.evaluate(drawFrames, { rows, msPerPixel, count: frames });
    print(
      `  frame with ${name}: median ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms of 4`,
    );
  }
}

const profile = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-listening-"));
try {
  const env = { ...(process.env as Record<string, string>), DUBYARD_ENGINE: "own" };
  const { app, page } = await launchWatched(profile, env);
  const dataDir = path.join(profile, "Dubyard");
  await callMain(page, "workspaces.createLocal", { dataDir });
  const client = await signInToDataFolder(dataDir);
  const hash = await dubForListening(client, path.join(profile, "film.mp4"));
  await page.evaluate(installSoundMeter);
  await page.evaluate((to) => (location.hash = to), hash);
  await page.getByRole("grid", { name: "Lines" }).getByText(firstText).waitFor();
  await measureKeys(page);
  await measureEdits(page);
  await app.close();
} finally {
  await rm(profile, { recursive: true, force: true });
}
const browser = await chromium.launch(browserOptions);
await measureFrames(await browser.newPage());
await browser.close();
