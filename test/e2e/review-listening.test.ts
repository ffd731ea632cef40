/**
 * Listening in the review desk, in the application under Electron: what is heard is measured at the
 * sound device.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright";
import path from "node:path";
import { dubForListening, firstText, slot } from "../helpers/listening-material";
import { ffmpegProgram } from "../helpers/media-files";
import { installSoundMeter, type HeardSample, type SoundMeter } from "../helpers/sound-meter";
import { long } from "../long";
import { launch, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { createLocalWorkspace, dataDirOf, homeOf } from "./workspace";

const isLoud = ({ level }: HeardSample) => level > 0.01;
const isTone = ({ hertz }: HeardSample) => Math.abs(hertz - 1_000) < 40;

/** Presses a key in the list of lines, and returns what is heard until the playback has ended. */
async function heardAfter(page: Page, key: string): Promise<HeardSample[]> {
  await page.getByRole("grid", { name: "Lines" }).focus();
  await page.evaluate(() => (window as unknown as { meter: SoundMeter }).meter.begin());
  await page.keyboard.press(key);
  await page.waitForFunction(() => (window as unknown as { meter: SoundMeter }).meter.hasEnded(), {
    timeout: 20_000,
  });
  return page.evaluate(() => (window as unknown as { meter: SoundMeter }).meter.samples());
}

test.skipIf(ffmpegProgram === undefined)(
  "a take, the original and both in context are heard with the picture",
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const dubyard = await launch({
      profile,
      env: { ...homeOf(profile), DUBYARD_ENGINE: "own" },
    });
    const { page } = dubyard;
    await createLocalWorkspace(page, profile);
    const client = await signInToDataFolder(dataDirOf(profile));
    const hash = await dubForListening(client, path.join(profile, "film.mp4"));
    await page.evaluate(installSoundMeter);
    await page.evaluate((at) => (location.hash = at), hash);
    const lines = page.getByRole("grid", { name: "Lines" });
    await lines.getByText(firstText).waitFor();
    // With the focus the first line to review is played.
    await lines.focus();
    await page.getByText("Line 1 · ANNA").waitFor();
    await page.waitForFunction(() => (window as unknown as { meter: SoundMeter }).meter.hasEnded());
    await page.keyboard.press("Home");

    const take = await heardAfter(page, " ");
    const spoken = take.filter(isLoud);
    expect(spoken.length).toBeGreaterThan(10);
    // The original is not heard with it.
    expect(spoken.filter(isTone).length).toBeLessThan(spoken.length / 4);
    for (const { seconds, light } of spoken.slice(2, -2)) {
      expect(seconds).toBeGreaterThan(slot.from - 0.1);
      expect(seconds).toBeLessThan(slot.to + 1);
      if (seconds < slot.to - 0.2 && seconds > slot.from + 0.2) expect(light).toBeGreaterThan(200);
    }

    const original = (await heardAfter(page, "o")).filter(isLoud);
    expect(original.length).toBeGreaterThan(30);
    expect(original.filter(isTone).length).toBeGreaterThan(0.9 * original.length);
    expect(Math.max(...original.map(({ seconds }) => seconds))).toBeLessThan(slot.to + 0.2);

    const context = await heardAfter(page, "p");
    const times = context.map(({ seconds }) => seconds);
    expect(Math.min(...times)).toBeLessThan(slot.from - 1.5);
    expect(Math.max(...times)).toBeGreaterThan(slot.to + 0.7);
    const before = context.filter(({ seconds }) => seconds > 1 && seconds < slot.from - 0.2);
    expect(before.length).toBeGreaterThan(5);
    expect(before.some(isLoud)).toBe(false);
    expect(before.some(({ light }) => light > 50)).toBe(false);
    const during = context.filter(
      ({ seconds }) => seconds > slot.from + 0.1 && seconds < slot.to - 0.1,
    );
    // Both are heard: the original quieter during the take.
    expect(during.filter(isLoud).length).toBeGreaterThan(0.8 * during.length);
    expect(during.some(isTone)).toBe(true);
    expect(during.some((sample) => isLoud(sample) && !isTone(sample))).toBe(true);

    // The waveform of the original is computed by the service, and read by the window.
    const peaks = await page.evaluate(
      async (address) => {
        for (;;) {
          const response = await fetch(address);
          if (response.status !== 202) return [...new Int8Array(await response.arrayBuffer())];
        }
      },
      await peaksAddress(page),
    );
    const pairAt = (seconds: number) => peaks[2 * Math.round((seconds * 48_000) / 4096) + 1] ?? 0;
    expect(pairAt(1)).toBe(0);
    expect(pairAt(3.5)).toBeGreaterThan(20);
  },
);

/** The URL of the coarse peaks, from that of the video. */
const peaksAddress = (page: Page) =>
  page.evaluate(() => `${document.querySelector("video")?.src ?? ""}/peaks/4096/0/200`);
