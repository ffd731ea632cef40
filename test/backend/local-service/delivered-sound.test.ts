/**
 * The sounds of deliveries, in real threads and files. Judge: the meter of ffmpeg, where it is
 * installed.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeliveryWriter } from "../../../main/local-service/engine/sound/delivery/delivery-writer";
import type { MasterRequest } from "../../../main/local-service/engine/ports";
import {
  deliveryPresetNames,
  deliveryPresets,
  type DeliveryPreset,
} from "../../../preload/facts/delivery";
import { ffmpegProgram } from "../../helpers/media-files";
import { seeded } from "../../helpers/random";
import { createSoundFiles, soundThreadFile, type SoundFiles } from "../../helpers/sound-files";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { long } from "../../long";

const notes = {
  timeReference: 172_800_000,
  description: "Mix",
  project: "Series",
  track: "Mix",
  frameRate: { numerator: 25, denominator: 1, isDropFrame: false },
  take: null,
};
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
const requestOf = (original: string | null, preset: DeliveryPreset, name: string) => ({
  takes: [],
  original,
  channels: 2 as const,
  duckedDb: 0,
  otherwiseDb: 0,
  frames: 6 * 48_000,
  target: targetOf(preset),
  file: files.at(name),
  notes,
});
const master = (preset: DeliveryPreset, name = `${preset}.wav`) =>
  writer.master(requestOf(source, preset, name), job);

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

const mixPresets = deliveryPresetNames.filter((preset) => preset !== "audiobook");
/** One with a loudness of the whole, and one for games. */
const some: readonly string[] = ["broadcast-eu", "game"];
const hasItsLevels =
  "has the loudness and the true peak of the preset %s, and the same bytes twice";
it.each(mixPresets.filter((preset) => some.includes(preset)))(hasItsLevels, hasLevels);
it.each(mixPresets.filter((preset) => !some.includes(preset)))(hasItsLevels, long, hasLevels);

async function hasLevels(preset: (typeof mixPresets)[number]): Promise<void> {
  const { loudness, truePeak, sha256 } = await master(preset);
  const target = targetOf(preset);
  // No take sounds, so that streaming has its loudness of the whole mix.
  const expected = target.programmeLoudness ?? target.loudness;
  if (expected !== null)
    expect(Math.abs((loudness ?? 0) - expected)).toBeLessThanOrEqual(target.tolerance);
  expect(truePeak).toBeLessThanOrEqual(target.truePeak);
  expect((await master(preset, "again.wav")).sha256).toBe(sha256);
  if (ffmpegProgram === undefined) return;
  const found = measured(files.at(`${preset}.wav`));
  expect(Math.abs(found.loudness - (loudness ?? 0))).toBeLessThanOrEqual(0.1);
  expect(Math.abs(found.truePeak - (truePeak ?? 0))).toBeLessThanOrEqual(0.3);
}

const mono = (samples: Int16Array) => samples.filter((_value, index) => index % 2 === 0);

it("has the loudness of the preset on two channels, also of sounds of one, and while takes sound", async () => {
  const take = files.write("take.wav", 1, mono(bursts(3)));
  const noise = files.write(
    "noise.wav",
    1,
    mono(bursts(6)).map((value) => Math.round(value / 4)),
  );
  const takes = [{ file: take, start: 24_000 }];
  const online = await writer.master({ ...requestOf(noise, "online", "mono.wav"), takes }, job);
  expect(Math.abs((online.loudness ?? 0) + 16)).toBeLessThanOrEqual(1);
  const { measures } = await writer.master(
    { ...requestOf(noise, "streaming", "speech.wav"), takes },
    job,
  );
  expect(measures.speechShare).toBe(0.5);
  expect(Math.abs((measures.dialogue ?? 0) + 27)).toBeLessThanOrEqual(2);
  expect(measures.loudness).toBeLessThan(measures.dialogue ?? 0);
});

it("of the audiobook preset has its level and a quiet noise floor, or fails with the number", async () => {
  const quiet = files.write(
    "quiet.wav",
    1,
    mono(bursts(6)).map((value) => (Math.abs(value) < 40 ? 0 : value)),
  );
  const { measures } = await writer.master(requestOf(quiet, "audiobook", "book.wav"), job);
  expect(Math.abs((measures.rms ?? 0) + 20.5)).toBeLessThanOrEqual(2.5);
  const noisy = mono(bursts(6)).map((value) => value + Math.round(60 * Math.sin(value)));
  const one = files.write("noisy.wav", 1, noisy);
  await expect(writer.master(requestOf(one, "audiobook", "no.wav"), job)).rejects.toThrow(
    /noise floor of the mix is -\d+\.\d dBFS/,
  );
});

it("a mix beyond full scale is not limited before the limiter of its preset", async () => {
  const loud = Int16Array.from({ length: 96_000 }, (_none, index) =>
    Math.round(30_000 * Math.sin((2 * Math.PI * 440 * index) / 48_000)),
  );
  const take = files.write("loud.wav", 1, loud);
  const takes = [0, 0, 0].map((start) => ({ file: take, start }));
  const { gains } = await writer.master(
    { ...requestOf(null, "broadcast-eu", "sum.wav"), takes, frames: 96_000 },
    job,
  );
  // Of 90,000, which is 8.8 dB above full scale.
  expect(gains.gain).toBeLessThan(-28);
  expect(gains.limiting).toBe(0);
  const stem = await writer.writeStem(
    { takes, frames: 96_000, file: files.at("dx.wav"), notes },
    job,
  );
  expect(stem.overs.count).toBeGreaterThan(10_000);
  expect(stem.overs.first).toBeLessThan(110);
});

it("fails with the number for a mix that needs too much limiting, and leaves no file", async () => {
  const quiet = bursts(3).map((value) => Math.round(value / 100));
  quiet[100_000] = 30_000;
  const one = files.write("peak.wav", 2, quiet);
  const request = { ...requestOf(one, "online", "no.wav"), frames: 3 * 48_000 };
  await expect(writer.master(request, job)).rejects.toThrow(/needs \d+\.\d dB of limiting/);
  expect((await files.names()).filter((name) => name.startsWith("no.wav"))).toEqual([]);
});

it("reports progress in each second of each pass, because a thread that reports nothing counts as stopped", async () => {
  const shares: number[] = [];
  await writer.master(requestOf(source, "broadcast-eu", "progress.wav"), {
    ...job,
    onProgress: (share) => shares.push(share),
  });
  // Three passes at least: the source, the mix, and the file.
  expect(shares.length).toBeGreaterThanOrEqual(3 * 6);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

it("fails for silence, unless the preset has no loudness", async () => {
  const silent = files.write("silence.wav", 1, new Int16Array(48_000));
  const request = { ...requestOf(silent, "online", "no.wav"), frames: 48_000 };
  await expect(writer.master(request, job)).rejects.toThrow("no sound");
  const premix = { ...request, target: targetOf("premix"), file: files.at("silent.wav") };
  expect(await writer.master(premix, job)).toMatchObject({ loudness: null, truePeak: null });
});

it("in 5.1 has the dub in the centre and all else in its place, without a difference", async () => {
  const channels = 6;
  const frames = 3 * 48_000;
  const random = seeded(11);
  const bed = Int16Array.from({ length: frames * channels }, (_none, index) =>
    Math.round((random() - 0.5) * 400 * (1 + (index % channels))),
  );
  const speech = mono(bursts(2));
  const take = files.write("centre.wav", 1, speech);
  const start = 24_000;
  const request = {
    ...requestOf(files.write("bed51.wav", channels, bed), "broadcast-eu", "mix51.wav"),
    takes: [{ file: take, start, gainDb: -6 }],
    channels,
    frames,
  } as const;
  const { gains, loudness, measures } = await writer.master(request, job);
  expect(gains.limiting).toBe(0);
  expect(Math.abs((loudness ?? 0) + 23)).toBeLessThanOrEqual(0.2);
  const written = await readFile(files.at("mix51.wav"));
  const data = written.indexOf("data", 0, "latin1") + 8;
  const gain = 10 ** (gains.gain / 20);
  let difference = 0;
  for (let index = 0; index < bed.length; index += 1) {
    const frame = Math.floor(index / channels) - start;
    const dub = index % channels === 2 ? (speech[frame] ?? 0) * 10 ** (-6 / 20) : 0;
    const expected = ((bed[index] ?? 0) + dub) * gain;
    const found = written.readIntLE(data + 3 * index, 3) / 256;
    difference = Math.max(difference, Math.abs(found - expected));
  }
  // Less than two steps of 24 bit.
  expect(difference).toBeLessThan(2 / 256);
  // The levels that were measured are in the file.
  const bext = written.indexOf("bext", 0, "latin1") + 8;
  const levels = [0, 1, 2, 3, 4].map((at) => written.readInt16LE(bext + 412 + 2 * at) / 100);
  const { range, maxMomentary, maxShortTerm } = measures.dynamics ?? {};
  for (const [at, level] of [
    loudness,
    range,
    measures.truePeak,
    maxMomentary,
    maxShortTerm,
  ].entries())
    expect(levels[at]).toBeCloseTo(level ?? 0, 1);
  if (ffmpegProgram === undefined) return;
  expect(Math.abs(measured(files.at("mix51.wav")).loudness - (loudness ?? 0))).toBeLessThan(0.15);
});

it("a take has the loudness of a preset, one that is too short that of the others, and its level", async () => {
  const source = files.write("line.wav", 1, mono(bursts(2)));
  const levelled = (name: string, from: string) =>
    writer.level(
      {
        source: from,
        file: files.at(name),
        notes,
        target: targetOf("game-portable"),
        unmeasuredGainDb: 5,
      },
      job,
    );
  const { loudness, truePeak } = await levelled("game.wav", source);
  expect(Math.abs((loudness ?? 0) + 18)).toBeLessThanOrEqual(1);
  expect(truePeak).toBeLessThanOrEqual(-1);
  const short = files.write("short.wav", 1, mono(bursts(1)).slice(0, 9_600));
  expect((await levelled("yes.wav", short)).gains.gain).toBe(5);
  // Without a preset, a level changes the take alone.
  const widened = await writer.widen(
    { source, file: files.at("up.wav"), notes, levels: { loudness: -1, truePeak: -1 }, gainDb: 6 },
    job,
  );
  const plain = await writer.widen(
    { source, file: files.at("as-is.wav"), notes, levels: { loudness: -23, truePeak: -6 } },
    job,
  );
  expect(plain).toMatchObject({ loudness: -23, truePeak: -6 });
  const before = await writer.measure({ file: source, spans: [] }, job);
  expect(widened.loudness).toBeCloseTo((before.loudness ?? 0) + 6, 2);
});
