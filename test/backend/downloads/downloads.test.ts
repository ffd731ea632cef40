/** Downloads from the gallery of a real service, through a proxy that can interrupt them. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../../../main/backend/compose";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { writeFile as writeDownload } from "../../../main/backend/downloads/write-file";
import {
  connectWorkspace,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import {
  bytesOf,
  filesBelow,
  mebibyte,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let local: RunningLocalService;
let proxy: FaultProxy;
let test: TestBackend;
let workspaceId: string;
let chosen: string | null;
/** The folder that the last dialog began with. */
let startedAt: string;
let shown: string[];
const target = (...names: string[]) => path.join(folder.path, "target", ...names);

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(target());
});
afterEach(() => folder.remove());

/** Uploads files of these sizes to the gallery. */
async function addFiles(sizes: Record<string, number>): Promise<void> {
  for (const [name, size] of Object.entries(sizes))
    expect((await local.client.upload(name, contentOf(name, size))).status).toBe(200);
  await test.handlers.gallery.refresh({ workspaceId });
}
const contentOf = (name: string, size: number) => bytesOf(size, Buffer.byteLength(name));
const download = async (...paths: string[]) =>
  test.handlers.downloads.start({ workspaceId, paths });
const list = async () => test.handlers.downloads.list(undefined);
const isSame = async (file: string, bytes: Uint8Array) =>
  Buffer.compare(await readFile(target(file)), bytes) === 0;
/**
 * Stops a response after some bytes. The result resolves with the id of the download when it has
 * them.
 */
function stall(name: string, afterBytes: number): () => Promise<number> {
  const fault = { kind: "stall-response", afterBytes } as const;
  void proxy.injectFault({ path: new RegExp(`/local/files/${name}`), fault, times: 1 });
  return () =>
    test.waitUntil(async () => {
      const id = (await list()).find(({ bytes }) => bytes >= afterBytes)?.id;
      return id ?? null;
    }, "the first bytes");
}
const complete = { missing: 0, isCancelled: false, problem: null, stoppedAt: "" };

describe("a download", () => {
  beforeEach(async () => {
    chosen = target();
    shown = [];
    local = await startLocalService({ dataDir: path.join(folder.path, "service") });
    proxy = await startFaultProxy(() => local.client.baseUrl);
    test = startBackend(path.join(folder.path, "profile"), {
      defaultLocalDir: path.join(folder.path, "documents", "Dubyard"),
      dialogs: {
        chooseMedia: () => Promise.resolve([]),
        chooseFolder(startAt) {
          startedAt = startAt;
          return Promise.resolve(chosen);
        },
        saveFile: () => Promise.resolve(null),
        chooseFile: () => Promise.resolve(null),
      },
      showInFolder: (file) => shown.push(file),
    });
    const { clientId, clientSecret } = local.address();
    workspaceId = await connectWorkspace(test, proxy.baseUrl, { clientId, clientSecret });
    await test.waitUntil(async () => {
      const [workspace] = await test.handlers.workspaces.list(undefined);
      return workspace?.extensions.includes("media-files") ? true : null;
    }, "the extensions of the service");
  });
  afterEach(async () => {
    await test.stop();
    await proxy.close();
    await local.close();
  });

  it("writes files and folders with all their bytes, and replaces nothing", async () => {
    await addFiles({
      "season/ep 1/a.mov": 3 * mebibyte,
      "season/ep 1/b.wav": 0,
      "season/ep 1/stems/c.wav": 10,
      "season/d.wav": 20,
      "season2/e.wav": 30,
      "top.mov": 40,
      "Scene 1: intro?.wav": 50,
    });
    await mkdir(target("season"));
    for (const name of ["season/d.wav", "top.mov", "top (2).mov.part"])
      await writeFile(target(name), "mine");
    const result = await download("season/", "top.mov", "season/d.wav", "Scene 1: intro?.wav");
    expect(startedAt).toBe(path.join(folder.path, "documents"));
    expect(result).toEqual({ ...complete, id: 1, folder: target(), files: 6, totalFiles: 6 });
    expect(await filesBelow(target())).toEqual([
      "Scene 1- intro-.wav",
      "season (2)/d.wav",
      "season (2)/ep 1/a.mov",
      "season (2)/ep 1/b.wav",
      "season (2)/ep 1/stems/c.wav",
      "season/d.wav",
      "top (2).mov",
      "top (2).mov.part",
      "top.mov",
    ]);
    expect(await isSame("season (2)/ep 1/a.mov", contentOf("season/ep 1/a.mov", 3 * mebibyte)))
      // Of several chunks.
      .toBe(true);
    expect(await isSame("top (2).mov", contentOf("top.mov", 40))).toBe(true);
    for (const name of ["season/d.wav", "top.mov", "top (2).mov.part"])
      expect(await readFile(target(name), "utf8")).toBe("mine");
    expect(await list()).toEqual([]);
    await test.waitUntil(
      () =>
        test.events.find(({ payload }) => JSON.stringify(payload).includes("downloads")) ?? null,
      "an event",
    );
    await test.handlers.downloads.show({ id: 1 });
    await test.handlers.downloads.show({ id: 2 });
    expect(shown).toEqual([target("season (2)")]);
    await download("top.mov");
    expect(startedAt).toBe(target());
    expect(await isSame("top (3).mov", contentOf("top.mov", 40))).toBe(true);
  });

  it("keeps the folders of found files below their common folder", async () => {
    await addFiles({ "s/1/a.wav": 10, "s/2/a.wav": 20, "s/2/b/a.wav": 30 });
    await download("s/2/b/a.wav", "s/1/a.wav", "s/2/a.wav");
    expect(await filesBelow(target())).toEqual(["1/a.wav", "2/a.wav", "2/b/a.wav"]);
    await download("s/2/a.wav");
    expect(await isSame("a.wav", contentOf("s/2/a.wav", 20))).toBe(true);
  });

  it("reads an old gallery again for the files of a folder, and counts deleted files as missing", async () => {
    await addFiles({ "s/a.wav": 10, "b.wav": 20, "c.wav": 30 });
    await local.client.upload("s/later.wav", contentOf("s/later.wav", 40));
    await local.client.post("/media/files/delete", { paths: ["b.wav"] });
    expect(await download("b.wav", "c.wav")).toMatchObject({ files: 1, missing: 1, problem: null });
    const application = openDatabase(databaseFile(path.join(folder.path, "profile")), migrations);
    application.run("UPDATE galleries SET read_at = 1");
    application.close();
    expect(await download("s/")).toMatchObject({ files: 2, totalFiles: 2 });
    expect(await filesBelow(target())).toEqual(["c.wav", "s/a.wav", "s/later.wav"]);
  });

  it("ends where a web page responds instead of the service, and writes no page as a file", async () => {
    await addFiles({ "a.wav": 10 });
    const body = "<!doctype html><title>Sign in</title>";
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-length": String(body.length),
    };
    void proxy.injectFault({
      path: /\/local\/files\/a.wav/,
      fault: { kind: "respond", status: 200, headers, body },
      times: Infinity,
    });
    expect(await download("a.wav")).toMatchObject({
      files: 0,
      stoppedAt: "a.wav",
      problem: { code: "unexpected-answer" },
    });
    expect(await filesBelow(target())).toEqual([]);
  });

  it("does not begin when the dialog is cancelled, or the service does not offer it", async () => {
    await addFiles({ "a.wav": 10 });
    chosen = null;
    expect(await download("a.wav")).toBeNull();
    const { clientId, clientSecret } = local.address();
    void proxy.injectFault({
      path: /\/local$/,
      fault: { kind: "respond", status: 404 },
      times: Infinity,
    });
    const other = await connectWorkspace(test, proxy.baseUrl, { clientId, clientSecret });
    await expect(
      (async () => test.handlers.downloads.start({ workspaceId: other, paths: ["a.wav"] }))(),
    ).rejects.toMatchObject({ code: "not-offered" });
    expect(await filesBelow(target())).toEqual([]);
  });

  it("that is cancelled leaves its complete files, and the next one begins", async () => {
    await addFiles({ "s/a.wav": 10, "s/b.mov": mebibyte, "c.wav": 30, "d.wav": 40 });
    const received = stall("s%2Fb.mov", 1000);
    const first = download("s/");
    const id = await received();
    const [second, third] = [download("c.wav"), download("d.wav")];
    await test.waitUntil(async () => ((await list()).length === 3 ? true : null), "all three");
    expect((await list())[0]).toMatchObject({ files: 1, totalFiles: 2, isWaiting: false });
    expect((await list())[0]?.progress).toBeGreaterThan(0.5);
    expect((await list()).map(({ isWaiting }) => isWaiting)).toEqual([false, true, true]);
    await test.handlers.downloads.cancel({ id: id + 1 });
    expect(await second).toMatchObject({ files: 0, isCancelled: true, problem: null });
    expect(await filesBelow(target())).toEqual(["s/a.wav", "s/b.mov.part"]);
    await test.handlers.downloads.cancel({ id });
    expect(await first).toMatchObject({ files: 1, isCancelled: true, problem: null });
    expect(await third).toMatchObject({ files: 1, isCancelled: false });
    expect(await filesBelow(target())).toEqual(["d.wav", "s/a.wav"]);
  });

  it("whose connection breaks leaves no half file, and names the reason", async () => {
    await addFiles({ "a.wav": 10, "b.mov": mebibyte, "c.wav": 30 });
    const received = stall("b.mov", 1000);
    const result = download("a.wav", "b.mov", "c.wav");
    await received();
    await proxy.refuseConnections();
    expect(await result).toMatchObject({
      files: 1,
      totalFiles: 3,
      stoppedAt: "b.mov",
      problem: { code: "unreachable" },
    });
    expect(await filesBelow(target())).toEqual(["a.wav"]);
    await proxy.acceptConnections();
    expect(await download("b.mov")).toMatchObject({ files: 1 });
    expect(await isSame("b.mov", contentOf("b.mov", mebibyte))).toBe(true);
  });

  it("stops when its folder is missing", async () => {
    await addFiles({ "a.wav": 10, "s/b.wav": 10 });
    await rm(target(), { recursive: true });
    for (const paths of [["a.wav"], ["s/"]])
      expect(await download(...paths)).toMatchObject({
        files: 0,
        problem: { code: "drive-missing" },
      });
  });

  it.each(["removed", "stopped"])("ends when its workspace is %s", async (how) => {
    await addFiles({ "b.mov": mebibyte });
    const received = stall("b.mov", 1000);
    const result = download("b.mov");
    await received();
    await (how === "removed" ? test.handlers.workspaces.remove({ workspaceId }) : test.stop());
    expect(await result).toMatchObject({ files: 0, isCancelled: true });
    expect(await filesBelow(target())).toEqual([]);
  });
});

describe("a file", () => {
  async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const size of sizes) yield await Promise.resolve(new Uint8Array(size));
  }
  const write = (name: string, bytes: number, ...sizes: number[]) =>
    writeDownload(target(), name, { bytes, chunks: chunks(...sizes), onBytes: () => undefined });

  it("of another size than announced is not kept", async () => {
    for (const sizes of [[], [5], [5, 4], [5, 6]])
      await expect(write("a.wav", 10, ...sizes)).rejects.toMatchObject({
        code: "unexpected-answer",
      });
    expect(await filesBelow(target())).toEqual([]);
  });

  it("that does not fit on the disk is not begun", async () => {
    await expect(write("a.wav", 1e18, 5)).rejects.toMatchObject({ code: "disk-full" });
    expect(await filesBelow(target())).toEqual([]);
  });

  it("gets a name within the folder that every system can store", async () => {
    const names = [
      "..",
      ".",
      "",
      "../../x",
      "..\\x",
      "a\u0000b",
      "con.wav",
      `${"é".repeat(300)}.wav`,
    ];
    for (const name of names) await write(name, 1, 1);
    await write(`${"é".repeat(300)}.wav`, 1, 1);
    expect(await filesBelow(target())).toEqual(
      [
        "._",
        "_",
        "_ (2)",
        "..-..-x",
        "..-x",
        "a-b",
        "_con.wav",
        `${"é".repeat(125)}.wav`,
        `${"é".repeat(123)} (2).wav`,
      ].sort(),
    );
    expect(await filesBelow(folder.path)).not.toContain("x");
  });
});
