/**
 * Dubs by the engine of this computer, in a service that is killed on the way: complete, and the
 * same bytes.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkRules } from "../../../preload/facts/checks";
import {
  castByName,
  spanishSubtitles,
  startOf,
  twoLanguages,
  videoLines,
  videoSeconds,
  waitForDub,
  writeSpokenVideo,
} from "../../helpers/dub-material";
import { startKilledService, type KilledService } from "../../helpers/killed-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { createMediaFolder, ffmpeg, ffmpegProgram, pictureHash } from "../../helpers/media-files";
import { long } from "../../long";

interface Take {
  number: number;
  state: string;
  voice: string;
  measures: {
    durationMs: number;
    speed: number;
    loudness: number | null;
    peak: number;
    pitch: number;
  };
}
interface Dub {
  languageId: string;
  planned: number;
  made: number;
}

let service: KilledService;
beforeEach(async () => {
  // For the video at a URL.
  service = await startKilledService({}, ["--allow-private-urls"]);
});
afterEach(() => service.remove());

const get = async <T = Json>(at: string) => bodyOf<T>(await service.client.get(at));
const takesOf = async (batch: string, languageId: string) =>
  (await get<{ takes: Take[] }>(`/local/batches/${batch}/takes/${languageId}`)).takes;
const madeOf = async (batch: string) => {
  const { dubs } = await get<{ dubs: Dub[] }>(`/local/batches/${batch}/dubs`);
  return dubs.reduce((sum, { made }) => sum + made, 0);
};
const fileOf = (name: string) => path.join(service.dataDir, "media", name);
const hashOf = async (name: string) =>
  createHash("sha256")
    .update(await readFile(fileOf(name)))
    .digest("hex");
/** The hashes of all results in the gallery, by path. */
async function resultHashes(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of await service.client.files())
    if (file.startsWith("Dubs/")) hashes[file] = await hashOf(file);
  return hashes;
}
const seeds = Array.from({ length: 20 }, (_, seed) => seed);
/** A deterministic number from 0 to 1 for a seed. */
const fraction = (seed: number) => (Math.imul(seed + 1, 2_654_435_761) >>> 0) / 2 ** 32;
const voices = { ANNA: "Ashley", BOB: "Brandon" };

describe("a workbook of 20 lines in two languages", () => {
  /** The hashes without a kill. */
  let expected: Record<string, string> | null = null;

  async function dub(killAfter: number | null): Promise<string> {
    const { client } = service;
    const project = await createProject(client, {
      type: "audio-production",
      targetLanguages: ["en-us", "es-es"],
      sourceLanguage: undefined,
    });
    const scriptPath = await uploadScript(client, "script.xlsx", await twoLanguages());
    const batch = String((await createBatch(client, project, { scriptPath })).id);
    await castByName(client, project, voices);
    if (killAfter !== null) {
      await expect
        .poll(() => madeOf(batch), { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(killAfter);
      await service.killAndRestart();
    }
    await waitForDub(() => service.client, batch);
    return batch;
  }

  it(
    "becomes 40 takes that differ by voice, with even loudness; the service is killed on the way",
    long,
    async () => {
      const batch = await dub(13);
      for (const languageId of ["en-us", "es-es"]) {
        const takes = await takesOf(batch, languageId);
        expect(takes).toHaveLength(20);
        const pitches = { Ashley: [] as number[], Brandon: [] as number[] };
        for (const { measures, voice, state } of takes) {
          expect(state).toBe("made");
          expect(measures.durationMs).toBeGreaterThan(500);
          expect(measures.durationMs).toBeLessThan(6_000);
          // A peak at its limit leaves a take quieter than the target; none is louder.
          expect(measures.loudness).toBeLessThan(checkRules.loudness.limit + 0.5);
          expect(measures.loudness).toBeGreaterThan(checkRules.loudness.limit - 4);
          expect(measures.peak).toBeLessThan(0);
          pitches[voice as keyof typeof pitches].push(measures.pitch);
        }
        const median = (values: number[]) => values.sort((a, b) => a - b)[5] ?? 0;
        expect(median(pitches.Ashley) / median(pitches.Brandon)).toBeGreaterThan(1.25);
      }
      const hashes = await resultHashes();
      expect(Object.keys(hashes)).toHaveLength(40);
      expect(new Set(Object.values(hashes)).size).toBe(40);
    },
  );

  it("is dubbed without a kill", long, async () => {
    await dub(null);
    expected = await resultHashes();
  });

  it.each(seeds)("kill %i has the same bytes as without a kill", long, async (seed) => {
    await dub(Math.floor(fraction(seed) * 39));
    expect(await resultHashes()).toEqual(expected);
  });
});

describe.skipIf(ffmpegProgram === undefined)("a video of 30 seconds (needs ffmpeg)", () => {
  const folder = createMediaFolder();
  afterAll(async () => (await folder).remove());
  let source: Promise<string> | null = null;
  const sourceVideo = async () => {
    const file = (await folder).at("Harbour.mp4");
    source ??= writeSpokenVideo(file).then(() => file);
    return source;
  };

  async function uploadVideo(): Promise<string> {
    const name = "films/Harbour.mp4";
    await service.client.upload(name, await readFile(await sourceVideo()));
    return name;
  }
  /** The URL of the video on a server of its own. */
  async function serveVideo(): Promise<string> {
    const bytes = await readFile(await sourceVideo());
    const server = http.createServer((_request, response) => response.end(bytes));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/Harbour.mp4`;
  }

  async function dub(videoPath: string, settings: Json, kill: (batch: string) => Promise<void>) {
    const { client } = service;
    const project = await createProject(client, {
      type: "media-dubbing",
      sourceLanguage: "en-us",
      targetLanguages: ["es-es"],
    });
    const created = await createBatch(client, project, {
      name: "Harbour",
      videoPath,
      settings,
    });
    const batch = String(created.id);
    const scriptPath = await uploadScript(client, "es.srt", spanishSubtitles());
    const languages = [{ languageId: "es-es", scriptPath, speakerSeparator: ":" }];
    bodyOf(await client.post(`/batches/${batch}/languages`, { languages }), 204);
    await kill(batch);
    await waitForDub(() => service.client, batch);
    return { batch, results: "Dubs/Season one/Harbour/ES-ES" };
  }

  it(
    "is dubbed into another language, with its picture unchanged; the service is killed once",
    long,
    async () => {
      const { batch, results } = await dub(await uploadVideo(), {}, async (id) => {
        await expect.poll(() => madeOf(id), { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
        await service.killAndRestart();
      });
      const takes = await takesOf(batch, "es-es");
      expect(takes.map(({ number }) => number)).toEqual(
        Array.from({ length: videoLines }, (_, index) => index + 1),
      );
      // Two characters have two voices.
      expect(new Set(takes.map(({ voice }) => voice)).size).toBe(2);
      const dubbed = fileOf(`${results}/Harbour_ES-ES.mp4`);
      expect(await pictureHash(dubbed)).toBe(await pictureHash(await sourceVideo()));
      const track = await readFile(fileOf(`${results}/Harbour_ES-ES.wav`));
      const seconds = (track.length - 44) / 2 / 48_000;
      expect(Math.abs(seconds - videoSeconds)).toBeLessThan(0.1);
      // Silence before each line, and speech in it.
      const loudest = (fromMs: number, toMs: number) => {
        let peak = 0;
        for (let ms = fromMs; ms < toMs; ms += 0.25)
          peak = Math.max(peak, Math.abs(track.readInt16LE(44 + 2 * Math.floor(ms * 48))));
        return peak;
      };
      for (let index = 0; index < videoLines; index += 1) {
        expect(loudest(startOf(index) - 100, startOf(index) - 5)).toBeLessThan(10);
        expect(loudest(startOf(index), startOf(index) + 1_000)).toBeGreaterThan(3_000);
      }
    },
  );

  let firstHashes: Record<string, string> | null = null;
  it.each(seeds)("kill %i has the same bytes as the first one", long, async (seed) => {
    await dub(await uploadVideo(), {}, async (id) => {
      const count = Math.floor(fraction(seed) * (videoLines + 1));
      await expect
        .poll(() => madeOf(id), { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(count);
      await service.killAndRestart();
    });
    const hashes = await resultHashes();
    expect(Object.keys(hashes)).toHaveLength(videoLines + 2);
    firstHashes ??= hashes;
    expect(hashes).toEqual(firstHashes);
  });

  it(
    "at a URL keeps its original sound under the dub without “remove background”",
    long,
    async () => {
      const settings = { removeBackgroud: false };
      const { results } = await dub(await serveVideo(), settings, () => Promise.resolve());
      const dubbed = fileOf(`${results}/Harbour_ES-ES.mp4`);
      const sound = (await folder).at("bed.raw");
      const end = ["-ss", "29.4", "-t", "0.4", "-i", dubbed];
      await ffmpeg(...end, "-ac", "1", "-ar", "8000", "-f", "s16le", sound);
      const bytes = await readFile(sound);
      const samples = Array.from({ length: bytes.length / 2 }, (_, at) =>
        bytes.readInt16LE(2 * at),
      );
      const mean = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
      expect(Math.sqrt(mean)).toBeGreaterThan(500);
    },
  );
});

describe("a bulk request of 10 scripts", () => {
  /** Kills the service when this many takes are in the gallery. */
  async function dub(killAfter: number): Promise<void> {
    const { client } = service;
    const project = await createProject(client, {
      type: "audio-production",
      sourceLanguage: undefined,
    });
    const rows = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const lines = ["Bonjour", "Merci"].map(
          (text, line) => `${line},${line === 1 ? "BOB" : "ANNA"},${text} ${index}`,
        );
        const content = `ID,Character,Text_FR-FR\n${lines.join("\n")}\n`;
        return `Ep ${index},${await uploadScript(client, `${index}.csv`, content)}`;
      }),
    );
    const template = ["BATCH_NAME,SCRIPT_PATH", ...rows].join("\n");
    const scriptPath = await uploadScript(client, "bulk.csv", template);
    const at = `/projects/${project}/batches`;
    const { requestId } = bodyOf(await client.post(`${at}/bulk`, { scriptPath }));
    const status = async () => (await get(`/batches/bulk/${String(requestId)}/status`)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe("completed");
    await castByName(client, project, { ANNA: "Amélie", BOB: "Antoine" });
    const filesMade = async () => (await service.client.files()).length;
    await expect
      .poll(filesMade, { timeout: 60_000, interval: 5 })
      .toBeGreaterThanOrEqual(killAfter);
    await service.killAndRestart();
    const statuses = async () => (await get<Json[]>(at)).map((batch) => batch.status);
    await expect.poll(statuses, { timeout: 60_000 }).toEqual(Array(10).fill("completed"));
    expect(await filesMade()).toBe(20);
  }

  it("ends complete, with the service killed once", long, () => dub(6));

  let firstHashes: Record<string, string> | null = null;
  it.each(seeds)("kill %i has the same bytes as the first one", long, async (seed) => {
    await dub(Math.floor(fraction(seed) * 21));
    const hashes = await resultHashes();
    expect(Object.keys(hashes)).toHaveLength(20);
    firstHashes ??= hashes;
    expect(hashes).toEqual(firstHashes);
  });
});
