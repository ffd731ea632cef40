/**
 * Videos of deliveries: the dub without losses in containers of editing programs, and the original
 * as second track.
 */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import {
  createMediaFolder,
  createNativeMedia,
  createProgramMedia,
  ffmpeg,
  ffmpegProgram,
  pictureHash,
  writeMedia,
  type MediaFolder,
} from "../../helpers/media-files";
import { sine } from "../../helpers/sound-signals";
import { long } from "../../long";

const { signal } = new AbortController();
const name = "a delivered video";
describe.skipIf(ffmpegProgram === undefined)(
  ffmpegProgram === undefined ? `${name} (skipped: ffmpeg is not installed)` : name,
  () => {
    let folder: MediaFolder;
    let sound: string;
    /** The ffmpeg of this computer, and that of the application. */
    const providers = { installed: createNativeMedia(), bundled: createProgramMedia() };
    beforeAll(async () => {
      folder = await createMediaFolder();
      sound = folder.at("dub.wav");
      const samples = sine(1, { hertz: 300 });
      const header = wavHeader({ channels: 1, sampleRate: 48_000 }, samples.length);
      await writeFile(sound, Buffer.concat([header, Buffer.from(samples.buffer)]));
    });
    afterAll(async () => {
      await Promise.all([providers.installed.close(), providers.bundled.close()]);
      await folder.remove();
    });

    /** A hash of a track as it is stored, or of its samples of 24 bit. */
    const trackHash = (file: string, track: number, encoder: "copy" | "pcm_s24le") =>
      ffmpeg("-i", file, "-map", `0:a:${track}`, "-c:a", encoder, "-f", "md5", "-");
    /** The languages of the streams, in order. */
    async function languagesOf(file: string): Promise<string[]> {
      const text = await ffmpeg("-i", file, "-map", "0", "-c", "copy", "-f", "ffmetadata", "-");
      return [...text.matchAll(/^language=(\w+)$/gm)].map(([, language]) => language ?? "");
    }

    async function delivered(
      extension: "mov" | "mkv" | "mp4",
      provider: keyof typeof providers,
      original?: { languageId: string | null },
    ) {
      const [video, file] = [folder.at(`original.${extension}`), folder.at(`made.${extension}`)];
      await writeMedia(video, 1, "-metadata:s:a:0", "language=jpn");
      const request = { video, sound, languageId: "es-es", file, isDelivery: true };
      await providers[provider].mux({ ...request, ...(original ? { original } : {}) }, { signal });
      expect(await pictureHash(file)).toBe(await pictureHash(video));
      return { video, file };
    }

    const hasBoth = "%s of the %s ffmpeg has the samples of the dub, then the original";
    it.each([["mov", "bundled"]] as const)(hasBoth, checkBoth);
    it.each([["mkv", "installed"]] as const)(hasBoth, long, checkBoth);
    async function checkBoth(
      extension: "mov" | "mkv",
      provider: "bundled" | "installed",
    ): Promise<void> {
      const { video, file } = await delivered(extension, provider, { languageId: "en-us" });
      // As stored: PCM of 24 bit.
      expect(await trackHash(file, 0, "copy")).toBe(await trackHash(sound, 0, "pcm_s24le"));
      expect(await trackHash(file, 1, "copy")).toBe(await trackHash(video, 0, "copy"));
      expect((await languagesOf(file)).slice(-2)).toEqual(["spa", "eng"]);
    }

    it("mp4 has the original with its own language, if that of the project is not known", async () => {
      const { video, file } = await delivered("mp4", "installed", { languageId: null });
      expect(await trackHash(file, 1, "copy")).toBe(await trackHash(video, 0, "copy"));
      expect((await languagesOf(file)).slice(-2)).toEqual(["spa", "jpn"]);
      const again = await readFile(file);
      await delivered("mp4", "installed", { languageId: null });
      expect(again.equals(await readFile(file))).toBe(true);
    });

    it("has the dub alone unless the original is requested", async () => {
      const { file } = await delivered("mkv", "installed");
      await expect(trackHash(file, 1, "copy")).rejects.toThrow("matches no streams");
    });

    const isBook = "an audiobook is MP3 with chapters, the same twice, of the %s ffmpeg";
    it.each(["installed"] as const)(isBook, checkBook);
    it.each(["bundled"] as const)(isBook, long, checkBook);
    async function checkBook(provider: keyof typeof providers): Promise<void> {
      expect(await providers[provider].canWriteBooks()).toBe(true);
      const request = {
        sound,
        durationMs: 1_000,
        title: "Kapitel & Ende = 1",
        album: "Серия",
        languageId: "es-es",
        chapters: [
          { title: "Prólogo", startMs: 0, endMs: 400 },
          { title: "第二章; #2", startMs: 400, endMs: 1_000 },
        ],
      };
      const [first, second] = [folder.at("book.mp3"), folder.at("again.mp3")];
      await providers[provider].writeBook(request, first, { signal });
      await providers[provider].writeBook(request, second, { signal });
      expect((await readFile(first)).equals(await readFile(second))).toBe(true);
      expect((await folder.names()).some((name) => name.endsWith(".chapters"))).toBe(false);
      const read = await ffmpeg("-i", first, "-f", "ffmetadata", "-");
      expect(read).toContain("title=Kapitel & Ende \\= 1\n");
      expect(read).toContain("album=Серия\n");
      const probe = ["-v", "error", "-show_chapters", "-of", "json", first];
      const probed = spawnSync("ffprobe", probe, { encoding: "utf8" });
      if (!probed.error) {
        const { chapters } = JSON.parse(probed.stdout) as {
          chapters: { start_time: string; end_time: string; tags: { title: string } }[];
        };
        expect(
          chapters.map((one) => [Number(one.start_time), Number(one.end_time), one.tags.title]),
        ).toEqual([
          [0, 0.4, "Prólogo"],
          [0.4, 1, "第二章; #2"],
        ]);
      }
      const { audio, durationMs } = await providers.installed.probe(first, { signal });
      expect(audio).toMatchObject({ channels: 1, sampleRate: 44_100 });
      expect(Math.abs(durationMs - 1_000)).toBeLessThan(100);
    }
  },
);
