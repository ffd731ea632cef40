/**
 * Several services on one database whose engines are not the same, in this process, with a
 * stand-in for the bucket. About 3 s without the long test, which requires a build.
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { Client } from "pg";
import { silentLog } from "../../main/common/log";
import type { Engine } from "../../main/local-service/engine/engine";
import { loadOrCreateKeys } from "../../main/local-service/keys";
import { createLocalService, type LocalService } from "../../main/local-service/server";
import { temporaryFolder } from "../helpers/backend";
import { startBucketServer, type BucketServer } from "../helpers/bucket-server";
import { eventsNamed, runCommand } from "../helpers/commands";
import { castByName, spanishSubtitles } from "../helpers/dub-material";
import { startExport, untilEnded } from "../helpers/exports";
import { sendRequest, signIn, type LocalClient } from "../helpers/local-service";
import { createProject, uploadScript } from "../helpers/local-workspace";
import { createDatabaseOf, type TestDatabase } from "../helpers/postgres/databases";
import { recordingLog } from "../helpers/recording-log";
import { launchSharedReader } from "../helpers/shared-reader";
import { createScriptedEngine, type ScriptedEngine } from "../helpers/scripted-engine";
import { long } from "../long";

const lines = 4;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: TestDatabase;
let bucket: BucketServer;
let sql: Client;
let services: LocalService[] = [];

beforeEach(async () => {
  if (inject("postgres") === null) return;
  folder = await temporaryFolder();
  await mkdir(path.join(folder.path, "keys"));
  await loadOrCreateKeys(path.join(folder.path, "keys"));
  database = await createDatabaseOf(path.join(folder.path, "keys"));
  bucket = await startBucketServer();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
});
afterEach(async () => {
  if (inject("postgres") === null) return;
  await Promise.all(services.map((service) => service.close()));
  services = [];
  await sql.end();
  await bucket.close();
  await database.remove();
  await folder.remove();
});

async function start(
  name: string,
  role: "api" | "worker",
  engine?: Engine,
  log = silentLog,
): Promise<LocalService> {
  const dataDir = path.join(folder.path, name);
  await mkdir(dataDir);
  await copyFile(path.join(folder.path, "keys", "service.key"), path.join(dataDir, "service.key"));
  const service = await createLocalService({
    dataDir,
    databaseUrl: database.url,
    bucket: { connection: bucket.connection },
    team: { name: "Studio" },
    role,
    confirmationKey: Buffer.alloc(32, 1),
    durations: { engineCheckMs: 50, workerNoteMs: 50 },
    operations: { metricsPort: 0 },
    launchReader: launchSharedReader,
    log,
    startMedia: () => createScriptedEngine().media,
    ...(engine && { startEngine: () => Promise.resolve(engine) }),
  });
  services.push(service);
  return service;
}

function engineOf(version: string): ScriptedEngine {
  const engine = createScriptedEngine();
  engine.speechVersion = version;
  return engine;
}
const count = async (what: string): Promise<number> => {
  const { rows } = await sql.query<{ count: string }>(`SELECT count(*) AS count FROM ${what}`);
  return Number(rows[0]?.count);
};
const metricsOf = async ({ metricsUrl }: LocalService) =>
  (await sendRequest(String(metricsUrl))).text;
const runEngines = (...args: string[]) => {
  const data = ["--data", path.join(folder.path, "keys"), "--database", database.url, "--json"];
  const env = { DUBYARD_ENGINE: "own" };
  return runCommand({ clientId: "", clientSecret: "" }, ["engines", ...args, ...data], env).ended;
};
const polled = { timeout: 60_000, interval: 50 };

async function createDub(client: LocalClient): Promise<string> {
  const project = await createProject(client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: ["es-es"],
  });
  const scriptPath = await uploadScript(client, "episode.srt", spanishSubtitles(lines));
  const created = await client.post(`/projects/${project}/batches`, {
    name: "Episode",
    scriptPath,
    languageCode: "es-es",
    settings: { sourceSpeakerSeparator: ":" },
  });
  const { id } = created.json as { id: string };
  const character = `characters WHERE name = 'ANNA'`;
  await expect.poll(() => count(character), polled).toBe(1);
  await castByName(client, project, { ANNA: "Ashley", BOB: "Brandon" });
  return id;
}

/** A process without an engine plans, begins and cancels deliveries, which clients download. */
async function expectDeliveries(client: LocalClient, batchId: string): Promise<void> {
  const { extensions } = (await client.get("/local")).json as { extensions: string[] };
  expect(extensions).toContain("delivery-files");
  const languages = ["es-es"];
  const wanted = { languages, parts: ["cues"], preset: "online", includeUnapproved: true };
  const started = await startExport(client, batchId, wanted);
  const { state, problem, files } = await untilEnded(() => client, started);
  expect([state, problem]).toEqual(["made", ""]);
  const { status, headers } = await client.get(`/local/exports/${started.exportId}/files/0`);
  expect([status, headers["etag"]]).toEqual([307, `"${files[0]?.sha256}"`]);
  const second = await startExport(client, batchId, wanted);
  await client.post(`/local/exports/${second.exportId}/cancel`, {});
  expect(["made", "cancelled"]).toContain((await untilEnded(() => client, second)).state);
}

it("a worker with another set changes no take until its set is pinned", long, async () => {
  const { log, lines: logged } = recordingLog();
  const client = await signIn(await start("api", "api"));
  const [pinned, other] = [engineOf("1"), engineOf("2")];
  await start("first", "worker", pinned);
  const second = await start("second", "worker", other, log);
  const batchId = await createDub(client);
  await expect.poll(() => count("takes WHERE state = 'made'"), polled).toBe(lines);
  expect([pinned.spoken.length, other.spoken.length]).toEqual([lines, 0]);
  const warned = logged.filter((line) => line.includes("plans and makes no takes"));
  expect(warned).toHaveLength(1);
  const metrics = await metricsOf(second);
  expect(metrics).toContain("dubyard_engine_set_pinned 0");
  expect(metrics).toContain('dubyard_processes{role="worker",engine_set="other"} 1');

  const { lines: listed } = await runEngines("list");
  const sets = eventsNamed(listed, "engine-set");
  expect(sets.map(({ isPinned, processes }) => [isPinned, processes])).toEqual([
    [true, 1],
    [false, 1],
  ]);
  const problems = eventsNamed(listed, "process").map(({ role, problem }) => [
    role,
    problem !== "",
  ]);
  expect(problems.sort()).toEqual([
    ["api", false],
    ["worker", false],
    ["worker", true],
  ]);
  expect((await runEngines("use", "none")).code).toBe(5);
  expect(await runEngines("use", String(sets[1]?.id).slice(0, 12))).toMatchObject({ code: 0 });
  // Takes of another engine are outdated, as after a change of packs.
  await expect.poll(() => count("takes WHERE state = 'outdated'"), polled).toBe(lines);
  expect((await client.post(`/local/batches/${batchId}/dubs/start`, {})).status).toBe(200);
  await expect.poll(() => count("takes WHERE state = 'made'"), polled).toBe(lines);
  expect([pinned.spoken.length, other.spoken.length]).toEqual([lines, lines]);

  // External engines are stored while the services run, in the database of this folder only.
  const file = path.join(folder.path, "engine.json");
  const settings = {
    name: "Studio",
    connection: { kind: "http", baseUrl: "http://127.0.0.1:9/v1", model: "a" },
    task: { kind: "shortening", languages: ["es-es"] },
    deadlineSeconds: 60,
  };
  await writeFile(file, JSON.stringify(settings));
  const added = await runEngines("add", file, "--id", "studio");
  expect(added.code, added.errors).toBe(0);
  const externals = async () =>
    eventsNamed((await runEngines("list")).lines, "external-engine").map(
      (one) => one["fingerprint"],
    );
  expect(await externals()).toEqual([JSON.parse(added.lines[0] ?? "").fingerprint]);
  const foreign = path.join(folder.path, "foreign");
  await mkdir(foreign);
  await loadOrCreateKeys(foreign);
  const elsewhere = ["engines", "remove", "studio", "--data", foreign, "--database", database.url];
  const refused = await runCommand({ clientId: "", clientSecret: "" }, [...elsewhere, "--json"])
    .ended;
  expect(refused).toMatchObject({ code: 2 });
  expect(await runEngines("remove", "studio")).toMatchObject({ code: 0 });
  expect(await externals()).toEqual([]);
});

it("an API process has the catalogue of the pinned set without any worker, which makes what it asks for", async () => {
  const engine = engineOf("1");
  const worker = await start("worker", "worker", engine);
  // It responds to readiness and metrics, and to nothing else.
  const { origin } = new URL(worker.baseUrl);
  expect((await sendRequest(`${origin}/readyz`)).json).toEqual({ status: "ready" });
  expect((await sendRequest(`${worker.baseUrl}/languages`)).status).toBe(404);
  expect(await metricsOf(worker)).toContain("dubyard_engine_set_pinned 1");
  await worker.close();
  services = [];

  const client = await signIn(await start("api", "api"));
  const { json: voices } = await client.get("/voices");
  expect(voices).toHaveLength(engine.speech.voices().length);
  const { json: languages } = await client.get("/languages");
  expect(languages).toContainEqual(
    expect.objectContaining({ id: "es-es", isAudioSupported: true }),
  );
  expect((await client.get("/local")).json).toMatchObject({ capabilities: { inference: true } });

  const [sample] = await Promise.all([
    client.get("/local/voices/Ashley/sample"),
    start("next", "worker", engineOf("1")),
  ]);
  expect([sample.status, sample.headers["content-type"]]).toEqual([200, "audio/wav"]);
  const batchId = await createDub(client);
  await expect.poll(() => count("takes WHERE state = 'made'"), polled).toBe(lines);
  await expectDeliveries(client, batchId);
});
