/** The sounds of deliveries, in real threads and files. Judge: the meter of ffmpeg, where it is installed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeliveryWriter } from "../../../main/local-service/engine/sound/delivery/delivery-writer";
import type { MasterRequest } from "../../../main/local-service/engine/ports";
import { deliveryPresets, type DeliveryPreset } from "../../../preload/facts/delivery";
import { ffmpegProgram } from "../../helpers/media-files";
import { seeded } from "../../helpers/random";
import { createSoundFiles, soundThreadFile, type SoundFiles } from "../../helpers/sound-files";
import { spawnSync } from "node:child_process";

const notes = { timeReference: 172_800_000, description: "Mix", project: "Series", take: null };
const job = { signal: new AbortController().signal };
let files: SoundFiles;
let source: string;
const writer = createDeliveryWriter({ file: soundThreadFile });

/** Stereo: bursts of noise with pauses, like speech, and loud peaks. */
function bursts(seconds: number): Int16Array {
  const random = seeded(7);
  let last = 0;
  return Int16Array.from({ length: seconds * 48_000 * 2 }, (_none, index) => {
    const second = index / 96_000;
    last = 0.7 * last + 0.3 * (random() * 2 - 1);
    const isSpeech = second % 1.5 < 1;
    return Math.round(last * (isSpeech ? 9_000 : 20) * (1 + 0.5 * Math.sin(second * 9)));
  });
}
beforeAll(async () => {
  files = await createSoundFiles();
  source = files.write("source.wav", 2, bursts(6));
});
afterAll(async () => {
  await writer.close();
  await files.remove();
});

const targetOf = (preset: DeliveryPreset): MasterRequest["target"] => ({
  ...deliveryPresets[preset],
  maxLimitingDb: 6,
});
const master = (preset: DeliveryPreset, name = `${preset}.wav`) =>
  writer.master({ source, target: targetOf(preset), file: files.at(name), notes }, job);

/** What the meter of ffmpeg says: LUFS and dBTP. */
function measured(file: string): { loudness: number; truePeak: number } {
  const args = ["-nostats", "-i", file, "-af", "ebur128=peak=true", "-f", "null", "-"];
  const text = spawnSync(ffmpegProgram ?? "", args).stderr.toString();
  const summary = text.slice(text.lastIndexOf("Summary:"));
  const value = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return {
    loudness: value(/I:\s+(-?[\d.]+) LUFS/),
    truePeak: value(/Peak:\s+(-?[\d.]+) dBFS/),
  };
}

it.each<DeliveryPreset>(["broadcast-eu", "streaming", "online", "premix"])(
  "has the loudness and the true peak of the preset %s, and the same bytes twice",
  async (preset) => {
    const { loudness, truePeak, sha256 } = await master(preset);
    const target = targetOf(preset);
    if (target.loudness !== null)
      expect(Math.abs((loudness ?? 0) - target.loudness)).toBeLessThanOrEqual(target.tolerance);
    expect(truePeak).toBeLessThanOrEqual(target.truePeak);
    expect((await master(preset, "again.wav")).sha256).toBe(sha256);
    if (ffmpegProgram === undefined) return;
    const found = measured(files.at(`${preset}.wav`));
    expect(Math.abs(found.loudness - (loudness ?? 0))).toBeLessThanOrEqual(0.1);
    expect(Math.abs(found.truePeak - (truePeak ?? 0))).toBeLessThanOrEqual(0.3);
  },
);

it("fails with the number for a mix that needs too much limiting, and leaves no file", async () => {
  const quiet = bursts(3).map((value) => Math.round(value / 100));
  quiet[100_000] = 30_000;
  const one = files.write("peak.wav", 2, quiet);
  const request = { source: one, target: targetOf("online"), file: files.at("no.wav"), notes };
  await expect(writer.master(request, job)).rejects.toThrow(/needs \d+\.\d dB of limiting/);
  expect((await files.names()).filter((name) => name.startsWith("no.wav"))).toEqual([]);
});

it("fails for silence, unless the preset has no loudness", async () => {
  const silent = files.write("silence.wav", 1, new Int16Array(48_000));
  const request = { source: silent, target: targetOf("online"), file: files.at("no.wav"), notes };
  await expect(writer.master(request, job)).rejects.toThrow("no sound");
  const premix = { ...request, target: targetOf("premix"), file: files.at("silent.wav") };
  expect(await writer.master(premix, job)).toMatchObject({ loudness: null, truePeak: null });
});
