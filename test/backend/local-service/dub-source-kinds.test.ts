/** Kinds of source files: several sounds, inverted channels, and what a written file keeps. */
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, describe, it } from "vitest";
import {
  createMediaFolder,
  createNativeMedia,
  createProgramMedia,
  ffmpeg,
  ffmpegProgram,
  writeMedia,
  type MediaFolder,
} from "../../helpers/media-files";
import { long } from "../../long";

let folder: MediaFolder;
const media = createNativeMedia();
const options = { signal: new AbortController().signal };

beforeAll(async () => {
  folder = await createMediaFolder();
});
afterAll(async () => {
  await media.close();
  await folder.remove();
});

const sine = (hertz: number) => ["-f", "lavfi", "-i", `sine=${hertz}:sample_rate=48000:duration=1`];
const picture = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=25:duration=1"];
const h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"];

/** The largest sample of each channel of a WAV file of 16 bit. */
async function peaksOf(file: string): Promise<number[]> {
  const bytes = await readFile(file);
  const channels = bytes.readUInt16LE(22);
  const peaks = Array.from({ length: channels }, () => 0);
  for (let at = 44, index = 0; at + 1 < bytes.length; at += 2, index += 1)
    peaks[index % channels] = Math.max(
      peaks[index % channels] ?? 0,
      Math.abs(bytes.readInt16LE(at)),
    );
  return peaks;
}

describe.skipIf(ffmpegProgram === undefined)("a source", () => {
  it("with a commentary is heard with its default sound", async () => {
    const [file, sound] = [folder.at("commentary.mkv"), folder.at("commentary.wav")];
    const maps = ["-map", "0:v", "-map", "1:a", "-map", "2:a"];
    const flags = ["-disposition:a:0", "comment", "-disposition:a:1", "default"];
    const silent = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=1"];
    await ffmpeg(...picture, ...sine(300), ...silent, ...maps, ...h264, ...flags, file);
    expect(await media.probe(file, options)).toMatchObject({ audio: { streams: [1] } });
    await media.extract(file, sound, { sampleRate: 48_000, channels: 2 }, options);
    expect(await peaksOf(sound)).toEqual([0, 0]);
    const chosen = { ...options, soundTrack: 1 };
    await media.extract(file, sound, { sampleRate: 48_000, channels: 2 }, chosen);
    expect(Math.min(...(await peaksOf(sound)))).toBeGreaterThan(1_000);
    await expect(media.probe(file, { ...options, soundTrack: 3 })).rejects.toThrow(
      "the video has no sound track 3; it has 2",
    );
  });

  it.each([
    { name: "an installed ffmpeg", create: createNativeMedia },
    { name: "the separate program", create: createProgramMedia },
  ])("with mono streams is heard with all of them, by $name", long, async ({ name, create }) => {
    const [file, sound] = [folder.at("mono.mov"), folder.at(`${name}.wav`)];
    const maps = ["-map", "0:v", "-map", "1:a", "-map", "2:a"];
    const silent = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=1"];
    await ffmpeg(...picture, ...silent, ...sine(1000), ...maps, ...h264, "-c:a", "pcm_s16le", file);
    const other = create();
    await other.extract(file, sound, { sampleRate: 48_000, channels: 2 }, options);
    const [left = 0, right = 0] = await peaksOf(sound);
    expect(left).toBe(0);
    expect(right).toBeGreaterThan(3_000);
    const dub = folder.at("mono-dub.mov");
    const original = { languageId: "en-us" };
    await other.mux({ video: file, sound, languageId: "de-de", file: dub, original }, options);
    const streams = await ffmpeg("-i", dub, "-map", "0:a", "-f", "framehash", "-");
    expect(streams).toContain("#codec_id 2:");
    await other.close();
  });

  it("whose right channel is the inverse of the left is analysed", async () => {
    const [file, sound] = [folder.at("inverse.flac"), folder.at("inverse.wav")];
    await ffmpeg(...sine(440), "-af", "pan=stereo|c0=c0|c1=-1*c0", file);
    await media.extract(file, sound, { sampleRate: 16_000, channels: 1 }, options);
    expect((await peaksOf(sound))[0]).toBeGreaterThan(3_000);
    expect((await folder.names()).filter((name) => name.includes("stereo"))).toEqual([]);
  });

  it("with H.264 in WebM becomes Matroska", async () => {
    const [file, dub] = [folder.at("browser.mkv"), folder.at("browser-dub.mkv")];
    await writeMedia(file, 1, "-c:a", "libopus");
    // ffmpeg does not write such a WebM file; browsers do.
    const bytes = await readFile(file);
    const at = bytes.indexOf("matroska");
    const webm = folder.at("browser.webm");
    // DocType "webm", filled with NUL as EBML permits.
    bytes.write("webm\0\0\0\0", at, "latin1");
    await writeFile(webm, bytes);
    const facts = await media.probe(webm, options);
    expect(facts).toMatchObject({ container: "webm", video: { codec: "AVC" } });
    expect(media.outputExtension(facts)).toBe("mkv");
    const sound = folder.at("browser.wav");
    await media.extract(webm, sound, { sampleRate: 48_000, channels: 2 }, options);
    await media.mux({ video: webm, sound, languageId: "de-de", file: dub }, options);
    expect(await media.probe(dub, options)).toMatchObject({ video: { codec: "AVC" } });
  });

  it.each([
    { name: "an installed ffmpeg", create: createNativeMedia },
    { name: "the separate program", create: createProgramMedia },
  ])("with its index in front and a cover keeps both, by $name", long, async ({ create }) => {
    const [plain, cover] = [folder.at("plain.mp4"), folder.at("cover.png")];
    await writeMedia(plain, 1);
    await ffmpeg(...picture, "-frames:v", "1", cover);
    const file = folder.at("rich.mp4");
    const maps = ["-map", "0", "-map", "1", "-disposition:v:1", "attached_pic"];
    await ffmpeg("-i", plain, "-i", cover, ...maps, "-c", "copy", "-movflags", "faststart", file);
    const sound = folder.at("rich.wav");
    const other = create();
    await other.extract(file, sound, { sampleRate: 48_000, channels: 2 }, options);
    for (const [source, isInFront] of [
      [file, true],
      [plain, false],
    ] as const) {
      const dub = folder.at("rich-dub.mp4");
      await other.mux({ video: source, sound, languageId: "de-de", file: dub }, options);
      const bytes = await readFile(dub);
      expect(bytes.indexOf("moov") < bytes.indexOf("mdat")).toBe(isInFront);
      expect(bytes.includes("covr")).toBe(isInFront);
    }
    await other.close();
  });

  it.each(["mp4", "mkv"])("cut off in $0 is incomplete", isIncomplete);
  it.each(["mov", "webm", "avi"])("cut off in $0 is incomplete", long, isIncomplete);

  async function isIncomplete(extension: string): Promise<void> {
    const [whole, cut] = [folder.at(`whole.${extension}`), folder.at(`cut.${extension}`)];
    const front = extension.startsWith("m") && extension !== "mkv" ? "+faststart" : null;
    await writeMedia(whole, 4, ...(front === null ? [] : ["-movflags", front]));
    const bytes = await readFile(whole);
    await writeFile(cut, bytes.subarray(0, Math.round(bytes.length * 0.6)));
    const lossOf = async (file: string) =>
      media.findLoss(file, await media.probe(file, options), options);
    expect(await lossOf(whole)).toBeNull();
    const loss = await lossOf(cut);
    expect(loss).not.toBeNull();
    expect(loss?.endMs).toBeLessThan(3_900);
  }
});
