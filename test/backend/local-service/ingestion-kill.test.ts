/**
 * SIGKILL during ingestions and bulk requests: after a restart all are completed, each exactly
 * once.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { localServiceEntry } from "../../helpers/programs";
import { bytesOf, signIn, type LocalClient } from "../../helpers/local-service";
import {
  bodyOf,
  waitForIngestion,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { long } from "../../long";

let dataDir = "";
let child: ChildProcess | null = null;
afterEach(stopAndRemove);

async function stopAndRemove(): Promise<void> {
  await kill();
  await rm(dataDir, { recursive: true, force: true });
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
async function start(): Promise<LocalClient> {
  const started = spawn(process.execPath, [localServiceEntry, "--data", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const [line] = (await once(started.stdout, "data")) as [Buffer];
  return signIn(JSON.parse(line.toString()) as Parameters<typeof signIn>[0]);
}

const lineCount = 300;
const rowCount = 12;
const languages = ["fr-fr", "de-de"];
const scriptOf = (language: string) =>
  [
    `ID,Character,Text_${language.toUpperCase()}`,
    ...Array.from({ length: lineCount }, (_, index) => `${index},C${index % 7},Text ${index}`),
  ].join("\n");

/**
 * A script of line dubbing, which is cast automatically: it shares some characters with its
 * neighbours.
 */
const dubbed = (index: number) =>
  [
    "ID,Character,Text_FR-FR,Source_Audio",
    ...Array.from({ length: lineCount }, (_, line) => {
      const character = (line % 5) + 3 * index;
      return `${line},C${character},Text ${line},a.wav`;
    }),
  ].join("\n");
const dubbedRows = 6;

/** Creates a batch and a bulk request in a project of line dubbing; returns their ids. */
async function startDubbing(client: LocalClient) {
  const project = await createProject(client, { targetLanguages: languages });
  await client.upload("a.wav", bytesOf(5));
  const urls: string[] = [];
  for (let index = 0; index <= dubbedRows; index += 1)
    urls.push(await uploadScript(client, `dubbed-${index}.csv`, dubbed(index)));
  const [first, ...others] = urls;
  const rows = others.map((url, index) => `Row ${index},${url}`);
  const template = ["BATCH_NAME,SCRIPT_PATH", ...rows].join("\n");
  const bulk = { scriptPath: await uploadScript(client, "dubbed.csv", template) };
  const at = `/projects/${project}/batches`;
  const { requestId } = bodyOf(await client.post(`${at}/bulk`, bulk));
  const single = bodyOf(await client.post(at, { name: "Single", scriptPath: first }), 201);
  return { project, requestId: String(requestId), single: String(single.id) };
}

/** Waits until everything is read and cast; returns the voices by the characters' names. */
async function dubbingDone(
  client: LocalClient,
  { project, requestId, single }: Awaited<ReturnType<typeof startDubbing>>,
): Promise<Record<string, string>> {
  const status = async () => bodyOf(await client.get(`/batches/bulk/${requestId}/status`)).status;
  await expect.poll(status, { interval: 20 }).toBe("completed");
  await waitForIngestion(client, single);
  const batches = bodyOf<Json[]>(await client.get(`/projects/${project}/batches`));
  expect(batches.map((batch) => batch.status)).toEqual(Array(dubbedRows + 1).fill("ready"));
  const characters = bodyOf<{ name: string; voice: Json }[]>(
    await client.get(`/projects/${project}/characters`),
  );
  return Object.fromEntries(characters.map(({ name, voice }) => [name, String(voice.name)]));
}

/** A deterministic number from 0 to 1 for a seed. */
const fraction = (seed: number) => (Math.imul(seed + 1, 2_654_435_761) >>> 0) / 2 ** 32;

/**
 * Duration of the work without a kill, in milliseconds; kill times are fractions of it. Zero until
 * measured.
 */
let spanMs = 0;
const fractions = Array.from({ length: 20 }, (_, seed) => [seed, fraction(seed)] as const);

/** Number of kills that interrupted work, and of all kills. */
let [interrupted, kills] = [0, 0];

/** The voices by character without a kill. */
let voices: Record<string, string> = {};

/** Does the work once without a kill: its duration, and the voices that it assigns. */
async function measure(): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
  const client = await start();
  const dubbing = await startDubbing(client);
  const startedAt = performance.now();
  voices = await dubbingDone(client, dubbing);
  spanMs = performance.now() - startedAt;
  expect(Object.keys(voices)).toHaveLength(5 + 3 * dubbedRows);
  await stopAndRemove();
}

describe("a service that is killed", () => {
  it.each(fractions.slice(1, 2))("kill %i, at %f of the work", (_seed, part) => killAt(part));
  it.each(fractions.filter(([seed]) => seed !== 1))(
    "kill %i, at %f of the work",
    long,
    (_seed, part) => killAt(part),
  );

  async function killAt(part: number): Promise<void> {
    if (spanMs === 0) await measure();
    dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
    let client = await start();
    const project = await createProject(client, {
      type: "audio-production",
      targetLanguages: languages,
    });
    const french = await uploadScript(client, "fr.csv", scriptOf("fr-fr"));
    const german = await uploadScript(client, "de.csv", scriptOf("de-de"));
    const bulk = await uploadScript(
      client,
      "bulk.csv",
      [
        "BATCH_NAME,SCRIPT_PATH",
        ...Array.from({ length: rowCount }, (_, index) => `Row ${index},${french}`),
      ].join("\n"),
    );
    const made = await client.post(`/projects/${project}/batches`, {
      name: "Single",
      scriptPath: french,
    });
    const single = String(bodyOf(made, 201).id);
    await client.post(`/batches/${single}/languages`, {
      languages: [{ languageId: "de-de", scriptPath: german }],
    });
    const bulkAt = `/projects/${project}/batches/bulk`;
    const { requestId } = bodyOf(await client.post(bulkAt, { scriptPath: bulk }));

    const dubbing = await startDubbing(client);

    await wait(part * spanMs);
    const states = [requestId, dubbing.requestId].map(async (id) =>
      bodyOf(await client.get(`/batches/bulk/${String(id)}/status`)),
    );
    const before = await Promise.all(states);
    kills += 1;
    if (before.some(({ status }) => status !== "completed")) interrupted += 1;
    await kill();
    client = await start();

    const status = `/batches/bulk/${String(requestId)}/status`;
    await expect
      .poll(async () => bodyOf(await client.get(status)).status, {
        interval: 20,
      })
      .toBe("completed");
    const translation = async () => {
      const batch = bodyOf<{ translations: Json[] }>(await client.get(`/batches/${single}`));
      return batch.translations.map((one) => one.status);
    };
    await expect.poll(translation, { interval: 20 }).toEqual(["pending", "ready", "ready"]);

    expect(await dubbingDone(client, dubbing)).toEqual(voices);

    const batches = bodyOf<Json[]>(await client.get(`/projects/${project}/batches`));
    const names = batches.map(({ name }) => String(name)).sort();
    const rows = Array.from({ length: rowCount }, (_, index) => `Row ${index}`);
    expect(names).toEqual([...rows, "Single"].sort());
    const characters = bodyOf<Json[]>(await client.get(`/projects/${project}/characters`));
    expect(characters).toHaveLength(7);
    for (const batch of batches) {
      expect(batch.status).toBe("casting");
      expect(batch.message).toContain("7 of 7 characters have no voice yet");
      const lines = bodyOf(await client.get(`/local/batches/${String(batch.id)}/lines?limit=1`));
      expect(lines.total).toBe(lineCount);
    }
    const lineTexts = bodyOf<{ lines: { texts: Json }[] }>(
      await client.get(`/local/batches/${single}/lines?limit=1000`),
    );
    expect(lineTexts.lines.every(({ texts }) => texts["de-de"] === texts["fr-fr"])).toBe(true);
  }

  // Many kills come after the work, on a fast machine most of them.
  afterAll(() => expect(interrupted).toBeGreaterThanOrEqual(Math.floor(kills / 5)));
});
