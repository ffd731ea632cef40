/** Downloads of videos: continued after a broken connection, with limits. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { DownloadState } from "../../../main/local-service/fetch/download";
import { createFetcher, type Fetcher } from "../../../main/local-service/fetch/fetch";
import { temporaryFolder } from "../../helpers/backend";
import { seeded } from "../../helpers/random";

const random = seeded(1);
const bytes = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(random() * 256)));
const other = Buffer.alloc(200_000, 7);

interface Behaviour {
  /** Bytes of each response after which its connection is closed; none for a complete response. */
  cuts: number[];
  /** Content by the number of the request. */
  contents?: Buffer[];
  etag?: (request: number) => string;
  ignoresRanges?: boolean;
  status?: number;
  hidesLength?: boolean;
  retryAfter?: string;
  /** Sends a byte now and then, and never ends. */
  drips?: boolean;
}
let behaviour: Behaviour;
/** The header Range of each request. */
let ranges: (string | undefined)[];
let server: http.Server;
let origin: string;
let fetcher: Fetcher;
/** The number of responses in progress. */
let active = 0;
/** Called with each request. */
let onRequest: () => void;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    active += 1;
    response.on("close", () => (active -= 1));
    onRequest();
    const count = ranges.push(request.headers.range) - 1;
    const { cuts, contents, etag = () => '"1"', ignoresRanges, status, hidesLength } = behaviour;
    if (status !== undefined) {
      const { retryAfter } = behaviour;
      response.writeHead(status, retryAfter ? { "retry-after": retryAfter } : {}).end();
      return;
    }
    if (behaviour.drips) {
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
      return;
    }
    const content = contents?.[Math.min(count, contents.length - 1)] ?? bytes;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const isPart = from > 0 && !ignoresRanges && request.headers["if-range"] === etag(count);
    const start = isPart ? from : 0;
    const body = content.subarray(start);
    response.writeHead(isPart ? 206 : 200, {
      etag: etag(count),
      ...(hidesLength ? {} : { "content-length": body.length }),
      ...(isPart
        ? { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` }
        : {}),
    });
    const cut = cuts[count];
    if (cut === undefined) response.end(body);
    else if (cut === 0) response.destroy();
    else {
      response.write(body.subarray(0, cut));
      // The client discards what it has not read when a connection ends.
      void vi
        .waitFor(async () => expect((await stat(target())).size).toBe(start + cut))
        .then(() => response.socket?.end());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
const policy = { baseMs: 1, maxAttempts: 3, maxDelayMs: Infinity };
const options = { allowPrivateUrls: true, timeoutMs: 2_000, policy };
beforeEach(async () => {
  ranges = [];
  onRequest = () => undefined;
  folder = await temporaryFolder();
  fetcher = createFetcher(options);
});
afterEach(async () => {
  await fetcher.close();
  await folder.remove();
});
afterAll(() => server.close());

const target = () => path.join(folder.path, "video");
const download = (maxBytes = 1_000_000, onState?: (state: DownloadState) => void) =>
  fetcher.download(
    new URL(`${origin}/video.mp4?signature=secret`),
    { file: target(), maxBytes },
    new AbortController().signal,
    onState,
  );

it("continues after each broken connection with the missing bytes", async () => {
  behaviour = { cuts: [100_000, 50_000, 80_000, 20_000] };
  expect(await download()).toBe(bytes.length);
  expect(bytes.equals(await readFile(target()))).toBe(true);
  expect(ranges.map((range) => range !== undefined)).toEqual([false, true, true, true, true]);
});

it("begins again if the server sends no ranges, or the video was replaced", async () => {
  behaviour = { cuts: [100_000], ignoresRanges: true };
  await download();
  expect(bytes.equals(await readFile(target()))).toBe(true);
  ranges = [];
  behaviour = { cuts: [100_000], contents: [bytes, other], etag: (count) => `"${count}"` };
  expect(await download()).toBe(other.length);
  expect(other.equals(await readFile(target()))).toBe(true);
});

it.each<[string, Behaviour, string]>([
  ["a link that has expired", { cuts: [], status: 403 }, "responds with status 403"],
  ["a server that never sends a byte", { cuts: [0, 0, 0] }, "could not be reached"],
  ["a video that is larger than the disk", { cuts: [] }, "is larger than the free space"],
  ["one of unknown size", { cuts: [], hidesLength: true }, "is larger than the free space"],
])("fails without a file for %s", async (_name, given, message) => {
  behaviour = given;
  const failure: unknown = await download(message.startsWith("is larger") ? 250_000 : 1e9).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).toContain(message);
  expect((failure as Error).message).not.toContain("secret");
  expect(existsSync(target())).toBe(false);
});

it("fails if each attempt brings only a few bytes", async () => {
  behaviour = { cuts: Array.from({ length: 1_000 }, () => 1_000) };
  await expect(download()).rejects.toThrow(origin.slice("http://".length));
  expect(ranges).toHaveLength(policy.maxAttempts);
  expect(existsSync(target())).toBe(false);
});

it("fails after its time limit, however often the server sends a byte", async () => {
  await fetcher.close();
  fetcher = createFetcher({ ...options, downloadLimitMs: 300 });
  behaviour = { cuts: [], drips: true };
  await expect(download()).rejects.toThrow("takes more than 1 seconds");
  await expect.poll(() => active).toBe(0);
  expect(existsSync(target())).toBe(false);
});

it("takes a place of its host only while it receives", async () => {
  await fetcher.close();
  fetcher = createFetcher({ ...options, places: { perHost: 1, total: 1 } });
  behaviour = { cuts: [], status: 503, retryAfter: "600" };
  const controller = new AbortController();
  const states: DownloadState[] = [];
  const file = path.join(folder.path, "waiting");
  const url = new URL(`${origin}/video.mp4`);
  const ended = fetcher
    .download(url, { file, maxBytes: 1e6 }, controller.signal, (state) => states.push(state))
    .catch((error: unknown) => error);
  await expect.poll(() => states.at(-1)).toMatchObject({ kind: "waiting" });
  behaviour = { cuts: [] };
  let highest = 0;
  onRequest = () => (highest = Math.max(highest, active));
  const others = ["a", "b", "c"].map((name) =>
    fetcher.download(url, { file: path.join(folder.path, name), maxBytes: 1e6 }, controller.signal),
  );
  expect(await Promise.all(others)).toEqual(others.map(() => bytes.length));
  expect(highest).toBe(1);
  controller.abort(new Error("removed"));
  expect(await ended).toMatchObject({ message: "removed" });
});
