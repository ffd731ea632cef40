/** The preview of a video whose picture the window cannot show. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { searchFolders } from "../../../main/local-service/engine/executables";
import { createLocalMedia } from "../../../main/local-service/engine/media/local-media";
import { EngineError } from "../../../main/local-service/engine/ports";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createBatch, createProject } from "../../helpers/local-workspace";
import {
  createMediaFolder,
  createMediaWithoutFfmpeg,
  ffmpeg,
  ffmpegProgram,
  mediaThreadFile,
  writeMedia,
  type MediaFolder,
} from "../../helpers/media-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedAnalysis, type ScriptedAnalysis } from "../../helpers/scripted-analysis";
import { tinyVideo } from "../../helpers/tiny-video";
import { long } from "../../long";

const mediaFrom = (folders: string[]) =>
  createLocalMedia({
    threadFile: mediaThreadFile,
    programs: {
      programs: new Set(),
      launch: () => expect.fail("no program of the application is started"),
    },
    folders,
  });
const never = new AbortController().signal;

let folder: MediaFolder;
beforeAll(async () => (folder = await createMediaFolder()));
afterAll(() => folder.remove());

describe("the calls", () => {
  let engine: ScriptedAnalysis;
  let local: RunningLocalService;
  /** Ends the preview that is being made. */
  let finish: (result: string | Error) => void;
  let started: Promise<void>;
  let made: number;
  const preview = Buffer.from("a small picture with its sound");

  beforeAll(async () => {
    engine = createScriptedAnalysis();
    local = await startLocalService({
      scriptWorkerFile,
      startEngine: () => Promise.resolve(engine),
    });
  });
  afterAll(() => local.remove());

  async function prepare(version: number): Promise<string> {
    made = 0;
    engine.media.previewUnavailable = () => Promise.resolve(null);
    let begin: () => void;
    started = new Promise((resolve) => (begin = resolve));
    engine.media.preview = async (_file, to, { onProgress }) => {
      made += 1;
      onProgress?.(0.42);
      const ended = new Promise<string | Error>((resolve) => (finish = resolve));
      begin();
      const result = await ended;
      if (result instanceof Error) throw result;
      await writeFile(to, preview);
      return result;
    };
    await local.client.upload("film.mov", bytesOf(5_000, version));
    const project = await createProject(local.client, {
      type: "media-dubbing",
      sourceLanguage: "en-us",
    });
    const settings = { automaticInference: false };
    const fields = { videoPath: "film.mov", languageCode: "en-us", settings };
    return String((await createBatch(local.client, project, fields)).id);
  }
  const read = (batch: string, headers: Record<string, string> = {}) =>
    fetch(`${local.client.baseUrl}/local/batches/${batch}/source/preview`, {
      headers: { authorization: local.client.token, ...headers },
    });
  const statusOf = async (batch: string) => {
    const response = await read(batch);
    await response.body?.cancel();
    return response.status;
  };
  const untilMade = (batch: string, status = 200) =>
    expect.poll(() => statusOf(batch)).toBe(status);
  const storedFor = async (batch: string) =>
    (await filesBelow(local.dataDir)).filter((file) => file === `previews/${batch}`);

  it("send how much is made, then the preview whole and in ranges, also after a restart", async () => {
    const batch = await prepare(1);
    const first = await Promise.all([read(batch), read(batch)]);
    expect(first.map(({ status }) => status)).toEqual([202, 202]);
    expect(first[0].headers.get("retry-after")).toBe("1");
    await started;
    expect(await (await read(batch)).json()).toEqual({ progress: 0.42 });
    finish("video/mp4");
    await untilMade(batch);
    const whole = await read(batch);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(preview);
    await local.restart();
    const part = await read(batch, { range: "bytes=2-6" });
    expect([part.status, await part.text()]).toEqual([206, "small"]);
    const end = await read(batch, { range: "bytes=-5" });
    expect([end.status, await end.text()]).toEqual([206, "sound"]);
    const etag = whole.headers.get("etag") ?? "";
    expect((await read(batch, { "if-none-match": etag })).status).toBe(304);
    expect(made).toBe(1);
  });

  it("make it again for another video, and remove it with the batch", async () => {
    const batch = await prepare(2);
    expect(await statusOf(batch)).toBe(202);
    await started;
    finish("video/webm");
    await untilMade(batch);
    await local.client.upload("film.mov", bytesOf(5_000, 3));
    expect(await statusOf(batch)).toBe(202);
    await expect.poll(() => made).toBe(2);
    expect(await storedFor(batch)).toEqual([]);
    finish("video/mp4");
    await untilMade(batch);
    expect(await storedFor(batch)).toHaveLength(1);
    bodyOf(await local.client.post("/batches/delete", { batchIds: [batch] }), 204);
    await expect.poll(() => storedFor(batch)).toEqual([]);
    expect((await filesBelow(local.dataDir)).filter((file) => /^work\/./.test(file))).toEqual([]);
  });

  it("send the reason for a failure, and do not repeat it", async () => {
    const batch = await prepare(4);
    await statusOf(batch);
    await started;
    finish(new EngineError("the file is damaged"));
    await untilMade(batch, 409);
    const response = await read(batch);
    expect(await response.json()).toEqual({ message: "videoPath: the file is damaged" });
    expect(made).toBe(1);
  });

  it("send the reason where FFmpeg is not installed", async () => {
    const batch = await prepare(5);
    const { previewUnavailable } = createMediaWithoutFfmpeg();
    engine.media.previewUnavailable = previewUnavailable;
    const response = await read(batch);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      message: "a preview needs FFmpeg, which is not installed on this computer",
    });
    expect(made).toBe(0);
  });
});

describe.skipIf(process.platform === "win32")("a program", () => {
  /** Writes its arguments to its output, line by line, unless it only prints its version. */
  async function installFake(version: string): Promise<void> {
    const lines = [
      "#!/bin/sh",
      "for last; do :; done",
      `if [ "$last" = -version ]; then echo '${version}'; exit; fi`,
      'printf "%s\\n" "$@" > "${last#file:}"',
      'printf "out_time_us=20000\\nprogress=end\\n"',
    ];
    await writeFile(folder.at("ffmpeg"), `${lines.join("\n")}\n`);
    await chmod(folder.at("ffmpeg"), 0o700);
  }
  async function runFake(version: string) {
    await installFake(version);
    await writeFile(folder.at("film.webm"), tinyVideo);
    const media = mediaFrom([folder.at(".")]);
    onTestFinished(() => media.close());
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const options = { signal: never, onProgress };
    const contentType = await media.preview(folder.at("film.webm"), folder.at("out"), options);
    const args = (await readFile(folder.at("out"), "utf8")).trim().split("\n");
    return { contentType, shares, args };
  }

  it("makes H.264, or VP8 without an encoder for it, with the times of the original", async () => {
    const old = "ffmpeg version 4.4.2 --enable-libopus --enable-libvpx";
    const first = await runFake(`${old} --enable-libx264`);
    expect(first.contentType).toBe("video/mp4");
    expect(first.args).toEqual(expect.arrayContaining(["libx264", "-vsync", "passthrough"]));
    expect(first.args.slice(first.args.indexOf("-format_whitelist")).slice(0, 2)).toEqual([
      "-format_whitelist",
      "matroska",
    ]);
    expect(first.shares).toHaveLength(1);
    const second = await runFake("ffmpeg version n7.1 --enable-libopus --enable-libvpx");
    expect(second.contentType).toBe("video/webm");
    expect(second.args).toEqual(expect.arrayContaining(["libvpx", "-fps_mode", "passthrough"]));
    await expect(runFake("ffmpeg version 7 --enable-libopus")).rejects.toThrow(
      "the installed FFmpeg can encode neither H.264 nor VP8",
    );
  });
});

// Without an installed ffmpeg there is nothing that makes the originals or the previews.
const reason = ffmpegProgram === undefined ? " (there is none)" : "";
describe.skipIf(ffmpegProgram === undefined)(`an installed FFmpeg${reason}`, () => {
  /** When the white picture and the tone begin, in milliseconds, and the picture's streams. */
  async function onsetsOf(file: string) {
    const sound = folder.at("onset.raw");
    // Both are read at once: the times of some formats begin with the first stream in use.
    const frames = await ffmpeg(
      "-i",
      file,
      "-map",
      "0:V:0",
      "-fps_mode",
      "passthrough",
      "-vf",
      "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-",
      "-f",
      "null",
      "-",
      "-map",
      "0:a:0",
      "-af",
      "aresample=async=1:first_pts=0",
      "-ac",
      "1",
      "-ar",
      "48000",
      "-f",
      "s16le",
      sound,
    );
    const found = [...frames.matchAll(/pts_time:([\d.]+)\s+\S+YAVG=([\d.]+)/g)];
    const white = found.find(([, , level]) => Number(level) > 128);
    const bytes = await readFile(sound);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const first = samples.findIndex((sample) => Math.abs(sample) > 2_000);
    const times = found.map(([, time]) => Math.round(Number(time) * 1000));
    return { picture: Number(white?.[1]) * 1000, sound: first / 48, times };
  }

  const morePictures = {
    "prores.mov": ["-c:v", "prores", "-c:a", "pcm_s16le"],
    "mpeg4.avi": ["-c:v", "mpeg4", "-c:a", "libmp3lame"],
  };
  const pictures = {
    // Its timestamps begin at 1.4 s, and its picture has B-frames.
    "mpeg2.ts": ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"],
  };
  const beginsAsOriginal =
    "makes a preview of %s whose picture and sound begin when those of the original do";
  it.each(Object.entries(morePictures))(beginsAsOriginal, long, isPreviewed);
  it.each(Object.entries(pictures))(beginsAsOriginal, isPreviewed);

  async function isPreviewed(name: string, codecs: string[]): Promise<void> {
    const during = "between(t,1,1.5)";
    await ffmpeg(
      "-f",
      "lavfi",
      "-i",
      "color=c=black:s=322x542:r=30000/1001:d=2",
      "-f",
      "lavfi",
      "-i",
      `aevalsrc='0.5*sin(2*PI*1000*t)*${during}:s=48000:d=2'`,
      "-vf",
      `drawbox=color=white:t=fill:enable='${during}'`,
      ...codecs,
      folder.at(name),
    );
    const media = mediaFrom(searchFolders());
    try {
      const options = { signal: never };
      const to = folder.at(`${name}.preview`);
      expect(await media.preview(folder.at(name), to, options)).toBe("video/mp4");
      const { video, audio, durationMs } = await media.probe(to, options);
      expect(video).toMatchObject({ codec: "AVC", width: 320, height: 540 });
      expect(audio?.codec).toMatch(/^AAC/);
      expect(Math.abs(durationMs - 2_000)).toBeLessThan(100);
      const [original, made] = [await onsetsOf(folder.at(name)), await onsetsOf(to)];
      expect(Math.abs(made.picture - original.picture)).toBeLessThan(2);
      expect(Math.abs(made.sound - original.sound)).toBeLessThan(33);
      expect(made.times).toHaveLength(original.times.length);
      expect((await folder.names()).filter((one) => one.endsWith(".part"))).toEqual([]);
    } finally {
      await media.close();
    }
  }

  it("says the reason for a file without a picture, and leaves no part of an aborted preview", async () => {
    const media = mediaFrom(searchFolders());
    try {
      await writeMedia(folder.at("tone.wav"), 1);
      await expect(
        media.preview(folder.at("tone.wav"), folder.at("none"), { signal: never }),
      ).rejects.toThrow("the media file has no picture");
      await writeMedia(folder.at("long.mov"), 5);
      const abort = new AbortController();
      const aborted = media.preview(folder.at("long.mov"), folder.at("aborted"), {
        signal: abort.signal,
        onProgress: () => abort.abort(new Error("enough")),
      });
      await expect(aborted).rejects.toThrow("enough");
      expect((await folder.names()).filter((name) => name.startsWith("aborted"))).toEqual([]);
    } finally {
      await media.close();
    }
  });
});
