/**
 * Packs are downloaded from a local server. Their models are a few bytes: what uses them is tested
 * elsewhere.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { mkdir, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { signPackSource } from "../../../main/common/clone-signature";
import { silentLog } from "../../../main/common/log";
import type { PackDescription } from "../../../main/local-service/engine/packs/catalogue";
import { createDownloader } from "../../../main/local-service/engine/packs/download";
import {
  createPacks,
  type Packs,
  type PacksOptions,
} from "../../../main/local-service/engine/packs/packs";
import { directRoutes, type Routes } from "../../../main/remote/http/routes";
import { createAuthority } from "../../helpers/authority";
import { temporaryFolder } from "../../helpers/backend";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { startKilledService } from "../../helpers/killed-service";
import { bytesOf, filesBelow, startLocalService } from "../../helpers/local-service";
import {
  archiveWith,
  bzip2Archive,
  sha256Of,
  startPackServer,
  type PackServer,
} from "../../helpers/packs";
import { bundlesFolder, scriptWorkerFile } from "../../helpers/programs";
import { createScriptedEngine } from "../../helpers/scripted-engine";

const threadFile = path.join(bundlesFolder, "pack-thread.cjs");
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let server: PackServer;
const open: Packs[] = [];
beforeEach(async () => {
  temporary = await temporaryFolder();
  server = await startPackServer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((packs) => packs.close()));
  await server.close();
  await temporary.remove();
});

const folder = () => path.join(temporary.path, "packs");
async function openPacks(
  catalogue: readonly PackDescription[],
  options: Partial<PacksOptions> = {},
): Promise<Packs> {
  const packs = await createPacks({
    folder: folder(),
    catalogue,
    threadFile,
    log: silentLog,
    routes: directRoutes,
    downloader: { retryMs: 1 },
    ...options,
  });
  open.push(packs);
  return packs;
}
async function statusOf(packs: Packs, id: string) {
  const status = (await packs.list()).find(({ description }) => description.id === id);
  if (!status) throw new Error(`no pack ${id}`);
  return status;
}
async function install(packs: Packs, id: string, sourcePath: string | null = null) {
  await packs.install(id, sourcePath);
  await packs.idle();
  return statusOf(packs, id);
}
/** Of 3,000, the size of `model`. */
const waitForBytes = (packs: Packs, bytes: number) =>
  expect.poll(async () => (await statusOf(packs, "vad")).share).toBeCloseTo(bytes / 3000);
const model = (bytes = bytesOf(3000)) =>
  server.describe({ id: "vad", kind: "voice-activity", bytes, format: "plain" });
/** The files below the folder, except locks. */
const files = async () =>
  (await filesBelow(folder())).filter((file) => !file.includes("service.lock")).sort();

it("installs an archive: the files of the pack only, whole, once", async () => {
  const packs = await openPacks([
    server.describe({ id: "a", bytes: bzip2Archive, format: "tar.bz2" }),
  ]);
  let changes = 0;
  packs.onChange(() => (changes += 1));
  // The archive has another name for the data folder.
  const [described] = await packs.list();
  const { contents } = described!.description;
  if (contents.kind === "voices") contents.model.dataFolder = "data";
  expect(await install(packs, "a")).toMatchObject({ state: "installed", problem: null, bytes: 12 });
  expect(await files()).toEqual(["a/data/a", "a/model.onnx", "a/pack.json", "a/tokens.txt"]);
  expect(await readFile(path.join(folder(), "a/model.onnx"), "utf8")).toBe("model");
  const [installed] = packs.installed();
  expect(installed).toMatchObject({ id: "a", folder: path.join(folder(), "a"), bytes: 12 });
  expect(installed?.version).toMatch(/^[0-9a-f]{16}$/);
  expect(changes).toBe(1);
  await expect(packs.install("a", null)).rejects.toMatchObject({ status: 409 });
  await packs.remove("a");
  expect(await statusOf(packs, "a")).toMatchObject({ state: "available", bytes: 0 });
  expect([packs.installed(), await files(), changes]).toEqual([[], [], 2]);
  await expect(packs.remove("a")).rejects.toMatchObject({ status: 409 });
});

it("does not find a pack again while its files are deleted", async () => {
  const packs = await openPacks([
    server.describe({ id: "a", bytes: bzip2Archive, format: "tar.bz2" }),
  ]);
  await install(packs, "a");
  const counts: number[] = [];
  packs.onChange(() => counts.push(packs.installed().length));
  const removal = packs.remove("a");
  // Is read after the pack counts as removed, and before its files are moved.
  await packs.list();
  await removal;
  expect(counts).toEqual([0]);
});

it("downloads nothing before an installation, and reports unknown packs", async () => {
  const packs = await openPacks([model()]);
  await packs.list();
  expect([server.requests, await files()]).toEqual([[], []]);
  await expect(packs.install("b", null)).rejects.toMatchObject({ status: 404 });
});

it("installs nothing where the administrator of the computer allows no packs", async () => {
  const pack = model();
  const packs = await openPacks([pack], { mayInstall: false });
  await expect(packs.install(pack.id, null)).rejects.toMatchObject({ status: 403 });
  expect([server.requests, await files()]).toEqual([[], []]);
});

it("rejects bytes with another hash, and deletes them", async () => {
  const pack = model();
  server.files.set("/vad.onnx", bytesOf(3000, 2));
  const packs = await openPacks([pack]);
  expect(await install(packs, "vad")).toMatchObject({
    state: "available",
    problem: { code: "hash" },
    partialBytes: 0,
  });
  expect(await files()).toEqual([]);
});

it.each(["/..%2F..%2F..%2Fevil.desktop", "/%2Fevil", "/..%5Cevil", "/a%00.onnx", "/", "/%2E%2E"])(
  "downloads nothing for a pack with a download at %s, which is no name of a file",
  async (pathname) => {
    const pack = model();
    const evil = Buffer.from("evil");
    server.files.set(pathname, evil);
    const url = server.url + pathname;
    const other = { url, bytes: 4, sha256: sha256Of(evil), checksumUrl: null };
    pack.downloads = [...pack.downloads, { ...other, format: "plain" }];
    const packs = await openPacks([pack]);
    const [before] = await filesBelow(temporary.path);
    for (const source of [null, temporary.path])
      expect(await install(packs, "vad", source)).toMatchObject({
        state: "available",
        problem: { code: "archive", message: expect.stringContaining("file name") },
      });
    expect([server.requests, await filesBelow(temporary.path)]).toEqual([[], before ?? []]);
  },
);

it("keeps an escape that is none in the name of a file", async () => {
  const pack = model();
  pack.contents = { kind: "voice-activity", model: "%zz" };
  pack.downloads[0]!.url = `${server.url}/%zz`;
  pack.downloads[0]!.checksumUrl = null;
  server.files.set("/%zz", bytesOf(3000));
  expect(await install(await openPacks([pack]), "vad")).toMatchObject({ state: "installed" });
  expect(await files()).toEqual(["vad/%zz", "vad/pack.json"]);
});

it.each([
  ["another hash", () => `vad.onnx ${sha256Of(bytesOf(1))}`, /replaced vad\.onnx/],
  ["no hash", () => "other.onnx 00", /does not list vad\.onnx/],
])("downloads no file for which the publisher lists %s", async (_name, list, message) => {
  const packs = await openPacks([model()]);
  server.files.set("/checksum.txt", Buffer.from(list()));
  const { problem } = await install(packs, "vad");
  expect(problem).toMatchObject({ code: "replaced", message: expect.stringMatching(message) });
  expect(server.requests).toEqual(["GET /checksum.txt"]);
});

it("continues after lost connections", async () => {
  const packs = await openPacks([model()]);
  server.pauseAfter = 1000;
  await packs.install("vad", null);
  for (const received of [1000, 2000]) {
    await waitForBytes(packs, received);
    server.cut();
  }
  await packs.idle();
  expect(await statusOf(packs, "vad")).toMatchObject({ state: "installed", problem: null });
  expect(server.requests).toEqual([
    "GET /checksum.txt",
    "GET /vad.onnx",
    "GET /vad.onnx bytes=1000-",
    "GET /vad.onnx bytes=2000-",
  ]);
});

it("fails if each attempt brings only a few bytes", async () => {
  model();
  server.pauseAfter = 1;
  const downloader = createDownloader({ retryMs: 1, routes: directRoutes });
  onTestFinished(downloader.close);
  let received = 0;
  const onProgress = (bytes: number) => {
    if (bytes > received) server.cut();
    received = bytes;
  };
  const request = {
    url: `${server.url}/vad.onnx`,
    bytes: 3000,
    file: path.join(temporary.path, "a"),
  };
  const { signal } = new AbortController();
  await expect(downloader.download(request, { signal, onProgress })).rejects.toMatchObject({
    code: "network",
  });
  expect(received).toBe(4);
});

describe("through a proxy", () => {
  async function startWithProxy() {
    const authority = createAuthority(temporary.path);
    const { key, cert } = authority.issue("DNS:packs.test");
    const host = https.createServer({ key, cert }, (_request, response) => response.end("whole"));
    host.listen(0, "127.0.0.1");
    await once(host, "listening");
    onTestFinished(() => void host.close());
    const proxy = await startConnectProxy(() => (host.address() as AddressInfo).port);
    onTestFinished(proxy.close);
    const failures: string[] = [];
    const routes: Routes = {
      of: () =>
        Promise.resolve({
          proxy: { url: proxy.url, userName: "mia", password: "secret" },
          authorities: authority.pem,
        }),
      failed: (_route, { code }) => void failures.push(code),
    };
    const downloader = createDownloader({ retryMs: 1, routes });
    onTestFinished(downloader.close);
    const text = () => downloader.text("https://packs.test/a", new AbortController().signal);
    return { proxy, failures, text };
  }

  it("downloads what is public, with the certificate authorities that are set", async () => {
    const { proxy, text } = await startWithProxy();
    proxy.credentials = "mia:secret";
    expect(await text()).toBe("whole");
    expect(proxy.targets).toEqual(["packs.test:443"]);
  });

  it("sends one request to a proxy that rejects the credentials, and reports the failure", async () => {
    const { proxy, failures, text } = await startWithProxy();
    proxy.credentials = "mia:other";
    await expect(text()).rejects.toMatchObject({
      code: "network",
      message: expect.stringMatching(/^the proxy .* rejects the user name and password$/) as string,
    });
    expect(proxy.targets).toHaveLength(1);
    expect(failures).toEqual(["proxy-credentials"]);
  });
});

it("keeps an incomplete download, and continues it in another process", async () => {
  const pack = model();
  const packs = await openPacks([pack]);
  server.pauseAfter = 1000;
  await packs.install("vad", null);
  await waitForBytes(packs, 1000);
  await packs.close();
  server.pauseAfter = null;
  const next = await openPacks([pack]);
  expect(await statusOf(next, "vad")).toMatchObject({ state: "available", partialBytes: 1000 });
  expect(await install(next, "vad")).toMatchObject({ state: "installed" });
  expect(server.requests.at(-1)).toBe("GET /vad.onnx bytes=1000-");
});

it("begins again when the file at the server is another one", async () => {
  const pack = model();
  const packs = await openPacks([pack]);
  const right = server.files.get("/vad.onnx")!;
  server.files.set("/vad.onnx", bytesOf(3000, 2));
  server.pauseAfter = 1000;
  await packs.install("vad", null);
  await server.paused();
  await packs.close();
  server.pauseAfter = null;
  server.files.set("/vad.onnx", right);
  expect(await install(await openPacks([pack]), "vad")).toMatchObject({ state: "installed" });
});

it("reports a server that does not respond, by its host only", async () => {
  const pack = model();
  const packs = await openPacks([pack]);
  await server.close();
  const { problem } = await install(packs, "vad");
  expect(problem?.code).toBe("network");
  expect(problem?.message).toMatch(/^127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)$/);
  server = await startPackServer();
});

it.each([
  ["a path outside", { header: { name: "pack/../../../evil", size: 1 }, body: "x" }, /the path/],
  ["an absolute path", { header: { name: "/tmp/evil", size: 1 }, body: "x" }, /the path/],
  ["a drive", { header: { name: "pack/data/c:evil", size: 1 }, body: "x" }, /the path/],
  [
    "a link",
    { header: { name: "pack/data/l", size: 0, type: "symlink", linkname: "/etc" } },
    /not a regular file/,
  ],
  ["a file twice", { header: { name: "pack/tokens.txt", size: 1 }, body: "x" }, /occurs twice/],
  [
    "more than it may",
    { header: { name: "pack/data/big", size: 18_000_000 }, body: new Uint8Array(18_000_000) },
    /more than it may/,
  ],
] as const)("rejects an archive with %s", async (_name, entry, message) => {
  const bytes = await archiveWith([entry]);
  const packs = await openPacks([server.describe({ id: "a", bytes, format: "tar.gz" })]);
  const { problem, state } = await install(packs, "a");
  expect(state).toBe("available");
  expect(problem).toMatchObject({ code: "archive", message: expect.stringMatching(message) });
  expect(await files()).toEqual([]);
  expect(await readdir(temporary.path)).toEqual(["packs"]);
});

it.each([
  ["model.onnx", /lacks the file "model\.onnx"/],
  ["data/phontab", /lacks the file "data\/"/],
])("rejects an archive without %s", async (missing, message) => {
  const bytes = await archiveWith([], [missing]);
  const packs = await openPacks([server.describe({ id: "a", bytes, format: "tar.gz" })]);
  expect((await install(packs, "a")).problem?.message).toMatch(message);
});

it.each(["tar.bz2", "tar.gz"] as const)("rejects a damaged %s", async (format) => {
  const whole = format === "tar.gz" ? await archiveWith() : bzip2Archive;
  const bytes = Buffer.from(whole.subarray(0, whole.length - 20));
  const packs = await openPacks([server.describe({ id: "a", bytes, format })]);
  expect((await install(packs, "a")).problem?.code).toBe("archive");
});

it("does not begin without disk space", async () => {
  const packs = await openPacks([model()], { freeBytes: () => Promise.resolve(64 * 1024 ** 2) });
  const { problem } = await install(packs, "vad");
  expect(problem).toMatchObject({
    code: "disk-full",
    message: expect.stringMatching(/needs 1 MB/),
  });
  expect(server.requests).toEqual([]);
});

it("installs a pack once when two services install it", async () => {
  const pack = model();
  const [first, second] = [await openPacks([pack]), await openPacks([pack])];
  server.pauseAfter = 1000;
  await first.install("vad", null);
  await waitForBytes(first, 1000);
  await expect(first.install("vad", null)).rejects.toMatchObject({ status: 409 });
  await expect(first.remove("vad")).rejects.toMatchObject({ status: 409 });
  expect((await install(second, "vad")).problem?.code).toBe("in-use");
  await expect(second.cancel("vad")).rejects.toMatchObject({ status: 409 });
  const noticed = new Promise<void>((resolve) => second.onChange(resolve));
  server.finish();
  await first.idle();
  await noticed;
  expect(second.installed()).toEqual(first.installed());
  expect(second.installed()).toHaveLength(1);
});

it("installs a pack while the download of another one stalls, which can be cancelled", async () => {
  const other = server.describe({
    id: "b",
    kind: "voice-activity",
    bytes: bytesOf(2000),
    format: "plain",
  });
  const packs = await openPacks([model(), other]);
  server.pauseAfter = 1000;
  await packs.install("vad", null);
  await waitForBytes(packs, 1000);
  server.pauseAfter = null;
  await packs.install("b", null);
  await expect.poll(async () => (await statusOf(packs, "b")).state).toBe("installed");
  expect((await statusOf(packs, "vad")).state).toBe("downloading");
  await packs.cancel("vad");
  expect(await statusOf(packs, "vad")).toMatchObject({
    state: "available",
    problem: null,
    partialBytes: 0,
  });
  await packs.remove("b");
  expect(await files()).toEqual([]);
});

it("reports an installed pack with missing files, and installs it again", async () => {
  const packs = await openPacks([model()]);
  await install(packs, "vad");
  await rm(path.join(folder(), "vad/vad.onnx"));
  expect((await statusOf(packs, "vad")).state).toBe("damaged");
  expect(packs.installed()).toEqual([]);
  expect((await install(packs, "vad")).state).toBe("installed");
});

it("lists an installed pack that the catalogue does not contain any more", async () => {
  await install(await openPacks([model()]), "vad");
  const packs = await openPacks([]);
  expect(packs.installed()).toMatchObject([{ id: "vad" }]);
  expect(await statusOf(packs, "vad")).toMatchObject({ state: "installed" });
});

describe("from this computer", () => {
  const onDisk = async (name: string, bytes: Uint8Array | string) => {
    const file = path.join(temporary.path, "disk", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    return file;
  };

  it("installs the file of the publisher, without a request", async () => {
    const bytes = await archiveWith();
    const packs = await openPacks([server.describe({ id: "a", bytes, format: "tar.gz" })]);
    const file = await onDisk("any name.tar.gz", bytes);
    expect(await install(packs, "a", file)).toMatchObject({ state: "installed" });
    expect(server.requests).toEqual([]);
    expect(await readFile(file)).toEqual(Buffer.from(bytes));
  });

  it("installs a folder with the files of the pack", async () => {
    const packs = await openPacks([
      server.describe({ id: "a", bytes: await archiveWith(), format: "tar.gz" }),
    ]);
    await onDisk("model.onnx", "m");
    await onDisk("tokens.txt", "t");
    await onDisk("data/deep/x", "x");
    await onDisk("holiday.jpg", "private");
    await symlink("/etc", path.join(temporary.path, "disk/data/link"));
    const disk = path.join(temporary.path, "disk");
    expect(await install(packs, "a", disk)).toMatchObject({ state: "installed", bytes: 3 });
    expect(await files()).toEqual(["a/data/deep/x", "a/model.onnx", "a/pack.json", "a/tokens.txt"]);
  });

  it("rejects other files and folders with the reason", async () => {
    const packs = await openPacks([model()]);
    const problemOf = async (source: string) => (await install(packs, "vad", source)).problem;
    expect(await problemOf(await onDisk("short", "x"))).toMatchObject({
      code: "wrong-file",
      message: "vad.onnx has 1 bytes instead of 3000",
    });
    expect(await problemOf(await onDisk("other", bytesOf(3000, 2)))).toMatchObject({
      code: "hash",
    });
    expect(await problemOf(path.join(temporary.path, "disk"))).toMatchObject({
      code: "wrong-file",
      message: 'the folder lacks the file "vad.onnx"',
    });
    expect(await problemOf(path.join(temporary.path, "missing"))).toMatchObject({
      code: "wrong-file",
    });
    expect(await files()).toEqual([]);
  });
});

it("is controlled by routes, which accept paths of the application only", async () => {
  const key = randomBytes(32);
  const unusable = { kind: "speakers", embedding: "vad.onnx" } as const;
  const local = await startLocalService({
    scriptWorkerFile,
    cloneKey: key,
    packThreadFile: threadFile,
    packCatalogue: [model(), { ...model(), id: "speakers", contents: unusable }],
    startEngine: () => Promise.resolve(createScriptedEngine()),
  });
  try {
    const { client } = local;
    const list = async () =>
      ((await client.get("/local/packs")).json as { packs: Record<string, unknown>[] }).packs[0];
    expect((await client.get("/local")).json).toMatchObject({
      extensions: expect.arrayContaining(["packs"]),
    });
    expect(await list()).toMatchObject({
      id: "vad",
      kind: "voice-activity",
      state: "available",
      isUsable: true,
      files: ["vad.onnx"],
      hosts: [new URL(model().downloads[0]!.url).host],
    });
    const sourcePath = path.join(temporary.path, "vad.onnx");
    await writeFile(sourcePath, server.files.get("/vad.onnx")!);
    const expiresAt = Date.now() + 60_000;
    const signature = signPackSource(key, { packId: "vad", sourcePath, expiresAt });
    const from = (changes: object) =>
      client.post("/local/packs/vad/install-from", {
        sourcePath,
        expiresAt,
        signature,
        ...changes,
      });
    expect((await from({ signature: "x" })).status).toBe(403);
    expect((await from({ sourcePath: "/etc/passwd" })).status).toBe(403);
    expect((await from({ expiresAt: 0 })).status).toBe(403);
    expect((await from({})).status).toBe(204);
    await expect.poll(async () => (await list())?.["state"]).toBe("installed");
    expect((await client.post("/local/packs/vad/install", {})).status).toBe(409);
    expect((await client.call("DELETE", "/local/packs/vad")).status).toBe(204);
    expect((await client.post("/local/packs/vad/cancel", {})).status).toBe(204);
    expect((await client.post("/local/packs/none/install", {})).status).toBe(404);
    expect(await list()).toMatchObject({ state: "available" });
    // The engine has no program for speakers.
    expect((await client.post("/local/packs/speakers/install", {})).status).toBe(409);
    const grant = { packId: "speakers", sourcePath, expiresAt };
    const body = { sourcePath, expiresAt, signature: signPackSource(key, grant) };
    expect((await client.post("/local/packs/speakers/install-from", body)).status).toBe(409);
  } finally {
    await local.remove();
  }
});

it("continues a download after the service was killed", async () => {
  const catalogue = path.join(temporary.path, "catalogue.json");
  await writeFile(catalogue, JSON.stringify([model()]));
  const service = await startKilledService({ DUBYARD_PACK_CATALOGUE: catalogue });
  try {
    const list = async () =>
      ((await service.client.get("/local/packs")).json as { packs: Record<string, unknown>[] })
        .packs[0];
    server.pauseAfter = 1000;
    await service.client.post("/local/packs/vad/install", {});
    await server.paused();
    await expect.poll(async () => (await list())?.["share"]).toBeGreaterThan(0.3);
    await service.killAndRestart();
    server.pauseAfter = null;
    expect(await list()).toMatchObject({ state: "available", partialBytes: 1000 });
    expect(server.requests).toHaveLength(2);
    await service.client.post("/local/packs/vad/install", {});
    await expect.poll(async () => (await list())?.["state"]).toBe("installed");
    expect(server.requests.at(-1)).toBe("GET /vad.onnx bytes=1000-");
  } finally {
    await service.remove();
  }
});
