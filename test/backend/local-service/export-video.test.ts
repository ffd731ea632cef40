/** An export of a dubbed video, as ffmpeg and other programs read it. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliveryPartNames } from "../../../preload/facts/delivery";
import { temporaryFolder } from "../../helpers/backend";
import { startEngine } from "../../helpers/engine";
import { startExport, untilEnded } from "../../helpers/exports";
import { dubVideo } from "../../helpers/listening-material";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { ffmpeg, ffmpegProgram } from "../../helpers/media-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { judgeWav } from "../../helpers/wav-judges";
import { long } from "../../long";

const rate = 48_000;
const seconds = 10;
/** Samples since midnight of 09:58:20:05 at 25 frames per second. */
const startTimecode = "09:58:20:05";
const startSamples = Math.round(((9 * 60 + 58) * 60 + 20 + 5 / 25) * rate);

let local: RunningLocalService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let exported = "";
let files: string[] = [];
const inExport = (name: string) => path.join(exported, name);
const only = (extension: string) => files.filter((file) => file.endsWith(extension));

/** The sound of a file as ffmpeg decodes it, on one channel. */
function decode(file: string): Float32Array {
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(rate), "-f", "f32le", "-"];
  const { stdout } = spawnSync(ffmpegProgram ?? "", ["-v", "error", "-i", file, ...output], {
    maxBuffer: 2 ** 30,
  });
  return new Float32Array(new Uint8Array(stdout).buffer);
}

/** The shift in samples at which two signals are most alike, up to `most` in both directions. */
function shiftOf(a: Float32Array, b: Float32Array, most: number): number {
  let best = { shift: 0, sum: -Infinity };
  for (let shift = -most; shift <= most; shift += 1) {
    let sum = 0;
    for (let at = most; at < Math.min(a.length, b.length) - most; at += 1)
      sum += (a[at + shift] ?? 0) * (b[at] ?? 0);
    if (sum > best.sum) best = { shift, sum };
  }
  return best.shift;
}

describe.skipIf(ffmpegProgram === undefined)(
  ffmpegProgram === undefined
    ? "an exported video (skipped: ffmpeg is not installed)"
    : "an exported video",
  long,
  () => {
    beforeAll(async () => {
      folder = await temporaryFolder();
      local = await startLocalService({ scriptWorkerFile, startEngine });
    });
    afterAll(async () => {
      await local.remove();
      await folder.remove();
    });

    it("is made of the dub", async () => {
      const file = path.join(folder.path, "film.mp4");
      const { batch } = await dubVideo(local.client, file, { timecode: startTimecode });
      const request = { languages: ["es-es"], parts: deliveryPartNames, preset: "online" };
      const started = await startExport(local.client, batch, {
        ...request,
        includeUnapproved: true,
        originalTrack: true,
        folder: folder.path,
      });
      expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
      exported = started.folder;
      files = await filesBelow(exported);
    });

    it("has the picture of the original, packet by packet, and the dub to the sample", async () => {
      const [video = ""] = only(".mp4");
      const hashOf = (file: string) =>
        ffmpeg("-i", file, "-map", "0:v", "-c", "copy", "-f", "md5", "-");
      expect(await hashOf(inExport(video))).toBe(await hashOf(path.join(folder.path, "film.mp4")));
      const [mix = ""] = files.filter((file) => file.includes("/mix/"));
      const soundOf = (file: string, track: number) =>
        ffmpeg("-i", file, "-map", `0:a:${track}`, "-c", "copy", "-f", "md5", "-");
      const film = path.join(folder.path, "film.mp4");
      expect(await soundOf(inExport(video), 1)).toBe(await soundOf(film, 0));
      const [heard, mixed] = [decode(inExport(video)), decode(inExport(mix))];
      expect(mixed.length).toBe(seconds * rate);
      // A second of the first take, in which the two are compared at 2,400 shifts.
      const span = [2.4 * rate, 3.6 * rate] as const;
      const shift = shiftOf(heard.slice(...span), mixed.slice(...span), 1_200);
      expect(Math.abs(shift)).toBeLessThanOrEqual(1);
    });

    it("has WAV files that all programs read alike, at the timecode of the picture", async () => {
      const sounds = only(".wav");
      expect(sounds.length).toBeGreaterThan(4);
      for (const file of sounds) {
        const read = Object.entries(judgeWav(inExport(file)));
        const first = read[0]?.[1];
        expect(first).toMatchObject({ rate, bits: 24, channels: file.includes("_20.") ? 2 : 1 });
        if (!file.includes("/takes/")) expect(first?.length).toBe(seconds * rate);
        for (const [name, one] of read) expect([file, name, one]).toEqual([file, name, first]);
      }
      const timeReference = async (file: string) => {
        const bytes = await readFile(inExport(file));
        return Number(bytes.readBigUInt64LE(bytes.indexOf("bext", 0, "latin1") + 8 + 338));
      };
      for (const file of sounds.filter((name) => !name.includes("/takes/")))
        expect([file, await timeReference(file)]).toEqual([file, startSamples]);
      const [take = ""] = sounds.filter((name) => name.includes("/takes/"));
      // The first line begins at 2.5 s.
      expect(await timeReference(take)).toBe(startSamples + 2.5 * rate);
      const [session = ""] = only(".rpp");
      const text = await readFile(inExport(session), "utf8");
      expect(text).toContain(`PROJOFFS ${(startSamples / rate).toFixed(12)} 0 0`);
      const [cues = ""] = only(".csv").filter((name) => name.includes("/cues/"));
      // 2.5 s are 62.5 frames; times between two frames are at the later one.
      expect(await readFile(inExport(cues), "utf8")).toContain("09:58:22:18");
    });

    it("names the bandwidth of its voices", async () => {
      const manifest = JSON.parse(await readFile(inExport("manifest.json"), "utf8")) as {
        languages: { bandwidths: Record<string, number> }[];
      };
      const bandwidths = Object.values(manifest.languages[0]?.bandwidths ?? {});
      expect(bandwidths.length).toBeGreaterThan(0);
      expect(new Set(bandwidths)).toEqual(new Set([11_025]));
    });
  },
);
