/**
 * Backup, restore, statistics and moving the data folder of a local workspace, with the calls of
 * the window.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { foldersOf, prepareTransfer } from "../../../main/backend/workspaces/folder-transfer";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import type { LocalServiceHost } from "../../../main/backend/ports";
import { startBackend, temporaryFolder, type TestBackend } from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import {
  bytesOf,
  signIn,
  filesBelow,
  startInProcess,
  startLocalService,
} from "../../helpers/local-service";
import { long } from "../../long";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let test: TestBackend;
let chosen: string | null;
/** Data folders in which no service starts. */
let failingFolders: string[];
/** Reports the state of the disk as the last service does that was started. */
let setDiskFull: (isFull: boolean) => void;

const localServices: LocalServiceHost = {
  async start(dataDir, { onDiskFull }) {
    setDiskFull = onDiskFull;
    if (failingFolders.includes(dataDir)) throw new Error("simulated start failure");
    return startInProcess({ dataDir, scriptWorkerFile });
  },
};
const at = (...names: string[]) => path.join(folder.path, ...names);
const open = () =>
  startBackend(at("profile"), {
    localServices,
    defaultLocalDir: at("Dubyard"),
    dialogs: {
      chooseMedia: () => Promise.resolve([]),
      chooseFolder: () => Promise.resolve(chosen),
      saveFile: () => Promise.resolve(null),
      chooseFile: () => Promise.resolve(null),
    },
  });
beforeEach(async () => {
  folder = await temporaryFolder();
  chosen = null;
  failingFolders = [];
  test = open();
});
afterEach(async () => {
  await test.stop();
  await folder.remove();
});
const workspaces = () => test.handlers.workspaces.list(undefined);

/** A local workspace with a file, whose service has announced its extensions. */
async function made(): Promise<string> {
  const { id } = await test.handlers.workspaces.createLocal({ dataDir: at("Dubyard") });
  await test.waitUntil(
    async () => ((await workspaces())[0]?.extensions.includes("backup") ? true : null),
    "the extensions of the service",
  );
  const { mediaFiles } = await test.handlers.maintenance.statistics({ workspaceId: id });
  expect(mediaFiles).toBe(0);
  return id;
}
/** Adds files to the gallery of the running service. */
async function addFiles(dataDir: string, names: readonly string[]): Promise<void> {
  await test.stop();
  const local = await startLocalService({ dataDir });
  for (const name of names) await local.client.upload(name, bytesOf(500));
  await local.close();
  test = open();
}

describe("backup", () => {
  it("is written to a new folder in the chosen one, and restored as a new workspace and in place", async () => {
    const workspaceId = await made();
    expect(await test.handlers.maintenance.backUp({ workspaceId, withSound: true })).toBeNull();
    await addFiles(at("Dubyard"), ["a.mp4", "b.mp4"]);
    chosen = at("safe");
    await mkdir(chosen);
    await writeFile(at("safe", "other.txt"), "x");
    const backup = await test.handlers.maintenance.backUp({ workspaceId, withSound: true });
    expect(backup).toMatchObject({ files: 2, bytes: 1000 });
    expect(path.dirname(backup!.folder)).toBe(chosen);
    expect(existsSync(path.join(backup!.folder, "backup.json"))).toBe(true);
    expect(await test.handlers.maintenance.jobs(undefined)).toEqual([]);
    expect(test.events.some(({ payload }) => JSON.stringify(payload).includes("maintenance"))).toBe(
      true,
    );

    chosen = backup!.folder;
    const restored = await test.handlers.maintenance.restoreAsNew(undefined);
    const all = await workspaces();
    expect(all.map(({ dataDir }) => dataDir)).toEqual([at("Dubyard"), at("Dubyard 2")]);
    const statistics = await test.handlers.maintenance.statistics(restored!);
    expect(statistics).toMatchObject({ mediaFiles: 2, mediaBytes: 1000 });
    expect(await filesBelow(at("Dubyard 2", "media"))).toEqual(["a.mp4", "b.mp4"]);

    await addFiles(at("Dubyard 2"), ["c.mp4"]);
    expect(await test.handlers.maintenance.restore(restored!)).toMatchObject({ files: 2 });
    expect(await filesBelow(at("Dubyard 2", "media"))).toEqual(["a.mp4", "b.mp4"]);
  });

  it("that lacks files names them; one with damaged files is restored without them on request", async () => {
    const workspaceId = await made();
    await addFiles(at("Dubyard"), ["a.mp4", "b.mp4", "c.mp4"]);
    await rm(at("Dubyard", "media/a.mp4"));
    chosen = at();
    const backup = await test.handlers.maintenance.backUp({ workspaceId, withSound: false });
    const missing = { kind: "media", name: "a.mp4", problem: "missing" };
    expect(backup).toMatchObject({ outcome: "incomplete", files: 2, problems: [missing] });

    const { folder: backupFolder } = backup!;
    await writeFile(path.join(backupFolder, "bytes/media/b.mp4"), "x".repeat(500));
    chosen = backupFolder;
    const damaged = { kind: "media", name: "b.mp4", problem: "damaged" };
    expect(await test.handlers.maintenance.restore({ workspaceId })).toMatchObject({
      outcome: "damaged",
      problems: [damaged],
    });
    const { mediaFiles } = await test.handlers.maintenance.statistics({ workspaceId });
    expect(mediaFiles).toBe(3);
    chosen = null;
    expect(await test.handlers.maintenance.restoreRest({ workspaceId })).toMatchObject({
      outcome: "incomplete",
      files: 1,
      problems: [damaged, missing],
    });
    expect(await filesBelow(at("Dubyard", "media"))).toEqual(["c.mp4"]);
    await expect(
      (async () => test.handlers.maintenance.restoreRest({ workspaceId }))(),
    ).rejects.toMatchObject({ code: "invalid-input" });
    expect(await test.handlers.maintenance.interruptedRestore({ workspaceId })).toBeNull();
  });

  it("that is invalid is rejected with the reason, and no workspace is created", async () => {
    const workspaceId = await made();
    chosen = at("empty");
    await mkdir(chosen);
    for (const call of [
      () => test.handlers.maintenance.restore({ workspaceId }),
      () => test.handlers.maintenance.restoreAsNew(undefined),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("complete backup") as string,
      });
    expect(await workspaces()).toHaveLength(1);
    expect(existsSync(at("Dubyard 2"))).toBe(false);
  });

  it("is cancelled between two files, and leaves nothing in its folder", long, async () => {
    const local = await startLocalService();
    const names = Array.from({ length: 200 }, (_, index) => `${index}.mp4`);
    await Promise.all(names.map((name) => local.client.upload(name, bytesOf(10))));
    const target = at("cancelled");
    const result = local.client.post("/local/backup", { folder: target });
    await expect
      .poll(
        async () => {
          const { json } = await local.client.get("/local/backup");
          return (json as { state: string; totalFiles: number }).totalFiles;
        },
        { interval: 1 },
      )
      .toBe(200);
    expect((await local.client.call("DELETE", "/local/backup")).status).toBe(204);
    expect((await result).status).toBe(409);
    expect(await readdir(target)).toEqual([]);
    expect((await local.client.get("/local/backup")).json).toMatchObject({ state: "idle" });
    await local.remove();
  });
});

describe("a chosen folder that holds a workspace", () => {
  it("is named with what it contains, also from inside and from the folder above, and opened after that", async () => {
    const workspaceId = await made();
    await addFiles(at("Dubyard"), ["a.mp4", "b.mp4"]);
    await test.handlers.workspaces.remove({ workspaceId });
    const found = {
      dataDir: at("Dubyard"),
      freeBytes: expect.any(Number) as number,
      workspace: { counts: { projects: 0, files: 2 } },
    };
    expect(await test.handlers.workspaces.localDefaults(undefined)).toEqual(found);
    for (const folder of [at("Dubyard"), at("Dubyard", "media"), at()]) {
      chosen = folder;
      expect(await test.handlers.workspaces.chooseLocalFolder(undefined)).toEqual(found);
    }
    const { dataDir } = found;
    await expect(test.handlers.workspaces.createLocal({ dataDir })).rejects.toMatchObject({
      code: "folder-holds-workspace",
    });
    expect(await workspaces()).toEqual([]);
    const opened = await test.handlers.workspaces.createLocal({ dataDir, opensExisting: true });
    expect(opened).toMatchObject({ dataDir, state: "online" });
  });

  it("has no counts if its database is missing", async () => {
    const workspaceId = await made();
    await test.handlers.workspaces.remove({ workspaceId });
    await test.stop();
    for (const ending of ["", "-wal", "-shm"])
      await rm(at("Dubyard", `workspace.db${ending}`), { force: true });
    test = open();
    chosen = at("Dubyard");
    expect(await test.handlers.workspaces.chooseLocalFolder(undefined)).toMatchObject({
      dataDir: at("Dubyard"),
      workspace: { counts: null },
    });
  });

  it.each(["other", "other/media"])("is no target of a move: %s", async (folder) => {
    const workspaceId = await made();
    const other = await startLocalService({ dataDir: at("other") });
    await other.client.upload("a.mp4", bytesOf(10));
    await other.close();
    chosen = at(folder);
    await expect(test.handlers.maintenance.moveFolder({ workspaceId })).rejects.toMatchObject({
      code: "folder-holds-workspace",
    });
    expect((await workspaces())[0]).toMatchObject({ dataDir: at("Dubyard"), state: "online" });
  });
});

describe("moving the data folder", () => {
  it("by a copy syncs every folder of the copy, also those that contain folders only", () => {
    const name = path.join("media", "a", "b", "x.mp4");
    const to = at("new", "place");
    expect([...foldersOf(to, [name, "workspace.db"])].sort()).toEqual(
      [at("new"), to, path.join(to, "media"), path.join(to, "media/a"), path.join(to, "media/a/b")]
        .map((folder) => path.normalize(folder))
        .sort(),
    );
  });

  it("to an empty folder succeeds, and the workspace starts there", async () => {
    const workspaceId = await made();
    await addFiles(at("Dubyard"), ["a.mp4"]);
    chosen = at("new place");
    await mkdir(chosen);
    expect(await test.handlers.maintenance.moveFolder({ workspaceId })).toMatchObject({
      folder: chosen,
    });
    const [moved] = await workspaces();
    expect(moved).toMatchObject({ dataDir: chosen, state: "online" });
    expect(await test.handlers.maintenance.statistics({ workspaceId })).toMatchObject({
      mediaFiles: 1,
    });
    expect(existsSync(at("Dubyard"))).toBe(false);
    await test.stop();
    test = open();
    expect((await workspaces())[0]?.dataDir).toBe(chosen);
  });

  it("into itself is rejected; in a folder with other files a new folder is created", async () => {
    const workspaceId = await made();
    chosen = at("Dubyard", "media");
    await mkdir(chosen, { recursive: true });
    await expect(test.handlers.maintenance.moveFolder({ workspaceId })).rejects.toMatchObject({
      code: "invalid-input",
    });
    chosen = at("full");
    await mkdir(chosen);
    await writeFile(at("full", "x.txt"), "x");
    await test.handlers.maintenance.moveFolder({ workspaceId });
    expect((await workspaces())[0]?.dataDir).toBe(at("full", "Dubyard"));
    expect(await readFile(at("full", "x.txt"), "utf8")).toBe("x");
  });

  it("is undone if the service does not start in the new folder", async () => {
    const workspaceId = await made();
    await addFiles(at("Dubyard"), ["a.mp4"]);
    chosen = at("bad");
    await mkdir(chosen);
    failingFolders = [chosen];
    await expect(test.handlers.maintenance.moveFolder({ workspaceId })).rejects.toThrow(
      "simulated start failure",
    );
    expect((await workspaces())[0]).toMatchObject({ dataDir: at("Dubyard"), state: "online" });
    expect(await filesBelow(at("Dubyard", "media"))).toEqual(["a.mp4"]);
  });

  it("that was interrupted between rename and update is completed at the next start", async () => {
    const workspaceId = await made();
    await addFiles(at("Dubyard"), ["a.mp4"]);
    await test.stop();
    const db = openDatabase(at("profile", "dubyard.db"), migrations);
    db.run(
      "INSERT INTO settings VALUES (?, ?)",
      `move/${workspaceId}`,
      JSON.stringify(at("there")),
    );
    db.close();
    await rename(at("Dubyard"), at("there"));
    test = open();
    expect((await workspaces())[0]?.dataDir).toBe(at("there"));
    expect(await test.handlers.maintenance.statistics({ workspaceId })).toMatchObject({
      mediaFiles: 1,
    });
  });
});

describe("a copy to another file system", () => {
  const transfer = (stop: AbortController, onProgress: (bytes: number) => void = () => undefined) =>
    prepareTransfer({
      from: at("from"),
      to: at("to"),
      signal: stop.signal,
      mustCopy: true,
      onProgress: ({ bytes }) => onProgress(bytes),
    });
  beforeEach(async () => {
    const local = await startLocalService({ dataDir: at("from") });
    for (const name of ["a.mp4", "season/b.mp4"])
      await local.client.upload(name, bytesOf(3_000_000));
    await local.close();
  });

  it("is verified, reports its progress, and empties the old folder at the end", async () => {
    const before = await filesBelow(at("from"));
    const bytes: number[] = [];
    const copied = await transfer(new AbortController(), (done) => bytes.push(done));
    const { totalBytes } = await copied.run();
    expect(bytes.at(-1)).toBe(totalBytes);
    expect(bytes.length).toBeGreaterThan(5);
    const content = (await readFile(at("from", "media/season/b.mp4"))).equals(
      await readFile(at("to", "media/season/b.mp4")),
    );
    expect(content).toBe(true);
    await writeFile(at("from", "notes.txt"), "new");
    await copied.finish();
    expect(await filesBelow(at("from"))).toEqual(["notes.txt"]);
    const isLock = (name: string) => name.startsWith("service.lock");
    expect((await filesBelow(at("to"))).filter((n) => !isLock(n))).toEqual(
      before.filter((n) => !isLock(n)),
    );
    const local = await startLocalService({ dataDir: at("to") });
    expect(await (await signIn(local.address())).files()).toEqual(["a.mp4", "season/b.mp4"]);
    await local.close();
  });

  it("that is cancelled leaves nothing in the new folder and everything in the old one", async () => {
    const before = await filesBelow(at("from"));
    const stop = new AbortController();
    const copied = await transfer(stop, (bytes) => {
      if (bytes > 1_000_000) stop.abort();
    });
    await expect(copied.run()).rejects.toMatchObject({ name: "AbortError" });
    expect(existsSync(at("to"))).toBe(false);
    expect(await filesBelow(at("from"))).toEqual(before);
  });
});

it("a full disk is the problem of a workspace that runs, until there is space", async () => {
  await made();
  const shown = async () => {
    const [workspace] = await workspaces();
    return [workspace?.state, workspace?.problem?.code ?? null];
  };
  expect(await shown()).toEqual(["online", null]);
  setDiskFull(true);
  expect(await shown()).toEqual(["online", "disk-full"]);
  setDiskFull(false);
  expect(await shown()).toEqual(["online", null]);
});
