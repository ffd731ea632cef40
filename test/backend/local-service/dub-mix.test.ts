/**
 * Mixes of takes over an original, in real threads and files. Judge: ffmpeg, where it is installed.
 */
import { createHash } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineError, type MixRequest } from "../../../main/local-service/engine/ports";
import { createMixer } from "../../../main/local-service/engine/sound/mixer";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { openWav } from "../../../main/local-service/engine/sound/wav-files";
import { ffmpeg, ffmpegProgram } from "../../helpers/media-files";
import { createSoundFiles, soundThreadFile, type SoundFiles } from "../../helpers/sound-files";
import { sine } from "../../helpers/sound-signals";
import { long } from "../../long";

const { signal } = new AbortController();
let files: SoundFiles;
const at = (name: string) => files.at(name);

beforeAll(async () => {
  files = await createSoundFiles();
});
afterAll(() => files.remove());

describe("mixes", () => {
  const mixer = createMixer({ file: soundThreadFile });
  afterAll(() => mixer.close());

  const run = (more: Partial<MixRequest>, onProgress: (share: number) => void = () => undefined) =>
    mixer.mix(
      {
        takes: [],
        original: null,
        duckedDb: -12,
        otherwiseDb: 0,
        durationMs: null,
        file: at("mix.wav"),
        ...more,
      },
      { signal, onProgress },
    );
  const take = sine(0.5, { hertz: 440, amplitude: 0.5 });

  it("places takes at their samples, without an original", async () => {
    const file = files.write("sine.wav", 1, take);
    const shares: number[] = [];
    const takes = [1_234.5, 0, 999.99].map((startMs) => ({ file, startMs }));
    const { bytes, md5 } = await run({ takes }, (share) => shares.push(share));
    const written = await readFile(at("mix.wav"));
    expect([bytes, md5]).toEqual([written.length, createHash("md5").update(written).digest("hex")]);
    const frames = 59_256 + take.length;
    const expected = new Int16Array(frames);
    for (const start of [0, 48_000, 59_256])
      for (const [index, value] of take.entries())
        expected[start + index] = (expected[start + index] ?? 0) + value;
    const mixed = files.read("mix.wav");
    expect(mixed).toMatchObject({ channels: 1, frames });
    expect(Buffer.from(mixed.samples.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
    expect(shares.at(-1)).toBe(1);
  });

  it("ducks the original under takes, and keeps its channels", async () => {
    const left = 10_000;
    const original = new Int16Array(48_000 * 2 * 3).map((_none, index) =>
      index % 2 === 0 ? left : -2_000,
    );
    await run({
      takes: [{ file: files.write("silence.wav", 1, new Int16Array(24_000)), startMs: 1_000 }],
      original: files.write("original.wav", 2, original),
      duckedDb: -20,
      durationMs: 3_500,
    });
    const { channels, frames, samples } = files.read("mix.wav");
    expect([channels, frames]).toEqual([2, 168_000]);
    const atMs = (ms: number) => [samples[ms * 96], samples[ms * 96 + 1]];
    expect([atMs(0), atMs(879), atMs(1_751), atMs(2_999)]).toEqual(
      Array.from({ length: 4 }, () => [left, -2_000]),
    );
    for (const ms of [970, 1_000, 1_499, 1_660]) expect(atMs(ms)).toEqual([1_000, -200]);
    expect(atMs(3_000)).toEqual([0, 0]);
  });

  it("removes the original with a gain of -Infinity, and does not clip a sum", async () => {
    const loud = files.write("loud.wav", 1, sine(1, { hertz: 100, amplitude: 0.9 }));
    const options = {
      takes: [0, 0, 100].map((startMs) => ({ file: loud, startMs })),
      original: files.write("tone.wav", 1, sine(2, { amplitude: 0.9 })),
      durationMs: 2_000,
    };
    await run({ ...options, duckedDb: -Infinity, otherwiseDb: -Infinity });
    const { samples } = files.read("mix.wav");
    expect(samples.subarray(60_000).every((value) => value === 0)).toBe(true);
    const peak = samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    expect(peak).toBeGreaterThan(32_000);
    // Clipped, most of the 52,800 samples would be at full scale; limited, about one of each half
    // wave is.
    expect(samples.filter((value) => Math.abs(value) >= 32_767).length).toBeLessThan(500);
    const first = await run({ ...options, file: at("first.wav") });
    expect(await run({ ...options, file: at("second.wav") })).toEqual(first);
  });

  it("rejects files and positions that are no sound of a mix", async () => {
    const slow = files.write("slow.wav", 1, new Int16Array(100), 16_000);
    const wide = files.write("wide.wav", 2, new Int16Array(100));
    const valid = files.write("valid.wav", 1, new Int16Array(100));
    const failing = async (more: Partial<MixRequest>, problem: RegExp | typeof EngineError) => {
      await expect(run({ ...more, file: at("failed.wav") })).rejects.toThrow(problem);
      expect((await files.names()).filter((name) => name.startsWith("failed"))).toEqual([]);
    };
    await failing({ takes: [{ file: slow, startMs: 0 }] }, /16000 Hz instead of 48000 Hz/);
    await failing({ takes: [{ file: wide, startMs: 0 }] }, /not mono/);
    await failing({ takes: [{ file: valid, startMs: -1 }] }, /startMs is invalid: -1/);
    await failing({ takes: [{ file: valid, startMs: 1e15 }] }, EngineError);
    await failing({ durationMs: Number.NaN }, /durationMs is invalid/);
    await failing({ original: slow, durationMs: 1 }, EngineError);
    await failing({ takes: [{ file: at("missing.wav"), startMs: 0 }] }, /ENOENT/);
  });

  it("stops at once when it is aborted, without an incomplete file", async () => {
    const controller = new AbortController();
    const mixing = mixer.mix(
      {
        takes: [],
        original: null,
        duckedDb: 0,
        otherwiseDb: 0,
        durationMs: 4 * 3_600_000,
        file: at("aborted.wav"),
      },
      {
        signal: controller.signal,
        onProgress: () => controller.abort(new Error("stopped by the test")),
      },
    );
    await expect(mixing).rejects.toThrow("stopped by the test");
    expect((await files.names()).filter((name) => name.startsWith("aborted"))).toEqual([]);
  });
});

describe("long files", () => {
  /** A file whose sound is a hole, except its last samples. */
  async function writeSparse(name: string, channels: 1 | 2, frames: number, end: Int16Array) {
    const header = wavHeader({ channels, sampleRate: 48_000 }, frames);
    const handle = await open(at(name), "w");
    await handle.write(header);
    const size = header.length + frames * channels * 2;
    await handle.write(end, 0, end.byteLength, size - end.byteLength);
    await handle.close();
    return { file: at(name), size };
  }

  // Other systems may store the hole.
  it.skipIf(process.platform !== "linux" || ffmpegProgram === undefined)(
    "are RF64 above 4 GiB, which ffmpeg reads as well",
    async () => {
      const seconds = 23_000;
      const last = Int16Array.of(11, -12, 13, -14);
      const { file, size } = await writeSparse("large.wav", 2, seconds * 48_000, last);
      expect(size).toBeGreaterThan(2 ** 32);
      const reader = openWav(file);
      const end = new Int16Array(4);
      reader.read(reader.frames - 2, end);
      reader.close();
      expect(end).toEqual(last);
      const raw = at("end.raw");
      await ffmpeg("-ss", String(seconds - 1), "-i", file, "-f", "s16le", raw);
      const bytes = await readFile(raw);
      expect(bytes.length).toBe(48_000 * 4);
      expect(bytes.subarray(-8)).toEqual(Buffer.from(last.buffer));
    },
  );

  it("are mixed in constant memory", long, async () => {
    const frames = 2 * 3_600 * 48_000;
    const { file } = await writeSparse("original.wav", 2, frames, Int16Array.of(1, 1));
    const take = files.write("take.wav", 1, sine(3, { amplitude: 0.5 }));
    const mixer = createMixer({ file: soundThreadFile });
    let before = 0;
    let growth = 0;
    await mixer.mix(
      {
        takes: Array.from({ length: 2_400 }, (_none, index) => ({
          file: take,
          startMs: index * 3_000,
        })),
        original: file,
        duckedDb: -12,
        otherwiseDb: 0,
        durationMs: null,
        file: at("mix.wav"),
      },
      {
        signal,
        onProgress() {
          const { rss } = process.memoryUsage();
          before ||= rss;
          growth = Math.max(growth, rss - before);
        },
      },
    );
    await mixer.close();
    expect((await stat(at("mix.wav"))).size).toBe(44 + frames * 4);
    expect(growth).toBeLessThan(60 * 1024 ** 2);
  });
});
