/** Backup, restore, statistics and moving the data folder of a local workspace, with the calls of the window. */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareTransfer } from "../../../main/backend/workspaces/folder-transfer";
import { createLocalService } from "../../../main/local-service/server";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import type { LocalServiceHost } from "../../../main/backend/ports";
import { startBackend, temporaryFolder, type TestBackend } from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf, signIn, filesBelow, startLocalService } from "../../helpers/local-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let test: TestBackend;
let chosen: string | null;
/** Data folders in which no service starts. */
let failingFolders: string[];

const localServices: LocalServiceHost = {
  async start(dataDir) {
    if (failingFolders.includes(dataDir)) throw new Error("simulated start failure");
    const service = await createLocalService({ dataDir, scriptWorkerFile });
    const { baseUrl, clientId, clientSecret } = service;
    const address = { baseUrl, clientId, clientSecret };
    return {
      address,
      grantExternal: () => Promise.resolve(),
      stop: () => service.close(),
    };
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
    expect(await test.handlers.maintenance.backUp({ workspaceId })).toBeNull();
    await addFiles(at("Dubyard"), ["a.mp4", "b.mp4"]);
    chosen = at("safe");
    await mkdir(chosen);
    await writeFile(at("safe", "other.txt"), "x");
    const backup = await test.handlers.maintenance.backUp({ workspaceId });
    expect(backup).toMatchObject({ files: 2, bytes: 1000 });
    expect(path.dirname(backup!.folder)).toBe(chosen);
    expect(existsSync(path.join(backup!.folder, "backup.json"))).toBe(true);
    expect(test.handlers.maintenance.jobs(undefined)).toEqual([]);
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

  it("is cancelled between two files, and leaves nothing in its folder", async () => {
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

describe("moving the data folder", () => {
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
