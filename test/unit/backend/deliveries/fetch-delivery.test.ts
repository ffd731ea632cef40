/**
 * Downloads of deliveries, from a service and a storage that cut connections. Takes 2 s, of which
 * the delays of the client before it repeats a request are most.
 */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fetchDelivery } from "../../../../main/backend/deliveries/fetch-delivery";
import { createDeliveryFolder } from "../../../../main/backend/deliveries/delivery-folder";
import { createRemote, type Remote } from "../../../../main/remote/remote";
import { parseRange } from "../../../../main/common/byte-ranges";
import { long } from "../../../long";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const contents = new Map([
  ["en-US/takes/0001_ANNA_T1.wav", Buffer.alloc(150_000, "take")],
  ["en-US/cues/empty.csv", Buffer.alloc(0)],
  ["manifest.json", Buffer.from("{}")],
]);

interface Listed {
  path: string;
  bytes: Buffer;
  /** The hash in the list; default: that of the bytes. */
  sha256?: string;
  /** What the storage sends, default: the bytes. */
  sent?: Buffer;
}

let listed: Listed[];
let state: string;
/** The requests that the service and the storage have received. */
let requests: { at: string; range: string | undefined; authorization: string | undefined }[];
/** Ends the connection of this request: at once, or in the middle of its bytes. */
let cut: (request: number) => "now" | "half" | null;
/** What ends a connection as soon as the client has these bytes of the file. */
let interruption: { atBytes: number; end: () => void } | null;
let service: Server;
let storage: Server;
let remote: Remote;
let folder: string;
let root: string;

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
function json(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}
function note(request: IncomingMessage): "now" | "half" | null {
  const { range, authorization } = request.headers;
  requests.push({ at: request.url ?? "", range, authorization });
  const found = cut(requests.length);
  if (found === "now") request.socket.destroy();
  return found;
}
function answer(request: IncomingMessage, response: ServerResponse): void {
  const at = request.url ?? "";
  if (at === "/api/auth/token") {
    json(response, { accessToken: "t", refreshToken: "r" });
    return;
  }
  if (note(request) === "now") return;
  const made = listed.length;
  const counts = { files: made, made, failed: 0, findings: 0 };
  const delivery = {
    id: "d",
    folder: "Episode_v1",
    version: 1,
    languages: [],
    parts: [],
    preset: "online",
    state,
    problem: "",
    counts,
    bytes: 0,
    createdAt: 0,
  };
  const position = /^\/api\/local\/exports\/d\/files\/(\d+)$/.exec(at)?.[1];
  if (position !== undefined) {
    const file = listed[Number(position)];
    const etag = `"${file?.sha256 ?? sha256(file?.bytes ?? Buffer.alloc(0))}"`;
    response.writeHead(307, { location: `${originOf(storage)}/${position}`, etag }).end();
    return;
  }
  const files = at.endsWith("files=all")
    ? listed.map((file) => ({
        path: file.path,
        state: "made",
        bytes: file.bytes.length,
        sha256: file.sha256 ?? sha256(file.bytes),
        problem: "",
        finding: "",
      }))
    : [];
  json(response, { ...delivery, files });
}
function sendBytes(request: IncomingMessage, response: ServerResponse): void {
  const cutting = note(request);
  if (cutting === "now") return;
  const file = listed[Number(request.url?.slice(1))]!;
  const bytes = file.sent ?? file.bytes;
  const part = parseRange(request.headers.range, bytes.length);
  if (part === "invalid") return void response.writeHead(416).end();
  const { first, last } = part ?? { first: 0, last: bytes.length - 1 };
  response.writeHead(part ? 206 : 200, {
    "content-length": last - first + 1,
    ...(part ? { "content-range": `bytes ${first}-${last}/${bytes.length}` } : {}),
  });
  const body = bytes.subarray(first, last + 1);
  if (cutting === null) return void response.end(body);
  if (body.length < 2) return void request.socket.destroy();
  const half = Math.floor(body.length / 2);
  response.write(body.subarray(0, half));
  interruption = { atBytes: first + half, end: () => request.socket.destroy() };
}
const listen = (server: Server) =>
  new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

beforeEach(async () => {
  listed = [...contents].map(([name, bytes]) => ({ path: name, bytes }));
  state = "made";
  requests = [];
  cut = () => null;
  interruption = null;
  service = createServer(answer);
  storage = createServer(sendBytes);
  await Promise.all([listen(service), listen(storage)]);
  const baseUrl = `${originOf(service)}/api`;
  const connection = { baseUrl, clientId: "c", clientSecret: "s", authScheme: "raw" } as const;
  remote = createRemote({ connection: () => Promise.resolve(connection) });
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "fetched-")));
  folder = await createDeliveryFolder(root, "Episode_v1");
});
afterEach(async () => {
  await remote.close();
  for (const server of [service, storage]) {
    server.closeAllConnections();
    server.close();
  }
  await rm(root, { recursive: true });
});

function run(known = new Map<string, string>(), signal = new AbortController().signal) {
  return fetchDelivery({
    calls: remote.extensions.exports,
    deliveryId: "d",
    folder,
    fetched: {
      sha256Of: (at) => known.get(at) ?? null,
      add: (at, hash) => void known.set(at, hash),
    },
    signal,
    onProgress({ bytes }) {
      if (interruption === null || bytes < interruption.atBytes) return;
      interruption.end();
      interruption = null;
    },
    pollMs: 1,
    retryMs: (failures) => (failures > 20 ? null : 1),
  });
}
/** The relative files of the folder of the delivery. */
async function filesOf(at: string): Promise<string[]> {
  const found = await readdir(at, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(at, path.join(entry.parentPath, entry.name)))
    .sort();
}
async function expectWhole(): Promise<void> {
  expect(await filesOf(folder)).toEqual([...contents.keys()].sort());
  for (const [name, bytes] of contents)
    expect(readFileSync(path.join(folder, name)).equals(bytes), name).toBe(true);
}

it("has the bytes of the service, also if the connection ends once in each kind of its calls", async () => {
  expect((await run()).state).toBe("made");
  await expectWhole();
  expect(requests).toHaveLength(8);
  // The token is sent to the service only.
  const tokens = new Map(requests.map(({ at, authorization }) => [at, authorization]));
  expect([tokens.get("/0"), tokens.get("/api/local/exports/d/files/0")]).toEqual([undefined, "t"]);

  await rm(folder, { recursive: true });
  folder = await createDeliveryFolder(root, "Episode_v1");
  requests = [];
  cut = () => {
    const at = requests.at(-1)?.at ?? "";
    // One call of each kind: the client waits before it repeats one of the service.
    if (/\/[12]$|files=all$/.test(at)) return null;
    const count = requests.filter((request) => request.at === at).length;
    if (count === 1) return "now";
    return count === 2 && !at.startsWith("/api/") ? "half" : null;
  };
  await run();
  await expectWhole();
  // Of the large file only the missing bytes were received again.
  expect(requests.filter(({ at }) => at === "/0").at(-1)?.range).toMatch(/^bytes=[1-9]\d*-$/);
});

it("has the bytes of the service, whichever one of its calls is cut", long, async () => {
  await run();
  const cuts = requests.flatMap(({ at }, index) =>
    (at.startsWith("/api/") ? ["now" as const] : ["now" as const, "half" as const]).map(
      (kind) => [index + 1, kind] as const,
    ),
  );
  for (const [number, kind] of cuts) {
    await rm(folder, { recursive: true });
    folder = await createDeliveryFolder(root, "Episode_v1");
    requests = [];
    cut = (request) => (request === number ? kind : null);
    await run();
    await expectWhole();
  }
});

it("continues a file where it was interrupted, also of an earlier run", async () => {
  const [name, bytes] = [...contents][0]!;
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, `${name}.part`), bytes.subarray(0, 100_000));
  await run();
  await expectWhole();
  expect(requests.find(({ at }) => at === "/0")?.range).toBe("bytes=100000-");
  // What is complete is not received again.
  requests = [];
  await run();
  expect(requests.map(({ at }) => at).filter((at) => /^\/\d/.test(at))).toEqual([]);
});

it("begins a file again whose part has other bytes or is too long", async () => {
  const [name, bytes] = [...contents][0]!;
  for (const part of [Buffer.alloc(100_000, "other"), Buffer.alloc(bytes.length + 1)]) {
    await rm(folder, { recursive: true });
    folder = await createDeliveryFolder(root, "Episode_v1");
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, `${name}.part`), part);
    await run();
    await expectWhole();
  }
});

it("replaces no file, and names the one that already exists", async () => {
  writeFileSync(path.join(folder, "manifest.json"), "mine");
  await expect(run()).rejects.toMatchObject({ code: "path-taken" });
  expect(readFileSync(path.join(folder, "manifest.json"), "utf8")).toBe("mine");
  // A file of an earlier run is replaced as long as it has the bytes of that run.
  const known = new Map([["manifest.json", sha256(Buffer.from("mine"))]]);
  await run(known);
  await expectWhole();
  expect(known.get("manifest.json")).toBe(sha256(contents.get("manifest.json")!));
});

it("a taken name of the folder gets a number", async () => {
  expect(path.basename(await createDeliveryFolder(root, "Episode_v1"))).toBe("Episode_v1 (2)");
});

it("writes nothing for hostile paths, and creates no folder of such a name", async () => {
  const hostile = [
    "../x",
    "..",
    "a/../b",
    "/etc/x",
    "a\\b",
    "C:x",
    "con.wav",
    "a//b",
    ".a",
    "a/b.",
    "",
  ];
  for (const name of hostile) {
    listed = [{ path: name, bytes: Buffer.from("x") }];
    await expect(run(), name).rejects.toMatchObject({ code: "unexpected-answer" });
    await expect(createDeliveryFolder(root, name), name).rejects.toMatchObject({
      code: "unexpected-answer",
    });
  }
  expect(await filesOf(root)).toEqual([]);
  expect(requests.some(({ at }) => at === "/0")).toBe(false);
});

it("follows no link in the folder", async () => {
  const outside = path.join(root, "outside");
  mkdirSync(outside);
  symlinkSync(outside, path.join(folder, "en-US"));
  await expect(run()).rejects.toMatchObject({ code: "unexpected-answer" });
  await rm(path.join(folder, "en-US"));
  writeFileSync(path.join(outside, "target"), "kept");
  symlinkSync(path.join(outside, "target"), path.join(folder, "manifest.json.part"));
  await run();
  await expectWhole();
  expect(readFileSync(path.join(outside, "target"), "utf8")).toBe("kept");
});

it("bytes with another hash than the listed one leave no file, after a second attempt", async () => {
  listed = [{ path: "a.wav", bytes: Buffer.from("right"), sent: Buffer.from("wrong") }];
  await expect(run()).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(await filesOf(folder)).toEqual([]);
  expect(requests.filter(({ at }) => at === "/0")).toHaveLength(2);
});

it("a file of another size than listed is not written", async () => {
  listed = [{ path: "a.wav", bytes: Buffer.from("right"), sent: Buffer.from("longer bytes") }];
  await expect(run()).rejects.toMatchObject({ code: "not-found" });
  expect(await filesOf(folder)).toEqual([]);
});

it("ends with the state of a delivery that expired or was cancelled, and when it is aborted", async () => {
  for (state of ["expired", "cancelled", "unconfirmed"]) expect((await run()).state).toBe(state);
  state = "making";
  const stop = new AbortController();
  const reason = new Error("stopped");
  cut = (request) => {
    if (request > 20) stop.abort(reason);
    return null;
  };
  await expect(run(new Map(), stop.signal)).rejects.toBe(reason);
  // What was made by then is complete.
  await expectWhole();
});
