/**
 * What a written video has of its source, and the list of what it does not have: as a message, in
 * the note of a dub and in a delivery.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitForDub } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startExport, untilEnded } from "../../helpers/exports";
import { startLocalService } from "../../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../../helpers/local-workspace";
import {
  createMediaFolder,
  createNativeMedia,
  createProgramMedia,
  ffmpeg,
  ffmpegProgram,
  writeMedia,
  type MediaFolder,
} from "../../helpers/media-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";

let folder: MediaFolder;
const media = createNativeMedia();
const options = { signal: new AbortController().signal };

const seconds = 2;
const cue = "1\n00:00:00,200 --> 00:00:01,500\nHola.\n";
const chapters = `;FFMETADATA1
title=The harbour
artist=Ana
[CHAPTER]
TIMEBASE=1/1000
START=0
END=1000
title=One
[CHAPTER]
TIMEBASE=1/1000
START=1000
END=2000
title=Two
`;

beforeAll(async () => {
  folder = await createMediaFolder();
  await writeFile(folder.at("s.srt"), cue);
  await writeFile(folder.at("chapters.txt"), chapters);
  if (ffmpegProgram === undefined) return;
  const lavfi = (source: string) => ["-f", "lavfi", "-i", source];
  await ffmpeg(...lavfi("testsrc=size=32x32"), "-frames:v", "1", folder.at("cover.png"));
  const [red, low, high] = [
    lavfi(`testsrc=size=176x144:rate=25:duration=${seconds}`),
    lavfi(`sine=300:sample_rate=48000:duration=${seconds}`),
    lavfi(`sine=900:sample_rate=48000:duration=${seconds}`),
  ];
  const codecs = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-c:s", "srt"];
  const names = ["-metadata:s:a:1", "language=fra", "-metadata:s:s:0", "language=deu"];
  const maps = ["0:v", "1:a", "2:a", "3:s"].flatMap((stream) => ["-map", stream]);
  const texts = ["-i", folder.at("s.srt"), "-i", folder.at("chapters.txt"), "-map_metadata", "4"];
  const rich = [...red, ...low, ...high, ...texts, ...maps, "-map_chapters", "4", ...codecs];
  await ffmpeg(...rich, ...names, "-shortest", folder.at("rich.mkv"));
});
afterAll(async () => {
  await media.close();
  await folder.remove();
});

/** Writes `name` with the streams of rich.mkv and these arguments. */
async function source(name: string, ...more: string[]): Promise<string> {
  const file = folder.at(name);
  await ffmpeg("-i", folder.at("rich.mkv"), ...more, file);
  return file;
}

/** The message about a dub of a file, and the written file. */
async function mux(video: string, original?: { languageId: string }) {
  const [sound, facts] = [folder.at("sound.wav"), await media.probe(video, options)];
  await media.extract(video, sound, { sampleRate: 48_000, channels: 2 }, options);
  const file = folder.at(`dub.${media.outputExtension(facts)}`);
  const request = { video, sound, languageId: "es-es", file, ...(original ? { original } : {}) };
  return { file, message: await media.mux(request, options) };
}

const everything = ["-map", "0", "-c", "copy"];

// About 2 s together.
describe.skipIf(ffmpegProgram === undefined)("a written video", () => {
  it("in .mp4 has the cover, the subtitles, the chapters and the title; another sound is named", async () => {
    const file = folder.at("rich.mp4");
    const inputs = ["-i", folder.at("rich.mkv"), "-i", folder.at("cover.png")];
    const maps = ["-map", "0", "-map", "1", "-disposition:v:1", "attached_pic"];
    await ffmpeg(...inputs, ...maps, "-c", "copy", "-c:s", "mov_text", file);
    const dub = await mux(file);
    expect(dub.message).toBe("Not kept in the video: other sound tracks (fr AAC)");
    const { extras, soundTracks } = await media.probe(dub.file, options);
    expect(soundTracks).toHaveLength(1);
    expect(extras).toMatchObject({ hasCover: true, chapters: 2 });
    expect(extras.subtitles).toMatchObject([{ language: "de" }]);
    expect(extras.metadata).toEqual(expect.arrayContaining(["title", "artist"]));
    const bytes = await readFile(dub.file);
    expect([bytes.includes("covr"), bytes.includes("tx3g")]).toEqual([true, true]);
  });

  it("in .mkv has subtitles, chapters and attached files, with the cover", async () => {
    const attached = (name: string, type: string, at: number) => [
      "-attach",
      folder.at(name),
      `-metadata:s:t:${at}`,
      `mimetype=${type}`,
    ];
    await writeFile(folder.at("Serif.ttf"), "not a font");
    const cover = await readFile(folder.at("cover.png"));
    await writeFile(folder.at("poster.png"), Buffer.concat([cover, Buffer.from("poster")]));
    const files = [
      ...attached("poster.png", "image/png", 0),
      ...attached("Serif.ttf", "application/x-truetype-font", 1),
      ...attached("cover.png", "image/png", 2),
    ];
    const file = await source("covered.mkv", ...everything, ...files);
    const dub = await mux(file, { languageId: "en-us" });
    expect(dub.message).toBe("Not kept in the video: other sound tracks (fr AAC)");
    const { extras, soundTracks } = await media.probe(dub.file, options);
    expect(soundTracks).toHaveLength(2);
    expect(extras).toMatchObject({
      hasCover: true,
      pictures: 0,
      chapters: 2,
      attachments: [{ name: "Serif ttf" }, { name: "poster png" }],
      pictureFiles: ["poster.png", "cover.png"],
    });
    const written = await readFile(dub.file);
    for (const name of ["cover.png", "poster.png", "Serif.ttf"])
      expect(written.includes(await readFile(folder.at(name)))).toBe(true);
    expect((await folder.names()).filter((name) => name.includes("picture"))).toEqual([]);
  });

  // About 4 s: the program is slow to start.
  it("has its cover also by the separate program", long, async () => {
    const cover = ["-attach", folder.at("cover.png"), "-metadata:s:t:0", "mimetype=image/png"];
    const file = await source("program.mkv", ...everything, ...cover);
    const program = createProgramMedia();
    const [sound, dub] = [folder.at("program.wav"), folder.at("program-dub.mkv")];
    await program.extract(file, sound, { sampleRate: 48_000, channels: 2 }, options);
    await program.mux({ video: file, sound, languageId: "es-es", file: dub }, options);
    expect((await readFile(dub)).includes(await readFile(folder.at("cover.png")))).toBe(true);
    expect((await program.probe(dub, options)).extras).toMatchObject({ hasCover: true });
    await program.close();
  });

  it("in .mov has the chapters; its cover is named", async () => {
    const file = folder.at("covered.mov");
    const inputs = ["-i", folder.at("rich.mkv"), "-i", folder.at("cover.png")];
    const maps = ["-map", "0:v", "-map", "0:a:0", "-map", "1", "-disposition:v:1", "attached_pic"];
    await ffmpeg(...inputs, ...maps, "-c", "copy", "-f", "mp4", file);
    // ffmpeg does not write the cover of a QuickTime file; other programs do.
    const bytes = await readFile(file);
    for (let at = 8; at < bytes.readUInt32BE(0); at += 4) bytes.write("qt  ", at, "latin1");
    await writeFile(file, bytes);
    const dub = await mux(file);
    expect(path.extname(dub.file)).toBe(".mov");
    expect(dub.message).toBe("Not kept in the video: the cover");
    expect((await media.probe(dub.file, options)).extras).toMatchObject({ chapters: 2 });
  });

  it("in another container is without the subtitles that this does not have, with the rest", async () => {
    // H.263 and text of 3GPP become Matroska.
    const file = folder.at("phone.3gp");
    const codecs = ["-c:v", "h263", "-c:a", "aac", "-c:s", "mov_text"];
    const maps = ["-map", "0:v", "-map", "0:a:0", "-map", "0:s"];
    await ffmpeg("-i", folder.at("rich.mkv"), ...maps, ...codecs, file);
    const dub = await mux(file);
    expect(path.extname(dub.file)).toBe(".mkv");
    expect(dub.message).toBe(
      // ffmpeg does not read the metadata of 3GPP.
      "Not kept in the video: subtitles (de Timed Text); metadata (title, artist)",
    );
    expect((await media.probe(dub.file, options)).extras).toMatchObject({ chapters: 2 });
  });

  it("that has all of its source is without a message", long, async () => {
    const plain = ["-map", "0:v", "-map", "0:a:0", "-map", "0:s", "-c", "copy"];
    const timecode = ["-timecode", "10:00:00:00", "-c:s", "mov_text"];
    const dub = await mux(await source("plain.mov", ...plain, ...timecode));
    expect(dub.message).toBe("");
  });
});

const plain = ["mp4", "mov", "mkv", "webm", "avi", "flv", "mpg", "ts", "mxf", "wmv"] as const;
// About 0.5 s each.
it.skipIf(!ffmpegProgram).each(plain)(
  "a video in .%s with one sound has all of it",
  long,
  async (extension) => {
    const file = folder.at(`one.${extension}`);
    const tags = ["title", "artist", "album", "genre", "comment", "copyright", "description"];
    const metadata = [...tags, "composer", "date=2020"].flatMap((tag) => [
      "-metadata",
      tag.includes("=") ? tag : `${tag}=of the film`,
    ]);
    const timecode = extension === "mxf" ? ["-timecode", "10:00:00:00"] : [];
    await writeMedia(file, 1, ...metadata, ...timecode);
    expect((await mux(file)).message).toBe("");
  },
);

// About 3 s: a dub and a delivery of a video of two seconds.
it.skipIf(!ffmpegProgram)(
  "what is not kept is in the note of the dub and in the delivery",
  async () => {
    const local = await startLocalService({ scriptWorkerFile, startEngine });
    try {
      const { client } = local;
      await client.upload("film.mkv", await readFile(folder.at("rich.mkv")), "video/x-matroska");
      const project = await createProject(client, {
        type: "media-dubbing",
        targetLanguages: ["es-es"],
      });
      const scriptPath = await uploadScript(client, "s.srt", cue);
      const fields = { name: "film", scriptPath, videoPath: "film.mkv", languageCode: "es-es" };
      const created = await client.post(`/projects/${project}/batches`, fields);
      const { id } = bodyOf<{ id: string }>(created, 201);
      const note = "Not kept in the video: other sound tracks (fr AAC)";
      expect((await waitForDub(() => client, id)).message).toContain(`es-es: ${note}`);
      const request = { languages: ["es-es"], parts: ["video", "reports"], preset: "online" };
      const delivery = await startExport(client, id, {
        ...request,
        includeUnapproved: true,
        originalTrack: false,
        folder: folder.at("."),
      });
      expect(await untilEnded(() => client, delivery)).toMatchObject({ state: "made" });
      const manifest = await readFile(path.join(delivery.folder, "manifest.json"), "utf8");
      expect(JSON.parse(manifest)).toMatchObject({
        notKept: [
          { path: expect.stringMatching(/\.mkv$/), notKept: ["other sound tracks (fr AAC)"] },
        ],
        findings: [],
      });

      // The takes are compared with another voice; the video is the same.
      const at = `/projects/${project}/characters`;
      const [character] = bodyOf<{ id: string; voice: string }[]>(await client.get(at));
      const voice = character?.voice === "Camille" ? "Ashley" : "Camille";
      bodyOf(await client.post(`${at}/${character?.id ?? ""}`, { voice }), 204);
      const dubs = async () => bodyOf(await client.get(`/local/batches/${id}/dubs`)).dubs;
      await expect.poll(dubs).toMatchObject([{ state: "made", outdated: 1, note }]);
    } finally {
      await local.remove();
    }
  },
);
