/** The service as a process: start, stop and kill. */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "../../../main/common/database/lock";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { localServiceEntry, startOf } from "../../helpers/programs";
import { long } from "../../long";
import { bytesOf, signIn, filesBelow, mebibyte } from "../../helpers/local-service";

interface Address {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}
type Message = { type: string; address?: Address; code?: string; message?: string };

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child, "SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Starts it as from a terminal. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [localServiceEntry, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  return { child, ended, errors: () => errors };
}
async function start(...args: string[]) {
  const started = run("--data", dataDir, ...args);
  const [line] = (await once(started.child.stdout, "data")) as [Buffer];
  const address = JSON.parse(line.toString()) as Address;
  return { ...started, address, client: await signIn(address) };
}
/** Starts it as a parent process with an IPC channel. */
function forked(...args: string[]) {
  const child = fork(localServiceEntry, args, { stdio: "ignore" });
  children.push(child);
  const ended = once(child, "exit") as Promise<[number | null]>;
  return { child, ended, first: startOf<Message>(child) };
}

describe("on the command line", () => {
  const isRejected = "%j is rejected with exit code 2";
  it.each([
    [[], "--data DIR is required"],
    [["--data", "x", "--port", "http"], "--port must be a whole number"],
  ])(isRejected, rejects);
  it.each([
    [["--data"], "--data"],
    [["--data", "x", "--port", "70000"], "--port must be a whole number"],
    [["--data", "x", "--url-life", "0"], "--url-life must be a whole number"],
    [["--data", "x", "--what"], "--what"],
    [["--data", "x", "extra"], "extra"],
  ])(isRejected, long, rejects);

  async function rejects(args: string[], message: string): Promise<void> {
    const { ended, errors } = run(...args);
    expect((await ended)[0]).toBe(2);
    expect(errors()).toContain(message);
    expect(errors()).toContain("usage: ");
  }

  it("prints its address first, applies its options, and stops on a signal", async () => {
    const { child, ended, address, client } = await start("--url-life", "1", "--token-life", "90");
    expect(Object.keys(address)).toEqual(["baseUrl", "clientId", "clientSecret"]);
    expect(address.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
    const { uploadUrl } = await client.presign({ fileName: "a.mp4" });
    const expires = Number(new URL(uploadUrl).searchParams.get("expires")) * 1000;
    expect(expires - Date.now()).toBeLessThanOrEqual(1000);
    expect(Number(client.token.split(".")[1]) * 1000 - Date.now()).toBeLessThanOrEqual(90_000);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("a port in use is reported with exit code 1", async () => {
    const { address } = await start();
    const other = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
    const { ended, errors } = run("--data", other, "--port", new URL(address.baseUrl).port);
    expect((await ended)[0]).toBe(1);
    expect(errors()).toContain("local-service-failed: port");
    await rm(other, { recursive: true });
  });
});

describe("with a parent", () => {
  it("reports that it is ready, and stops on a message", async () => {
    const { child, ended, first } = forked("--data", dataDir);
    const { type, address } = await first;
    expect(type).toBe("ready");
    expect(await (await signIn(address!)).files()).toEqual([]);
    child.send({ type: "other" });
    child.send({ type: "stop" });
    expect((await ended)[0]).toBe(0);
  });

  it("stops when its parent exits", async () => {
    const { child, ended, first } = forked("--data", dataDir);
    await first;
    child.disconnect();
    expect((await ended)[0]).toBe(0);
  });

  it("reports invalid arguments and a folder in use", async () => {
    expect(await forked("--port", "x").first).toMatchObject({ type: "failed" });
    const lock = await lockFolder(dataDir);
    const { first, ended } = forked("--data", dataDir);
    expect(await first).toMatchObject({ type: "failed", code: "folder-in-use" });
    expect((await ended)[0]).toBe(1);
    lock.release();
    expect(await forked("--data", dataDir).first).toMatchObject({ type: "ready" });
  });

  it("waits for an earlier process that is ending", async () => {
    const before = await start();
    const next = forked("--data", dataDir);
    await kill(before.child, "SIGTERM");
    expect(await next.first).toMatchObject({ type: "ready" });
  });
});

describe("killed", () => {
  it("during PUTs: confirmed bytes are stored, unconfirmed ones are not, and uploads continue", async () => {
    const first = await start();
    const stored = bytesOf(1000, 1);
    expect((await first.client.upload("stored.mp4", stored)).status).toBe(200);
    const part = await first.client.part("m.mp4", undefined, 1, bytesOf(5 * mebibyte, 2));
    const more = { fileName: "m.mp4", uploadId: part.uploadId, partNumber: 2 };
    const signed = await first.client.presign(more);
    const single = await first.client.post("/media/upload-url", {
      fileName: "stored.mp4",
      contentType: "video/mp4",
    });
    const incomplete = [single.json as string, signed.uploadUrl].map((url) => {
      const headers = { "Content-Length": String(5 * mebibyte) };
      const request = http.request(url, { method: "PUT", headers, agent: false });
      request.on("error", () => undefined);
      request.write(bytesOf(3 * mebibyte, 3));
      return new Promise((resolve) => request.once("close", resolve));
    });
    await expect.poll(async () => (await filesBelow(path.join(dataDir, "staging"))).length).toBe(1);
    await kill(first.child, "SIGKILL");
    await Promise.all(incomplete);

    const port = new URL(first.address.baseUrl).port;
    const second = await start("--port", port);
    expect(second.address).toEqual(first.address);
    expect(await filesBelow(path.join(dataDir, "staging"))).toEqual([]);
    expect(await second.client.files()).toEqual(["stored.mp4"]);
    expect((await readFile(path.join(dataDir, "media/stored.mp4"))).equals(stored)).toBe(true);
    // Tokens, URLs and the upload are still valid.
    const models = await first.client.get("/models");
    expect(models.status).toBe(200);
    const sent = await first.client.put(signed.uploadUrl, bytesOf(10, 4));
    const listed = [part.listed, { ETag: String(sent.headers.etag), PartNumber: 2 }];
    expect((await first.client.complete("m.mp4", part.uploadId, listed)).status).toBe(200);
    await kill(second.child, "SIGKILL");

    const third = await start();
    expect(await third.client.files()).toEqual(["m.mp4", "stored.mp4"]);
    const whole = Buffer.concat([bytesOf(5 * mebibyte, 2), bytesOf(10, 4)]);
    expect((await readFile(path.join(dataDir, "media/m.mp4"))).equals(whole)).toBe(true);
  });
});

describe("a gallery of a million paths", long, () => {
  it("is listed in order, in less than 300 MB of memory, during concurrent changes", async () => {
    const count = 1_000_000;
    const store = openSqliteStore(dataDir);
    await store.addFiles(
      (function* () {
        for (let index = 0; index < count; index += 1) {
          const name = `season ${index % 100}/episode ${index % 1000}/line ${index}.wav`;
          const row = { path: name, location: `media/${name}`, folded: null, size: 1, etag: "e" };
          yield { ...row, contentType: "audio/wav" };
        }
      })(),
    );
    await store.close();
    const { child, client } = await start();
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const headers = { Authorization: client.token };
      http
        .get(`${client.baseUrl}/media/files`, { headers, agent: false }, resolve)
        .on("error", reject);
    });
    let text = "";
    let isChanged = false;
    let mostBytes = 0;
    for await (const chunk of response) {
      text += String(chunk);
      if (isChanged) continue;
      // The client reads slowly: the service waits for it, and handles other requests meanwhile.
      isChanged = true;
      expect((await client.upload("zz new.mp4", bytesOf(3))).status).toBe(200);
      const deletion = { paths: ["season 99/"] };
      expect((await client.post("/media/files/delete", deletion)).status).toBe(204);
      mostBytes = await residentBytes(child.pid!);
    }
    mostBytes = Math.max(mostBytes, await residentBytes(child.pid!));
    const paths = JSON.parse(text) as string[];
    expect(paths.length).toBe(count - count / 100 + 1);
    expect(paths.at(-1)).toBe("zz new.mp4");
    expect(new Set(paths).size).toBe(paths.length);
    expect(mostBytes).toBeLessThan(300 * mebibyte);
  });
});

/** Peak resident memory of a process in bytes; 0 on systems that do not report it. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== "linux") return 0;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
