/**
 * The move of a workspace to the service of a team and back, with the calls of the window and real
 * services over HTTP: about 2 s. `test/backend/local-service/move.test.ts` compares what was moved.
 */
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Activity } from "../../../preload/facts/activity";
import type { WorkspaceMove } from "../../../preload/contract/moves";
import type { LocalServiceHost } from "../../../main/backend/ports";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { scriptWorkerFile } from "../../helpers/programs";
import { createProject, createUser } from "../../helpers/local-workspace";
import {
  bytesOf,
  startInProcess,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningLocalService;
let proxy: FaultProxy;
let test: TestBackend;
let chosen: string | null;
let activity: Activity;
let vault: ReturnType<typeof memoryVault>;

const localServices: LocalServiceHost = {
  start: (dataDir) => startInProcess({ dataDir, scriptWorkerFile }),
};
const at = (...names: string[]) => path.join(folder.path, ...names);
const open = () =>
  startBackend(at("profile"), {
    localServices,
    vault,
    defaultLocalDir: at("Dubyard"),
    onActivity: (all) => (activity = all),
    dialogs: {
      chooseMedia: () => Promise.resolve([]),
      chooseFolder: () => Promise.resolve(chosen),
      saveFile: () => Promise.resolve(null),
      chooseFile: () => Promise.resolve(null),
    },
  });
const names = ["a.mp4", "b.mp4", "films/c.mp4"];

beforeEach(async () => {
  folder = await temporaryFolder();
  chosen = null;
  activity = {};
  vault = memoryVault(true);
  const local = await startLocalService({ dataDir: at("Dubyard") });
  await createProject(local.client);
  for (const name of names) await local.client.upload(name, bytesOf(500));
  await local.close();
  server = await startLocalService({ team: { name: "North" } });
  proxy = await startFaultProxy(() => server.client.baseUrl);
  test = open();
});
afterEach(async () => {
  await test.stop();
  await proxy.close();
  await server.remove();
  await folder.remove();
});

const offersMove = (id: string) =>
  test.waitUntil(async () => {
    const all = await test.handlers.workspaces.list(undefined);
    return all.find((one) => one.id === id)?.extensions.includes("move") ? true : null;
  }, "the extensions of the service");
const moveOf = async (id: string): Promise<WorkspaceMove | null> =>
  (await test.handlers.moves.list(undefined)).find(({ workspaceId }) => workspaceId === id) ?? null;

/** A local workspace with files, and the empty service of a team. */
async function connected() {
  const local = { dataDir: at("Dubyard"), opensExisting: true };
  const { id: workspaceId } = await test.handlers.workspaces.createLocal(local);
  const targetId = await connectWorkspace(test, proxy.baseUrl, server.address());
  await offersMove(workspaceId);
  await offersMove(targetId);
  return { workspaceId, targetId };
}

const refusalsOf = async (workspaceId: string) =>
  (await test.handlers.moves.targets({ workspaceId })).map(({ refusal }) => refusal);
/** Matches the call that stores the second file in the target. */
const ofSecondFile = { path: /move\/files/, body: /b\.mp4/, times: 1 };
const breakOff = () =>
  proxy.injectFault({
    ...ofSecondFile,
    fault: { kind: "respond", status: 409, body: JSON.stringify({ message: "broken off" }) },
  });
const filesOf = async () => (await server.client.files()).sort();

it("is moved up, continues after a restart when the user wants it, and is moved back", async () => {
  const { workspaceId, targetId } = await connected();
  expect(await test.handlers.moves.contents({ workspaceId })).toMatchObject({
    projects: 1,
    files: 3,
    bytes: 1500,
  });
  expect(await refusalsOf(workspaceId)).toEqual([null]);
  const broken = breakOff();
  const moved = test.handlers.moves.start({ workspaceId, targetId });
  await expect(moved).rejects.toMatchObject({ message: "broken off" });
  await broken;
  const interrupted = { status: "interrupted", other: `Test (${proxy.baseUrl})`, targetId };
  expect(await moveOf(workspaceId)).toMatchObject({
    ...interrupted,
    problem: { code: "invalid-input" },
  });
  expect(await moveOf(targetId)).toMatchObject({ status: "receiving", progress: null });

  await test.stop();
  test = open();
  await test.waitUntil(() => moveOf(workspaceId), "the announcement of the move");
  expect(await moveOf(workspaceId)).toMatchObject({ ...interrupted, problem: null });
  // A service that receives a workspace is reachable.
  await test.waitUntil(() => moveOf(targetId), "the announcement of the target");
  const begun = proxy.requests.length;
  const done = await test.handlers.moves.start({ workspaceId, targetId });
  expect(done?.report).toMatchObject({ files: 3, problems: [], problemCount: 0 });
  // What the target has is not sent again.
  const sent = proxy.requests.slice(begun).filter(({ path: at }) => at.endsWith("/move/files"));
  expect(sent.length).toBe(2);
  expect(await filesOf()).toEqual(names);
  await expect.poll(() => activity).toEqual({});
  expect(await moveOf(workspaceId)).toMatchObject({ ...interrupted, status: "moved" });
  expect(await moveOf(targetId)).toBeNull();

  const parent = at("back");
  await mkdir(parent);
  expect(await test.handlers.moves.start({ workspaceId: targetId, targetId: null })).toBeNull();
  chosen = parent;
  const back = await test.handlers.moves.start({ workspaceId: targetId, targetId: null });
  const all = await test.handlers.workspaces.list(undefined);
  expect(all.find(({ id }) => id === back?.targetId)?.dataDir).toBe(path.join(parent, "Test"));
  const { mediaFiles } = await test.handlers.maintenance.statistics({
    workspaceId: back?.targetId ?? "",
  });
  expect(mediaFiles).toBe(3);
  expect(await moveOf(targetId)).toMatchObject({ status: "moved", targetId: back?.targetId });

  // The source can be changed again on request, and then be moved again.
  await test.handlers.moves.discard({ workspaceId });
  expect(await moveOf(workspaceId)).toBeNull();
});

it("is cancelled, and discarded: the target is empty, and the source can be changed", async () => {
  const { workspaceId, targetId } = await connected();
  const stalled = proxy.injectFault({ ...ofSecondFile, fault: { kind: "withhold-response" } });
  const moved = test.handlers.moves.start({ workspaceId, targetId });
  await stalled;
  expect(await moveOf(workspaceId)).toMatchObject({
    status: "moving",
    progress: { step: "files", totalBytes: 1500, isCancelling: false },
  });
  expect(activity).toEqual({ moves: 1 });
  const other = { message: "another backup, restore or move is running" };
  for (const id of [workspaceId, targetId])
    await expect(test.handlers.moves.discard({ workspaceId: id })).rejects.toMatchObject(other);
  chosen = at("elsewhere");
  await mkdir(chosen);
  await expect(test.handlers.maintenance.moveFolder({ workspaceId })).rejects.toMatchObject(other);
  // It leaves the target of the move that runs.
  await expect(test.handlers.moves.start({ workspaceId, targetId: null })).rejects.toMatchObject(
    other,
  );
  await test.handlers.moves.cancel({ workspaceId });
  expect(await moved).toBeNull();
  await expect.poll(() => activity).toEqual({});
  const cancelled = { status: "interrupted", problem: null, targetId, isOwn: true };
  expect(await moveOf(workspaceId)).toMatchObject(cancelled);

  await test.handlers.moves.discard({ workspaceId });
  expect(await test.handlers.moves.list(undefined)).toEqual([]);
  expect(await filesOf()).toEqual([]);
  expect(await refusalsOf(workspaceId)).toEqual([null]);
});

it("is refused by a target with content, or without an administrator's rights", async () => {
  const { workspaceId, targetId } = await connected();
  const program = await server.client.post("/local/credentials", {
    name: "Backup",
    scope: "workspace",
  });
  const withoutRight = await connectWorkspace(test, proxy.baseUrl, program.json as never);
  await createUser(server.client);
  await test.waitUntil(
    async () => ((await refusalsOf(workspaceId)).length === 2 ? true : null),
    "what the service announces for other credentials",
  );
  expect(await refusalsOf(workspaceId)).toEqual(["not-empty", "no-right"]);
  await expect(
    test.handlers.moves.start({ workspaceId, targetId: withoutRight }),
  ).rejects.toMatchObject({ code: "not-offered" });
  await expect(test.handlers.moves.start({ workspaceId, targetId })).rejects.toMatchObject({
    code: "invalid-input",
  });
  // Nothing was begun.
  expect(await moveOf(workspaceId)).toMatchObject({ status: "none", targetId });
  await test.handlers.moves.discard({ workspaceId });
  expect(await moveOf(workspaceId)).toBeNull();

  // A folder for the way back is not left behind if nothing arrived there.
  chosen = at("back");
  await mkdir(chosen);
  const refused = proxy.injectFault({
    method: "POST",
    path: /local\/move$/,
    times: 1,
    fault: { kind: "respond", status: 409 },
  });
  const moved = test.handlers.moves.start({ workspaceId: targetId, targetId: null });
  await expect(moved).rejects.toMatchObject({ code: "invalid-input" });
  await refused;
  expect(await readdir(chosen)).toEqual([]);
  expect((await test.handlers.workspaces.list(undefined)).length).toBe(3);
});
