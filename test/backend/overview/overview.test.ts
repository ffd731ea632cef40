/** The age of the overview, and the lists that a refresh syncs. */
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ResourceList } from "../../../preload/model/resources";
import {
  connectWorkspace,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: HostileService;
let test: TestBackend;
let workspaceId: string;
/** The first was changed last. There are more than a refresh syncs. */
const ids = Array.from({ length: 45 }, (_, index) => `p${index}`);
const oldest = "p44";

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startHostileService();
  test = startBackend(path.join(folder.path, "profile"), {
    // Nothing is polled.
    visibility: { isVisible: () => false, onChange: () => () => undefined },
  });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
  const projects = ids.map((id, index) => ({
    id,
    name: id,
    type: "line-dubbing",
    status: "active",
    updatedAt: new Date(1.9e12 - index * 1000).toISOString(),
  }));
  service.respondTo("GET /projects", { body: projects });
  for (const id of ids) {
    service.respondTo(`GET /projects/${id}/batches`, { body: [] });
    service.respondTo(`GET /projects/${id}/characters`, { body: [] });
  }
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const read = (list: ResourceList) => test.handlers.lists.refresh({ workspaceId, list });
const batchesOf = (projectId: string) => ({ kind: "batches", projectId }) as const;
const sentRequests = () =>
  service.requests.filter(({ path: at }) => at.startsWith("/projects")).length;

it("the overview is as old as the lists that a refresh syncs, regardless of the number of opened projects", async () => {
  await read({ kind: "projects" });
  for (const id of ids) await read(batchesOf(id));
  const before = Date.now() + 1;
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(before);
  await test.handlers.overview.refresh({ workspaceId });
  expect((await freshness()).readAt).toBeGreaterThanOrEqual(before);
});

const freshness = async () => (await overview()).freshness;
const overview = () => test.handlers.overview.get({ workspaceId });
const projects = async () => (await overview()).projects;
/** Resolves when nothing is read in the background any more. */
async function readAll(olderThanMs?: number): Promise<void> {
  await test.handlers.overview.refresh({ workspaceId, olderThanMs });
  await expect.poll(async () => (await projects()).isReading).toBe(false);
}

it("a refresh syncs only outdated lists if requested", async () => {
  await read({ kind: "projects" });
  await read(batchesOf("p0"));
  const before = sentRequests();
  await readAll(60_000);
  // All projects with two lists each; one of these and the projects were just synced.
  expect(sentRequests() - before).toBe(89);
  await readAll(60_000);
  expect(sentRequests() - before).toBe(89);
  await readAll();
  // One request for each of the three project types; nothing is read twice.
  expect(sentRequests() - before).toBe(89 + 93);
});

it("the number of projects that were read is known, and all are read in the background", async () => {
  await read({ kind: "projects" });
  expect(await projects()).toEqual({ total: 45, read: 0, isReading: false });
  await test.handlers.overview.refresh({ workspaceId });
  expect(await projects()).toMatchObject({ total: 45, isReading: true });
  await readAll();
  expect(await projects()).toEqual({ total: 45, read: 45, isReading: false });
});

it("the background goes on after a project that fails and after a limit of requests", async () => {
  service.respondTo("GET /projects/p30/batches", { status: 500, body: { message: "boom" } });
  let refused = 0;
  const tooMany = { status: 429, headers: { "retry-after": "0" }, body: {} };
  service.respondTo("GET /projects/p31/batches", () => (refused++ < 5 ? tooMany : { body: [] }));
  await readAll();
  expect(await projects()).toEqual({ total: 45, read: 44, isReading: false });
  expect(refused).toBe(6);
});

it("batches are counted by project, and found by the names of both", async () => {
  const batch = (id: string, status: string) => ({
    id,
    name: `Episode ${id}`,
    status,
    completionPercentage: 0,
    createdAt: new Date(1.6e12).toISOString(),
    updatedAt: new Date(1.6e12).toISOString(),
    translations: [],
  });
  service.respondTo("GET /projects/p0/batches", {
    body: [batch("a", "failed"), batch("b", "inferring")],
  });
  service.respondTo("GET /projects/p1/batches", { body: [batch("c", "failed")] });
  await readAll();
  const { byProject } = await overview();
  expect(
    byProject.map(({ projectId, counts }) => [projectId, counts.failed, counts.running]),
  ).toEqual([
    ["p0", 1, 1],
    ["p1", 1, 0],
  ]);
  const found = async (search: string) => {
    const { items, running, counts, total } = await test.handlers.overview.get({
      workspaceId,
      search,
    });
    return [...items, ...running].map(({ name }) => name).concat(`${total}/${counts.running}`);
  };
  expect(await found("p0")).toEqual(["Episode a", "Episode b", "1/1"]);
  expect(await found("episode C")).toEqual(["Episode c", "1/0"]);
  expect(await found("p1 b")).toEqual(["0/0"]);
});

it("what waits longest is first, also of what runs or was not begun", async () => {
  const batchAt = (id: string, at: number, status: string) => ({
    id,
    name: id,
    status,
    completionPercentage: 0,
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
    translations: [],
  });
  service.respondTo("GET /projects/p0/batches", {
    body: [batchAt("new", 1.8e12, "failed"), batchAt("old", 1.6e12, "failed")],
  });
  service.respondTo("GET /projects/p1/batches", { body: [batchAt("middle", 1.7e12, "failed")] });
  await test.handlers.overview.refresh({ workspaceId });
  const { items } = await test.handlers.overview.get({ workspaceId });
  expect(items.map(({ name }) => name)).toEqual(["old", "middle", "new"]);
  for (const [group, status] of [
    ["running", "inferring"],
    ["idle", "ready"],
  ] as const) {
    service.respondTo("GET /projects/p0/batches", {
      body: [batchAt("new", 1.8e12, status), batchAt("old", 1.6e12, status)],
    });
    service.respondTo("GET /projects/p1/batches", { body: [batchAt("middle", 1.7e12, status)] });
    await test.handlers.overview.refresh({ workspaceId });
    const found = (await test.handlers.overview.get({ workspaceId }))[group];
    expect(found.map(({ name }) => name)).toEqual(["old", "middle", "new"]);
  }
});

it("a refresh syncs lists that failed before, and clears their problem", async () => {
  await read({ kind: "projects" });
  await read(batchesOf(oldest));
  service.respondTo(`GET /projects/${oldest}/batches`, { status: 500, body: { message: "boom" } });
  await expect(read(batchesOf(oldest))).rejects.toMatchObject({ code: "service-error" });
  expect(await freshness()).toMatchObject({ problem: { code: "service-error" } });
  service.respondTo(`GET /projects/${oldest}/batches`, { body: [] });
  await test.handlers.overview.refresh({ workspaceId });
  expect(await freshness()).toMatchObject({ problem: null });
});
