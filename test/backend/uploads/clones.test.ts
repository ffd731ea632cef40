/**
 * Uploads to a local workspace: its service copies the files by their paths, and receives them only
 * if it cannot.
 */
import { existsSync } from "node:fs";
import {
  appendFile,
  copyFile,
  readFile,
  rename,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LocalServiceHost } from "../../../main/backend/ports";
import { createLocalService } from "../../../main/local-service/server";
import {
  listUploads,
  startBackend,
  temporaryFolder,
  uploadPaths,
  waitForUploads,
  writeMediaFile,
  type TestBackend,
} from "../../helpers/backend";
import { long } from "../../long";
import { canReflink } from "../../helpers/clones";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { filesBelow, mebibyte } from "../../helpers/local-service";
import { nodeLocalServices, type NodeLocalServices } from "../../helpers/node-local-services";

const clonePath = /\/local\/clones$/;
const largeBytes = 1536 * mebibyte;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let services: NodeLocalServices;
let proxy: FaultProxy | null;
/** The address of the service behind the proxy. */
let serviceUrl: string;
let test: TestBackend;
let workspaceId: string;
/** Milliseconds that the clock of the application is ahead. */
let clockOffset: number;

beforeEach(async () => {
  clockOffset = 0;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + clockOffset);
  folder = await temporaryFolder();
  services = nodeLocalServices();
  proxy = null;
  serviceUrl = "";
});
afterEach(async () => {
  await test.stop();
  await proxy?.close();
  await folder.remove();
  vi.restoreAllMocks();
});

/** Starts services whose address is that of the proxy. */
const proxied = (host: LocalServiceHost): LocalServiceHost => ({
  async start(dataDir, options) {
    const running = await host.start(dataDir, options);
    serviceUrl = running.address.baseUrl;
    proxy ??= await startFaultProxy(() => serviceUrl);
    return { ...running, address: { ...running.address, baseUrl: proxy.baseUrl } };
  },
});
const dataDir = () => path.join(folder.path, "Dubyard");
const source = (name: string) => path.join(folder.path, "source", name);
const stored = (name: string) => path.join(dataDir(), "media", name);
const write = (name: string, size: number) =>
  writeMediaFile(path.join(folder.path, "source"), name, size);

function openBackend(localServices: LocalServiceHost = services): void {
  test = startBackend(path.join(folder.path, "profile"), {
    localServices,
    defaultLocalDir: dataDir(),
  });
}
async function createWorkspace(localServices?: LocalServiceHost): Promise<void> {
  openBackend(localServices);
  ({ id: workspaceId } = await test.handlers.workspaces.createLocal({ dataDir: dataDir() }));
}
const upload = (...names: string[]) => uploadPaths(test, workspaceId, names.map(source));
const outcomes = async () =>
  (await waitForUploads(test, workspaceId)).map(({ name, state, problem }) => ({
    name,
    state,
    problem,
  }));
const done = (name: string) => ({ name, state: "done", problem: null });
const countOf = (method: string, where: RegExp) =>
  proxy!.requests.filter((one) => one.method === method && where.test(one.path)).length;
const puts = () => countOf("PUT", /^\/objects\//);
const clones = () => countOf("POST", clonePath);
async function expectSame(name: string): Promise<void> {
  const [found, expected] = await Promise.all([readFile(stored(name)), readFile(source(name))]);
  expect(found.equals(expected), name).toBe(true);
}
/** Waits until the copies of this many uploads were compared with their files. */
const untilVerified = (count: number) =>
  test.waitUntil(async () => {
    const rows = await listUploads(test, workspaceId);
    return rows.filter((row) => row.isCompared && !row.isUnverified).length === count;
  }, "verified uploads");
const all = () => ({ workspaceId, filter: "all", search: "" }) as const;

it("files of all sizes are cloned, replaced when uploaded again, and not sent", async () => {
  await createWorkspace(proxied(services));
  const sizes = { "byte.wav": 1, "small.wav": 1000, "large.mov": 17 * mebibyte };
  for (const [name, size] of Object.entries(sizes)) await write(name, size);
  const names = Object.keys(sizes);
  await upload(...names);
  expect((await outcomes()).sort((a, b) => a.name.localeCompare(b.name))).toEqual(
    names.sort().map(done),
  );
  for (const name of names) await expectSame(name);
  expect([clones(), puts()]).toEqual([3, 0]);
  await untilVerified(3);
  await write("small.wav", 2000);
  await upload("small.wav");
  await outcomes();
  await expectSame("small.wav");
  expect([clones(), puts()]).toEqual([4, 0]);
});

it(
  "a copy that differs fails the upload after a restart, and is copied again by a retry",
  long,
  async (context) => {
    context.skip(await canReflink(folder.path), "shared blocks are not compared");
    await createWorkspace(proxied(services));
    const stalled = proxy!.injectFault({
      path: /comparisons$/,
      fault: { kind: "stall", afterBytes: 0 },
      times: 1,
    });
    await write("small.wav", 1000);
    await upload("small.wav");
    expect(await outcomes()).toEqual([done("small.wav")]);
    await stalled;
    const [row] = await listUploads(test, workspaceId);
    expect(row).toMatchObject({ isUnverified: true, isCompared: false });
    await test.stop();
    await writeFile(stored("small.wav"), Buffer.alloc(1000));
    openBackend(proxied(services));
    const failed = await test.waitUntil(async () => {
      const [found] = await listUploads(test, workspaceId);
      return found?.state === "failed" ? found : null;
    }, "a failed upload");
    expect(failed).toMatchObject({
      problem: { code: "copy-differs" },
      isUnverified: false,
      isCompared: true,
      sentBytes: 0,
    });
    // The service of the next start knows which copy differs.
    await test.stop();
    openBackend(proxied(services));
    await test.handlers.uploads.retry(all());
    expect(await outcomes()).toEqual([done("small.wav")]);
    await expectSame("small.wav");
    await untilVerified(1);
  },
);

it("a file that has another inode since its drive was connected again is cloned", async () => {
  await createWorkspace(proxied(services));
  const file = await write("small.wav", 1000);
  // A time that `utimes` can restore to the nanosecond.
  await utimes(file, 1_600_000_000, 1_600_000_000);
  await test.handlers.uploads.setPaused({ isPaused: true });
  await upload("small.wav");
  await copyFile(file, `${file}.copy`);
  await utimes(`${file}.copy`, 1_600_000_000, 1_600_000_000);
  await rename(`${file}.copy`, file);
  await test.handlers.uploads.setPaused({ isPaused: false });
  expect(await outcomes()).toEqual([done("small.wav")]);
  expect([clones(), puts()]).toEqual([1, 0]);
  await untilVerified(1);
});

it(
  "a copy whose comparison is not offered stays unverified, and is not compared again",
  long,
  async (context) => {
    context.skip(await canReflink(folder.path), "shared blocks are not compared");
    await createWorkspace(proxied(services));
    const fault = { kind: "respond", status: 404, body: "{}" } as const;
    void proxy!.injectFault({ path: /comparisons$/, fault, times: Infinity });
    await write("small.wav", 1000);
    await upload("small.wav");
    const row = await test.waitUntil(async () => {
      const [found] = await listUploads(test, workspaceId);
      return found?.state === "done" && found.isCompared ? found : null;
    }, "the end of the comparison");
    expect(row).toMatchObject({ isUnverified: true });
    expect(countOf("POST", /comparisons$/)).toBe(1);
  },
);

it("files are sent to a service with DUBYARD_CLONES=off", long, async () => {
  await createWorkspace(proxied(nodeLocalServices({ DUBYARD_CLONES: "off" })));
  await write("small.wav", 1000);
  await upload("small.wav");
  expect(await outcomes()).toEqual([done("small.wav")]);
  expect([clones(), puts()]).toEqual([0, 1]);
});

const statusTitle = "a file is sent if the service responds to its clone with %i";
it.each([500])(statusTitle, isSentAfter);
it.each([400, 403, 404, 405, 409])(statusTitle, long, isSentAfter);

async function isSentAfter(status: number): Promise<void> {
  await createWorkspace(proxied(services));
  const fault = { kind: "respond", status, body: '{"message":"sourcePath: no"}' } as const;
  void proxy!.injectFault({ method: "POST", path: clonePath, fault, times: Infinity });
  await write("large.mov", 17 * mebibyte);
  await write("small.wav", 1000);
  await upload("large.mov", "small.wav");
  expect(await outcomes()).toEqual([done("large.mov"), done("small.wav")]);
  await expectSame("large.mov");
  await expectSame("small.wav");
  expect(clones()).toBeGreaterThanOrEqual(2);
  expect(puts()).toBe(3);
}

const notStored = "a response with %s does not count as stored";
it.each([["no result", '{"state":"copying","copied":0}\n']])(notStored, isNotStored);
it.each([
  ["an unknown state", '{"state":"done"}\n'],
  ["no JSON", "stored\n"],
  ["a line without an end", "x".repeat(100_000)],
])(notStored, long, isNotStored);

async function isNotStored(_name: string, body: string): Promise<void> {
  await createWorkspace(proxied(services));
  const fault = { kind: "respond", status: 200, body } as const;
  const applied = proxy!.injectFault({ method: "POST", path: clonePath, fault, times: 1 });
  await write("small.wav", 1000);
  await upload("small.wav");
  await applied;
  await test.handlers.workspaces.reconnect({ workspaceId });
  expect(await outcomes()).toEqual([done("small.wav")]);
  await expectSame("small.wav");
}

it("a clone whose response was lost is found after a restart, and not repeated", async () => {
  await createWorkspace(proxied(services));
  const fault = { kind: "drop-response" } as const;
  void proxy!.injectFault({ method: "POST", path: clonePath, fault, times: Infinity });
  await write("small.wav", 1000);
  await upload("small.wav");
  await test.waitUntil(() => (existsSync(stored("small.wav")) ? true : null), "the stored file");
  await test.stop();
  const before = await stat(stored("small.wav"), { bigint: true });
  proxy!.clearFaults();
  const sent = clones();
  openBackend(proxied(services));
  expect(await outcomes()).toEqual([done("small.wav")]);
  const after = await stat(stored("small.wav"), { bigint: true });
  expect([after.ino, after.ctimeNs]).toEqual([before.ino, before.ctimeNs]);
  expect([clones() - sent, puts()]).toEqual([1, 0]);
});

it("a path that was taken meanwhile is not overwritten", async () => {
  await createWorkspace(proxied(services));
  await test.handlers.uploads.setPaused({ isPaused: true });
  await write("small.wav", 1000);
  const { planId } = await test.handlers.plans.create({
    workspaceId,
    sourcePaths: [source("small.wav")],
    targetFolder: "",
  });
  await test.waitUntil(
    async () => ((await test.handlers.plans.get({ planId })).state === "ready" ? true : null),
    "the plan",
  );
  await test.handlers.plans.confirm({ planId });
  // Another client of the same service uploads a file to the path.
  const other = startBackend(path.join(folder.path, "other"));
  const { clientId, clientSecret } = await credentials();
  const { id } = await other.handlers.workspaces.connect({
    name: "Other",
    baseUrl: serviceUrl,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
  const theirs = await writeMediaFile(path.join(folder.path, "theirs"), "small.wav", 500);
  await uploadPaths(other, id, [theirs]);
  await waitForUploads(other, id);
  await other.stop();
  // The cached gallery is too old then.
  clockOffset = 3_600_000;
  await test.handlers.uploads.setPaused({ isPaused: false });
  expect(await outcomes()).toEqual([
    {
      name: "small.wav",
      state: "failed",
      problem: expect.objectContaining({ code: "path-taken" }),
    },
  ]);
  expect((await readFile(stored("small.wav"))).equals(await readFile(theirs))).toBe(true);
  expect(clones()).toBe(0);
  await test.handlers.uploads.resolveConflicts({ selection: all(), choice: "rename" });
  expect(await outcomes()).toEqual([done("small (2).wav")]);
  expect([clones(), puts()]).toEqual([1, 0]);
});

/** The credentials of the running service, from the request in which the application signed in. */
function credentials(): Promise<{ clientId: string; clientSecret: string }> {
  return test.waitUntil(() => {
    const signIn = proxy!.requests.find(({ path: at }) => at.endsWith("/auth/token"));
    return signIn ? (JSON.parse(signIn.body) as { clientId: string; clientSecret: string }) : null;
  }, "the sign-in");
}

it("a full disk suspends the queue, and the clone succeeds when there is space", async () => {
  let freeBytesLimit: number | undefined = mebibyte;
  let close = () => Promise.resolve();
  let exited: () => void = () => undefined;
  const cloneKey = Buffer.alloc(32, 1);
  await createWorkspace(
    proxied({
      async start(dir, { onExit }) {
        const service = await createLocalService({ dataDir: dir, cloneKey, freeBytesLimit });
        const { baseUrl, clientId, clientSecret } = service;
        close = service.close;
        exited = onExit;
        const address = {
          baseUrl,
          clientId,
          clientSecret,
          cloneKey: cloneKey.toString("base64url"),
        };
        return { address, grantExternal: () => Promise.resolve(), stop: service.close };
      },
    }),
  );
  await write("small.wav", 2 * mebibyte);
  await upload("small.wav");
  await test.waitUntil(async () => {
    const { suspension } = await test.handlers.uploads.summary({ workspaceId });
    return suspension?.code === "service-full" ? true : null;
  }, "the suspension");
  expect(await filesBelow(path.join(dataDir(), "staging"))).toEqual([]);
  expect(puts()).toBe(0);
  freeBytesLimit = undefined;
  await close();
  exited();
  await test.handlers.uploads.retry(all());
  expect(await outcomes()).toEqual([done("small.wav")]);
  await expectSame("small.wav");
});

describe("a large file", () => {
  beforeEach(async (context) => {
    if (await canReflink(folder.path))
      context.skip("the file system of the temporary folder shares blocks: copies are immediate");
    await createWorkspace();
    await write("large.mov", 0);
    await truncate(source("large.mov"), largeBytes);
  });
  const staging = () => filesBelow(path.join(dataDir(), "staging"));
  const begun = () =>
    test.waitUntil(async () => {
      const { sentBytes } = await test.handlers.uploads.summary({ workspaceId });
      return sentBytes > 0 && sentBytes < largeBytes ? true : null;
    }, "the first progress");

  it("is paused while it is copied, and resumed", long, async () => {
    await upload("large.mov");
    await begun();
    await test.handlers.uploads.pause(all());
    await test.waitUntil(async () => ((await staging()).length === 0 ? true : null), "the end");
    expect((await listUploads(test, workspaceId))[0]).toMatchObject({ state: "paused" });
    expect(existsSync(stored("large.mov"))).toBe(false);
    await test.handlers.uploads.resume(all());
    expect(await outcomes()).toEqual([done("large.mov")]);
    expect((await stat(stored("large.mov"))).size).toBe(largeBytes);
  });

  it("is cloned after its service was killed while it copied", long, async () => {
    await upload("large.mov");
    await begun();
    services.kill(dataDir());
    expect(await outcomes()).toEqual([done("large.mov")]);
    expect((await stat(stored("large.mov"))).size).toBe(largeBytes);
    expect(await staging()).toEqual([]);
    expect(await filesBelow(path.join(dataDir(), "uploads"))).toEqual([]);
  });

  it("that is written to while it is copied is copied again when it is quiet", long, async () => {
    await upload("large.mov");
    await begun();
    await appendFile(source("large.mov"), "more");
    await test.waitUntil(async () => {
      const [found] = await listUploads(test, workspaceId);
      return found?.problem?.code === "file-growing" ? true : null;
    }, "the wait");
    expect(existsSync(stored("large.mov"))).toBe(false);
    expect(await outcomes()).toEqual([done("large.mov")]);
    expect((await stat(stored("large.mov"))).size).toBe(largeBytes + 4);
  });
});
