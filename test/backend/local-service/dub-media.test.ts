/** Media of a dub: facts, sound and picture, with an installed ffmpeg. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureTimes } from "../../../main/local-service/engine/picture-times";
import { EngineError } from "../../../main/local-service/engine/ports";
import {
  createMediaFolder,
  createMediaWithoutFfmpeg,
  createNativeMedia,
  createProgramMedia,
  ffmpeg,
  ffmpegProgram,
  frameHash,
  pictureHash,
  writeMedia,
  type MediaFolder,
  type TestExtension,
} from "../../helpers/media-files";
import { long } from "../../long";

let folder: MediaFolder;
const media = createNativeMedia();
const { signal } = new AbortController();
const options = { signal };

beforeAll(async () => {
  folder = await createMediaFolder();
});
afterAll(async () => {
  await media.close();
  await folder.remove();
});

const md5 = async (file: string) =>
  createHash("md5")
    .update(await readFile(file))
    .digest("hex");

/** The header of a WAV file: its format, and its length in milliseconds. */
async function readWav(file: string) {
  const bytes = await readFile(file);
  const [channels, sampleRate, bits] = [
    bytes.readUInt16LE(22),
    bytes.readUInt32LE(24),
    bytes.readUInt16LE(34),
  ];
  const dataBytes = bytes.readUInt32LE(40);
  expect(bytes.toString("latin1", 36, 40)).toBe("data");
  expect(bytes.length).toBe(44 + dataBytes);
  return { channels, sampleRate, bits, durationMs: dataBytes / channels / 2 / (sampleRate / 1000) };
}

interface Case {
  extension: TestExtension;
  output: string;
  codec: string;
  /** The stored form of the picture differs between the containers; its frames do not. */
  isRepacked?: boolean;
  /** The container stores titles. */
  hasTitle?: boolean;
}

/** Probes, extracts and muxes a file of 2 s. */
async function dub(one: Case): Promise<void> {
  const { extension, output, codec, isRepacked = false, hasTitle = true } = one;
  const file = folder.at(`original.${extension}`);
  await writeMedia(file, 2, "-metadata", "title=The title");
  const facts = await media.probe(file, options);
  expect(facts).toMatchObject({
    video: { width: 160, height: 120, codec },
    audio: { channels: 1 },
  });
  expect(facts.durationMs).toBeGreaterThan(1_950);
  expect(facts.durationMs).toBeLessThan(2_150);
  expect(media.outputExtension(facts)).toBe(output);

  const sound = folder.at(`${extension}.wav`);
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  await media.extract(file, sound, { sampleRate: 48_000, channels: 2 }, { signal, onProgress });
  const wav = await readWav(sound);
  expect(wav).toMatchObject({ channels: 2, sampleRate: 48_000, bits: 16 });
  expect(wav.durationMs).toBeGreaterThan(1_950);
  expect(wav.durationMs).toBeLessThan(2_150);
  expect(shares.at(-1)).toBeGreaterThan(0.9);

  const dubs = [folder.at(`1.${output}`), folder.at(`2.${output}`)];
  for (const target of dubs)
    await media.mux({ video: file, sound, languageId: "es-la", file: target }, options);
  const [first = "", second = ""] = dubs;
  expect(await md5(first)).toBe(await md5(second));
  const hash = isRepacked ? frameHash : pictureHash;
  expect(await hash(first)).toBe(await hash(file));
  if (hasTitle) expect((await readFile(first)).includes("The title")).toBe(true);
  expect(await media.probe(first, options)).toMatchObject({ video: { codec }, audio: {} });
  expect((await folder.names()).filter((name) => name.endsWith(".part"))).toEqual([]);
}

describe.skipIf(ffmpegProgram === undefined)("with an installed ffmpeg", () => {
  const others: Case[] = [
    { extension: "avi", output: "mkv", codec: "MPEG-4 Visual" },
    { extension: "mov", output: "mov", codec: "ProRes" },
    { extension: "mkv", output: "mkv", codec: "AVC" },
    { extension: "webm", output: "webm", codec: "VP8" },
    { extension: "flv", output: "mkv", codec: "Sorenson Spark" },
    { extension: "mpg", output: "mkv", codec: "MPEG Video", hasTitle: false },
    { extension: "ts", output: "mkv", codec: "AVC", isRepacked: true, hasTitle: false },
    { extension: "mxf", output: "mov", codec: "MPEG Video", hasTitle: false },
    { extension: "wmv", output: "mkv", codec: "WMV2" },
  ];
  it("dubs mp4 as mp4", () => dub({ extension: "mp4", output: "mp4", codec: "AVC" }));
  it.each(others)("dubs $extension as $output", long, dub);

  it.each(["mp4", "ts", "mpg"])("keeps the delay of a picture in $0", long, async (extension) => {
    const [original, file] = [folder.at(`together.${extension}`), folder.at(`late.${extension}`)];
    await writeMedia(original, 2);
    const sources = ["-itsoffset", "1", "-i", original, "-i", original];
    await ffmpeg(...sources, "-map", "0:v", "-map", "1:a", "-c", "copy", file);
    const [sound, target] = [folder.at("late.wav"), folder.at("late.dub")];
    await media.extract(file, sound, { sampleRate: 16_000, channels: 1 }, options);
    expect((await readWav(sound)).durationMs).toBeLessThan(2_200);
    await media.mux({ video: file, sound, languageId: "it-it", file: target }, options);
    const times = await ffmpeg(
      "-i",
      target,
      "-map",
      "0:V:0",
      "-f",
      "framecrc",
      "-enc_time_base",
      "1:1000",
      "-",
    );
    const [, first = ""] = /^0,\s*-?\d+,\s*(\d+),/m.exec(times) ?? [];
    expect(Math.abs(Number(first) - 1_000)).toBeLessThan(80);
  });

  // About 1 s.
  const holdsFrame = "holds the last frame of %s with %i frames for %i ms";
  // The last packet is not that of the last frame.
  it.each([["mp4", 51, 1_576]] as const)(holdsFrame, checkHeldFrame);
  it.each([
    ["mp4", 50, 1_990],
    ["mov", 51, 1_990],
  ] as const)(holdsFrame, long, checkHeldFrame);
  async function checkHeldFrame(extension: string, frames: number, heldMs: number): Promise<void> {
    const [sound, file] = [folder.at("longer.wav"), folder.at(`b-frames.${extension}`)];
    const target = folder.at(`held.${extension}`);
    await writeMedia(sound, 4);
    const source = ["-f", "lavfi", "-i", "testsrc=s=160x120:r=25:d=3", "-frames:v", String(frames)];
    const encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "3", "-b_strategy", "0"];
    await ffmpeg(...source, ...encoder, "-x264-params", "b-pyramid=normal", file);
    const request = { video: file, sound, languageId: "it-it", file: target, heldMs };
    await media.mux(request, options);
    const length = pictureTimes(await media.probe(target, options))?.lengthMs;
    expect(length).toBeGreaterThanOrEqual(frames * 40 + heldMs - 10);
    expect(length).toBeLessThanOrEqual(frames * 40 + heldMs + 80);
    expect(await pictureHash(target)).toBe(await pictureHash(file));
    // The order of frames is in the times of packets.
    const packets = async (video: string) =>
      (await ffmpeg("-i", video, "-map", "0:V:0", "-c", "copy", "-f", "framecrc", "-"))
        .split("\n")
        .filter((row) => row.startsWith("0,"))
        .map((row) => row.split(",").slice(0, 3).join());
    expect(await packets(target)).toEqual(await packets(file));
  }

  it("refuses files without sound or picture", async () => {
    const [silent, wav, to] = [folder.at("silent.mp4"), folder.at("tone.wav"), folder.at("x.wav")];
    await writeMedia(silent, 1, "-an");
    await writeMedia(wav, 1);
    const format = { sampleRate: 16_000, channels: 1 } as const;
    await expect(media.extract(silent, to, format, options)).rejects.toThrow("has no sound");
    const request = { video: wav, sound: wav, languageId: "de-de", file: to };
    await expect(media.mux(request, options)).rejects.toThrow("has no picture");
    await media.extract(wav, to, format, options);
    expect(await readWav(to)).toMatchObject({ channels: 1, sampleRate: 16_000, durationMs: 1_000 });
  });

  it("rejects with the reason of the signal and leaves no part", async () => {
    const file = folder.at("aborting.wav");
    await writeMedia(file, 1);
    const controller = new AbortController();
    const reason = new Error("removed");
    const format = { sampleRate: 48_000, channels: 2 } as const;
    const extracting = media.extract(file, folder.at("aborted.wav"), format, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(extracting).rejects.toBe(reason);
    expect(await folder.names()).not.toContain("aborted.wav.part");
    expect(await folder.names()).not.toContain("aborted.wav");
  });
});

it.skipIf(ffmpegProgram === undefined)("ends what is running when it is closed", long, async () => {
  const [file, target] = [folder.at("closing.wav"), folder.at("closed.wav")];
  await writeMedia(file, 600);
  const other = createNativeMedia();
  const format = { sampleRate: 48_000, channels: 2 } as const;
  const closings: Promise<void>[] = [];
  const extracting = other.extract(file, target, format, {
    signal,
    onProgress: () => closings.push(other.close()),
  });
  await expect(extracting).rejects.toThrow("closed");
  await Promise.all(closings);
  expect((await folder.names()).filter((name) => name.startsWith("closed"))).toEqual([]);
  await expect(other.probe(file, options)).rejects.toThrow("closed");
});

describe.skipIf(ffmpegProgram === undefined)("the separate program", () => {
  const other = createProgramMedia();
  afterAll(() => other.close());

  it("gives the same sound and picture as an installed ffmpeg", long, async () => {
    expect(await other.unavailable()).toBeNull();
    const [file, sound, dub] = [folder.at("same.mkv"), folder.at("same.wav"), folder.at("dub.mkv")];
    await writeMedia(file, 2);
    const format = { sampleRate: 16_000, channels: 1 } as const;
    await media.extract(file, sound, format, options);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const target = folder.at("program.wav");
    await other.extract(file, target, format, { signal, onProgress });
    expect(shares.at(-1)).toBeGreaterThan(0.9);
    const [one, two] = [await readFile(sound), await readFile(target)];
    expect(two.length).toBe(one.length);
    // The decoder of Vorbis differs in the last bit of a sample.
    const differences = Array.from({ length: (one.length - 44) / 2 }, (_, index) =>
      Math.abs(one.readInt16LE(44 + 2 * index) - two.readInt16LE(44 + 2 * index)),
    );
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    await other.mux({ video: file, sound, languageId: "de-de", file: dub }, options);
    expect(await pictureHash(dub)).toBe(await pictureHash(file));

    const [film, held] = [folder.at("same.mp4"), folder.at("held.mp4")];
    await writeMedia(film, 2);
    const request = { video: film, sound, languageId: "de-de", file: held, heldMs: 1_000 };
    await other.mux(request, options);
    expect(pictureTimes(await media.probe(held, options))?.lengthMs).toBeGreaterThan(2_980);
    expect(await pictureHash(held)).toBe(await pictureHash(film));
  });

  it("extracts sound", async () => {
    const [file, target] = [folder.at("whole.flac"), folder.at("whole.wav")];
    await writeMedia(file, 1);
    await other.extract(file, target, { sampleRate: 16_000, channels: 1 }, options);
    expect(await readWav(target)).toMatchObject({ sampleRate: 16_000, durationMs: 1_000 });
  });

  it("ends with the signal", long, async () => {
    const file = folder.at("ending.flac");
    await writeMedia(file, 1);
    const controller = new AbortController();
    const reason = new Error("removed");
    const format = { sampleRate: 16_000, channels: 1 } as const;
    const extracting = other.extract(file, folder.at("ended.wav"), format, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(extracting).rejects.toBe(reason);
    expect((await folder.names()).filter((name) => name.startsWith("ended"))).toEqual([]);
  });

  it("reports damaged files", long, async () => {
    const file = folder.at("damaged.wav");
    await writeMedia(file, 1);
    const bytes = await readFile(file);
    // A codec that does not exist.
    bytes.writeUInt16LE(0x7777, 20);
    await writeFile(file, bytes);
    const format = { sampleRate: 48_000, channels: 2 } as const;
    const extracting = other.extract(file, folder.at("x.wav"), format, options);
    await expect(extracting).rejects.toThrow(EngineError);
  });
});

it("states that a computer without ffmpeg cannot process media, and still reads facts", async () => {
  const other = createMediaWithoutFfmpeg();
  expect(await other.unavailable()).toContain("install FFmpeg");
  const text = folder.at("text.mp4");
  await writeFile(text, "not a film");
  await expect(other.probe(text, options)).rejects.toThrow(EngineError);
  const format = { sampleRate: 48_000, channels: 2 } as const;
  await expect(other.extract(text, folder.at("t.wav"), format, options)).rejects.toThrow(
    EngineError,
  );
  await other.close();
});
