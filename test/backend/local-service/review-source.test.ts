/** The originals of batches and lines, for listening: bytes with ranges, facts, and peaks. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { EngineError } from "../../../main/local-service/engine/ports";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedAnalysis, type ScriptedAnalysis } from "../../helpers/scripted-analysis";

const video = bytesOf(5_000);
/**
 * Two blocks of the reader of peaks and a part of a pair: silence, then 1/2 and -1/2 of full scale.
 */
const samples = new Int16Array(2 * 524_288 + 100);
samples.fill(16_384, 524_288, 524_288 + 256);
samples.fill(-16_384, 524_288 + 256, 524_288 + 512);
const sound = Buffer.concat([
  wavHeader({ channels: 1, sampleRate: 48_000 }, samples.length),
  Buffer.from(samples.buffer),
]);
const total = 2 * 2048 + 1;

let engine: ScriptedAnalysis;
let local: RunningLocalService;
let batch: string;
let extracted: number;
beforeAll(async () => {
  engine = createScriptedAnalysis();
  local = await startLocalService({ scriptWorkerFile, startEngine: () => Promise.resolve(engine) });
});
afterAll(() => local.remove());
beforeEach(async () => {
  engine.media.extract = async (_file, to) => {
    extracted += 1;
    await writeFile(to, sound);
  };
  await local.client.upload("film.mp4", video);
  batch = await addBatch("film.mp4");
  // The ingestion has read the sound, to find speakers.
  extracted = 0;
});

async function addBatch(videoPath: string): Promise<string> {
  const project = await createProject(local.client, {
    type: "media-dubbing",
    sourceLanguage: "en-us",
  });
  const scriptPath = await uploadScript(
    local.client,
    "script.srt",
    "1\n00:00:00,000 --> 00:00:01,000\nHello\n",
  );
  const settings = { automaticInference: false };
  const fields = { videoPath, scriptPath, languageCode: "en-us", settings };
  return String((await createBatch(local.client, project, fields)).id);
}
const sourceAt = (rest = "", id = batch) => `/local/batches/${id}/source${rest}`;
const fetchFrom = (at: string, headers: Record<string, string> = {}) =>
  fetch(local.client.baseUrl + at, { headers: { authorization: local.client.token, ...headers } });
const messageOf = async (at: string) => {
  const response = await local.client.get(at);
  return [response.status, bodyOf(response, response.status).message];
};
const peaksOf = async (query: string) => {
  const response = await fetchFrom(sourceAt(`/peaks?${query}`));
  expect(response.status).toBe(200);
  const pairs = new Int8Array(await response.arrayBuffer());
  return { pairs, total: Number(response.headers.get("peaks-total")) };
};
/** Those of the batch. */
const storedPeaks = async () =>
  (await filesBelow(local.dataDir)).filter((file) => file.startsWith(`peaks/${batch}`));

describe("the video of a batch", () => {
  it("is sent whole or in ranges, and not again while it is the same", async () => {
    const whole = await fetchFrom(sourceAt());
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(video);
    const part = await fetchFrom(sourceAt(), { range: "bytes=4990-" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 4990-4999/5000"]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(video.slice(4990));
    expect((await fetchFrom(sourceAt(), { range: "bytes=5000-" })).status).toBe(416);
    const etag = whole.headers.get("etag") ?? "";
    expect((await fetchFrom(sourceAt(), { "if-none-match": etag })).status).toBe(304);
    await local.client.upload("film.mp4", bytesOf(5_000, 7));
    const other = await fetchFrom(sourceAt(), { "if-none-match": etag });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });

  it("has facts, or the reason why it cannot be read", async () => {
    expect(bodyOf(await local.client.get(sourceAt("/facts")))).toMatchObject({
      contentType: "video/mp4",
      bytes: 5_000,
      durationMs: 8_000,
      problem: "",
      picture: { codec: "h264", frameRate: 25, startTimecode: null },
      sound: { codec: "aac" },
    });
    const { probe } = engine.media;
    engine.media.probe = () => Promise.reject(new EngineError("the file is damaged"));
    expect(bodyOf(await local.client.get(sourceAt("/facts")))).toMatchObject({
      durationMs: null,
      problem: "the file is damaged",
      picture: null,
    });
    engine.media.probe = probe;
  });

  it("is missing with the reason", async () => {
    bodyOf(await local.client.post("/media/files/delete", { paths: ["film.mp4"] }), 204);
    for (const rest of ["", "/facts", "/peaks"]) {
      expect(await messageOf(sourceAt(rest))).toEqual([
        404,
        "videoPath: the file is not in the media gallery",
      ]);
      expect((await messageOf(sourceAt(rest, "none")))[0]).toBe(404);
    }
    const project = await createProject(local.client, {
      type: "audio-production",
      sourceLanguage: undefined,
    });
    const scriptPath = await uploadScript(
      local.client,
      "a.csv",
      "ID,Character,Text_FR-FR\n1,A,B\n",
    );
    const { id } = await createBatch(local.client, project, { scriptPath });
    expect(await messageOf(sourceAt("", String(id)))).toEqual([
      404,
      "videoPath: the batch has no video",
    ]);
    expect(await messageOf(`/local/batches/${String(id)}/source/lines/1`)).toEqual([
      404,
      "sourceAudio: the line has none",
    ]);
    expect(await messageOf(`/local/batches/${String(id)}/source/lines/9`)).toEqual([
      404,
      "line: unknown",
    ]);
  });
});

describe("the source audio of a line", () => {
  it("is sent in ranges", async () => {
    await local.client.upload("takes/one.wav", sound, "audio/wav");
    const project = await createProject(local.client);
    const content = "ID,Character,Source_Audio,Text_EN-US,Text_FR-FR\n1,A,takes/one.wav,Hi,Salut\n";
    const scriptPath = await uploadScript(local.client, "lines.csv", content);
    const { id } = await createBatch(local.client, project, { scriptPath });
    const at = `/local/batches/${String(id)}/source/lines/1`;
    const part = await fetchFrom(at, { range: "bytes=0-3" });
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
  });
});

describe("peaks", () => {
  it("are computed once, and sent in parts of two levels", async () => {
    const [all, again] = await Promise.all([peaksOf("count=65536"), peaksOf("from=2047&count=4")]);
    expect([all.total, all.pairs.length]).toEqual([total, 2 * total]);
    expect([...again.pairs]).toEqual([0, 0, 0, 64, -64, 0, 0, 0]);
    const coarse = await peaksOf("level=4096&from=127&count=2");
    expect([coarse.total, ...coarse.pairs]).toEqual([Math.ceil(total / 16), 0, 0, -64, 64]);
    expect((await peaksOf(`from=${total}&count=5`)).pairs.length).toBe(0);
    await local.restart();
    expect((await peaksOf("count=1")).total).toBe(total);
    expect(extracted).toBe(1);
    for (const query of ["level=257", "from=-1", "count=0", "count=65537", "from=1&from=2"])
      expect((await messageOf(sourceAt(`/peaks?${query}`)))[0]).toBe(400);
  });

  it("are computed again for another video, and removed with the batch", async () => {
    await peaksOf("count=1");
    expect(await storedPeaks()).toEqual([`peaks/${batch}`]);
    await local.client.upload("film.mp4", bytesOf(6_000, 3));
    await peaksOf("count=1");
    expect(extracted).toBe(2);
    bodyOf(await local.client.post("/batches/delete", { batchIds: [batch] }), 204);
    await expect.poll(storedPeaks).toEqual([]);
    expect((await filesBelow(local.dataDir)).filter((file) => /^work\/./.test(file))).toEqual([]);
  });

  it("are missing with the reason where the sound cannot be read", async () => {
    engine.media.extract = () => {
      extracted += 1;
      return Promise.reject(new EngineError("the file contains no sound"));
    };
    await local.client.upload("film.mp4", bytesOf(7_000, 4));
    for (let count = 0; count < 2; count += 1)
      expect(await messageOf(sourceAt("/peaks"))).toEqual([
        404,
        "videoPath: the file contains no sound",
      ]);
    expect(extracted).toBe(1);
  });

  it("of a damaged file are computed again", async () => {
    await peaksOf("count=1");
    const file = path.join(local.dataDir, "peaks", batch);
    const stored = await readFile(file);
    await writeFile(file, stored.fill(0, 0, 4));
    expect((await peaksOf("count=1")).total).toBe(total);
    expect(extracted).toBe(2);
  });
});
