/** Rules of media that need no media: facts, arguments, limits of a run. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { languageIds } from "../../../main/local-service/catalogue/language-names";
import { searchFolders } from "../../../main/local-service/engine/executables";
import { coverMaps, keptOf, otherMaps } from "../../../main/local-service/engine/media/containers";
import { factsOf } from "../../../main/local-service/engine/media/facts";
import { argumentsOf } from "../../../main/local-service/engine/media/ffmpeg";
import type { MediaTrack } from "../../../main/local-service/engine/media/media-track";
import { monitorJob } from "../../../main/local-service/engine/media/job-monitor";
import { languageCode } from "../../../main/local-service/engine/media/language-codes";
import { findNativeFfmpeg } from "../../../main/local-service/engine/media/native-ffmpeg";

describe("facts", () => {
  const read = (general: MediaTrack, ...tracks: MediaTrack[]) =>
    factsOf([{ "@type": "General", Format: "Matroska", Duration: 2, ...general }, ...tracks], 1000);
  const picture = { "@type": "Video", Format: "AVC", Width: 640, Height: 360 };
  const video = { ...picture, FrameRate: 25, Duration: 1.96 };
  const audio = { "@type": "Audio", Format: "AAC", Channels: 2, SamplingRate: 48_000 };

  it("of a film", () => {
    expect(read({}, video, audio)).toEqual({
      container: "matroska",
      durationMs: 2_000,
      video: {
        codec: "AVC",
        width: 640,
        height: 360,
        frameRate: 25,
        startTimecode: null,
        length: { ms: 1_960 },
      },
      audio: { codec: "AAC", channels: 2, sampleRate: 48_000, streams: [0] },
      soundTracks: [
        {
          codec: "AAC",
          channels: 2,
          sampleRate: 48_000,
          language: "",
          title: "",
          service: "",
          isDefault: false,
        },
      ],
      isCutOff: false,
      hasIndexInFront: false,
      extras: {
        hasCover: false,
        pictures: 0,
        subtitles: [],
        chapters: 0,
        data: [],
        attachments: [],
        pictureFiles: [],
        metadata: [],
        dynamicRanges: [],
      },
    });
    const quickTime = { Format: "MPEG-4", Format_Profile: "QuickTime" };
    expect(read(quickTime, video)).toMatchObject({ container: "mov", audio: null });
  });

  it.each([
    ["mp4", false, true, true],
    ["mov", false, true, true],
    ["mp4", true, false, true],
    ["mp4", false, false, false],
    ["mkv", true, true, false],
  ] as const)(
    "of .%s, with the index in front: %s; delivered: %s",
    (extension, hasIndexInFront, isDelivery, expected) => {
      const kept = keptOf({ hasIndexInFront }, extension, isDelivery);
      expect(kept.includes("+faststart")).toBe(expected);
    },
  );

  it("have the length of the picture in frames, where they are counted", () => {
    const lengthOf = (track: object, general: MediaTrack = {}) => {
      const facts = read(general, { ...picture, ...track });
      return typeof facts === "string" ? facts : facts.video?.length;
    };
    const ntsc = { FrameCount: 219, FrameRate_Num: 30_000, FrameRate_Den: 1_001 };
    const frames = { frames: 219, numerator: 30_000, denominator: 1_001 };
    expect(lengthOf({ ...ntsc, Duration: 7.307 })).toEqual(frames);
    expect(lengthOf({ ...ntsc, Duration: 9 })).toEqual({ ms: 9_000 });
    expect(lengthOf({ Duration: 7.3, FrameRate_Mode: "VFR" })).toEqual({ ms: 7_300 });
    expect(lengthOf({})).toBeNull();
    // The container only allows an estimate.
    expect(lengthOf({ Duration: 7.3 }, { Format: "MPEG-TS" })).toBeNull();
  });

  it("have a common frame rate, or none, where it varies", () => {
    const rateOf = (FrameRate: number, FrameRate_Mode = "VFR") => {
      const facts = read({}, { ...picture, FrameRate, FrameRate_Mode });
      return typeof facts === "string" ? facts : facts.video?.frameRate;
    };
    expect([rateOf(29.9), rateOf(20.448), rateOf(20.448, "CFR")]).toEqual([29.97, null, 20.448]);
  });

  it("have the timecode of the first frame", () => {
    const timecode = (track: object) => ({ "@type": "Other", Type: "Time code", ...track });
    const found = (...tracks: MediaTrack[]) => {
      const facts = read({}, video, ...tracks);
      return typeof facts === "string" ? facts : facts.video?.startTimecode;
    };
    expect(found(timecode({ TimeCode_FirstFrame: "09:58:20:05" }))).toBe("09:58:20:05");
    expect(found(timecode({ TimeCode_FirstFrame: "01:00:00;02" }))).toBe("01:00:00;02");
    for (const TimeCode_FirstFrame of ["", "1:2", "../etc", 5, undefined])
      expect(found(timecode({ TimeCode_FirstFrame }))).toBe(null);
    const inPicture = { ...video, TimeCode_FirstFrame: "10:00:00:00" };
    expect(read({}, inPicture)).toMatchObject({ video: { startTimecode: "10:00:00:00" } });
  });

  it("reject or replace numbers that cannot be true", () => {
    for (const Duration of [NaN, -3, 0, Infinity, "text", undefined])
      expect(read({ Duration }, picture)).toMatchObject({ durationMs: null });
    expect(read({ Duration: 1e9 }, video)).toBe("too-long");
    expect(read({}, { ...video, Width: 0 })).toMatchObject({ video: { width: null, height: 360 } });
    expect(read({}, { ...video, FrameRate: 1e7 })).toMatchObject({ video: { frameRate: null } });
    expect(read({}, { ...audio, Channels: -1, SamplingRate: NaN })).toMatchObject({
      audio: { channels: 2, sampleRate: 48_000 },
    });
    const codec = "\u202e/etc/passwd\n<b>".repeat(10);
    expect(JSON.stringify(read({}, { ...video, Format: codec }))).not.toMatch(/[\u202e<]|\\n/);
  });

  it("have no length where a large file only allows an estimate", () => {
    const mp3 = [{ "@type": "General", Format: "MPEG Audio", Duration: 3 }, audio];
    expect(factsOf(mp3, 100_000)).toMatchObject({ durationMs: 3_000 });
    expect(factsOf(mp3, 1_000_000)).toMatchObject({ durationMs: null });
  });

  it("of too many streams or of no media are refused", () => {
    const many = Array.from({ length: 101 }, () => audio);
    expect(read({}, ...many)).toBe("too-many-streams");
    expect(read({ Format: "HLS" }, video)).toBe("unknown-format");
    expect(factsOf([], 1000)).toBe("unknown-format");
    expect(read({}, { "@type": "Text", Format: "UTF-8" })).toBe("no-streams");
  });
});

it("a container that cannot have the subtitles still has the cover and the attached files", () => {
  const [mp4, mkv] = (["mp4", "mkv"] as const).map((extension) => [
    coverMaps(extension).length > 0,
    otherMaps(extension, "all"),
    otherMaps(extension, "without-subtitles"),
    otherMaps(extension, "none"),
  ]);
  expect(mp4).toEqual([true, ["-map", "0:s?"], [], []]);
  const attached = ["-map", "0:t?"];
  expect(mkv).toEqual([false, ["-map", "0:s?", ...attached], attached, []]);
});

it("ffmpeg can open a file only with the demuxer of its format", () => {
  const args = argumentsOf(
    {
      inputs: [{ file: "/films/-y;rm.mp4", demuxer: "mov", arguments: [] }],
      output: { file: "/films/out.wav", muxer: "wav", arguments: ["-map", "0:a:0"] },
      durationMs: 1_000,
    },
    (file) => `file:${file}`,
  );
  const input = args.indexOf("-i");
  expect(args.slice(input - 6, input + 2)).toEqual([
    "-protocol_whitelist",
    "file,pipe",
    "-format_whitelist",
    "mov",
    "-f",
    "mov",
    "-i",
    "file:/films/-y;rm.mp4",
  ]);
  expect(args.at(-1)).toBe("file:/films/out.wav");
});

it("relative folders of PATH are not searched", () => {
  const folders = searchFolders({ PATH: ["", ".", "bin", "/opt/x"].join(path.delimiter) });
  expect(folders).toContain(path.resolve("/opt/x"));
  expect(folders.every(path.isAbsolute)).toBe(true);
});

it.skipIf(process.platform === "win32")(
  "a program that is not a complete ffmpeg is not used",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "ffmpeg-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const printing = async (text: string, mode: number) => {
      await writeFile(path.join(folder, "ffmpeg"), `#!/bin/sh\necho '${text}'\n`);
      await chmod(path.join(folder, "ffmpeg"), mode);
      return (await findNativeFfmpeg([folder])) !== null;
    };
    expect(await findNativeFfmpeg([folder])).toBeNull();
    expect(await printing("something else --enable-libopus", 0o700)).toBe(false);
    expect(await printing("ffmpeg version 7 --disable-everything", 0o700)).toBe(false);
    expect(await printing("ffmpeg version 7 --enable-libopus", 0o700)).toBe(true);
    expect(await printing("ffmpeg version 7 --enable-libopus", 0o600)).toBe(false);
  },
);

it("every language has a code", () => {
  for (const id of languageIds) expect(languageCode(id)).toMatch(/^(?!und)[a-z]{3}$/);
  expect(languageCode("xx-xx")).toBe("und");
});

describe("a run", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const start = (durationMs: number) => {
    const exceeded: Error[] = [];
    const shares: number[] = [];
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      onProgress: (share: number) => shares.push(share),
    };
    const monitor = monitorJob({ durationMs }, options, (reason) => exceeded.push(reason));
    return { monitor, exceeded, shares, controller };
  };

  it("without progress for 30 s is ended", () => {
    const { monitor, exceeded, shares } = start(3_600_000);
    for (const seconds of [10, 20, 30]) {
      vi.advanceTimersByTime(29_000);
      // In two parts, because a chunk of the output can end anywhere.
      monitor.receive(`frame=1\nout_time_us=${seconds}0`);
      monitor.receive("00000\nprogress=continue\n");
    }
    expect(exceeded).toEqual([]);
    expect(monitor.endMs()).toBe(30_000);
    expect(shares.at(-1)).toBeCloseTo(30 / 3_600);
    vi.advanceTimersByTime(20_000);
    monitor.receive("out_time_us=30000000\nout_time_us=N/A\n");
    vi.advanceTimersByTime(10_000);
    expect(exceeded.map(({ message }) => message)).toEqual([
      "the media file took too much time to process",
    ]);
  });

  it("with endless progress is ended", () => {
    const { monitor, exceeded } = start(1_000);
    for (let second = 0; second <= 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      monitor.receive(`total_size=${second}\n`);
    }
    expect(exceeded).toHaveLength(1);
    monitor.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the reason of its signal", () => {
    const { monitor, exceeded, controller } = start(1_000);
    const reason = new Error("removed");
    controller.abort(reason);
    expect(exceeded).toEqual([reason]);
    monitor.stop();
  });
});
