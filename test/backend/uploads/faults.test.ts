/** The upload engine against a real service through a proxy that fails: nothing is lost, nothing sent twice. */
import { appendFile, chmod, open, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalService, type LocalService } from "../../../main/local-service/server";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  hashOf,
  listUploads,
  writeMediaFile,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startFaultProxy, type Fault, type FaultProxy } from "../../helpers/fault-proxy";

const mebibyte = 1024 ** 2;
/** Three parts of 5 MiB and a rest. */
const bigSize = 17 * mebibyte + 12_345;
const partsOfBig = 4;
const multipart = /\/media\/upload-url\/multipart$/;
const objects = /^\/objects\//;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let proxy: FaultProxy;
let test: TestBackend;
let workspaceId: string;

async function startService(options: Partial<Parameters<typeof createLocalService>[0]> = {}) {
  service = await createLocalService({ dataDir: path.join(folder.path, "service"), ...options });
}

async function start(overrides: Parameters<typeof startBackend>[1] = {}) {
  test = startBackend(path.join(folder.path, "profile"), overrides);
  await test.handlers.uploads.setSettings({
    parallelFiles: 4,
    parallelParts: 2,
    partSize: 5 * mebibyte,
    bandwidthLimit: 0,
  });
  workspaceId = await connectWorkspace(test, proxy.baseUrl, service);
}

beforeEach(async () => {
  folder = await temporaryFolder();
  await startService();
  proxy = await startFaultProxy(() => service.baseUrl);
  await start();
});
afterEach(async () => {
  await test.stop();
  await proxy.close();
  await service.close();
  await folder.remove();
});

const source = (name: string) => path.join(folder.path, "source", name);
const stored = (name: string) => path.join(folder.path, "service", "media", name);
const big = () => writeMediaFile(path.join(folder.path, "source"), "big.mov", bigSize);
const small = () => writeMediaFile(path.join(folder.path, "source"), "small.wav", 100_000);

/** All uploads are done, and what is stored is what was sent. */
async function expectDone(...names: string[]) {
  const uploads = await waitForUploads(test, workspaceId);
  expect(uploads.map(({ name, state, problem }) => ({ name, state, problem }))).toEqual(
    uploads.map(({ name }) => ({ name, state: "done", problem: null })),
  );
  for (const name of names) expect(await hashOf(stored(name))).toBe(await hashOf(source(name)));
}

/** Holds the first PUT of a part after its first bytes; the promise tells when it is held. */
const holdPart = (number: number) =>
  proxy.injectFault({
    method: "PUT",
    path: new RegExp(`partNumber=${number}`),
    fault: { kind: "stall", afterBytes: 1 },
    times: 1,
  });

/** Part numbers whose PUT the service took, in the order it answered. */
const partsTaken = () =>
  proxy.requests
    .filter(({ method, status, partNumber }) => method === "PUT" && status === 200 && partNumber)
    .map(({ partNumber }) => partNumber);
const countOf = (method: string, where: RegExp, body = /(?:)/) =>
  proxy.requests.filter((p) => p.method === method && where.test(p.path) && body.test(p.body))
    .length;

describe("a part's PUT", () => {
  const faults: [string, Fault][] = [
    ["reset mid-body", { kind: "reset", afterBytes: 1_000_000 }],
    ["reset before its body", { kind: "reset", afterBytes: 0 }],
    ["stalled", { kind: "stall", afterBytes: 500_000 }],
    ["answered 500", { kind: "answer", status: 500 }],
    [
      "answered 503 with Retry-After",
      { kind: "answer", status: 503, headers: { "retry-after": "0" } },
    ],
    ["answered 429", { kind: "answer", status: 429 }],
    [
      "answered 403, as for an expired URL",
      { kind: "answer", status: 403, body: "<Message>Request has expired</Message>" },
    ],
    ["answered without an ETag", { kind: "answer", status: 200 }],
    ["answered with another ETag", { kind: "headers", headers: { etag: `"${"0".repeat(32)}"` } }],
    ["taken, but its answer lost", { kind: "lose-answer" }],
  ];
  it.each(faults)("%s is sent again, and only that one", async (_name, fault) => {
    const applied = proxy.injectFault({ method: "PUT", path: /partNumber=2/, fault, times: 1 });
    await uploadPaths(test, workspaceId, [await big()]);
    await applied;
    await expectDone("big.mov");
    const taken = partsTaken();
    // Where the service's answer was lost or damaged on the way the part stands twice; no other does.
    const isTwice = fault.kind === "headers" || (fault.kind === "answer" && fault.status === 200);
    expect(taken.sort()).toEqual(isTwice ? [1, 2, 2, 3, 4] : [1, 2, 3, 4]);
  });

  it("refused with a fresh URL twice fails the file with the service's words", async () => {
    void proxy.injectFault({
      method: "PUT",
      path: objects,
      fault: { kind: "answer", status: 403, body: '{"message":"SignatureDoesNotMatch"}' },
      times: Infinity,
    });
    await uploadPaths(test, workspaceId, [await small()]);
    const [upload] = await waitForUploads(test, workspaceId);
    expect(upload).toMatchObject({
      state: "failed",
      problem: { code: "url-refused", message: "SignatureDoesNotMatch" },
    });
  });

  it("whose bytes arrive damaged twice fails the file", async () => {
    void proxy.injectFault({
      method: "PUT",
      path: /partNumber=3/,
      fault: { kind: "headers", headers: { etag: `"${"a".repeat(32)}"` } },
      times: 2,
    });
    await uploadPaths(test, workspaceId, [await big()]);
    const [upload] = await waitForUploads(test, workspaceId);
    expect(upload).toMatchObject({ state: "failed", problem: { code: "etag-mismatch" } });
    await test.handlers.uploads.retry({ ids: [upload!.id] });
    await expectDone("big.mov");
    expect(partsTaken().filter((n) => n === 1)).toHaveLength(1);
  });

  it("answered 404 begins the upload anew under another id", async () => {
    const applied = proxy.injectFault({
      method: "PUT",
      path: /partNumber=3/,
      fault: { kind: "answer", status: 404 },
      times: 1,
    });
    await uploadPaths(test, workspaceId, [await big()]);
    await applied;
    await expectDone("big.mov");
    expect(new Set(proxy.requests.flatMap(({ uploadId }) => uploadId ?? [])).size).toBe(2);
  });
});

describe("the service", () => {
  it("that has swept an unfinished upload is sent all of it under a new id", async () => {
    const swept = { kind: "answer", status: 404, body: '{"message":"uploadId: unknown"}' } as const;
    const applied = proxy.injectFault({
      method: "POST",
      path: multipart,
      body: /"partNumber":3/,
      // Ahead of need, or when it is needed: whichever comes first.
      fault: swept,
      times: 2,
    });
    await uploadPaths(test, workspaceId, [await big()]);
    await applied;
    await expectDone("big.mov");
    expect(new Set(proxy.requests.flatMap(({ uploadId }) => uploadId ?? [])).size).toBeGreaterThan(
      1,
    );
  });

  it("asking all for a pause is given it while other files go on", async () => {
    const { path: top } = folder;
    for (let index = 0; index < 12; index += 1) {
      await writeMediaFile(path.join(top, "source"), `many/${index}.wav`, 20_000);
    }
    const applied = proxy.injectFault({
      method: "PUT",
      path: /many\/5\.wav/,
      fault: { kind: "answer", status: 429, headers: { "retry-after": "2" } },
      times: 1,
    });
    await uploadPaths(test, workspaceId, [source("many")]);
    await applied;
    const refusedAt = Date.now();
    await expectDone();
    expect(Date.now() - refusedAt).toBeGreaterThan(1_500);
  });

  it("refusing connections holds the queue, which goes on by itself", async () => {
    const file = await big();
    await uploadPaths(test, workspaceId, [await small()]);
    await waitForUploads(test, workspaceId);
    await proxy.refuseConnections();
    await uploadPaths(test, workspaceId, [file]);
    const suspension = await test.waitUntil(async () => {
      const summary = await test.handlers.uploads.summary({ workspaceId });
      return summary.suspension;
    }, "the suspension");
    expect(suspension.code).toBe("unreachable");
    const [waiting] = (await listUploads(test, workspaceId)).filter(
      ({ name }) => name === "big.mov",
    );
    expect(waiting).toMatchObject({ problem: { code: "unreachable" } });
    expect(["queued", "preparing", "uploading"]).toContain(waiting?.state);
    const workspaces = await test.handlers.workspaces.list(undefined);
    expect(workspaces[0]?.state).toBe("unreachable");
    await proxy.acceptConnections();
    await expectDone("big.mov", "small.wav");
  });

  it("asking for a pause with Retry-After is given one, by all files", async () => {
    const applied = proxy.injectFault({
      method: "POST",
      path: /upload-url$/,
      fault: { kind: "answer", status: 429, headers: { "retry-after": "3" } },
      times: 1,
    });
    const begun = Date.now();
    await uploadPaths(test, workspaceId, [await small()]);
    await applied;
    const suspension = await test.waitUntil(
      async () => (await test.handlers.uploads.summary({ workspaceId })).suspension,
      "the suspension",
    );
    expect(suspension).toMatchObject({ code: "rate-limited" });
    expect(suspension.until! - begun).toBeGreaterThan(2_500);
    await writeMediaFile(path.join(folder.path, "source"), "other.wav", 1000);
    await uploadPaths(test, workspaceId, [source("other.wav")]);
    await expectDone("small.wav", "other.wav");
    expect(Date.now() - begun).toBeGreaterThan(2_500);
  });

  it("with no room left holds the queue until it has room again", async () => {
    await test.stop();
    await service.close();
    await startService({ freeBytesLimit: 6 * mebibyte });
    await start();
    await uploadPaths(test, workspaceId, [await big()]);
    const suspension = await test.waitUntil(async () => {
      const { suspension: found } = await test.handlers.uploads.summary({ workspaceId });
      return found?.code === "service-full" ? found : null;
    }, "the suspension");
    expect(suspension.message).not.toBe("");
    await service.close();
    await startService();
    await test.handlers.workspaces.reconnect({ workspaceId });
    await expectDone("big.mov");
    expect(partsTaken().filter((number) => number === 1)).toHaveLength(1);
  });

  it("that drops the token mid-way is asked for another one, and no file notices", async () => {
    const refused = { kind: "answer", status: 401, body: '{"message":"expired"}' } as const;
    const applied = proxy.injectFault({
      method: "POST",
      path: multipart,
      body: /"partNumber":3/,
      fault: refused,
      times: 1,
    });
    await uploadPaths(test, workspaceId, [await big()]);
    await applied;
    await expectDone("big.mov");
    expect(countOf("POST", /\/auth\/refresh$/)).toBe(1);
  });

  it("that refuses the credentials asks the user, and the queue waits for the answer", async () => {
    const refused = { kind: "answer", status: 401, body: '{"message":"who are you"}' } as const;
    void proxy.injectFault({ path: /upload-url|models|auth/, fault: refused, times: Infinity });
    await uploadPaths(test, workspaceId, [await small()]);
    const suspension = await test.waitUntil(
      async () => (await test.handlers.uploads.summary({ workspaceId })).suspension,
      "the suspension",
    );
    expect(suspension).toEqual({ code: "token-refused", message: "who are you", until: null });
    expect((await test.handlers.workspaces.list(undefined))[0]?.state).toBe("token-refused");
    proxy.clearFaults();
    const { clientId, clientSecret } = service;
    await test.handlers.workspaces.replaceSecret({
      workspaceId,
      clientId,
      clientSecret,
      authScheme: "bearer",
    });
    await expectDone("small.wav");
  });

  it("whose URLs live shorter than a part waits is asked for fresh ones", async () => {
    await test.stop();
    await service.close();
    await startService({ urlLifeSeconds: 1 });
    await start();
    // Holds the first slot long enough that a URL signed ahead for a later part is too old.
    void holdPart(2);
    await uploadPaths(test, workspaceId, [await big()]);
    await expectDone("big.mov");
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("changing its address goes on at the new one", async () => {
    await proxy.refuseConnections();
    await uploadPaths(test, workspaceId, [await big()]);
    await service.close();
    await startService();
    await proxy.acceptConnections();
    await expectDone("big.mov");
  });
});

describe("complete", () => {
  const completing = { method: "POST", path: multipart, body: /"action":"complete"/ };

  it("answered 500 is sent again", async () => {
    void proxy.injectFault({ ...completing, fault: { kind: "answer", status: 500 }, times: 2 });
    await uploadPaths(test, workspaceId, [await big()]);
    await expectDone("big.mov");
    expect(countOf("POST", multipart, /"complete"/)).toBe(3);
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("whose answer is lost is found done in the gallery", async () => {
    const applied = proxy.injectFault({ ...completing, fault: { kind: "lose-answer" }, times: 1 });
    await uploadPaths(test, workspaceId, [await big()]);
    await applied;
    await expectDone("big.mov");
    // Asked once more, told 404, and then the gallery was looked at: nothing was sent again.
    expect(countOf("POST", multipart, /"complete"/)).toBe(2);
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("whose answer is lost while it replaced a file sends the file again, which harms nothing", async () => {
    await uploadPaths(test, workspaceId, [await big()]);
    await waitForUploads(test, workspaceId);
    await test.handlers.uploads.clearDone({ workspaceId });
    await big();
    const applied = proxy.injectFault({ ...completing, fault: { kind: "lose-answer" }, times: 1 });
    await uploadPaths(test, workspaceId, [source("big.mov")]);
    await applied;
    await expectDone("big.mov");
    expect(partsTaken()).toHaveLength(3 * partsOfBig);
  });

  it("answered 404 the first time begins anew", async () => {
    void proxy.injectFault({ ...completing, fault: { kind: "answer", status: 404 }, times: 1 });
    await uploadPaths(test, workspaceId, [await big()]);
    await expectDone("big.mov");
    expect(partsTaken()).toHaveLength(2 * partsOfBig);
  });

  it("always refused fails the file after a few new beginnings", async () => {
    const refused = {
      kind: "answer",
      status: 400,
      body: '{"message":"parts: InvalidPart"}',
    } as const;
    void proxy.injectFault({ ...completing, fault: refused, times: Infinity });
    await uploadPaths(test, workspaceId, [await big()]);
    const [upload] = await waitForUploads(test, workspaceId);
    expect(upload).toMatchObject({
      state: "failed",
      problem: { code: "complete-refused", message: "parts: InvalidPart" },
    });
  });
});

describe("the file", () => {
  it("changed mid-way is not mixed: it fails, and started again goes as it is now", async () => {
    const file = await big();
    const held = holdPart(2);
    await uploadPaths(test, workspaceId, [file]);
    await held;
    await appendFile(file, "more");
    const [upload] = await waitForUploads(test, workspaceId);
    expect(upload).toMatchObject({ state: "failed", problem: { code: "file-changed" } });
    expect((await test.handlers.gallery.refresh({ workspaceId })).added).toBe(0);
    await test.handlers.uploads.retry({ ids: [upload!.id] });
    await expectDone("big.mov");
  });

  it("rewritten with the same size and its old time is told by its inode", async () => {
    const file = await big();
    const held = holdPart(2);
    await uploadPaths(test, workspaceId, [file]);
    await held;
    const before = new Date(1_600_000_000_000);
    await rm(file);
    await writeFile(file, Buffer.alloc(bigSize, 1));
    await utimes(file, before, before);
    const [upload] = await waitForUploads(test, workspaceId);
    expect(upload).toMatchObject({ state: "failed", problem: { code: "file-changed" } });
  });

  /** Writes into the file in place and restores its mtime, as rsync -t and media tools do. */
  async function rewriteInPlace(file: string, at: number) {
    const { atime, mtime } = await stat(file);
    const handle = await open(file, "r+");
    await handle.write(Buffer.alloc(1_000, 7), 0, 1_000, at);
    await handle.close();
    await utimes(file, atime, mtime);
  }
  async function pauseAfterParts(count: number) {
    const all = { workspaceId, filter: "all", search: "" } as const;
    await test.waitUntil(
      async () => ((await listUploads(test, workspaceId))[0]!.doneParts === count ? true : null),
      "parts",
    );
    await test.handlers.uploads.pause(all);
    return () => test.handlers.uploads.resume(all);
  }
  async function bigWithWholeTime() {
    const file = await big();
    // A time that `utimes` can restore to the nanosecond.
    await utimes(file, 1_600_000_000, 1_600_000_000);
    return file;
  }

  it("rewritten in place with its old time while paused is sent again, and says so", async () => {
    const file = await bigWithWholeTime();
    const held = holdPart(4);
    await uploadPaths(test, workspaceId, [file]);
    await held;
    const resume = await pauseAfterParts(3);
    await rewriteInPlace(file, 1_000_000);
    await resume();
    await expectDone("big.mov");
    expect((await listUploads(test, workspaceId))[0]).toMatchObject({
      restartReason: "file-rewritten",
    });
    expect(partsTaken()).toHaveLength(3 + partsOfBig);
  });

  it("rewritten in place with its old time while a part is under way is sent again", async () => {
    const file = await bigWithWholeTime();
    const held = holdPart(4);
    await uploadPaths(test, workspaceId, [file]);
    await held;
    await rewriteInPlace(file, 6_000_000);
    await expectDone("big.mov");
    expect((await listUploads(test, workspaceId))[0]).toMatchObject({
      restartReason: "file-rewritten",
    });
  });

  it("with other permissions and another name on the way goes on with what was sent", async () => {
    const file = await bigWithWholeTime();
    const held = holdPart(4);
    await uploadPaths(test, workspaceId, [file]);
    await held;
    const resume = await pauseAfterParts(3);
    await chmod(file, 0o640);
    await rename(file, `${file}.x`);
    await rename(`${file}.x`, file);
    await resume();
    await expectDone("big.mov");
    expect((await listUploads(test, workspaceId))[0]).toMatchObject({ restartReason: null });
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("gone mid-way fails alone, and goes on when it is back", async () => {
    const file = await big();
    const held = holdPart(2);
    await uploadPaths(test, workspaceId, [file, await small()]);
    await held;
    await rm(file);
    const uploads = await waitForUploads(test, workspaceId);
    expect(uploads.map(({ name, state, problem }) => [name, state, problem?.code])).toEqual([
      ["big.mov", "failed", "file-missing"],
      ["small.wav", "done", undefined],
    ]);
    await big();
    await test.handlers.uploads.retry({ workspaceId, filter: "failed", search: "" });
    await expectDone("big.mov", "small.wav");
  });
});

describe("the user", () => {
  it("pauses and resumes without a finished part being sent twice", async () => {
    const held = holdPart(3);
    await uploadPaths(test, workspaceId, [await big()]);
    await held;
    await test.waitUntil(
      async () => ((await listUploads(test, workspaceId))[0]!.doneParts === 3 ? true : null),
      "three parts",
    );
    const all = { workspaceId, filter: "all", search: "" } as const;
    await test.handlers.uploads.pause(all);
    const [paused] = await listUploads(test, workspaceId);
    expect(paused!.state).toBe("paused");
    await test.handlers.uploads.resume(all);
    await expectDone("big.mov");
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("pauses and resumes everything at any moment, and nothing is stranded", async () => {
    for (let index = 0; index < 30; index += 1) {
      await writeMediaFile(path.join(folder.path, "source"), `many/${index}.wav`, 50_000);
    }
    await writeMediaFile(path.join(folder.path, "source"), "many/big.mov", bigSize);
    await uploadPaths(test, workspaceId, [source("many")]);
    for (let round = 0; round < 40; round += 1) {
      await test.handlers.uploads.setPaused({ isPaused: true });
      for (let step = 0; step < round % 7; step += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await test.handlers.uploads.setPaused({ isPaused: false });
      for (let step = 0; step < round % 11; step += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await expectDone();
  });

  it("moves files to the top, their own order kept", async () => {
    await test.handlers.uploads.setPaused({ isPaused: true });
    for (const name of ["a", "b", "c", "d"]) {
      await writeMediaFile(path.join(folder.path, "source"), `${name}.wav`, 1000);
    }
    await uploadPaths(
      test,
      workspaceId,
      ["a", "b", "c", "d"].map((name) => source(`${name}.wav`)),
    );
    const ids = new Map((await listUploads(test, workspaceId)).map(({ name, id }) => [name, id]));
    const order = async () =>
      (await listUploads(test, workspaceId)).map(({ name }) => name[0]).join("");
    await test.handlers.uploads.moveToTop({ ids: [ids.get("d.wav")!, ids.get("b.wav")!] });
    expect(await order()).toBe("bdac");
    await test.handlers.uploads.moveToTop({ workspaceId, filter: "all", search: "c.wav" });
    expect(await order()).toBe("cbda");
  });

  it("changes the network, and what was under way goes on over new connections", async () => {
    const held = holdPart(2);
    await uploadPaths(test, workspaceId, [await big()]);
    await held;
    const begun = Date.now();
    test.network.change(true);
    await expectDone("big.mov");
    // Not after the time in which a stall is noticed.
    expect(Date.now() - begun).toBeLessThan(3_000);
  });

  it("cancels, and takes it back", async () => {
    const held = holdPart(2);
    await uploadPaths(test, workspaceId, [await big()]);
    await held;
    const [upload] = await listUploads(test, workspaceId);
    await test.handlers.uploads.cancel({ ids: [upload!.id] });
    expect(await listUploads(test, workspaceId)).toEqual([]);
    await test.handlers.uploads.restore({ ids: [upload!.id] });
    await expectDone("big.mov");
    expect(partsTaken().filter((number) => number === 1)).toHaveLength(1);
  });

  it("ends the application mid-way: the next start goes on with what was finished", async () => {
    const held = holdPart(4);
    await uploadPaths(test, workspaceId, [await big()]);
    await held;
    await test.waitUntil(
      async () => ((await listUploads(test, workspaceId))[0]!.doneParts === 3 ? true : null),
      "three parts",
    );
    await test.stop();
    // The secret lasted for the session only: it is asked for, and everything else is as it was.
    test = startBackend(path.join(folder.path, "profile"));
    const { clientId, clientSecret } = service;
    await test.handlers.workspaces.replaceSecret({
      workspaceId,
      clientId,
      clientSecret,
      authScheme: "raw",
    });
    await expectDone("big.mov");
    expect(partsTaken()).toHaveLength(partsOfBig);
  });

  it("limits the bandwidth", async () => {
    await test.handlers.uploads.setSettings({
      parallelFiles: 4,
      parallelParts: 4,
      partSize: 0,
      bandwidthLimit: 2 * mebibyte,
    });
    await writeMediaFile(path.join(folder.path, "source"), "slow.wav", 4 * mebibyte);
    const begun = Date.now();
    await uploadPaths(test, workspaceId, [source("slow.wav")]);
    await expectDone("slow.wav");
    expect(Date.now() - begun).toBeGreaterThan(1_500);
  });
});

it("never shows a secret, token or signed URL to the window", async () => {
  void proxy.injectFault({
    method: "PUT",
    path: objects,
    fault: { kind: "answer", status: 400, body: `see ${service.baseUrl}/x?signature=abc` },
    times: Infinity,
  });
  await uploadPaths(test, workspaceId, [await small()]);
  const [upload] = await waitForUploads(test, workspaceId);
  const shown = JSON.stringify([test.events, await listUploads(test, workspaceId), upload]);
  expect(upload!.state).toBe("failed");
  expect(shown).not.toContain(service.clientSecret);
  expect(shown).not.toMatch(/signature=(?!\[)/);
});
