/** Takes and speech, in real threads and files. Judge: ffmpeg, where it is installed. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, stat, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineError, type TakeRequest } from "../../../main/local-service/engine/ports";
import { createSpeechAnalyser } from "../../../main/local-service/engine/sound/analysis/speech-analyser";
import { createTakeFinisher } from "../../../main/local-service/engine/sound/take-finisher";
import { ffmpegProgram } from "../../helpers/media-files";
import { createSoundFiles, soundThreadFile, type SoundFiles } from "../../helpers/sound-files";
import { speechLike } from "../../helpers/sound-signals";

const { signal } = new AbortController();
let files: SoundFiles;
const at = (name: string) => files.at(name);

beforeAll(async () => {
  files = await createSoundFiles();
});
afterAll(() => files.remove());

/** Integrated loudness and true peak as ffmpeg measures them. */
async function measureByFfmpeg(file: string) {
  const filter = ["-af", "ebur128=peak=true", "-f", "null", "-"];
  const { stderr } = await promisify(execFile)(ffmpegProgram ?? "", ["-i", file, ...filter]);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const numberOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\S+)`).exec(summary)?.[1]);
  return { loudness: numberOf("I"), peak: numberOf("Peak") };
}

describe("takes", () => {
  const finisher = createTakeFinisher({ file: soundThreadFile, maxThreads: 2 });
  afterAll(() => finisher.close());

  const request = (
    name: string,
    seconds: number,
    more: Partial<TakeRequest> = {},
  ): TakeRequest => ({
    sound: { samples: speechLike(seconds), sampleRate: 16_000 },
    slotMs: null,
    file: at(name),
    ...more,
  });

  it("writes a private WAV file without the silence around the speech, and measures it", async () => {
    const take = await finisher.finish(request("take.wav", 2), signal);
    const bytes = await readFile(at("take.wav"));
    expect(take).toMatchObject({
      bytes: bytes.length,
      md5: createHash("md5").update(bytes).digest("hex"),
      sha256: createHash("sha256").update(bytes).digest("hex"),
      scan: { durationMs: 1720, fullScaleSamples: 0 },
    });
    // 1.6 s of sound, 40 ms before and 80 ms after it.
    expect(take.measures).toMatchObject({ speed: 1, durationMs: 1720 });
    expect(take.measures.loudness).toBeCloseTo(-23, 1);
    expect(bytes.length).toBe(44 + 1.72 * 48_000 * 2);
    expect(take.measures.pitch).toBeCloseTo(120, 0);
    if (process.platform !== "win32") expect((await stat(at("take.wav"))).mode & 0o777).toBe(0o600);
  });

  it.skipIf(ffmpegProgram === undefined)("measures loudness and peak as ffmpeg does", async () => {
    for (const sampleRate of [16_000, 22_050]) {
      const sound = { samples: speechLike(2.5, { sampleRate, hertz: 180 }), sampleRate };
      const { measures } = await finisher.finish(request("loud.wav", 0, { sound }), signal);
      const judge = await measureByFfmpeg(at("loud.wav"));
      expect(Math.abs((measures.loudness ?? 0) - judge.loudness)).toBeLessThanOrEqual(0.1);
      expect(Math.abs((measures.peak ?? 0) - judge.peak)).toBeLessThanOrEqual(0.3);
    }
  });

  it("fits speech into its slot, up to a speed of 1.6", async () => {
    const finish = async (slotMs: number) => {
      const name = `slot-${slotMs}.wav`;
      return (await finisher.finish(request(name, 2, { slotMs }), signal)).measures;
    };
    expect(await finish(2000)).toMatchObject({ speed: 1, durationMs: 1720 });
    expect(await finish(1400)).toMatchObject({ speed: 1720 / 1400 });
    expect(await finish(1200)).toMatchObject({ speed: 1720 / 1200 });
    expect(await finish(800)).toMatchObject({ speed: 1.6 });
    const fitted = await finish(1300);
    expect(fitted.durationMs).toBeLessThanOrEqual(1300);
    expect(fitted.durationMs).toBeGreaterThan(1280);
    expect(fitted.pitch).toBeCloseTo(120, 0);
  });

  it("writes the same bytes for the same request, in any thread and order", async () => {
    const requests = Array.from({ length: 6 }, (_none, index) => ({
      sound: { samples: speechLike(1, { hertz: 100 + 20 * index }), sampleRate: 16_000 },
      slotMs: 500 + 50 * index,
    }));
    const run = async (name: string, order: readonly number[], maxThreads: number) => {
      const other = createTakeFinisher({ file: soundThreadFile, maxThreads });
      const hashes: string[] = [];
      await Promise.all(
        order.map(async (index) => {
          const { sound, slotMs } = requests.at(index) ?? request("", 1);
          const file = at(`${name}-${index}.wav`);
          hashes[index] = (await other.finish({ sound, slotMs, file }, signal)).sha256;
        }),
      );
      await other.close();
      return hashes;
    };
    const hashes = await run("forward", [0, 1, 2, 3, 4, 5], 1);
    expect(new Set(hashes).size).toBe(6);
    expect(await run("backward", [5, 4, 3, 2, 1, 0], 2)).toEqual(hashes);
  });

  it("scans silence and clipping", async () => {
    const finish = (samples: Int16Array) =>
      finisher.finish(request("odd.wav", 0, { sound: { samples, sampleRate: 16_000 } }), signal);
    for (const samples of [new Int16Array(0), new Int16Array(16_000).fill(5)])
      expect(await finish(samples)).toMatchObject({
        scan: { levelDb: -Infinity },
        measures: { durationMs: 120, loudness: null, peak: null, pitch: null, speed: 1 },
      });
    const clipped = speechLike(1).map((value) => Math.max(-32_768, Math.min(32_767, value * 8)));
    expect((await finish(clipped)).scan.fullScaleSamples).toBeGreaterThan(100);
  });

  it("rejects invalid sound as final, and a missing folder with the error of the system", async () => {
    const sound = { samples: speechLike(1), sampleRate: 16 };
    await expect(finisher.finish(request("no.wav", 0, { sound }), signal)).rejects.toThrow(
      EngineError,
    );
    await expect(finisher.finish(request("missing/no.wav", 1), signal)).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it.skipIf(process.platform !== "linux")(
    "removes the incomplete file on a full disk",
    async () => {
      await symlink("/dev/full", at("full.wav.part"));
      await expect(finisher.finish(request("full.wav", 1), signal)).rejects.toMatchObject({
        code: "ENOSPC",
        errno: -os.constants.errno.ENOSPC,
      });
      expect((await files.names()).filter((name) => name.startsWith("full"))).toEqual([]);
    },
  );

  it("leaves no incomplete file of an aborted request, and continues with others", async () => {
    const controller = new AbortController();
    const long = speechLike(60);
    const aborted = Array.from({ length: 4 }, (_none, index) =>
      finisher.finish(
        request(`aborted-${index}.wav`, 0, { sound: { samples: long, sampleRate: 16_000 } }),
        controller.signal,
      ),
    );
    const results = Promise.allSettled(aborted);
    const after = finisher.finish(request("after.wav", 1), signal);
    controller.abort(new Error("stopped by the test"));
    for (const result of await results)
      expect(result).toMatchObject({ reason: { message: "stopped by the test" } });
    expect((await after).measures.speed).toBe(1);
    expect((await files.names()).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("threads", () => {
  const helper = (name: string) => path.resolve(import.meta.dirname, `../../helpers/${name}.mjs`);
  const finish = (options: Parameters<typeof createTakeFinisher>[0], name: string, seconds = 1) => {
    const finisher = createTakeFinisher(options);
    const sound = { samples: speechLike(seconds), sampleRate: 16_000 };
    const done = finisher.finish({ sound, slotMs: null, file: at(name) }, signal);
    return { finisher, sound, done };
  };

  it("that end or do not respond fail their jobs only", async () => {
    for (const [name, reason] of [
      ["ending-thread", "the thread for sound has ended"],
      ["throwing-thread", "thrown by a timer"],
    ] as const) {
      const ending = finish({ file: helper(name) }, "ended.wav");
      await expect(ending.done).rejects.toThrow(reason);
      await ending.finisher.close();
    }
    const slow = finish({ file: soundThreadFile, maxThreads: 1, stallMs: 10 }, "slow.wav", 60);
    await expect(slow.done).rejects.toThrow("does not respond");
    await slow.finisher.close();
    expect((await files.names()).filter((name) => /^(ended|slow)/.test(name))).toEqual([]);
  });

  it("reject all jobs when they are closed, and later ones", async () => {
    const { finisher, sound, done } = finish(
      { file: soundThreadFile, maxThreads: 1 },
      "first.wav",
      60,
    );
    const second = finisher.finish({ sound, slotMs: null, file: at("second.wav") }, signal);
    const twice = finisher.finish({ sound, slotMs: null, file: at("second.wav") }, signal);
    const results = Promise.allSettled([done, second]);
    await expect(twice).rejects.toThrow("is being written already");
    await finisher.close();
    for (const result of await results)
      expect(result).toMatchObject({ reason: { message: "the threads are closed" } });
    await expect(
      finisher.finish({ sound, slotMs: null, file: at("third.wav") }, signal),
    ).rejects.toThrow("closed");
    expect((await files.names()).filter((name) => /^(first|second|third)/.test(name))).toEqual([]);
  });
});

describe("speech", () => {
  const analyser = createSpeechAnalyser({ file: soundThreadFile });
  afterAll(() => analyser.close());
  const options = { signal, onProgress: () => undefined };

  /** Speech of two voices in turns of 1.5 s, with pauses of 1 s. */
  function writeDialogue(turns: number): string {
    const turn = 2.5 * 16_000;
    const samples = new Int16Array(turns * turn);
    for (let index = 0; index < turns; index += 1) {
      const hertz = (index % 3 === 0 ? 110 : 200) + index;
      samples.set(speechLike(1.5, { hertz, silence: 0 }), index * turn + 8_000);
    }
    return files.write("dialogue.wav", 1, samples, 16_000);
  }

  it("is found with its speakers", async () => {
    const file = writeDialogue(7);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const spans = await analyser.findSpeech(file, { signal, onProgress });
    expect(spans.length).toBe(7);
    for (const [index, { startMs, endMs }] of spans.entries()) {
      expect(Math.abs(startMs - (450 + index * 2_500))).toBeLessThanOrEqual(60);
      expect(Math.abs(endMs - (2_120 + index * 2_500))).toBeLessThanOrEqual(80);
    }
    const speakers = [0, 1, 1, 0, 1, 1, 0];
    expect(await analyser.findSpeakers(file, spans, 2, options)).toEqual(speakers);
    expect(await analyser.findSpeakers(file, spans, null, options)).toEqual(speakers);
    expect(await analyser.findSpeakers(file, [], null, options)).toEqual([]);
    expect(shares.at(-1)).toBe(1);
  });

  it("is not found in silence, in less than 10 ms, and in files of another format", async () => {
    const find = (samples: Int16Array, sampleRate = 16_000, channels: 1 | 2 = 1) =>
      analyser.findSpeech(files.write("other.wav", channels, samples, sampleRate), options);
    expect(await find(new Int16Array(32_000))).toEqual([]);
    expect(await find(new Int16Array(0))).toEqual([]);
    expect(await find(Int16Array.of(1, 2, 3))).toEqual([]);
    await expect(find(new Int16Array(100), 48_000)).rejects.toThrow(EngineError);
    await expect(find(new Int16Array(100), 16_000, 2)).rejects.toThrow("not mono of 16 kHz");
  });

  it("has no speaker where the sound has ended", async () => {
    const file = writeDialogue(2);
    const [first, second] = await analyser.findSpeech(file, options);
    const last = { startMs: second?.startMs ?? 0, endMs: 3_600_000 };
    const after = { startMs: 3_600_000, endMs: 3_601_000 };
    const spans = [after, first ?? after, last, after];
    expect(await analyser.findSpeakers(file, spans, 2, options)).toEqual([null, 0, 1, null]);
    expect(await analyser.findSpeakers(file, [after], null, options)).toEqual([null]);
  });

  it("rejects times that are no span, and an invalid count", async () => {
    const file = files.write("short.wav", 1, new Int16Array(16_000), 16_000);
    for (const [startMs, endMs] of [
      [-1, 100],
      [500, 400],
      [0, Number.NaN],
    ] as const)
      await expect(
        analyser.findSpeakers(file, [{ startMs, endMs }], null, options),
      ).rejects.toThrow(/is no span/);
    for (const count of [0, 1.5])
      await expect(analyser.findSpeakers(file, [], count, options)).rejects.toThrow("count");
  });
});
