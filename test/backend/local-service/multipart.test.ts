/** Interface §4.1, POST /media/upload-url/multipart: presigning and completing. */
import http from "node:http";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bytesOf,
  createManualClock,
  filesBelow,
  mebibyte,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

const clock = createManualClock();
let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ now: clock.now });
});
afterAll(() => local.remove());

const multipart = (fields: Record<string, unknown>) =>
  local.client.post("/media/upload-url/multipart", {
    fileName: "m.mp4",
    contentType: "video/mp4",
    ...fields,
  });
const messageOf = (response: { json: unknown }) => (response.json as { message: string }).message;
const begin = (fileName: string) => local.client.presign({ fileName });
const storedFile = (fileName: string) => readFile(path.join(local.dataDir, "media", fileName));
const uploadFiles = (id: string) => filesBelow(path.join(local.dataDir, "uploads", id));
const part5 = bytesOf(5 * mebibyte, 5);
const part6 = bytesOf(6 * mebibyte, 6);
const part7 = bytesOf(7 * mebibyte, 7);
const tail = bytesOf(1000, 8);

/** Uploads the parts in the given order of numbers, and completes the upload. */
async function send(fileName: string, parts: readonly Uint8Array[], order: readonly number[]) {
  const { uploadId } = await begin(fileName);
  const listed: unknown[] = [];
  for (const number of order) {
    const sent = await local.client.part(fileName, uploadId, number, parts[number - 1]!);
    listed[number - 1] = sent.listed;
  }
  const files = await uploadFiles(uploadId);
  return {
    uploadId,
    listed,
    files,
    response: await local.client.complete(fileName, uploadId, listed),
  };
}

describe("presign", () => {
  it.each([
    [{}, "action"],
    [{ action: "abort" }, "action"],
    [{ action: "presign", fileName: "a//b" }, "fileName"],
    [{ action: "presign", contentType: "text/plain" }, "contentType"],
    [{ action: "presign", partNumber: 0 }, "partNumber"],
    [{ action: "presign", partNumber: 10_001 }, "partNumber"],
    [{ action: "presign", partNumber: 1.5 }, "partNumber"],
    [{ action: "presign", partNumber: "2" }, "partNumber"],
    [{ action: "presign", partNumber: 2 }, "uploadId"],
    [{ action: "presign", uploadId: "" }, "uploadId"],
    [{ action: "presign", uploadId: 5 }, "uploadId"],
    [{ action: "presign", partNumber: 1, uploadId: "unknown" }, "uploadId"],
  ])("400 for %j", async (fields, field) => {
    const response = await multipart(fields);
    expect(response.status).toBe(400);
    expect(messageOf(response)).toMatch(new RegExp(`^${field}: `));
  });

  it("part 1 is the default, and starts another upload each time", async () => {
    const first = await begin("default.mp4");
    const second = await local.client.presign({ fileName: "default.mp4", partNumber: 1 });
    expect(first.uploadId).not.toBe(second.uploadId);
    expect(first.uploadUrl).toContain("partNumber=1");
  });

  it("404 for an unknown id or that of another file; 400 for another content type", async () => {
    const { uploadId } = await begin("known.mp4");
    const more = { action: "presign", partNumber: 2, uploadId };
    expect((await multipart({ ...more, fileName: "known.mp4" })).status).toBe(200);
    expect((await multipart({ ...more, fileName: "other.mp4" })).status).toBe(404);
    expect((await multipart({ ...more, uploadId: "unknown" })).status).toBe(404);
    const other = await multipart({ ...more, fileName: "known.mp4", contentType: "video/mov" });
    expect([other.status, messageOf(other)]).toEqual([
      400,
      expect.stringMatching(/^contentType: /),
    ]);
  });
});

describe("a part's URL", () => {
  it("is valid for one PUT within 15 minutes (§8)", async () => {
    const { uploadUrl } = await begin("part-url.mp4");
    expect((await local.client.put(uploadUrl, tail)).status).toBe(200);
    expect((await local.client.put(uploadUrl, tail)).status).toBe(403);
    const late = await begin("part-url.mp4");
    clock.advance(900_000);
    expect((await local.client.put(late.uploadUrl, tail)).status).toBe(403);
  });

  it("is a 404 once its upload is completed", async () => {
    const { uploadId } = await begin("closed.mp4");
    const sent = await local.client.part("closed.mp4", uploadId, 1, tail);
    const second = { fileName: "closed.mp4", uploadId, partNumber: 2 };
    const { uploadUrl } = await local.client.presign(second);
    const done = await local.client.complete("closed.mp4", uploadId, [sent.listed]);
    expect(done.status).toBe(200);
    const response = await local.client.put(uploadUrl, tail);
    expect([response.status, messageOf(response)]).toEqual([
      404,
      expect.stringMatching(/^uploadId: /),
    ]);
  });
});

describe("complete", () => {
  const etag = `"${"0".repeat(32)}"`;
  it.each([
    [{ uploadId: undefined, parts: [{ ETag: etag, PartNumber: 1 }] }, "uploadId"],
    [{ parts: undefined }, "parts"],
    [{ parts: [] }, "parts"],
    [{ parts: [{ ETag: etag }] }, "parts\\[0\\]\\.PartNumber"],
    [{ parts: [{ PartNumber: 1 }] }, "parts\\[0\\]\\.ETag"],
    [{ parts: [{ ETag: "", PartNumber: 1 }] }, "parts\\[0\\]\\.ETag"],
    [{ parts: [{ ETag: etag, PartNumber: "1" }] }, "parts\\[0\\]\\.PartNumber"],
    [{ parts: [{ ETag: etag, PartNumber: 0 }] }, "parts\\[0\\]\\.PartNumber"],
    [{ parts: Array(10_001).fill({ ETag: etag, PartNumber: 1 }) }, "parts"],
  ])("400 for the shape of %o", async (fields, field) => {
    const response = await multipart({ action: "complete", uploadId: "x", ...fields });
    expect(response.status).toBe(400);
    expect(messageOf(response)).toMatch(new RegExp(`^${field}: `));
  });

  it("400 for an invalid sequence, ETag or size, and the upload stays open", async () => {
    const name = "rules.mp4";
    const { uploadId } = await begin(name);
    const one = (await local.client.part(name, uploadId, 1, part5)).listed;
    const two = (await local.client.part(name, uploadId, 2, tail)).listed;
    const three = (await local.client.part(name, uploadId, 3, tail)).listed;
    const invalid = { ...two, ETag: etag };
    const cases: [unknown[], string][] = [
      [[two], "parts[0].PartNumber: must be 1"],
      [[one, three], "parts[1].PartNumber: must be 2"],
      [[two, one], "parts[0].PartNumber: must be 1"],
      [[one, one], "parts[1].PartNumber: must be 2"],
      [[one, invalid, three], "parts[1].ETag: "],
      [[one, two, three], "parts[1]: part 2 has 1000 bytes"],
      [[one, two, three, { ...two, PartNumber: 4 }], "parts[1]: part 2 has 1000 bytes"],
    ];
    for (const [parts, message] of cases) {
      const response = await local.client.complete(name, uploadId, parts);
      expect(response.status).toBe(400);
      expect(messageOf(response)).toContain(message);
    }
    const missing = { ETag: etag, PartNumber: 4 };
    const big = (await local.client.part(name, uploadId, 2, part5)).listed;
    const third = (await local.client.part(name, uploadId, 3, part5)).listed;
    const response = await local.client.complete(name, uploadId, [one, big, third, missing]);
    expect(messageOf(response)).toBe("parts[3]: part 4 has not been uploaded");
    const done = await local.client.complete(name, uploadId, [one, big, third]);
    expect([done.status, done.json]).toEqual([200, { message: "Upload completed" }]);
  });

  it("accepts ETags without quotes, and a part of exactly 5 MB (5 × 1024²) but not one byte less", async () => {
    const { uploadId, listed, response } = await send("least.mp4", [part5, tail], [1, 2]);
    expect([uploadId.length > 0, listed.length, response.status]).toEqual([true, 2, 200]);
    const less = await send("less.mp4", [part5.subarray(1), tail], [1, 2]);
    expect(less.response.status).toBe(400);
    const unquoted = (less.listed as { ETag: string }[]).map((part) => ({
      ...part,
      ETag: part.ETag.replaceAll('"', ""),
    }));
    const single = await local.client.complete("less.mp4", less.uploadId, unquoted.slice(0, 1));
    expect(single.status).toBe(200);
  });

  it("404 for an upload that is unknown, of another file, or completed", async () => {
    const { uploadId, listed, response } = await send("done.mp4", [tail], [1]);
    expect(response.status).toBe(200);
    expect((await local.client.complete("done.mp4", uploadId, listed)).status).toBe(404);
    expect((await local.client.complete("done.mp4", "unknown", listed)).status).toBe(404);
    const open = await begin("mine.mp4");
    expect((await local.client.complete("other.mp4", open.uploadId, listed)).status).toBe(404);
    const type = await multipart({
      action: "complete",
      fileName: "mine.mp4",
      contentType: "video/mov",
      uploadId: open.uploadId,
      parts: listed,
    });
    expect([type.status, messageOf(type)]).toEqual([400, expect.stringMatching(/^contentType/)]);
  });

  it("of two concurrent requests one gets 200 and one 404", async () => {
    const { uploadId } = await begin("twice.mp4");
    const { listed } = await local.client.part("twice.mp4", uploadId, 1, part5);
    const both = [1, 2].map(() => local.client.complete("twice.mp4", uploadId, [listed]));
    const codes = (await Promise.all(both)).map((response) => response.status);
    expect(codes.sort()).toEqual([200, 404]);
  });
});

describe("the file", () => {
  const cases: [string, Uint8Array[], number[], boolean][] = [
    ["in order", [part5, part5, tail], [1, 2, 3], true],
    ["part 1 first, the rest in any order", [part5, part5, part5, tail], [1, 4, 2, 3], true],
    ["backwards", [part5, part5, part5, tail], [4, 3, 2, 1], false],
    ["of one part", [tail], [1], true],
    ["with an empty last part", [part5, new Uint8Array()], [1, 2], true],
    ["growing", [part5, part6, part7], [1, 2, 3], false],
    ["shrinking", [part7, part6, part5], [1, 2, 3], true],
    [
      "of all sizes, the last part first",
      [part6, part7, part5, part6, tail],
      [5, 4, 2, 1, 3],
      false,
    ],
    ["odd in the middle, then small enough", [part6, part7, part5], [1, 2, 3], false],
  ];
  it.each(cases)("%s consists of its parts", async (what, parts, order, isInPlace) => {
    const name = `order/${what}.mp4`;
    const { uploadId, files, response } = await send(name, parts, order);
    expect(response.text).toContain("Upload completed");
    expect((await storedFile(name)).equals(Buffer.concat(parts))).toBe(true);
    // Parts that are in one file already are not copied.
    expect(files.length === 1).toBe(isInPlace);
    expect(await uploadFiles(uploadId)).toEqual([]);
  });

  it("is the same file to which the parts were written", async () => {
    const name = "inode.mp4";
    const { uploadId } = await begin(name);
    const listed = [];
    for (const number of [1, 2])
      listed.push((await local.client.part(name, uploadId, number, part5)).listed);
    const before = await stat(path.join(local.dataDir, "uploads", uploadId, "data"));
    expect((await local.client.complete(name, uploadId, listed)).status).toBe(200);
    const after = await stat(path.join(local.dataDir, "media", name));
    expect([after.ino, after.size]).toEqual([before.ino, 10 * mebibyte]);
  });

  it("contains the last PUT of each part, and only listed parts", async () => {
    const name = "resent.mp4";
    const { uploadId } = await begin(name);
    const listed = [];
    for (const number of [1, 2, 3])
      listed.push((await local.client.part(name, uploadId, number, part5)).listed);
    const again = bytesOf(5 * mebibyte, 99);
    const old = listed[1]!;
    await local.client.part(name, uploadId, 2, bytesOf(5 * mebibyte, 98));
    listed[1] = (await local.client.part(name, uploadId, 2, again)).listed;
    expect((await uploadFiles(uploadId)).length).toBe(2);
    const withOld = await local.client.complete(name, uploadId, [listed[0], old]);
    expect(messageOf(withOld)).toContain("parts[1].ETag");
    expect((await local.client.complete(name, uploadId, listed.slice(0, 2))).status).toBe(200);
    expect((await storedFile(name)).equals(Buffer.concat([part5, again]))).toBe(true);
  });

  it("a newer PUT of a part aborts the older one and discards its bytes", async () => {
    const name = "race.mp4";
    const { uploadId } = await begin(name);
    const first = (await local.client.part(name, uploadId, 1, part5)).listed;
    const { uploadUrl } = await local.client.presign({ fileName: name, uploadId, partNumber: 2 });
    const headers = { "Content-Length": String(5 * mebibyte) };
    const older = http.request(uploadUrl, { method: "PUT", headers, agent: false });
    const ended = new Promise((resolve) => older.once("close", resolve));
    older.on("error", () => undefined);
    older.write(bytesOf(4 * mebibyte, 77));
    const data = path.join(local.dataDir, "uploads", uploadId, "data");
    await expect.poll(async () => (await stat(data)).size).toBeGreaterThan(5 * mebibyte);
    const newer = await local.client.part(name, uploadId, 2, part5);
    await ended;
    const third = (await local.client.part(name, uploadId, 3, tail)).listed;
    const done = await local.client.complete(name, uploadId, [first, newer.listed, third]);
    expect(done.status).toBe(200);
    expect((await storedFile(name)).equals(Buffer.concat([part5, part5, tail]))).toBe(true);
  });

  it("of many concurrent PUTs of one part, the one with the listed ETag is stored", async () => {
    const name = "crowd.mp4";
    const { uploadId } = await begin(name);
    const first = (await local.client.part(name, uploadId, 1, part5)).listed;
    const seeds = [11, 12, 13, 14, 15];
    const sent = await Promise.allSettled(
      seeds.map((seed) => local.client.part(name, uploadId, 2, bytesOf(5 * mebibyte, seed))),
    );
    const listed = sent.flatMap((result) =>
      result.status === "fulfilled" ? [result.value.listed] : [],
    );
    expect(listed.length).toBeGreaterThan(0);
    const tries = [];
    for (const part of listed)
      tries.push(await local.client.complete(name, uploadId, [first, part]));
    expect(tries.filter((response) => response.status === 200)).toHaveLength(1);
    const winner = listed[tries.findIndex((response) => response.status === 200)]!;
    const md5 = createHash("md5")
      .update((await storedFile(name)).subarray(part5.length))
      .digest("hex");
    expect(winner.ETag).toBe(`"${md5}"`);
  });

  it("active PUTs are aborted when the upload is completed", async () => {
    const name = "late.mp4";
    const { uploadId } = await begin(name);
    const one = (await local.client.part(name, uploadId, 1, part5)).listed;
    const two = await local.client.presign({ fileName: name, uploadId, partNumber: 2 });
    const headers = { "Content-Length": String(5 * mebibyte) };
    const late = http.request(two.uploadUrl, { method: "PUT", headers, agent: false });
    late.on("error", () => undefined);
    const ended = new Promise((resolve) => late.once("close", resolve));
    late.write(bytesOf(2 * mebibyte));
    const data = path.join(local.dataDir, "uploads", uploadId, "data");
    await expect.poll(async () => (await stat(data)).size).toBeGreaterThan(5 * mebibyte);
    expect((await local.client.complete(name, uploadId, [one])).status).toBe(200);
    await ended;
    expect((await storedFile(name)).equals(part5)).toBe(true);
  });
});
