/**
 * Objects in a real bucket of Ceph: sizes, ranges, parts, copies and signed URLs. Takes about 20
 * seconds, most of them until the gateway responds.
 */
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectBucket, type ObjectBucket } from "../../../main/remote/s3/object-bucket";
import {
  missingCephPrograms,
  startCephGateway,
  type CephGateway,
} from "../../helpers/ceph-gateway";
import { long } from "../../long";

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
const missing = missingCephPrograms.join(", ");

describe.skipIf(missing !== "")(
  `objects in a bucket of Ceph (missing: ${missing || "none"})`,
  long,
  () => {
    let ceph: CephGateway | undefined;
    let bucket: ObjectBucket;
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      ceph = await startCephGateway();
      bucket = createObjectBucket({
        connection: await ceph.createBucket("objects"),
        now: Date.now,
      });
      close = bucket.close;
    }, 120_000);
    afterAll(async () => {
      await close?.();
      await ceph?.close();
    });

    it("are stored, described, read whole and in ranges, copied and deleted", async () => {
      const key = "team/a folder/ä + b%.bin";
      expect(await bucket.head(key)).toBeNull();
      expect(await bucket.get(key, { first: 0 })).toBeNull();
      const bytes = randomBytes(100_000);
      expect(await bucket.put(key, bytes, "video/mp4")).toBe(md5(bytes));
      expect(await bucket.head(key)).toEqual({ size: 100_000, etag: md5(bytes) });
      const whole = await bucket.get(key, { first: 0 });
      expect(whole?.facts).toEqual({ size: 100_000, etag: md5(bytes) });
      expect(md5(await buffer(whole!.body))).toBe(md5(bytes));
      const range = await bucket.get(key, { first: 10, last: 19, etag: md5(bytes) });
      expect(range?.facts.size).toBe(100_000);
      expect(await buffer(range!.body)).toEqual(bytes.subarray(10, 20));
      expect(await bucket.get(key, { first: 0, etag: md5(Buffer.from("other")) })).toBeNull();
      expect(await bucket.copy(key, "team/copy")).toEqual({ size: 100_000, etag: md5(bytes) });
      expect(await bucket.copy("team/missing", "team/copy 2")).toBeNull();
      const { etag } = (await bucket.head(key))!;
      expect(await bucket.copy(key, "team/copy", { etag })).toMatchObject({ etag });
      expect(await bucket.copy(key, "team/copy", { etag: "0" })).toBeNull();
      await bucket.putNew("team/copy", Buffer.from("other"), "video/mp4");
      expect(await bucket.head("team/copy")).toMatchObject({ etag });
      const keys: string[] = [];
      for await (const page of bucket.list("team/")) keys.push(...page.map((object) => object.key));
      expect(keys.sort()).toEqual([key, "team/copy"].sort());
      await bucket.delete(keys);
      expect(await bucket.head(key)).toBeNull();
    });

    it("an empty object is one", async () => {
      await bucket.put("team/empty", new Uint8Array(), "video/mp4");
      expect(await bucket.head("team/empty")).toMatchObject({ size: 0 });
      expect(await buffer((await bucket.get("team/empty", { first: 0 }))!.body)).toHaveLength(0);
    });

    it("are joined from parts that clients send to signed URLs; a lost answer is harmless", async () => {
      const upload = await bucket.beginParts("team/parts", "video/mp4");
      const parts = [randomBytes(5 * 1024 ** 2), randomBytes(1000)];
      expect(await bucket.listParts(upload)).toEqual([]);
      for (const [index, part] of parts.entries()) {
        const url = await bucket.partUrl(upload, index + 1, 60);
        const response = await fetch(url, { method: "PUT", body: part });
        expect([response.status, response.headers.get("etag")]).toEqual([200, `"${md5(part)}"`]);
      }
      const listed = await bucket.listParts(upload);
      expect(listed).toEqual(
        parts.map((part, index) => ({ number: index + 1, size: part.length, etag: md5(part) })),
      );
      const facts = await bucket.finishParts(upload, listed ?? []);
      const digests = Buffer.concat(parts.map((part) => Buffer.from(md5(part), "hex")));
      expect(facts).toEqual({ size: 5 * 1024 ** 2 + 1000, etag: `${md5(digests)}-2` });
      expect(await bucket.finishParts(upload, listed ?? [])).toEqual(facts);
      expect(await bucket.listParts(upload)).toBeNull();
      await bucket.abortParts(upload);
      expect(await bucket.head("team/parts")).toEqual(facts);
    });

    it("an aborted upload has no parts, and is not joined", async () => {
      const upload = await bucket.beginParts("team/aborted", "video/mp4");
      const etag = await bucket.putPart(upload, 1, Buffer.from("part"));
      await bucket.abortParts(upload);
      await bucket.abortParts(upload);
      expect(await bucket.listParts(upload)).toBeNull();
      await expect(bucket.finishParts(upload, [{ number: 1, etag }])).rejects.toMatchObject({
        code: "not-found",
      });
    });

    it("a signed URL stores or reads one object, with the type and name that it names", async () => {
      const url = await bucket.putUrl("team/put", 60);
      const put = await fetch(url, {
        method: "PUT",
        body: "text",
        headers: { "content-type": "text/html" },
      });
      expect([put.status, put.headers.get("etag")]).toEqual([200, `"${md5(Buffer.from("text"))}"`]);
      expect((await fetch(url)).status).toBe(403);
      const shown = { contentType: "audio/wav", disposition: 'attachment; filename="a.wav"' };
      const read = await fetch(await bucket.getUrl("team/put", 60, shown), {
        headers: { range: "bytes=1-2" },
      });
      expect([read.status, await read.text()]).toEqual([206, "ex"]);
      expect(read.headers.get("content-type")).toBe("audio/wav");
      expect(read.headers.get("content-disposition")).toBe('attachment; filename="a.wav"');
    });

    it("1,100 objects are listed in pages and deleted 1,000 at a time", async () => {
      const keys = Array.from({ length: 1100 }, (_, index) => `team/many/${index}`);
      for (let at = 0; at < keys.length; at += 50)
        await Promise.all(
          keys.slice(at, at + 50).map((key) => bucket.put(key, Buffer.from("x"), "video/mp4")),
        );
      const pages: number[] = [];
      for await (const page of bucket.list("team/many/")) pages.push(page.length);
      expect(pages).toEqual([1000, 100]);
      await bucket.delete(keys);
      for await (const page of bucket.list("team/many/")) expect(page).toEqual([]);
    });
  },
);
