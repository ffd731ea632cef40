/**
 * Script stores: a bucket on a real server that verifies signatures, and that of the local
 * workspace.
 */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { createLog } from "../../../main/common/log";
import { retryPolicies } from "../../../main/common/retry";
import { createRemote, type Remote } from "../../../main/remote/remote";
import { createScriptBucket, urlLifetime } from "../../../main/remote/s3/script-bucket";
import { createBucketClient } from "../../../main/remote/s3/bucket";
import { createScriptStores, type ScriptStores } from "../../../main/backend/scripts/script-store";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startBucketServer, type BucketServer } from "../../helpers/bucket-server";
import { startService } from "../../helpers/new-databases";

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.responses.length = 0;
});
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const quick = { now: Date.now, policy: { ...retryPolicies.bucketRequest, baseMs: 1 } };
const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

describe("a bucket", () => {
  const open = (more: Partial<BucketServer["connection"]> = {}, options = {}) =>
    createScriptBucket({ connection: { ...server.connection, ...more }, ...quick, ...options });

  it("stores a script whose URL is valid for a week without other credentials", async () => {
    const store = open();
    const bytes = randomBytes(200_000);
    const before = Date.now();
    const put = await store.put("Folge 1 – „Überraschung“ (neu) + mehr.xlsx", bytes);
    expect(put.expiresAt! - before).toBeGreaterThan(urlLifetime * 1000 - 2_000);
    expect(put.expiresAt! - before).toBeLessThan(urlLifetime * 1000 + 10_000);
    expect(new URL(put.url).pathname).toMatch(/\.xlsx$/);
    const response = await fetch(put.url);
    expect(response.headers.get("content-type")).toContain("spreadsheetml");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    const tampered = put.url.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await fetch(tampered)).status).toBe(403);
    expect((await fetch(put.url.replace(/\.xlsx/, ".csv"))).status).toBe(403);
    await store.delete([put.id]);
    expect((await fetch(put.url)).status).toBe(404);
    await store.close();
  });

  it("is also reached by a host name that contains the bucket", async () => {
    const { endpoint } = server.connection;
    const { dispatcher } = server;
    const store = open(
      { endpoint: endpoint.replace("127.0.0.1", "s3.localhost"), isPathStyle: false },
      { dispatcher },
    );
    // The server expects another signature for such addresses, as in the examples of the vendor.
    server.responses.push({ status: 200, body: "" });
    const { url } = await store.put("a.srt", Buffer.from("x"));
    const { port } = new URL(endpoint);
    const own = `scripts\\.s3\\.localhost:${port}/team/[0-9a-f]{32}/a\\.srt`;
    expect(server.requests).toEqual([expect.stringMatching(new RegExp(`^PUT ${own}$`))]);
    expect(url).toMatch(new RegExp(`^http://${own}\\?`));
    await store.close();
  });

  it("lists scripts stored by this application only, the newest first", async () => {
    const store = open({ prefix: "list/" });
    const client = createBucketClient({ connection: server.connection, ...quick });
    await client.put({
      key: "list/other-program.srt",
      bytes: Buffer.from("x"),
      contentType: "text/plain",
      contentDisposition: "attachment",
    });
    const ids: string[] = [];
    for (const name of ["a & b.srt", "c.docx", "ü.pdf"])
      ids.push((await store.put(name, Buffer.from(name))).id);
    const { scripts, isTruncated } = await store.list();
    expect(isTruncated).toBe(false);
    expect(scripts.map(({ name }) => name).sort()).toEqual(["a - b.srt", "c.docx", "ü.pdf"]);
    expect(scripts.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const { storedAt, size } of scripts) {
      expect(Math.abs(storedAt! - Date.now())).toBeLessThan(60_000);
      expect(size).toBeGreaterThan(0);
    }
    await store.delete(ids);
    expect((await store.list()).scripts).toEqual([]);
    await expect(store.delete(["other-program.srt"])).rejects.toMatchObject({ code: "not-found" });
    await store.close();
    await client.close();
  });

  it("is listed page by page, and deletes objects individually if multi-object delete is not supported", async () => {
    const store = open({ prefix: "many/" });
    const puts = Array.from({ length: 12 }, (_, n) => store.put(`${n}.srt`, Buffer.from("x")));
    const ids = (await Promise.all(puts)).map(({ id }) => id);
    expect((await store.list()).scripts).toHaveLength(12);
    server.responses.push({ status: 501, body: errorXml("NotImplemented") });
    server.requests.length = 0;
    await store.delete(ids);
    expect(server.requests.map((line) => line.split(" ")[0])).toEqual([
      "POST",
      ...ids.map(() => "DELETE"),
    ]);
    expect((await store.list()).scripts).toEqual([]);
    await store.close();
  });

  it.each<[string, Partial<BucketServer["connection"]>, string, string]>([
    ["an unknown key", { accessKeyId: "OTHER" }, "token-refused", "accessKeyId"],
    ["a wrong secret", { secretAccessKey: "wrong" }, "token-refused", "secretAccessKey"],
    ["no such bucket", { bucket: "other" }, "not-found", "bucket"],
  ])("reports the setting that causes %s", async (_name, more, code, field) => {
    const store = open(more);
    await expect(store.test()).rejects.toMatchObject({
      code,
      details: [expect.objectContaining({ field })],
    });
    await store.close();
  });

  it("reports the error of this computer's clock", async () => {
    const store = open({}, { now: () => Date.now() - 3 * 3_600_000 });
    await expect(store.test()).rejects.toThrow(/clock is 180 minutes behind/);
    await store.close();
  });

  it("retries temporary failures only", async () => {
    const store = open();
    server.responses.push("cut", { status: 503, body: errorXml("SlowDown") });
    const { id } = await store.put("a.srt", Buffer.from("x"));
    expect(server.requests).toHaveLength(3);
    await store.delete([id]);
    server.requests.length = 0;
    server.responses.push({ status: 403, body: errorXml("AccessDenied") });
    await expect(store.put("a.srt", Buffer.from("x"))).rejects.toThrow(/may not store a script/);
    expect(server.requests).toHaveLength(1);
    await store.close();
    const unreachable = open({ endpoint: "http://127.0.0.1:9" });
    await expect(unreachable.test()).rejects.toMatchObject({ code: "unreachable" });
    await unreachable.close();
  });

  it.each([
    ["<!doctype html><title>Sign in</title>", "unexpected-answer"],
    [errorXml("InternalError"), "service-error"],
    ['{"error":{"message":"try again"}}', "service-error"],
  ])("has stored nothing after a successful answer with the body %s", async (body, code) => {
    const store = open();
    server.responses.push({ status: 200, body });
    await expect(store.put("a.srt", Buffer.from("x"))).rejects.toMatchObject({ code });
    await store.close();
  });

  it("deletes its test object when the test fails", async () => {
    const store = open({ prefix: "test/" });
    // PUT succeeds, and then the URL returns other content.
    server.responses.push(null, { status: 200, body: "something else" });
    await expect(store.test()).rejects.toMatchObject({ code: "unexpected-answer" });
    expect((await store.list()).scripts).toEqual([]);
    server.responses.push(null, null, { status: 403, body: errorXml("AccessDenied") });
    await expect(store.test()).rejects.toThrow(/may not delete scripts/);
    await store.close();
  });
});

describe("the store of a workspace", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: LocalService;
  let test: TestBackend;
  let workspaceId: string;
  const vault = memoryVault(true);
  const lines: string[] = [];
  const start = () =>
    startBackend(path.join(folder.path, "profile"), {
      vault,
      log: createLog((_level, line) => lines.push(line)),
    });
  const bucketOf = () => {
    const { secretAccessKey, ...bucket } = server.connection;
    return { bucket, secretAccessKey };
  };

  beforeEach(async () => {
    vault.secrets.clear();
    lines.length = 0;
    folder = await temporaryFolder();
    service = await startService({ dataDir: path.join(folder.path, "service") });
    test = start();
    workspaceId = await connectWorkspace(test, service.baseUrl, service);
  });
  afterEach(async () => {
    await test.stop();
    await service.close();
    await folder.remove();
  });
  const store = () => test.handlers.scriptStore;
  const announced = () =>
    test.waitUntil(
      async () => ((await store().get({ workspaceId })).kind === "workspace" ? true : null),
      "the extension",
    );

  it("is that of the service if the service announces one", async () => {
    await announced();
    await store().setBucket({ workspaceId, ...bucketOf() });
    expect(await store().get({ workspaceId })).toMatchObject({
      kind: "workspace",
      hasSecret: true,
      urlLifetime: null,
    });
    expect(await store().list({ workspaceId })).toEqual({ scripts: [], isTruncated: false });
    expect(server.requests).toEqual([]);
  });

  it("stores the bucket across a restart, and the key only in the vault", async () => {
    const { bucket, secretAccessKey } = bucketOf();
    const secret = "a secret of some length";
    await store().setBucket({
      workspaceId,
      bucket: { ...bucket, prefix: "/team" },
      secretAccessKey: secret,
    });
    await test.stop();
    test = start();
    const stored = await store().get({ workspaceId });
    expect(stored).toMatchObject({ bucket: { ...bucket, prefix: "team/" }, hasSecret: true });
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect([...vault.secrets].find(([, value]) => value === secret)?.[0]).toBe(
      `workspace/${workspaceId}/script-store`,
    );
    // "" uses the stored key; a test uses the given one.
    await store().setBucket({ workspaceId, bucket, secretAccessKey: "" });
    await expect(store().test({ workspaceId, bucket, secretAccessKey: "" })).rejects.toMatchObject({
      code: "token-refused",
    });
    const tested = await store().test({ workspaceId, bucket, secretAccessKey });
    expect(tested.milliseconds).toBeGreaterThanOrEqual(0);
    expect(vault.secrets.get(`workspace/${workspaceId}/script-store`)).toBe(secret);
  });

  it("deletes bucket and key on request and with the workspace", async () => {
    for (const forget of [
      () => store().removeBucket({ workspaceId }),
      () => test.handlers.workspaces.remove({ workspaceId }),
    ]) {
      await store().setBucket({ workspaceId, ...bucketOf() });
      expect(vault.secrets.has(`workspace/${workspaceId}/script-store`)).toBe(true);
      await forget();
      expect(vault.secrets.has(`workspace/${workspaceId}/script-store`)).toBe(false);
    }
    await expect(store().get({ workspaceId })).rejects.toMatchObject({ code: "not-found" });
  });

  it("requires a key if none is stored", async () => {
    const { bucket } = bucketOf();
    await expect(
      store().setBucket({ workspaceId, bucket, secretAccessKey: "" }),
    ).rejects.toMatchObject({ details: [expect.objectContaining({ field: "secretAccessKey" })] });
    expect((await store().get({ workspaceId })).bucket).toBeNull();
  });

  describe("for the outbox", () => {
    let stores: ScriptStores;
    let kind: "workspace" | "bucket";
    const open = () =>
      createScriptStores({
        store: {
          get: () => (kind === "bucket" ? bucketOf().bucket : null),
          set: () => undefined,
          remove: () => undefined,
        },
        vault: { ...vault, get: () => Promise.resolve(server.connection.secretAccessKey) },
        remote: () => remote(),
        extensions: { offers: () => kind === "workspace" },
        requireWorkspace: () => undefined,
        requireHost: () => Promise.resolve(),
        onChanged: () => undefined,
        now: Date.now,
        timing: { backoffMs: 1 },
      });
    let opened: Remote[] = [];
    const remote = () => {
      const { baseUrl, clientId, clientSecret } = service;
      const connection = { baseUrl, clientId, clientSecret, authScheme: "raw" as const };
      const made = createRemote({ connection: () => Promise.resolve(connection) });
      opened.push(made);
      return made;
    };
    afterEach(async () => {
      await stores.stop();
      await Promise.all(opened.map((one) => one.close()));
      opened = [];
    });

    it.each(["workspace", "bucket"] as const)("uploads a file to the %s", async (where) => {
      kind = where;
      stores = open();
      const bytes = randomBytes(100_000);
      const file = path.join(folder.path, "Folge 1 ü.srt");
      await writeFile(file, bytes);
      const put = await stores.putScript(workspaceId, file);
      expect(await bytesOf(put.url)).toEqual(bytes);
      expect(stores.urlLifetime(workspaceId)).toBe(where === "bucket" ? 604_800 : null);
      expect(put.expiresAt === null).toBe(where === "workspace");
      const { scripts } = await stores.handlers.list({ workspaceId });
      expect(scripts.find(({ id }) => id === put.id)).toMatchObject({
        name: "Folge 1 ü.srt",
        size: bytes.length,
      });
      await stores.handlers.delete({ workspaceId, scriptIds: [put.id] });
      // An already deleted script counts as deleted.
      await stores.handlers.delete({ workspaceId, scriptIds: [put.id] });
      expect((await fetch(put.url)).status).toBe(404);
    });

    it("rejects files that cannot be sent, with the reason", async () => {
      kind = "bucket";
      stores = open();
      const empty = path.join(folder.path, "empty.srt");
      await writeFile(empty, "");
      const put = (file: string) => stores.putScript(workspaceId, file);
      await expect(put(empty)).rejects.toMatchObject({ code: "file-empty" });
      await expect(put(folder.path)).rejects.toMatchObject({ code: "file-unreadable" });
      await expect(put(path.join(folder.path, "none"))).rejects.toMatchObject({
        code: "file-missing",
      });
      await expect(
        stores.putScript(workspaceId, empty, AbortSignal.abort(new Error("stop"))),
      ).rejects.toThrow();
      expect(server.requests).toEqual([]);
    });
  });

  it("logs no URL and no key", async () => {
    await store().setBucket({ workspaceId, ...bucketOf() });
    server.responses.push(null, { status: 403, body: errorXml("AccessDenied") });
    await expect(store().test({ workspaceId, ...bucketOf() })).rejects.toThrow(/URL/);
    const logged = JSON.stringify([lines, test.events]);
    expect(logged).not.toMatch(/X-Amz-|Signature/);
  });
});
