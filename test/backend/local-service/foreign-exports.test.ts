/**
 * Exports in a workspace from another computer: nothing is written or removed before a user has
 * confirmed it.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import {
  createDubbedBatch,
  dubbedLanguage,
  findExport,
  startExport,
  untilEnded,
  type StartedExport,
} from "../../helpers/exports";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";
import { long } from "../../long";

let local: RunningLocalService;
let batch = "";
let target: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile, startEngine: () => startSpokenEngine() });
  batch = await createDubbedBatch(local.client);
}, 60_000);
afterAll(() => local.remove());
beforeEach(async () => {
  target = await temporaryFolder();
});
afterEach(() => target.remove());

/**
 * A complete export whose files are removed: what a workspace has if its process ended at the
 * beginning.
 */
async function beginExport(): Promise<StartedExport> {
  const started = await startExport(local.client, batch, {
    languages: [dubbedLanguage],
    parts: ["subtitles"],
    preset: "online",
    includeUnapproved: true,
    folder: target.path,
  });
  await untilEnded(() => local.client, started);
  await rm(started.folder, { recursive: true });
  await mkdir(started.folder);
  return started;
}

/** Changes the rows while the service is stopped, and starts it again. */
async function restartWith(
  sql: string,
  values: (string | number)[],
  options: Parameters<RunningLocalService["restart"]>[0] = {},
): Promise<void> {
  await local.close();
  const db = new DatabaseSync(path.join(local.dataDir, "workspace.db"));
  db.prepare(sql).run(...values);
  db.close();
  await local.restart(options);
}

const unfinished = "UPDATE exports SET state = 'making', made = 0 WHERE id = ?";
const untilHeld = (started: StartedExport) =>
  expect.poll(async () => (await findExport(local.client, started)).state).toBe("unconfirmed");
const call = ({ exportId }: StartedExport, action: string) =>
  local.client.post(`/local/exports/${exportId}/${action}`, {});

it("continue by themselves on the computer where they were begun", async () => {
  const started = await beginExport();
  await restartWith(unfinished, [started.exportId]);
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
  expect(await filesBelow(started.folder)).toHaveLength(6);
});

it("wait on another computer until they are resumed, and continue by themselves after that", async () => {
  const confirmationKey = randomBytes(32);
  const started = await beginExport();
  await restartWith(unfinished, [started.exportId], { confirmationKey });
  await untilHeld(started);
  expect(await filesBelow(target.path)).toEqual([]);
  expect(await findExport(local.client, started)).toMatchObject({
    counts: { files: 6, made: 0 },
    folder: started.folder,
    parts: ["subtitles"],
  });
  bodyOf(await call(started, "resume"), 204);
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
  await restartWith(unfinished, [started.exportId], { confirmationKey });
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
  await local.restart();
});

it("that failed elsewhere are held when they are resumed, so that their content is seen first", async () => {
  const started = await beginExport();
  const failed = "UPDATE exports SET state = 'failed', signature = '' WHERE id = ?";
  await restartWith(failed, [started.exportId]);
  bodyOf(await call(started, "resume"), 204);
  expect(await findExport(local.client, started)).toMatchObject({ state: "unconfirmed" });
  expect(await filesBelow(target.path)).toEqual([]);
});

it.each([
  ["folder", "folder || '-other'"],
  ["request", `replace(request, '"online"', '"game"')`],
  ["snapshot", `replace(snapshot, '"ANNA"', '"CARL"')`],
])("wait if their %s was changed meanwhile", async (column, changed) => {
  const started = await beginExport();
  await restartWith(`UPDATE exports SET state = 'making', ${column} = ${changed} WHERE id = ?`, [
    started.exportId,
  ]);
  await untilHeld(started);
  expect(await filesBelow(target.path)).toEqual([]);
});

const isRefused = "with the folder %j of a language are refused";
it.each(["../outside", "/outside"])(isRefused, refusesFolder);
it.each(["..", "a/../../b", "a\\b", ""])(isRefused, long, refusesFolder);

async function refusesFolder(folder: string): Promise<void> {
  const started = await beginExport();
  const sql = `UPDATE exports SET state = 'making',
      snapshot = replace(snapshot, '"folder":"en-US"', '"folder":' || ?) WHERE id = ?`;
  await restartWith(sql, [JSON.stringify(folder), started.exportId]);
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "failed" });
  expect((await call(started, "resume")).status).toBe(409);
  expect(await filesBelow(target.path)).toEqual([]);
}

it("that are discarded remove no file that was not made here", async () => {
  const started = await beginExport();
  const file = path.join(started.folder, "en-US/subtitles/Episode_1_en-US.srt");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "a file of the user");
  await restartWith(unfinished, [started.exportId], { confirmationKey: randomBytes(32) });
  await untilHeld(started);
  bodyOf(await call(started, "cancel"), 204);
  expect(await readFile(file, "utf8")).toBe("a file of the user");
  expect(await findExport(local.client, started)).toMatchObject({ state: "cancelled" });
  await local.restart();
});

it("remove no file outside of their folder, whatever their rows say", async () => {
  const started = await beginExport();
  const file = path.join(target.path, "key");
  await writeFile(file, "a key");
  const sql = "UPDATE export_files SET path = '../key' WHERE export_id = ? AND position = 0";
  await restartWith(sql, [started.exportId]);
  await restartWith("UPDATE exports SET state = 'failed' WHERE id = ?", [started.exportId]);
  bodyOf(await call(started, "cancel"), 204);
  expect(await readFile(file, "utf8")).toBe("a key");
});

it("with a request that cannot be read are listed, and cannot be continued", async () => {
  const started = await beginExport();
  const sql = "UPDATE exports SET state = 'making', request = '{\"parts\":[\"x\"]}' WHERE id = ?";
  await restartWith(sql, [started.exportId]);
  const { exports } = bodyOf<{ exports: { id: string; state: string; problem: string }[] }>(
    await local.client.get(`/local/batches/${batch}/exports`),
  );
  expect(exports.find(({ id }) => id === started.exportId)).toMatchObject({
    state: "cancelled",
    problem: "its request cannot be read",
  });
});
