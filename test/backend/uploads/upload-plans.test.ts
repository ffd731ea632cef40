/** Upload plans with a real gallery. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Plan, PlanEntry } from "../../../preload/model";
import type { LocalService } from "../../../main/local-service/server";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  writeMediaFile,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let test: TestBackend;
let workspaceId: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder.path, "source"));
  service = await startService({ dataDir: path.join(folder.path, "service") });
  test = startBackend(path.join(folder.path, "profile"));
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const source = (...parts: string[]) => path.join(folder.path, "source", ...parts);
const write = (name: string) => writeMediaFile(source(), name, 1000);

async function plan(targetFolder = "", ...sourcePaths: string[]): Promise<Plan> {
  const { planId } = await test.handlers.plans.create({
    workspaceId,
    sourcePaths: sourcePaths.length > 0 ? sourcePaths : [source()],
    targetFolder,
  });
  return test.waitUntil(async () => {
    const found = await test.handlers.plans.get({ planId });
    return found.state === "ready" ? found : null;
  }, "the plan");
}
async function entries(planId: string, status: PlanEntry["status"]) {
  const found = await test.handlers.plans.entries({ planId, status, offset: 0, limit: 100 });
  return found.entries.map(
    (entry) => entry.galleryPath || `${entry.relativePath}: ${entry.reason}`,
  );
}
const galleryPaths = async () => {
  await test.handlers.gallery.refresh({ workspaceId });
  const { entries: found } = await test.handlers.gallery.browse({
    workspaceId,
    folder: "",
    search: ".wav",
    sort: "name",
    offset: 0,
    limit: 100,
  });
  return found.map((entry) => entry.path);
};

it("counts, sums and lists new and skipped files", async () => {
  await write("ep 1/a.wav");
  await write("ep 1/b.wav");
  await writeFile(source("notes.txt"), "x");
  const found = await plan("season/");
  expect(found).toMatchObject({
    roots: ["source"],
    counts: { new: 2, conflict: 0, failed: 0, skipped: 1 },
    skipped: { type: 1 },
    newBytes: 2000,
    targetFolder: "season/",
    problem: null,
  });
  expect(found.galleryReadAt).not.toBeNull();
  expect(await entries(found.id, "new")).toEqual([
    "season/source/ep 1/a.wav",
    "season/source/ep 1/b.wav",
  ]);
  expect(await entries(found.id, "skipped")).toEqual(["source/notes.txt: type"]);
});

describe("files whose path is taken", () => {
  beforeEach(async () => {
    await write("a.wav");
    await uploadPaths(test, workspaceId, [source()]);
    await waitForUploads(test, workspaceId);
    await write("a.wav");
    await write("b.wav");
  });

  it("are found again after the gallery was synced", async () => {
    const found = await plan();
    expect(found.counts).toEqual({ new: 1, conflict: 1, failed: 0, skipped: 0 });
    expect(await entries(found.id, "conflict")).toEqual(["source/a.wav"]);
  });

  it("require a choice: without one nothing is queued", async () => {
    const found = await plan();
    await expect(test.handlers.plans.confirm({ planId: found.id })).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "conflictChoice" }],
    });
  });

  it.each([
    ["skip", 1, ["source/a.wav", "source/b.wav"]],
    ["replace", 2, ["source/a.wav", "source/b.wav"]],
    ["rename", 2, ["source/a (2).wav", "source/a.wav", "source/b.wav"]],
  ] as const)("%s queues %i", async (conflictChoice, queued, paths) => {
    const found = await plan();
    await test.handlers.plans.change({ planId: found.id, conflictChoice });
    expect(await test.handlers.plans.confirm({ planId: found.id })).toEqual({ queued });
    const uploads = await waitForUploads(test, workspaceId);
    expect(uploads.every(({ state }) => state === "done")).toBe(true);
    expect((await galleryPaths()).sort()).toEqual([...paths].sort());
    await expect(async () => test.handlers.plans.get({ planId: found.id })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("are no conflict in another target folder", async () => {
    const found = await plan();
    const changed = await test.handlers.plans.change({ planId: found.id, targetFolder: "/other" });
    expect(changed).toMatchObject({
      targetFolder: "other/",
      counts: { new: 2, conflict: 0 },
      state: "ready",
    });
    await expect(
      test.handlers.plans.change({ planId: found.id, targetFolder: "a/../b" }),
    ).rejects.toMatchObject({ code: "invalid-input", details: [{ field: "targetFolder" }] });
  });
});

it("a second file with the same path is renamed by that choice, or counts as one that cannot be uploaded", async () => {
  await write("a.wav");
  await write("other/a.wav");
  const twice = await plan("", source("a.wav"), source("other", "a.wav"), source("a.wav"));
  const planId = twice.id;
  expect(twice).toMatchObject({ duplicates: 1, failed: { duplicate: 1 } });
  expect(twice.counts).toEqual({ new: 1, conflict: 0, failed: 1, skipped: 1 });
  expect(await entries(planId, "failed")).toEqual(["a.wav: duplicate"]);
  // The same file was given twice.
  expect(await entries(planId, "skipped")).toEqual(["a.wav: already-queued"]);
  await expect(test.handlers.plans.confirm({ planId })).rejects.toThrow("conflictChoice");
  const replaced = await test.handlers.plans.change({ planId, conflictChoice: "replace" });
  expect(replaced.counts).toMatchObject({ new: 1, conflict: 0, failed: 1 });
  const renamed = await test.handlers.plans.change({ planId, conflictChoice: "rename" });
  expect(renamed.counts).toMatchObject({ new: 1, conflict: 1, failed: 0 });
  expect(await test.handlers.plans.confirm({ planId })).toEqual({ queued: 2 });
  await waitForUploads(test, workspaceId);
  expect((await galleryPaths()).sort()).toEqual(["a (2).wav", "a.wav"]);
});

it("skips a file that is already queued", async () => {
  await write("a.wav");
  await write("other/a.wav");
  await test.handlers.uploads.setPaused({ isPaused: true });
  await test.handlers.plans.confirm({ planId: (await plan("", source("a.wav"))).id });
  const again = await plan("", source("a.wav"));
  expect(await entries(again.id, "skipped")).toEqual(["a.wav: already-queued"]);
  // A different file that is being uploaded to the same path is a conflict before it is in the
  // gallery.
  const conflict = await plan("", source("other", "a.wav"));
  expect(await entries(conflict.id, "conflict")).toEqual(["a.wav"]);
});

it("treats two Unicode forms of a name as one path", async () => {
  await write("e\u0301.wav");
  await write("sub/\u00e9.wav");
  const found = await plan("", source("e\u0301.wav"), source("sub", "\u00e9.wav"));
  expect(await entries(found.id, "new")).toEqual(["\u00e9.wav"]);
  expect(await entries(found.id, "failed")).toEqual(["\u00e9.wav: duplicate"]);
});

it("a plan is created without the service too, and reports that the gallery was never synced", async () => {
  await service.close();
  await write("a.wav");
  const found = await plan();
  expect(found.counts.new).toBe(1);
  expect(found.galleryReadAt).toBeNull();
  await test.handlers.plans.confirm({ planId: found.id });
  service = await startService({
    dataDir: path.join(folder.path, "service"),
    port: Number(new URL(service.baseUrl).port),
  });
  await waitForUploads(test, workspaceId);
});

it("applies the last target folder, whenever it was set", async () => {
  for (let index = 0; index < 3_000; index += 1) await writeFile(source(`${index}.wav`), "x");
  const { planId } = await test.handlers.plans.create({
    workspaceId,
    sourcePaths: [source()],
    targetFolder: "one/",
  });
  // Repeatedly while files are listed and compared.
  for (let round = 0; round < 60; round += 1) {
    await test.handlers.plans.change({ planId, targetFolder: round % 2 === 0 ? "two/" : "three/" });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await test.waitUntil(async () => {
    const found = await test.handlers.plans.get({ planId });
    return found.state === "ready" ? found : null;
  }, "the plan");
  const { entries: all } = await test.handlers.plans.entries({
    planId,
    status: "new",
    offset: 0,
    limit: 3_000,
  });
  expect(all).toHaveLength(3_000);
  expect(new Set(all.map(({ galleryPath }) => galleryPath.split("/")[0]))).toEqual(
    new Set(["three"]),
  );
});

it("a plan is queued once, however often it is confirmed", async () => {
  for (let index = 0; index < 2_500; index += 1) await writeFile(source(`${index}.wav`), "x");
  const found = await plan();
  await test.handlers.uploads.setPaused({ isPaused: true });
  const confirm = async () => test.handlers.plans.confirm({ planId: found.id });
  const results = await Promise.allSettled([confirm(), confirm()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { total } = await test.handlers.uploads.list({
    workspaceId,
    filter: "all",
    search: "",
    offset: 0,
    limit: 1,
  });
  expect(total).toBe(2_500);
});

it("a plan is deleted with its workspace, and does not affect the next start", async () => {
  await write("a.wav");
  const found = await plan();
  await test.handlers.workspaces.remove({ workspaceId });
  await expect(async () => test.handlers.plans.confirm({ planId: found.id })).rejects.toMatchObject(
    {
      code: "not-found",
    },
  );
  await test.stop();
  test = startBackend(path.join(folder.path, "profile"));
  expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
});

it("a plan can be discarded while files are listed", async () => {
  await write("a.wav");
  const { planId } = await test.handlers.plans.create({
    workspaceId,
    sourcePaths: [source()],
    targetFolder: "",
  });
  await test.handlers.plans.discard({ planId });
  await expect(async () => test.handlers.plans.get({ planId })).rejects.toMatchObject({
    code: "not-found",
  });
});

it("fails only the file that was deleted between plan and upload", async () => {
  await write("a.wav");
  await write("b.wav");
  const found = await plan();
  await rename(source("a.wav"), source("moved.wav"));
  await test.handlers.plans.confirm({ planId: found.id });
  const uploads = await waitForUploads(test, workspaceId);
  expect(uploads.map(({ name, state, problem }) => [name, state, problem?.code])).toEqual([
    ["a.wav", "failed", "file-missing"],
    ["b.wav", "done", undefined],
  ]);
});

it("adds further files to an open plan, and asks again about conflicts that they bring", async () => {
  await mkdir(source("two"));
  await write("a.wav");
  await write("two/b.wav");
  const first = await plan("", source("a.wav"), source("two"));
  await test.handlers.plans.confirm({ planId: first.id });
  await waitForUploads(test, workspaceId);
  await write("new.wav");
  const add = async (planId: string, name: string) => {
    const sourcePaths = [source(name)];
    const request = { workspaceId, sourcePaths, targetFolder: "elsewhere/", addTo: planId };
    return (await test.handlers.plans.create(request)).planId;
  };
  const ready = (planId: string) =>
    test.waitUntil(async () => {
      const found = await test.handlers.plans.get({ planId });
      return found.state === "ready" ? found : null;
    }, "the plan");
  const { id } = await plan("", source("a.wav"));
  await test.handlers.plans.change({ planId: id, conflictChoice: "replace" });
  // Two at once: both are walked before the files are compared.
  expect([await add(id, "new.wav"), await add(id, "two")]).toEqual([id, id]);
  expect(await ready(id)).toMatchObject({
    roots: ["a.wav", "new.wav", "two"],
    targetFolder: "",
    counts: { new: 1, conflict: 2 },
    conflictChoice: null,
  });
  await test.handlers.plans.change({ planId: id, conflictChoice: "replace" });
  await add(id, "new.wav");
  expect(await ready(id)).toMatchObject({
    conflictChoice: "replace",
    skipped: { "already-queued": 1 },
  });
  await test.handlers.plans.confirm({ planId: id });
  const other = await add(id, "new.wav");
  expect(other).not.toBe(id);
  expect((await ready(other)).targetFolder).toBe("elsewhere/");
});
