/** Gallery paths that were free when an upload was planned but are taken when it starts. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { request } from "../../../main/common/http/undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConflictChoice } from "../../../preload/model";
import type { LocalService } from "../../../main/local-service/server";
import { createRemote, type Remote } from "../../../main/remote/remote";
import { openDatabase } from "../../../main/common/database/database";
import { createOutboxFiles } from "../../../main/backend/outbox/store/file-store";
import { migrations } from "../../../main/common/database/migrations";
import { createUploadStore } from "../../../main/backend/uploads/store/upload-store";
import {
  waitForUploads,
  connectWorkspace,
  listUploads,
  writeMediaFile,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";

const hour = 3_600_000;
const galleryList = /\/media\/files$/;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let proxy: FaultProxy;
let test: TestBackend;
/** A client of another user of the same gallery. */
let other: Remote;
let workspaceId: string;
let clockOffset: number;

beforeEach(async () => {
  clockOffset = 0;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + clockOffset);
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  const { baseUrl, clientId, clientSecret } = service;
  proxy = await startFaultProxy(() => service.baseUrl);
  other = createRemote({
    connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
  });
  test = startBackend(path.join(folder.path, "profile"));
  workspaceId = await connectWorkspace(test, proxy.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await other.close();
  await proxy.close();
  await service.close();
  await folder.remove();
  vi.restoreAllMocks();
});

const source = (name: string) => path.join(folder.path, "source", name);
const stored = (name: string) => readFile(path.join(folder.path, "service", "media", name));
const isOurs = async (name: string, of = name) =>
  (await stored(name)).equals(await readFile(source(of)));

async function uploadAsOther(name: string) {
  const url = await other.media.uploadUrl({ fileName: name, contentType: "audio/wav" });
  const headers = { "content-type": "audio/wav" };
  const response = await request(url, { method: "PUT", headers, body: Buffer.from("of another") });
  expect(response.statusCode).toBe(200);
  await response.body.dump();
}

/** Queues files while the queue is paused; with `choice`, sets the conflict rule. */
async function queue(names: readonly string[], conflictChoice?: ConflictChoice) {
  await test.handlers.uploads.setPaused({ isPaused: true });
  const sourcePaths: string[] = [];
  for (const name of names)
    sourcePaths.push(await writeMediaFile(path.join(folder.path, "source"), name, 1_000));
  const { planId } = await test.handlers.plans.create({
    workspaceId,
    sourcePaths,
    targetFolder: "",
  });
  await test.waitUntil(async () => {
    const plan = await test.handlers.plans.get({ planId });
    return plan.state === "ready" ? plan : null;
  }, "the plan");
  if (conflictChoice) await test.handlers.plans.change({ planId, conflictChoice });
  await test.handlers.plans.confirm({ planId });
}
/** Resumes the queue long after the plan. */
async function resumeLater() {
  clockOffset += 2 * hour;
  await test.handlers.uploads.setPaused({ isPaused: false });
}
/** Without requests that failed because a token expired. */
const listings = () =>
  proxy.requests.filter((one) => galleryList.test(one.path) && one.status === 200).length;
const putRequests = () => proxy.requests.filter(({ method }) => method === "PUT").length;

describe("without a choice", () => {
  beforeEach(async () => {
    await queue(["a.wav", "b.wav"]);
    await uploadAsOther("a.wav");
    await resumeLater();
  });
  const conflictingUpload = async () =>
    (await waitForUploads(test, workspaceId)).find(({ galleryPath }) => galleryPath === "a.wav")!;

  it("the upload stops and overwrites nothing; others continue", async () => {
    expect(await conflictingUpload()).toMatchObject({
      state: "failed",
      problem: { code: "path-taken" },
    });
    expect((await stored("a.wav")).toString()).toBe("of another");
    expect(await isOurs("b.wav")).toBe(true);
    await test.handlers.uploads.retry({ ids: [(await conflictingUpload()).id] });
    expect(await conflictingUpload()).toMatchObject({
      state: "failed",
      problem: { code: "path-taken" },
    });
  });

  it("the upload replaces the file if the user chooses that", async () => {
    const { id } = await conflictingUpload();
    await test.handlers.uploads.resolveConflicts({ selection: { ids: [id] }, choice: "replace" });
    expect(await conflictingUpload()).toMatchObject({ state: "done", problem: null });
    expect(await isOurs("a.wav")).toBe(true);
  });

  it("the upload gets a free name if the user chooses that, and the gallery shows both", async () => {
    await conflictingUpload();
    const selection = { workspaceId, filter: "failed", search: "" } as const;
    await test.handlers.uploads.resolveConflicts({ selection, choice: "rename" });
    const uploads = await waitForUploads(test, workspaceId);
    expect(uploads.map(({ galleryPath, state }) => [galleryPath, state]).sort()).toEqual([
      ["a (2).wav", "done"],
      ["b.wav", "done"],
    ]);
    expect((await stored("a.wav")).toString()).toBe("of another");
    expect(await isOurs("a (2).wav", "a.wav")).toBe(true);
    const input = {
      workspaceId,
      folder: "",
      search: "",
      sort: "name",
      offset: 0,
      limit: 9,
    } as const;
    const { entries } = await test.handlers.gallery.browse(input);
    expect(entries.map(({ name }) => name)).toEqual(["a (2).wav", "a.wav", "b.wav"]);
  });

  it("the upload is removed from the list if the user skips it, and fails again after it is restored", async () => {
    const { id } = await conflictingUpload();
    await test.handlers.uploads.resolveConflicts({ selection: { ids: [id] }, choice: "skip" });
    expect((await listUploads(test, workspaceId)).map(({ name }) => name)).toEqual(["b.wav"]);
    expect((await stored("a.wav")).toString()).toBe("of another");
    await test.handlers.uploads.restore({ ids: [id] });
    expect(await conflictingUpload()).toMatchObject({
      state: "failed",
      problem: { code: "path-taken" },
    });
  });
});

it.each([
  ["skip", ["b.wav"], "of another"],
  ["rename", ["a (2).wav", "b.wav"], "of another"],
  ["replace", ["a.wav", "b.wav"], "ours"],
] as const)("an upload applies the choice %s of its plan", async (choice, expected, content) => {
  await queue(["a.wav", "b.wav"], choice);
  await uploadAsOther("a.wav");
  await resumeLater();
  const uploads = await waitForUploads(test, workspaceId);
  expect(uploads.map(({ state }) => state)).toEqual(uploads.map(() => "done"));
  expect(uploads.map(({ galleryPath }) => galleryPath).sort()).toEqual(expected);
  expect((await stored("a.wav")).toString() === "of another").toBe(content === "of another");
});

it("reads the gallery once for many files", async () => {
  await queue(Array.from({ length: 40 }, (_, index) => `many/${index}.wav`));
  const before = listings();
  await resumeLater();
  const uploads = await waitForUploads(test, workspaceId);
  expect(uploads.every(({ state }) => state === "done")).toBe(true);
  expect(listings() - before).toBe(1);
});

it("an upload waits while the gallery cannot be read", async () => {
  await queue(["a.wav"]);
  const rejection = { kind: "respond", status: 500, body: '{"message":"no list"}' } as const;
  void proxy.injectFault({ method: "GET", path: galleryList, fault: rejection, times: Infinity });
  await resumeLater();
  const waiting = await test.waitUntil(async () => {
    const [upload] = await listUploads(test, workspaceId);
    return upload?.problem ? upload : null;
  }, "the problem");
  expect(waiting.problem).toEqual({ code: "gallery-unknown", message: "no list" });
  expect(waiting.state).not.toBe("failed");
  expect(putRequests()).toBe(0);
  proxy.clearFaults();
  const [upload] = await waitForUploads(test, workspaceId);
  expect(upload).toMatchObject({ state: "done" });
});

it("an upload that replaces files does not wait for the gallery", async () => {
  await queue(["a.wav"], "replace");
  const errorResponse = { kind: "respond", status: 500 } as const;
  void proxy.injectFault({
    method: "GET",
    path: galleryList,
    fault: errorResponse,
    times: Infinity,
  });
  await resumeLater();
  expect((await waitForUploads(test, workspaceId))[0]).toMatchObject({ state: "done" });
});

it("an upload does not count its own earlier PUT as a conflict after a lost response", async () => {
  await queue(["a.wav"]);
  // All attempts of one run.
  const lostResponse = proxy.injectFault({
    method: "PUT",
    path: /./,
    fault: { kind: "drop-response" },
    times: 3,
  });
  await resumeLater();
  await lostResponse;
  clockOffset += 2 * hour;
  expect((await waitForUploads(test, workspaceId))[0]).toMatchObject({ state: "done" });
  expect(putRequests()).toBe(4);
});

it("a new name of a file is updated in its pending request", async () => {
  const db = openDatabase(":memory:", migrations);
  const uploads = createUploadStore(db);
  const identity = { size: 1, mtimeNs: "1", inode: "1", ctimeNs: "1", device: "1" };
  const file = { sourcePath: "/a.wav", galleryPath: "a.wav", ...identity };
  const added = { ...file, contentType: "", replaces: false, onConflict: "rename" } as const;
  uploads.add(uploads.addDrop("w", 0), "w", [added]);
  const row = uploads.ofSource("w", "/a.wav")[0]!;
  const { id } = row;
  db.run(`INSERT INTO outbox (id, workspace_id, project_id, project_name, kind, name, state, target_folder, body,
    has_script, created_at) VALUES (1, 'w', 'p', '', 'batch', 'B', 'waiting', '', '{}', 0, 0)`);
  const files = createOutboxFiles(db);
  files.putFile(1, { ...file, upload: id, isThere: 0, contentMd5: "", field: "videoPath" });
  await uploads.start(row, "a (2).wav", false).stored;
  expect(files.files(1)).toMatchObject([{ galleryPath: "a (2).wav", upload: id }]);
  db.close();
});
