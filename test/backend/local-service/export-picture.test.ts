/** Exports of videos that are at a URL, missing or replaced, or longer than their picture. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { pictureTimes } from "../../../main/local-service/engine/picture-times";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { planOf, startExport, untilEnded } from "../../helpers/exports";
import { beginDubAt, dubAt, dubVideo, writeVideo } from "../../helpers/listening-material";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createProject } from "../../helpers/local-workspace";
import { createNativeMedia, ffmpegProgram } from "../../helpers/media-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";
import { requireValidRowsOf } from "../../helpers/valid-rows";
import { long } from "../../long";

const parts = ["takes", "stems", "mix", "video", "subtitles", "cues", "reports", "session"];
const request = { languages: ["es-es"], parts, preset: "online" };
/** 10 s at 23.976 frames per second are 240 frames, each of 1001/24000 s. */
const [rate, timecode, pictureSamples] = ["24000/1001", "02:00:00:00", 480_480] as const;
/** Parts that need the picture. */
const needsPicture = ["stems", "mix", "video"];

const media = createNativeMedia();
let local: RunningLocalService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: http.Server;
let film: Buffer;
/** Requests for the whole video. */
let downloads = 0;

const export_ = async (batch: string, ...exported: string[]) => {
  const body = { ...request, parts: exported, includeUnapproved: true, folder: folder.path };
  const started = await startExport(local.client, batch, body);
  return { started, ended: await untilEnded(() => local.client, started) };
};
/** Samples of each channel of a delivered WAV file of 24 bit. */
async function samplesIn(file: string): Promise<number> {
  const bytes = await readFile(file);
  const channels = bytes.readUInt16LE(bytes.indexOf("fmt ", 0, "latin1") + 10);
  return bytes.readUInt32LE(bytes.indexOf("data", 0, "latin1") + 4) / 3 / channels;
}
const partOf = (file: string) => file.split("/")[1] ?? "";

describe.skipIf(ffmpegProgram === undefined)(
  ffmpegProgram === undefined
    ? "an exported video (skipped: ffmpeg is not installed)"
    : "an exported video",
  () => {
    beforeAll(async () => {
      folder = await temporaryFolder();
      local = await startLocalService({
        scriptWorkerFile,
        startEngine: () => startSpokenEngine(),
        allowPrivateUrls: true,
      });
      server = http.createServer(({ method }, response) => {
        if (method === "GET") downloads += 1;
        response.writeHead(200, { "content-type": "video/mp4", "content-length": film.length });
        response.end(method === "GET" ? film : undefined);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    });
    afterAll(async () => {
      server.closeAllConnections();
      server.close();
      await local.remove();
      await media.close();
      await folder.remove();
    });

    it(
      "in the gallery is refused for each file that needs it while it is missing",
      { timeout: 180_000 },
      async () => {
        const file = path.join(folder.path, "film.mp4");
        const options = { rate, timecode, soundSeconds: 12 };
        const { batch } = await dubVideo(local.client, file, options);
        film = await readFile(file);
        const remove = { paths: ["film.mp4"] };
        bodyOf(await local.client.post("/media/files/delete", remove), 204);
        const missing = "videoPath: the video is not in the media gallery";
        const planned = (await planOf(local.client, batch, request)).files;
        for (const { path: name, problem } of planned)
          expect([name, problem]).toEqual([
            name,
            needsPicture.includes(partOf(name)) ? missing : "",
          ]);
        const { started, ended } = await export_(batch, ...needsPicture, "cues");
        expect(ended).toMatchObject({ state: "failed", counts: { failed: 5 } });
        expect(ended.problem).toContain(missing);
        const cues = path.join(started.folder, "es-ES/cues/Harbour_es-ES.csv");
        expect(await readFile(cues, "utf8")).toContain("01:00:02:13");

        // All files are made again, with its timecode.
        await local.client.upload("film.mp4", film);
        bodyOf(await local.client.post(`/local/exports/${started.exportId}/resume`, {}), 204);
        const made = await untilEnded(() => local.client, started);
        expect(made).toMatchObject({ state: "made", counts: { failed: 0 } });
        expect(await readFile(cues, "utf8")).toContain("02:00:02:12");

        // The stems are exactly as long as the picture, although the sound is longer.
        for (const name of await filesBelow(started.folder))
          if (name.endsWith(".wav") && partOf(name) !== "takes")
            expect([name, await samplesIn(path.join(started.folder, name))]).toEqual([
              name,
              pictureSamples,
            ]);

        // Another video at the same path is not delivered with these lines.
        await writeVideo(file, { rate: "30" });
        await local.client.upload("film.mp4", await readFile(file));
        await rm(path.join(started.folder, "es-ES/video/Harbour_es-ES.mp4"));
        bodyOf(await local.client.post(`/local/exports/${started.exportId}/resume`, {}), 204);
        expect(await untilEnded(() => local.client, started)).toMatchObject({
          state: "failed",
          problem: expect.stringContaining("replaced after this delivery began") as string,
          counts: { failed: 1 },
        });
      },
    );

    it("has no stem, mix or video of takes that are all after its end", async () => {
      await local.client.upload("late.mp4", film);
      const late = "1\n01:00:02,500 --> 01:00:04,500\nANNA: ¿Dónde estabas anoche?\n";
      const { batch } = await dubAt(local.client, "late.mp4", late);
      const { ended } = await export_(batch, ...needsPicture);
      const failed = ended.files.filter(({ state }) => state === "failed");
      expect(failed.map((file) => partOf(file.path))).toEqual(["stems", "stems", "mix", "video"]);
      expect(ended.problem).toContain(
        "no take of it is within the picture (1 lie outside); line 1",
      );
    });

    // About 3 s.
    it("holds its last frame for a take that begins within it, if the batch has it so", async () => {
      const film = path.join(folder.path, "short.mp4");
      await writeVideo(film, { rate });
      await local.client.upload("short.mp4", await readFile(film));
      const text = "Estuve en el puerto hasta las diez.";
      const script = `1\n00:00:09,500 --> 00:00:09,900\nANNA: ${text}\n`;
      const before = await local.client.files();
      const { batch } = await dubAt(local.client, "short.mp4", script, { holdsLastFrame: true });
      const added = (await local.client.files()).filter((name) => !before.includes(name));
      const dubbed = added.find((name) => name.endsWith(".mp4")) ?? "";
      const { started, ended } = await export_(batch, ...needsPicture);
      expect(ended).toMatchObject({ state: "made", counts: { failed: 0 } });
      const delivered = await filesBelow(started.folder);
      const at = (part: string) =>
        path.join(started.folder, delivered.find((name) => partOf(name) === part) ?? "");
      const samples = await samplesIn(at("mix"));
      expect(samples).toBeGreaterThan(pictureSamples + 24_000);
      const { signal } = new AbortController();
      for (const file of [path.join(local.dataDir, "media", dubbed), at("video")]) {
        const length = pictureTimes(await media.probe(file, { signal }))?.lengthMs ?? 0;
        expect(Math.abs(length - samples / 48)).toBeLessThan(45);
      }
    });

    it("has the music and effects of its batch below the takes, and as a stem", async () => {
      await local.client.upload("film.mp4", film);
      // A tone of 300 Hz on the left only, for 4 s.
      const tone = Int16Array.from({ length: 2 * 4 * 48_000 }, (_none, index) =>
        index % 2 === 0 ? Math.round(3_000 * Math.sin((Math.PI * 300 * index) / 48_000)) : 0,
      );
      const header = wavHeader({ channels: 2, sampleRate: 48_000 }, tone.length / 2);
      const bed = Buffer.concat([header, Buffer.from(tone.buffer)]);
      await local.client.upload("me.wav", bed, "audio/wav");
      const before = await local.client.files();
      const { batch } = await dubAt(local.client, "film.mp4", undefined, { bedPath: "me.wav" });
      // The first line begins at 2.5 s; the original sound is silent before it.
      const added = (await local.client.files()).filter((name) => !before.includes(name));
      const track = added.find((name) => /Harbour[^/]*\.wav$/.test(name)) ?? "";
      const dubbed = await readFile(path.join(local.dataDir, "media", track));
      expect(dubbed.readUInt16LE(22)).toBe(2);
      const [at, length] = [44 + 4 * 48_000, 4 * 4_800];
      expect(dubbed.subarray(at, at + length).equals(bed.subarray(at, at + length))).toBe(true);

      const { started, ended } = await export_(batch, "stems", "mix");
      expect(ended).toMatchObject({ state: "made", problem: "" });
      const stem = path.join(started.folder, "es-ES/stems/Harbour_es-ES_ME_20.wav");
      expect(await samplesIn(stem)).toBe(pictureSamples);
      const bytes = await readFile(stem);
      const data = bytes.indexOf("data", 0, "latin1") + 8;
      const sampleAt = (frame: number, channel: number) =>
        bytes.readIntLE(data + 3 * (2 * frame + channel), 3) / 256;
      // It is the bed as it is, also under the first take, and silent after its end.
      for (const frame of [40, 48_040, 3 * 48_000 + 40]) {
        expect(sampleAt(frame, 0)).toBe(tone[2 * frame]);
        expect(sampleAt(frame, 1)).toBe(0);
      }
      expect(sampleAt(5 * 48_000, 0)).toBe(0);
      const mix = await readFile(path.join(started.folder, "es-ES/mix/Harbour_es-ES_MIX_20.wav"));
      const mixed = mix.indexOf("data", 0, "latin1") + 8;
      const levels = [0, 1].map((channel) =>
        Math.max(
          ...Array.from({ length: 480 }, (_none, frame) =>
            Math.abs(mix.readIntLE(mixed + 3 * (2 * (48_000 + frame) + channel), 3) / 256),
          ),
        ),
      );
      expect(levels[0]).toBeGreaterThan(100);
      expect(levels[1]).toBeLessThan(2);

      // Replaced by one of 5.1, whose channels stay where they are.
      const channels = 6;
      const surround = Int16Array.from({ length: channels * 4 * 48_000 }, (_none, index) => {
        const [frame, channel] = [Math.floor(index / channels), index % channels];
        return Math.round(300 * (channel + 1) * Math.sin((Math.PI * 300 * frame) / 48_000));
      });
      const head = wavHeader({ channels, sampleRate: 48_000 }, 4 * 48_000);
      const wider = Buffer.concat([head, Buffer.from(surround.buffer)]);
      await local.client.upload("me.wav", wider, "audio/wav");
      const parts = ["stems", "mix"];
      const second = await startExport(local.client, batch, {
        ...request,
        parts,
        preset: "broadcast-eu",
        mix: "source",
        includeUnapproved: true,
        folder: folder.path,
      });
      expect(await untilEnded(() => local.client, second)).toMatchObject({ state: "made" });
      const readSamples = async (name: string) => {
        const wav = await readFile(path.join(second.folder, "es-ES", name));
        const start = wav.indexOf("data", 0, "latin1") + 8;
        return (frame: number, channel: number) =>
          wav.readIntLE(start + 3 * (channels * frame + channel), 3) / 256;
      };
      const me = await readSamples("stems/Harbour_es-ES_ME_51.wav");
      const sum = await readSamples("mix/Harbour_es-ES_MIX_51.wav");
      const dx = await readFile(path.join(second.folder, "es-ES/stems/Harbour_es-ES_DX_10.wav"));
      const dxAt = dx.indexOf("data", 0, "latin1") + 8;
      const gain = sum(48_040, 5) / me(48_040, 5);
      for (let frame = 48_000; frame < 4 * 48_000; frame += 997)
        for (let channel = 0; channel < channels; channel += 1) {
          expect(me(frame, channel)).toBe(surround[channels * frame + channel]);
          const dub = channel === 2 ? dx.readIntLE(dxAt + 3 * frame, 3) / 256 : 0;
          const expected = (me(frame, channel) + dub) * gain;
          expect(Math.abs(sum(frame, channel) - expected)).toBeLessThan(0.2);
        }
      await requireValidRowsOf(local.dataDir);
    });

    it("whose music and effects are missing is not dubbed", async () => {
      const project = await createProject(local.client, { type: "media-dubbing" });
      const create = (bedPath: string) =>
        local.client.post(`/projects/${project}/batches`, {
          name: "Without",
          videoPath: "film.mp4",
          settings: { bedPath },
        });
      expect(await create("https://example.test/me.wav")).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining("settings.bedPath") as string },
      });
      expect(await create("film.mp4")).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining("is the video itself") as string },
      });
      const settings = { bedPath: "other.wav" };
      const { batch } = await beginDubAt(local.client, "film.mp4", undefined, settings);
      const dubs = async () =>
        bodyOf<{ dubs: unknown[] }>(await local.client.get(`/local/batches/${batch}/dubs`)).dubs;
      const note = "the file with the music and effects is not in the media gallery";
      await expect
        .poll(dubs, { timeout: 60_000 })
        .toMatchObject([{ state: "blocked", made: 0, note }]);
    });

    it("at a URL is downloaded by the export, not for the plan", long, async () => {
      const file = path.join(folder.path, "at-url.mp4");
      await writeVideo(file, { rate, timecode, soundSeconds: 12 });
      film = await readFile(file);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`;
      const { batch } = await dubAt(local.client, url);
      const before = downloads;
      const planned = (await planOf(local.client, batch, { ...request, parts: needsPicture }))
        .files;
      const stem = planned.find(({ path: name }) => partOf(name) === "stems");
      expect(stem).toMatchObject({ bytes: null, problem: "" });
      expect(downloads).toBe(before);
      const { started, ended } = await export_(batch, ...needsPicture);
      expect(ended).toMatchObject({ state: "made", problem: "" });
      expect(downloads).toBe(before + 1);
      expect(ended.files.map((one) => one.path)).toEqual(planned.map((one) => one.path));
      const mix = path.join(started.folder, "es-ES/mix/Harbour_es-ES_MIX_20.wav");
      expect(await samplesIn(mix)).toBe(pictureSamples);
      // Working files are removed after the export has ended.
      await expect.poll(() => filesBelow(path.join(local.dataDir, "work"))).toEqual([]);
    });
  },
);
