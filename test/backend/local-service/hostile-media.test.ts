/**
 * Damaged, lying and hostile media files: each ends with EngineError or plausible facts, in time,
 * without a part.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxMediaMs } from "../../../main/local-service/engine/media/limits";
import { createNativeFfmpeg } from "../../../main/local-service/engine/media/native-ffmpeg";
import { createProbeThreads } from "../../../main/local-service/engine/media/probe-threads";
import { EngineError, type MediaProvider } from "../../../main/local-service/engine/ports";
import {
  createMediaFolder,
  createNativeMedia,
  createProgramMedia,
  ffmpegProgram,
  mediaThreadFile,
  writeMedia,
  type MediaFolder,
  type TestExtension,
} from "../../helpers/media-files";
import { seeded } from "../../helpers/random";
import { long } from "../../long";

let folder: MediaFolder;
const media = createNativeMedia();
const { signal } = new AbortController();

beforeAll(async () => {
  folder = await createMediaFolder();
});
afterAll(async () => {
  await media.close();
  await folder.remove();
});

/** The result, or null for EngineError. Other errors fail the test. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError);
    expect((error as Error).message).not.toContain("/");
    return null;
  }
}

/** Probes, extracts and muxes a file; true if the whole file could be processed. */
async function dub(bytes: Uint8Array, provider: MediaProvider = media): Promise<boolean> {
  const [file, sound, dub] = [folder.at("hostile"), folder.at("out.wav"), folder.at("out.media")];
  await writeFile(file, bytes);
  const facts = await orNull(provider.probe(file, { signal }));
  if (facts) {
    expect(facts.durationMs).toBeGreaterThan(0);
    expect(facts.durationMs).toBeLessThanOrEqual(maxMediaMs);
  }
  const format = { sampleRate: 16_000, channels: 1 } as const;
  const extracted = await orNull(
    provider.extract(file, sound, format, { signal }).then(() => true),
  );
  const request = { video: file, sound: folder.at("tone.wav"), languageId: "fr-fr", file: dub };
  const muxed = await orNull(provider.mux(request, { signal }).then(() => true));
  if (extracted === true && facts)
    expect((await readFile(sound)).length).toBeLessThan((facts.durationMs + 2_000) * 32 + 44);
  expect((await folder.names()).filter((name) => name.endsWith(".part"))).toEqual([]);
  await Promise.all([sound, dub].map((one) => rm(one, { force: true })));
  return extracted === true && muxed === true;
}

const truncated = (bytes: Buffer, random: () => number) =>
  bytes.subarray(0, Math.floor(random() * bytes.length));

/** Replaces up to 20 bytes, most of them in the first or last 4 KiB, where the headers are. */
function flipped(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const count = 1 + Math.floor(random() * 20);
  for (let index = 0; index < count; index += 1) {
    const near = Math.floor(random() * Math.min(4096, copy.length));
    const far = Math.floor(random() * copy.length);
    const kind = random();
    const position = kind < 0.45 ? near : kind < 0.8 ? copy.length - 1 - near : far;
    copy[position] = Math.floor(random() * 256);
  }
  return copy;
}

/** A Matroska file that declares another length, in milliseconds: element 0x4489, of 8 bytes. */
function withLength(bytes: Buffer, durationMs: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeDoubleBE(durationMs, copy.indexOf("448988", "hex") + 3);
  return copy;
}

/** A box of MP4. */
function box(type: string, ...parts: Uint8Array[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
  header.write(type, 4, "latin1");
  return Buffer.concat([header, ...parts]);
}

/** A small MP4 file that declares this number of sound streams. */
function withStreams(count: number): Buffer {
  const handler = box("hdlr", Buffer.alloc(8), Buffer.from("soun"), Buffer.alloc(13));
  const track = box("trak", box("tkhd", Buffer.alloc(84)), box("mdia", handler));
  const tracks = Buffer.concat(Array.from({ length: count }, () => track));
  return Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\0isom")), box("moov", tracks)]);
}

describe.skipIf(ffmpegProgram === undefined)("hostile media", () => {
  const originals = new Map<TestExtension, Buffer>();
  async function original(extension: TestExtension): Promise<Buffer> {
    const known = originals.get(extension);
    if (known) return known;
    const file = folder.at(`original.${extension}`);
    await writeMedia(file, 1);
    const bytes = await readFile(file);
    originals.set(extension, bytes);
    return bytes;
  }
  beforeAll(() => writeMedia(folder.at("tone.wav"), 1));

  it("refuses files that are no media, and playlists", async () => {
    const playlists = [
      "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '/etc/passwd'\nduration 10\n",
      "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n",
      '<?xml version="1.0"?><MPD><BaseURL>/etc/passwd</BaseURL></MPD>',
    ];
    for (const text of ["", "only text\n", "\0".repeat(5000), ...playlists])
      expect(await dub(Buffer.from(text))).toBe(false);
    await expect(media.probe(folder.at("missing.mp4"), { signal })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("limits and corrects the lengths that headers declare", async () => {
    const bytes = await original("mkv");
    const file = folder.at("lying.mkv");
    for (const durationMs of [-5, NaN, 1e300]) {
      await writeFile(file, withLength(bytes, durationMs));
      const facts = await media.probe(file, { signal });
      expect(Math.abs(facts.durationMs - 1_000)).toBeLessThan(100);
    }
    for (const durationMs of [1e9, 1e12]) {
      await writeFile(file, withLength(bytes, durationMs));
      await expect(media.probe(file, { signal })).rejects.toThrow("longer than 6 hours");
    }
  });

  it("ends a thread that reads for too long", async () => {
    const threads = createProbeThreads({ file: mediaThreadFile, maxThreads: 1, timeoutMs: 300 });
    const file = folder.at("streams.mp4");
    await writeFile(file, withStreams(20_000));
    const controller = new AbortController();
    const reason = new Error("removed");
    const [slow, waiting] = [threads.read(file, signal), threads.read(file, controller.signal)];
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(slow).rejects.toThrow("too much time");
    await threads.close();
    await expect(threads.read(file, signal)).rejects.toThrow("closed");
  });

  it.skipIf(process.platform !== "linux")("reports a full disk", async () => {
    const program = createNativeFfmpeg(ffmpegProgram ?? "");
    const [file, demuxer] = [folder.at("tone.wav"), "wav"];
    const running = program.run(
      {
        inputs: [{ file, demuxer, arguments: [] }],
        output: { file: "/dev/full", muxer: "wav", arguments: [] },
        durationMs: 1_000,
      },
      { signal },
    );
    await expect(running).rejects.toMatchObject({ code: "disk-full" });
  });

  const fuzzed: TestExtension[] = ["mp4", "mov", "mkv", "webm", "avi", "flv", "mpg", "ts", "wav"];

  it("survives a truncated file", async () => {
    expect(await dub(truncated(await original("mkv"), seeded(1)))).toBe(true);
  });

  it.each(fuzzed)(
    "survives many truncated and damaged files: $0",
    { ...long, timeout: 600_000 },
    async (extension) => {
      const random = seeded(7);
      const bytes = await original(extension);
      await dub(bytes);
      for (let count = 0; count < 8; count += 1) await dub(truncated(bytes, random));
      for (let count = 0; count < 12; count += 1) await dub(flipped(bytes, random));
    },
  );

  it("survives damaged files in the separate program", { ...long, timeout: 600_000 }, async () => {
    const other = createProgramMedia();
    const random = seeded(11);
    for (const extension of fuzzed) {
      const bytes = await original(extension);
      await dub(truncated(bytes, random), other);
      await dub(flipped(bytes, random), other);
    }
    await other.close();
  });
});
