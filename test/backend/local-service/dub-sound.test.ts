/** Sound of a dub, in real threads and files. Judges: ffmpeg, where it is installed. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, stat, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineError, type TakeRequest } from "../../../main/local-service/engine/ports";
import { createTakeFinisher } from "../../../main/local-service/engine/sound/take-finisher";
import { ffmpegProgram } from "../../helpers/media-files";
import { speechLike } from "../../helpers/sound-signals";

const program = path.resolve(import.meta.dirname, "../../../out/main/sound-thread.cjs");
const { signal } = new AbortController();
let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sound-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Integrated loudness and true peak as ffmpeg measures them. */
async function measureByFfmpeg(file: string) {
  const filter = ["-af", "ebur128=peak=true", "-f", "null", "-"];
  const { stderr } = await promisify(execFile)(ffmpegProgram ?? "", ["-i", file, ...filter]);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const numberOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\S+)`).exec(summary)?.[1]);
  return { loudness: numberOf("I"), peak: numberOf("Peak") };
}

describe("takes", () => {
  const finisher = createTakeFinisher({ file: program, maxThreads: 2 });
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
      checks: [],
    });
    // 1.6 s of sound, 40 ms before and 80 ms after it.
    expect(take.measures).toMatchObject({ speed: 1, durationMs: 1720 });
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

  it("fits speech into its slot, and reports a high speed", async () => {
    const finish = async (slotMs: number) => {
      const name = `slot-${slotMs}.wav`;
      const { measures, checks } = await finisher.finish(request(name, 2, { slotMs }), signal);
      return { ...measures, checks };
    };
    expect(await finish(2000)).toMatchObject({ speed: 1, checks: [], durationMs: 1720 });
    expect(await finish(1400)).toMatchObject({ speed: 1720 / 1400, checks: [] });
    expect(await finish(1200)).toMatchObject({ speed: 1720 / 1200, checks: ["fast"] });
    expect(await finish(800)).toMatchObject({ speed: 1.6, checks: ["too-long"] });
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
      const other = createTakeFinisher({ file: program, maxThreads });
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

  it("reports silence and clipping", async () => {
    const finish = (samples: Int16Array) =>
      finisher.finish(request("odd.wav", 0, { sound: { samples, sampleRate: 16_000 } }), signal);
    for (const samples of [new Int16Array(0), new Int16Array(16_000).fill(5)])
      expect(await finish(samples)).toMatchObject({
        checks: ["silent"],
        measures: { durationMs: 120, loudness: null, peak: null, pitch: null, speed: 1 },
      });
    const clipped = speechLike(1).map((value) => Math.max(-32_768, Math.min(32_767, value * 8)));
    expect((await finish(clipped)).checks).toEqual(["clipped"]);
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
      });
      expect((await readdir(folder)).filter((name) => name.startsWith("full"))).toEqual([]);
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
    expect((await after).checks).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
