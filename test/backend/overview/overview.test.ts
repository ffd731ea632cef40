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
const freshness = async () => (await test.handlers.overview.get({ workspaceId })).freshness;
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

it("a refresh syncs only outdated lists if requested", async () => {
  await read({ kind: "projects" });
  await read(batchesOf("p0"));
  const before = sentRequests();
  await test.handlers.overview.refresh({ workspaceId, olderThanMs: 60_000 });
  // Forty projects with two lists each; one of these and the projects were just synced.
  expect(sentRequests() - before).toBe(79);
  // The other five, of which nothing was read.
  await test.handlers.overview.refresh({ workspaceId, olderThanMs: 60_000 });
  expect(sentRequests() - before).toBe(79 + 10);
  await test.handlers.overview.refresh({ workspaceId, olderThanMs: 60_000 });
  expect(sentRequests() - before).toBe(79 + 10);
  await test.handlers.overview.refresh({ workspaceId });
  // One request for each of the three project types.
  expect(sentRequests() - before).toBe(79 + 10 + 83);
});

it("the number of projects that were read is known, and grows with each refresh to all", async () => {
  const projects = async () => (await test.handlers.overview.get({ workspaceId })).projects;
  await read({ kind: "projects" });
  expect(await projects()).toEqual({ total: 45, read: 0 });
  await test.handlers.overview.refresh({ workspaceId });
  expect(await projects()).toEqual({ total: 45, read: 40 });
  await test.handlers.overview.refresh({ workspaceId });
  expect(await projects()).toEqual({ total: 45, read: 45 });
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
