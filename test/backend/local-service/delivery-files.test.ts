/**
 * Deliveries of a service for a team: the files are objects that clients download. Takes 6 s, most
 * of them for the dub.
 */
import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { startEngine } from "../../helpers/engine";
import {
  createDubbedBatch,
  dubbedLanguage as languageId,
  findExport,
  hashesBelow,
  startExport,
  untilEnded,
  type StartedExport,
} from "../../helpers/exports";
import {
  createManualClock,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";

const dayMs = 24 * 3_600_000;
const request = {
  languages: [languageId],
  parts: ["takes", "subtitles", "cues"],
  preset: "online",
  includeUnapproved: true,
};
const clock = createManualClock();
const team = { name: "Studio North" };
let local: RunningLocalService;
let batch = "";
let target: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  target = await temporaryFolder();
  const durations = { accessTokenSeconds: 60 * 24 * 3_600 };
  local = await startLocalService({
    scriptWorkerFile,
    startEngine,
    team,
    now: clock.now,
    durations,
  });
  batch = await createDubbedBatch(local.client);
}, 180_000);
afterAll(async () => {
  await local.remove();
  await target.remove();
});

const start = (more: object = {}) => startExport(local.client, batch, { ...request, ...more });
const ended = (started: StartedExport) => untilEnded(() => local.client, started);
const made = async (more: object = {}) => {
  const started = await start(more);
  return { started, done: await ended(started) };
};
const fileAt = ({ exportId }: StartedExport, position: number) =>
  `/local/exports/${exportId}/files/${position}`;
async function getBytes(at: string, headers: Record<string, string> = {}) {
  const { baseUrl, token } = local.client;
  const response = await fetch(baseUrl + at, { headers: { authorization: token, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, etag: response.headers.get("etag"), bytes };
}
/** The SHA-256 of each downloaded file, by its path. */
async function downloaded(started: StartedExport): Promise<Record<string, string>> {
  const { files } = await findExport(local.client, started);
  const hashes: Record<string, string> = {};
  for (const [position, file] of files.entries()) {
    const { status, bytes, etag } = await getBytes(fileAt(started, position));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect([status, bytes.length, sha256]).toEqual([200, file.bytes, file.sha256]);
    expect(etag).toBe(`"${file.sha256}"`);
    hashes[file.path] = sha256;
  }
  return hashes;
}
const objects = () => readdir(path.join(local.dataDir, "deliveries")).catch(() => [] as string[]);
const post = (started: StartedExport, action: string) =>
  local.client.post(`/local/exports/${started.exportId}/${action}`, {});

it("is announced in place of deliveries to folders, and takes no folder", async () => {
  const { extensions } = bodyOf<{ extensions: string[] }>(await local.client.get("/local"));
  expect(extensions).toContain("delivery-files");
  expect(extensions).not.toContain("exports");
  const at = `/local/batches/${batch}/exports`;
  const refused = await local.client.post(at, { ...request, folder: target.path });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("folder")]);
  expect(await filesBelow(target.path)).toEqual([]);
});

it("has the same bytes as a delivery to a folder, also after it has expired and was resumed", async () => {
  const { started, done } = await made();
  expect([started.folder, done.state, done.problem]).toEqual(["Episode_1_v1", "made", ""]);
  const whole = await downloaded(started);
  expect(Object.keys(whole).length).toBeGreaterThan(10);
  const [first] = done.files;
  const range = await getBytes(fileAt(started, 0), { range: "bytes=10-" });
  expect([range.status, range.bytes.length]).toEqual([206, Number(first?.bytes) - 10]);
  // Nothing stays beside the objects.
  const work = await filesBelow(path.join(local.dataDir, "work")).catch(() => []);
  expect(work.filter((file) => file.includes("export-"))).toEqual([]);

  clock.advance(30 * dayMs);
  expect((await findExport(local.client, started)).state).toBe("expired");
  const expired = await local.client.get(fileAt(started, 0));
  expect([expired.status, expired.text]).toEqual([410, expect.stringContaining("have expired")]);
  // The next start removes what has expired.
  await local.restart();
  expect(await objects()).toEqual([]);
  expect((await local.client.get(fileAt(started, 0))).status).toBe(410);
  bodyOf(await post(started, "resume"), 204);
  expect(await ended(started)).toMatchObject({ state: "made", problem: "" });
  expect(await downloaded(started)).toEqual(whole);

  await local.restart({ team: undefined });
  const inFolder = await startExport(local.client, batch, { ...request, folder: target.path });
  expect(await ended(inFolder)).toMatchObject({ state: "made", problem: "" });
  expect(await hashesBelow(inFolder.folder)).toEqual(whole);
  // A service does not find the exports of the other kind.
  expect((await local.client.get(`/local/exports/${started.exportId}`)).status).toBe(404);
  expect((await local.client.get(fileAt(started, 0))).status).toBe(404);
  await local.restart({ team });
  expect((await local.client.get(`/local/exports/${inFolder.exportId}`)).status).toBe(404);
}, 180_000);

it("keeps the files whose objects are there when it is resumed, and names the missing ones", async () => {
  const { started, done } = await made({ parts: ["cues", "takes"] });
  expect(started.folder).toBe("Episode_1_v2");
  const folder = path.join(local.dataDir, "deliveries", started.exportId);
  const before = (await readdir(folder)).sort();
  expect(before).toHaveLength(done.files.length);
  const lost = before.find((name) => name.startsWith("0-"))!;
  await rm(path.join(folder, lost));
  const missing = await local.client.get(fileAt(started, 0));
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining("missing")]);
  bodyOf(await post(started, "resume"), 204);
  await ended(started);
  await downloaded(started);
  const after = await readdir(folder);
  // Reports and lists are made again.
  expect(before.filter((name) => /^[12]-/.test(name) && !after.includes(name))).toEqual([]);
  expect(after).toHaveLength(before.length);
});

describe("what is not there", () => {
  it("is an unknown delivery, file or position", async () => {
    const { started } = await made({ parts: ["cues"] });
    const statusOf = async (at: string) => (await local.client.get(at)).status;
    expect(await statusOf("/local/exports/unknown/files/0")).toBe(404);
    expect(await statusOf(fileAt(started, 99_999))).toBe(404);
    expect(await statusOf(`/local/exports/${started.exportId}/files/..%2f0`)).toBe(400);
    expect(await statusOf(`/local/exports/${started.exportId}/files/-1`)).toBe(400);
  });

  it("is what was cancelled, and all of a deleted batch", async () => {
    const { started: kept } = await made({ parts: ["cues"] });
    const started = await start();
    bodyOf(await post(started, "cancel"), 204);
    expect((await findExport(local.client, started)).state).toBe("cancelled");
    expect(await objects()).not.toContain(started.exportId);
    expect(await objects()).toContain(kept.exportId);
    expect((await post(started, "resume")).status).toBe(409);
    bodyOf(await local.client.post("/batches/delete", { batchIds: [batch] }), 204);
    await expect.poll(objects, { timeout: 10_000 }).toEqual([]);
    expect((await local.client.get(fileAt(kept, 0))).status).toBe(404);
  });
});
