/**
 * Batches in a workspace from another computer: nothing is read from the network before a user has
 * confirmed it.
 */
import http from "node:http";
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";

let server: http.Server;
let origin = "";
let requests: string[] = [];
let local: RunningLocalService;
/** Of another computer. */
const confirmationKey = randomBytes(32);
beforeAll(async () => {
  server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("Character,Text_FR-FR\nAda,Un\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(async () => {
  local = await startLocalService({ scriptWorkerFile, allowPrivateUrls: true });
});
afterEach(() => local.remove());

/** Changes the rows while the service is stopped, and starts it again. */
async function restartWith(
  statements: readonly string[],
  options: Parameters<RunningLocalService["restart"]>[0] = {},
): Promise<void> {
  await local.close();
  const db = new DatabaseSync(path.join(local.dataDir, "workspace.db"));
  for (const sql of statements) db.exec(sql);
  db.close();
  requests = [];
  await local.restart(options);
}
/** A batch that was read from a URL, and the statements that make it unfinished. */
async function readBatch(): Promise<{ id: string; unfinished: string[] }> {
  const project = await createProject(local.client, { type: "audio-production" });
  const created = await createBatch(local.client, project, {
    scriptPath: `${origin}/script.csv?signature=secret`,
  });
  expect(created["status"]).toBe("casting");
  const id = String(created["id"]);
  const unfinished = [
    `UPDATE batches SET status = 'ingesting' WHERE id = '${id}'`,
    `INSERT INTO tasks (kind, batch_id, project_id, lane, turn)
     VALUES ('batch', '${id}', '${project}', '${project}', 1)`,
  ];
  return { id, unfinished };
}
const batchOf = async (id: string) =>
  bodyOf<{ status: string; message: string }>(await local.client.get(`/batches/${id}`));
const heldOf = async () =>
  bodyOf<{ held: { id: string; name: string | null; hosts: string[] }[] }>(
    await local.client.get("/local/confirmations"),
  ).held;
const untilHeld = (id: string) =>
  expect.poll(async () => (await heldOf()).map((one) => one.id)).toEqual([id]);
const confirm = async (id: string) =>
  bodyOf(await local.client.post("/local/confirmations", { ids: [id] }), 204);

it("an unfinished batch continues by itself on the computer where it was created", async () => {
  const { id, unfinished } = await readBatch();
  await restartWith(unfinished);
  await expect.poll(async () => (await batchOf(id)).status).toBe("casting");
  expect(requests).toHaveLength(1);
});

it("it waits on another computer, names its hosts only, and continues once it is confirmed", async () => {
  const { id, unfinished } = await readBatch();
  await restartWith(unfinished, { confirmationKey });
  await untilHeld(id);
  const { host } = new URL(origin);
  expect(await heldOf()).toEqual([{ id, name: expect.any(String) as string, hosts: [host] }]);
  expect(await batchOf(id)).toMatchObject({
    status: "ingesting",
    message: expect.stringContaining("waits for a confirmation") as string,
  });
  expect(requests).toEqual([]);
  await confirm(id);
  await expect.poll(async () => (await batchOf(id)).status).toBe("casting");
  expect(requests).toHaveLength(1);
  expect((await batchOf(id)).message).not.toContain("confirmation");
  await restartWith(unfinished, { confirmationKey });
  await expect.poll(async () => (await batchOf(id)).status).toBe("casting");
  expect(requests).toHaveLength(1);
});

it("it waits if its script was changed meanwhile, and new batches do not wait for it", async () => {
  const { id, unfinished } = await readBatch();
  await restartWith([
    ...unfinished,
    `UPDATE batches SET script_path = '${origin}/other.csv' WHERE id = '${id}'`,
  ]);
  await untilHeld(id);
  expect(requests).toEqual([]);
  const other = await readBatch();
  expect(other.id).not.toBe(id);
  expect(requests).toEqual(["/script.csv?signature=secret"]);
});

it("a language waits with its script, a bulk request with its template", async () => {
  const { id } = await readBatch();
  const project = `(SELECT project_id FROM batches WHERE id = '${id}')`;
  await restartWith(
    [
      `INSERT INTO translations (batch_id, position, language_id, type, status, script_path)
       VALUES ('${id}', 9, 'de-de', 'target', 'pending', '${origin}/german.csv')`,
      `INSERT INTO tasks (kind, batch_id, language_id, project_id, lane, turn)
       VALUES ('language', '${id}', 'de-de', ${project}, 'a', 1)`,
      `INSERT INTO bulk_requests (id, project_id, script_path, settings, created_at)
       VALUES ('bulk', ${project}, '${origin}/bulk.csv', '{}', 1)`,
      `INSERT INTO tasks (kind, request_id, project_id, lane, turn)
       VALUES ('bulk', 'bulk', ${project}, 'bulk', 2)`,
    ],
    { confirmationKey },
  );
  await expect.poll(async () => (await heldOf()).map((one) => one.id)).toEqual([id, "bulk"]);
  expect(requests).toEqual([]);
  await confirm("bulk");
  await expect.poll(() => requests).toEqual(["/bulk.csv"]);
  await confirm(id);
  await expect.poll(() => requests).toEqual(["/bulk.csv", "/german.csv"]);
});

it("a dub waits before it fetches source audio", async () => {
  await local.remove();
  local = await startLocalService({
    scriptWorkerFile,
    allowPrivateUrls: true,
    startEngine: () => startSpokenEngine(),
  });
  const project = await createProject(local.client);
  const content = `Character,Text_FR-FR,Source_Audio\nAda,Un,${origin}/line.wav\n`;
  const { id } = await createBatch(local.client, project, {
    scriptPath: await uploadScript(local.client, "lines.csv", content),
  });
  const due = `INSERT INTO dubs (batch_id, language_id, state, requested_at)
    VALUES ('${String(id)}', 'fr-fr', 'due', 1) ON CONFLICT DO UPDATE SET state = 'due'`;
  await restartWith(["UPDATE lines SET slot_ms = NULL", due], { confirmationKey });
  await untilHeld(String(id));
  expect(requests).toEqual([]);
  await confirm(String(id));
  await expect.poll(() => requests).toContain("/line.wav");
});
