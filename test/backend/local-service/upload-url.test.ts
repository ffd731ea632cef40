/** Interface §4.1, POST /media/upload-url and the PUT that follows, with the limits of §8. */
import http from "node:http";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sendRequest,
  bytesOf,
  createManualClock,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

const clock = createManualClock();
let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ now: clock.now });
});
afterAll(() => local.remove());

const presign = (fileName: unknown, contentType: unknown = "video/mp4") =>
  local.client.post("/media/upload-url", { fileName, contentType });
const urlFor = async (fileName: string, contentType = "video/mp4") =>
  (await presign(fileName, contentType)).json as string;
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

describe("content types (§4.1)", () => {
  const accepted =
    "audio/wav audio/mp3 audio/ogg audio/mpeg audio/m4a audio/x-wav audio/vnd.wave audio/x-m4a audio/mp4 video/mp4 video/mov video/avi video/mkv video/webm video/flv video/quicktime video/x-msvideo video/x-matroska video/x-flv VIDEO/MP4";
  it.each([...accepted.split(" "), "video/mp4; codecs=x", "Video/MP4 ;a=b"])(
    "accepts %s",
    async (contentType) => {
      const response = await presign("a.mp4", contentType);
      expect(response.status).toBe(200);
      expect(response.json).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/objects\/a\.mp4\?/);
    },
  );

  it.each([
    ["text/plain", "must start with audio/ or video/"],
    ["mp4", "must start with audio/ or video/"],
    ["", "must start with audio/ or video/"],
    ["audio/flac", "is not a supported format"],
    ["audio/", "is not a supported format"],
    ["video/x-ms-wmv", "is not a supported format"],
    ["video/x; codecs=mp4", "is not a supported format"],
    ["text/plain; video/mp4", "must start with audio/ or video/"],
    [undefined, ""],
    [null, ""],
    [1, ""],
  ])("rejects %s", async (contentType, message) => {
    const body = { fileName: "a.mp4", contentType };
    const response = await local.client.post("/media/upload-url", body);
    expect(response.status).toBe(400);
    expect((response.json as { message: string }).message).toMatch(/^contentType: /);
    expect(response.text).toContain(message);
  });
});

describe("file names (§4.1)", () => {
  it.each([
    ["", "empty"],
    ["/a.mp4", "leading"],
    ["a/", "trailing"],
    ["a//b.mp4", "empty segment"],
    ["./a.mp4", "segment"],
    ["a/../b.mp4", "segment"],
    ["..", "segment"],
    ["a\\b.mp4", "backslash"],
    ["a\u0000.mp4", "control"],
    ["a\n.mp4", "control"],
    ["a\u0085.mp4", "control"],
    [`${"a".repeat(1021)}.mp4`, "1024 bytes"],
    [`${"é".repeat(511)}.mp4`, "1024 bytes"],
    ["\ud800.mp4", "well-formed"],
    [undefined, ""],
    [7, ""],
  ])("rejects %j", async (fileName, message) => {
    const response = await presign(fileName);
    expect(response.status).toBe(400);
    expect((response.json as { message: string }).message).toMatch(/^fileName: /);
    expect(response.text).toContain(message);
  });

  it("accepts 1,024 bytes and any writing system, and reports several invalid fields at once", async () => {
    expect((await presign(`${"a".repeat(1020)}.mp4`)).status).toBe(200);
    expect((await presign("日本語/🎬 ?.mp4")).status).toBe(200);
    expect((await presign("no extension")).status).toBe(200);
    const both = await presign("", "");
    expect(both.text).toMatch(/fileName: .*; contentType: /);
  });

  it("normalises to NFC", async () => {
    await local.client.upload("cafe\u0301.mp4", bytesOf(3));
    expect(await local.client.files()).toContain("caf\u00e9.mp4");
  });
});

describe("the PUT", () => {
  it("returns the MD5 in quotes, and stores a plain file under its path", async () => {
    const bytes = bytesOf(300_000);
    const response = await local.client.upload("scenes/one/clip 1.mp4", bytes);
    expect([response.status, response.text]).toEqual([200, ""]);
    expect(response.headers.etag).toBe(`"${md5(bytes)}"`);
    expect(await local.client.files()).toContain("scenes/one/clip 1.mp4");
    const stored = await readFile(path.join(local.dataDir, "media/scenes/one/clip 1.mp4"));
    expect(stored.equals(bytes)).toBe(true);
  });

  it("accepts an empty file, and replaces one of the same path", async () => {
    expect((await local.client.upload("again.mp4", bytesOf(0))).status).toBe(200);
    expect((await local.client.upload("again.mp4", bytesOf(10, 2))).status).toBe(200);
    const stored = await readFile(path.join(local.dataDir, "media/again.mp4"));
    expect(stored.equals(bytesOf(10, 2))).toBe(true);
    expect((await local.client.files()).filter((name) => name === "again.mp4")).toHaveLength(1);
  });

  it("is valid for 15 minutes (§8)", async () => {
    const early = await urlFor("time.mp4");
    const late = await urlFor("time.mp4");
    clock.advance(899_000);
    expect((await local.client.put(early, bytesOf(1))).status).toBe(200);
    clock.advance(1000);
    const response = await local.client.put(late, bytesOf(1));
    expect(response.status).toBe(403);
    expect(response.json).toEqual({ message: "expires: this upload URL has expired" });
  });

  it("may be repeated until the URL expires, also after a restart: the last body is stored", async () => {
    const url = await urlFor("again.mp4");
    expect((await local.client.put(url, bytesOf(1, 1))).status).toBe(200);
    expect((await local.client.put(url, bytesOf(2, 2))).status).toBe(200);
    await local.restart({ port: Number(new URL(url).port) });
    expect((await local.client.put(url, bytesOf(3, 3))).status).toBe(200);
    const stored = await readFile(path.join(local.dataDir, "media", "again.mp4"));
    expect(stored.equals(bytesOf(3, 3))).toBe(true);
    clock.advance(900_000);
    expect((await local.client.put(url, bytesOf(4))).status).toBe(403);
  });

  it("may run twice at the same time: the body that ends last is stored", async () => {
    const url = await urlFor("both.mp4");
    const first = openPut(url, 10);
    await first.send(bytesOf(5));
    await first.seen();
    expect((await local.client.put(url, bytesOf(9, 2))).status).toBe(200);
    await first.send(bytesOf(5));
    expect(await first.status()).toBe(200);
    const stored = await readFile(path.join(local.dataDir, "media", "both.mp4"));
    expect(stored.length).toBe(10);
  });

  it("is a 403 for a modified URL", async () => {
    const url = new URL(await urlFor("signed.mp4"));
    const changes: ((to: URL) => void)[] = [
      (to) => (to.pathname = "/objects/other.mp4"),
      (to) => to.searchParams.set("expires", "99999999999"),
      (to) => to.searchParams.set("contentType", "audio/wav"),
      (to) => to.searchParams.set("nonce", "other"),
      (to) => to.searchParams.set("uploadId", "x"),
      (to) => to.searchParams.append("partNumber", "2"),
      (to) => to.searchParams.set("signature", "A".repeat(43)),
      (to) => to.searchParams.delete("signature"),
      (to) => (to.search = ""),
      (to) => (to.pathname = "/objects/%"),
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      const response = await local.client.put(changed.href, bytesOf(1));
      expect([changed.href, response.status]).toEqual([changed.href, 403]);
    }
    expect((await local.client.put(url.href, bytesOf(1))).status).toBe(200);
  });

  it("is a 403 for a content type other than the signed one; a missing one is accepted", async () => {
    const url = await urlFor("typed.wav", "audio/wav");
    const put = (type: string) => local.client.put(url, bytesOf(1), { "Content-Type": type });
    expect((await put("audio/mp3")).status).toBe(403);
    expect((await put("audio/mp3")).text).toContain("Content-Type: ");
    expect((await local.client.put(url, bytesOf(1), {})).status).toBe(200);
  });

  it("requires a length, of at most 5 GB (§8)", async () => {
    const url = await urlFor("length.mp4");
    const chunked = { "Transfer-Encoding": "chunked" };
    const send = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const request = http.request(url, { method: "PUT", headers, agent: false }, (response) => {
          resolve(response.statusCode ?? 0);
          request.destroy();
        });
        request.on("error", reject);
        if (headers["Transfer-Encoding"]) request.end("abc");
        else request.flushHeaders();
      });
    expect(await send(chunked)).toBe(411);
    expect(await send({ "Content-Length": String(5 * 1024 ** 3 + 1) })).toBe(400);
    const expects = { Expect: "100-continue", "Content-Length": String(5 * 1024 ** 3 + 1) };
    expect(await send(expects)).toBe(400);
    expect((await local.client.put(url, bytesOf(1))).status).toBe(200);
  });

  it("that is aborted leaves no files, and its URL stays valid", async () => {
    const url = await urlFor("broken.mp4");
    const aborted = openPut(url, 1000);
    await aborted.send(bytesOf(500));
    await aborted.seen();
    aborted.destroy();
    await expect.poll(() => filesBelow(path.join(local.dataDir, "staging"))).toEqual([]);
    expect(await local.client.files()).not.toContain("broken.mp4");
    await expect.poll(async () => (await local.client.put(url, bytesOf(9))).status).toBe(200);
  });

  it("needs no token, and supports 100-continue", async () => {
    const url = await urlFor("continue.mp4");
    const headers = { Expect: "100-continue", "Content-Length": "3" };
    const request = http.request(url, { method: "PUT", headers, agent: false });
    request.flushHeaders();
    await once(request, "continue");
    request.end("abc");
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

it("issuing a URL does not create a file", async () => {
  const { origin } = new URL(local.client.baseUrl);
  expect((await sendRequest(`${origin}/objects/x`, { method: "PUT" })).status).toBe(403);
});

/** A PUT whose bytes are sent in steps. */
function openPut(url: string, size: number) {
  const headers = { "Content-Type": "video/mp4", "Content-Length": String(size) };
  const request = http.request(url, { method: "PUT", headers, agent: false });
  const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
  answered.catch(() => undefined);
  request.on("error", () => undefined);
  return {
    send: (bytes: Uint8Array) =>
      new Promise<void>((resolve) => request.write(bytes, () => resolve())),
    /** Resolves once the service receives the body. */
    seen: () =>
      expect
        .poll(async () => (await filesBelow(path.join(local.dataDir, "staging"))).length)
        .toBeGreaterThan(0),
    destroy: () => request.destroy(),
    async status() {
      request.end();
      const [response] = await answered;
      response.resume();
      return response.statusCode;
    },
  };
}
