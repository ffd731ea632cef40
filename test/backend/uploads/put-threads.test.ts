/** Threads that send files: real threads of the bundle, a real server. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBandwidth } from "../../../main/backend/uploads/transfer/bandwidth";
import { readIdentity } from "../../../main/backend/uploads/transfer/disk";
import type { FileExecutor } from "../../../main/backend/uploads/transfer/put-executor";
import { createPutThreads } from "../../../main/backend/uploads/transfer/put-threads";
import { directRoute } from "../../../main/remote/http/routes";
import { temporaryFolder } from "../../helpers/backend";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { putThreadFile } from "../../helpers/programs";

const mebibyte = 1024 ** 2;
const content = randomBytes(3 * mebibyte + 17);
const active = new AbortController().signal;
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let received: Buffer[];
let threads: FileExecutor;

beforeEach(async () => {
  folder = await temporaryFolder();
  writeFileSync(path.join(folder.path, "a.mov"), content);
  received = [];
  respond = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(Buffer.concat(chunks));
      response.setHeader("etag", '"e"').end("stored");
    });
  };
  server = createServer((request, response) => respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  threads = createPutThreads({
    file: putThreadFile,
    bandwidth: createBandwidth(0),
    stallMs: 10_000,
    maxThreads: 2,
  });
});
afterEach(async () => {
  await threads.close();
  server.closeAllConnections();
  server.close();
  await folder.remove();
});

const task = (offset = 0, size = content.length, name = "a.mov") => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}?signature=secret`,
  contentType: "video/quicktime",
  sourcePath: path.join(folder.path, name),
  range: { offset, size },
  route: directRoute,
});

it("sends ranges byte for byte, and reports their MD5 and all bytes", async () => {
  let sent = 0;
  const ranges = [0, 1, 2].map((part) => ({
    offset: part * mebibyte,
    size: part === 2 ? content.length - 2 * mebibyte : mebibyte,
  }));
  const responses = await Promise.all(
    ranges.map(({ offset, size }) =>
      threads.execute(task(offset, size), (bytes) => (sent += bytes), active),
    ),
  );
  expect(sent).toBe(content.length);
  expect(responses).toMatchObject(
    ranges.map(({ offset, size }) => ({
      status: 200,
      headers: { etag: '"e"' },
      text: "stored",
      md5: md5(content.subarray(offset, offset + size)),
      found: { size: content.length, isPlaceholder: false },
    })),
  );
  expect(received.map(md5).sort()).toEqual(responses.map((response) => response.md5).sort());
});

it("rejects with the code of the failure: of the file and of the connection", async () => {
  const send = (...range: Parameters<typeof task>) =>
    threads.execute(task(...range), () => undefined, active);
  await expect(send(0, 10, "missing.mov")).rejects.toMatchObject({ code: "file-missing" });
  await expect(send(content.length - 5, 10)).rejects.toMatchObject({ code: "file-changed" });
  respond = (request) => void request.socket.destroy();
  const failure = await send().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "unreachable" });
  expect(String(failure)).not.toContain("secret");
});

it("a success before all bytes were taken confirms nothing", async () => {
  // More than the buffers of the sockets, so that the request cannot have ended.
  const large = path.join(folder.path, "large.mov");
  writeFileSync(large, "");
  truncateSync(large, 64 * mebibyte);
  respond = (_request, response) => void response.setHeader("etag", '"e"').end();
  const sent = threads.execute(task(0, 64 * mebibyte, "large.mov"), () => undefined, active);
  await expect(sent).rejects.toMatchObject({ code: "unexpected-answer" });
});

it("inspects files, each with its own result", async () => {
  const inspect = (name: string) => threads.identity(path.join(folder.path, name));
  const [found, again, missing] = await Promise.allSettled(
    ["a.mov", "a.mov", "missing.mov"].map(inspect),
  );
  expect(found).toEqual({
    status: "fulfilled",
    value: await readIdentity(path.join(folder.path, "a.mov")),
  });
  expect(again).toEqual(found);
  expect(missing).toMatchObject({ status: "rejected", reason: { code: "file-missing" } });
  await threads.close();
  await expect(inspect("a.mov")).rejects.toMatchObject({ code: "timeout" });
});

it("sends through a proxy with its password, and reports a proxy that rejects it", async () => {
  const proxy = await startConnectProxy(() => (server.address() as AddressInfo).port);
  proxy.credentials = "mia:word";
  const through = (password: string) =>
    threads.execute(
      {
        ...task(0, 10),
        url: "http://storage.test/a.mov?signature=secret",
        route: { proxy: { url: proxy.url, userName: "mia", password }, authorities: "" },
      },
      () => undefined,
      active,
    );
  expect(await through("word")).toMatchObject({ status: 200, text: "stored" });
  const failure = await through("false word").catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "proxy-credentials" });
  expect(String(failure)).not.toContain("false word");
  await proxy.close();
  await expect(through("word")).rejects.toMatchObject({ code: "proxy-failed" });
});

it("rejects with the reason of the signal, and the request ends", async () => {
  const stop = new AbortController();
  const closed = new Promise<void>((resolve) => {
    respond = (request) => {
      request.once("data", () => stop.abort(new Error("paused")));
      request.once("close", () => resolve());
    };
  });
  await expect(threads.execute(task(), () => undefined, stop.signal)).rejects.toThrow("paused");
  await closed;
});

it("closes connections that are dead but not reported as closed", async () => {
  const sockets = new Set<unknown>();
  server.on("connection", (socket) => sockets.add(socket));
  await threads.execute(task(0, 5), () => undefined, active);
  await threads.execute(task(0, 5), () => undefined, active);
  expect(sockets.size).toBe(1);
  threads.refreshConnections();
  await threads.execute(task(0, 5), () => undefined, active);
  expect(sockets.size).toBe(2);
});

const endings = ["ending-thread", "throwing-thread"];
it.each(endings)("a %s fails its requests, and the next request starts another", async (name) => {
  const started = new Promise<void>((resolve) => {
    respond = (request) => void request.once("data", () => resolve());
  });
  const crashing = createPutThreads({
    file: path.join(import.meta.dirname, `../../helpers/${name}.mjs`),
    bandwidth: createBandwidth(0),
    stallMs: 10_000,
  });
  const ended = crashing.execute(task(), () => undefined, active);
  await expect(ended).rejects.toMatchObject({ code: "timeout" });
  await expect(crashing.execute(task(), () => undefined, active)).rejects.toMatchObject({
    code: "timeout",
  });
  // Requests that are active when the threads are closed fail too.
  const last = threads.execute(task(), () => undefined, active).catch((error: unknown) => error);
  await started;
  await threads.close();
  expect(await last).toMatchObject({ code: "timeout" });
});
