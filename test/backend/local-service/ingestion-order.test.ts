/**
 * Concurrency of ingestion: the choice of the next task, and voices that do not depend on the order
 * of scripts.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSlots } from "../../../main/local-service/ingest/slots";
import type { TaskRow } from "../../../main/local-service/rows/batches/ingestion-port";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf, startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  waitForIngestion,
  createBatch,
  createProject,
  type Json,
} from "../../helpers/local-workspace";

let server: http.Server;
let origin: string;
let local: RunningLocalService;
/** Paths in the order of their requests. */
let requests: string[];
/** Paths whose responses are blocked, and the functions that release them. */
const blocked = new Map<string, () => void>();
/** Delay of the response for a path, in milliseconds; Infinity: no response. */
let delayOf: (path: string) => number;
/** Scripts by path; other paths are a 404. */
const scripts = new Map<string, string>();

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const content = scripts.get(path);
    const respond = () =>
      content === undefined ? response.writeHead(404).end() : response.end(content);
    const ms = delayOf(path);
    if (ms === Infinity) blocked.set(path, respond);
    else setTimeout(respond, ms);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  requests = [];
  delayOf = () => 0;
  scripts.clear();
  blocked.clear();
  local = await startLocalService({ scriptWorkerFile, allowPrivateUrls: true });
  await local.client.upload("a.wav", bytesOf(5));
});
afterEach(async () => {
  server.closeAllConnections();
  await local.remove();
});
afterAll(() => {
  server.close();
});

const post = (at: string, body: Json) => local.client.post(at, body);
const create = async (project: string, path: string) => {
  const body = { name: path, scriptPath: origin + path };
  return String(bodyOf(await post(`/projects/${project}/batches`, body), 201).id);
};
const lineScript = (...names: string[]) =>
  ["Character,Text_FR-FR,Source_Audio", ...names.map((name) => `${name},Un,a.wav`)].join("\n");
async function voicesOf(project: string): Promise<Record<string, string>> {
  const at = `/projects/${project}/characters`;
  const characters = bodyOf<{ name: string; voice: Json }[]>(await local.client.get(at));
  return Object.fromEntries(
    characters
      .map(({ name, voice }): [string, string] => [name, String(voice.name)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
async function bulkDone(requestId: string): Promise<void> {
  const status = async () =>
    bodyOf(await local.client.get(`/batches/bulk/${requestId}/status`)).status;
  await expect.poll(status).toMatch(/completed|failed/);
}

describe("automatic casting", () => {
  /**
   * Creates single batches before and after a bulk request, with these delays of their scripts;
   * returns the voices.
   */
  async function run(delay: (path: string) => number): Promise<Record<string, string>> {
    delayOf = delay;
    const project = await createProject(local.client);
    const rows = Array.from({ length: 6 }, (_, index) => `/row-${index}.csv`);
    const all = ["/first.csv", ...rows, "/last.csv"];
    all.forEach((path, index) =>
      scripts.set(path, lineScript(`C${index}`, `C${index + 1}`, `C${index + 20}`, "Greta")),
    );
    const header = "BATCH_NAME,SCRIPT_PATH";
    scripts.set("/bulk.csv", [header, ...rows.map((one) => `${one},${origin}${one}`)].join("\n"));
    const first = await create(project, "/first.csv");
    const bulk = { scriptPath: `${origin}/bulk.csv` };
    const started = await post(`/projects/${project}/batches/bulk`, bulk);
    const last = await create(project, "/last.csv");
    await bulkDone(String(bodyOf(started).requestId));
    for (const id of [first, last])
      expect(await waitForIngestion(local.client, id)).toMatchObject({ status: "ready" });
    return voicesOf(project);
  }

  it("assigns the same voices in any order of scripts", async () => {
    const expected = await run(() => 0);
    expect(Object.keys(expected)).toHaveLength(18);
    const numberOf = (path: string) => Number(/\d+/.exec(path)?.[0] ?? 0);
    expect(await run((path) => (path === "/first.csv" ? 300 : 0))).toEqual(expected);
    expect(await run((path) => (path === "/bulk.csv" ? 300 : 0))).toEqual(expected);
    expect(await run((path) => 200 - 40 * numberOf(path))).toEqual(expected);
  }, 30_000);

  it("does not wait for failed or deleted work", async () => {
    delayOf = (path) => (path === "/slow.csv" ? Infinity : 0);
    const project = await createProject(local.client);
    scripts.set("/good.csv", lineScript("Ada"));
    const failed = await create(project, "/none.csv");
    const slow = await create(project, "/slow.csv");
    const valid = await create(project, "/good.csv");
    expect(await waitForIngestion(local.client, failed)).toMatchObject({ status: "failed" });
    await expect.poll(() => requests).toContain("/good.csv");
    const read = async () => bodyOf(await local.client.get(`/batches/${valid}`)).status;
    expect(await read()).toBe("ingesting");
    await post("/batches/delete", { batchIds: [slow] });
    await expect.poll(read).toBe("ready");
    // One project does not wait for another.
    await create(project, "/slow.csv");
    const other = await createProject(local.client);
    const scriptPath = `${origin}/good.csv`;
    expect(await createBatch(local.client, other, { scriptPath })).toMatchObject({
      status: "ready",
    });
  });
});

describe("a bulk request of 1,000 rows", () => {
  it("leaves a slot: a batch created meanwhile starts at once", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const rows = Array.from({ length: 1000 }, (_, index) => `/row-${index}.csv`);
    const content = "Character,Text_FR-FR\nAda,Un\n";
    for (const path of [...rows, "/single.csv"]) scripts.set(path, content);
    const lines = rows.map((path) => `${path},${origin}${path}`);
    scripts.set("/bulk.csv", ["BATCH_NAME,SCRIPT_PATH", ...lines].join("\n"));
    // The first tasks of the bulk request never end.
    delayOf = (path) => (path.startsWith("/row") ? Infinity : 0);
    const bulk = { scriptPath: `${origin}/bulk.csv` };
    await post(`/projects/${project}/batches/bulk`, bulk);
    await expect.poll(() => blocked.size).toBe(3);
    const scriptPath = `${origin}/single.csv`;
    expect(await createBatch(local.client, project, { scriptPath })).toMatchObject({
      status: "casting",
    });
    expect(blocked.size).toBe(3);
  });
});

describe("the choice of the next task", () => {
  const task = (id: number, group: string, more: Partial<TaskRow> = {}): TaskRow =>
    ({
      id,
      group,
      isBulk: false,
      step: "read",
      kind: "batch",
      batchId: String(id),
      ...more,
    }) as TaskRow;

  it("groups alternate, and bulk requests leave the last slot free", () => {
    const next = createSlots(4);
    const waiting = [1, 2, 3, 4, 5]
      .map((id) => task(id, "bulk", { isBulk: true }))
      .concat([6, 7, 8].map((id) => task(id, "project")));
    const running: TaskRow[] = [];
    const choose = (among: readonly TaskRow[]) => {
      const chosen = next(
        among.filter((one) => !running.includes(one)),
        running,
      );
      if (chosen) running.push(chosen);
      return chosen?.id ?? null;
    };
    const bulkOnly = waiting.slice(0, 5);
    expect([1, 2, 3, 4].map(() => choose(bulkOnly))).toEqual([1, 2, 3, null]);
    expect(choose(waiting)).toBe(6);
    expect(choose(waiting)).toBeNull();
    running.length = 0;
    expect([1, 2, 3, 4].map(() => choose(waiting))).toEqual([1, 6, 2, 7]);
    // With one slot they alternate too.
    const order: (number | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      running.length = 0;
      order.push(choose(waiting.filter(({ id }) => !order.includes(id))));
    }
    expect(order.map((id) => (id ?? 0) >= 6)).toEqual([false, true, false, true]);
  });

  it("casting tasks are chosen first", () => {
    const cast = task(9, "bulk", { isBulk: true, step: "cast" });
    const running = [1, 2, 3].map((id) => task(id, "bulk", { isBulk: true }));
    expect(createSlots(4)([task(4, "other"), cast], running)).toBe(cast);
  });
});
