/** Restarts, a full disk and expiry of uploads (interface §4.1, §8). */
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import {
  bytesOf,
  createManualClock,
  filesBelow,
  mebibyte,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

let local: RunningLocalService;
afterEach(() => local.remove());
const part5 = bytesOf(5 * mebibyte);
const below = (...names: string[]) => filesBelow(path.join(local.dataDir, ...names));
const dayMs = 24 * 3_600_000;

describe("a restart", () => {
  it("keeps files and an incomplete upload, and cleans up after a kill", async () => {
    local = await startLocalService();
    await local.client.upload("a.mp4", bytesOf(5));
    const name = "half.mp4";
    const first = await local.client.part(name, undefined, 1, part5);
    const { uploadId } = first;
    // A part of another size gets its own file.
    const second = await local.client.part(name, uploadId, 2, bytesOf(6 * mebibyte));
    await writeFile(path.join(local.dataDir, "staging", "0".repeat(18)), "x");
    const part = path.join(local.dataDir, "uploads", uploadId, "part-9-0123456789ab");
    await writeFile(part, "x");
    const unknown = path.join(local.dataDir, "uploads", "0".repeat(32));
    await mkdir(unknown);
    await writeFile(path.join(unknown, "data"), "x");
    await local.restart();
    expect(await below("staging")).toEqual([]);
    expect(await below("uploads")).toHaveLength(2);
    expect(await local.client.files()).toEqual(["a.mp4"]);
    const third = await local.client.part(name, uploadId, 3, bytesOf(3));
    const parts = [first.listed, second.listed, third.listed];
    expect((await local.client.complete(name, uploadId, parts)).status).toBe(200);
    expect(await local.client.files()).toEqual(["a.mp4", name]);
  });

  it("completes an interrupted publication, whichever step it had reached", async () => {
    local = await startLocalService();
    await local.client.upload("old.mp4", bytesOf(5, 1));
    await local.close();
    const store = openSqliteStore(local.dataDir);
    const row = (name: string, staged: string) => ({
      path: name,
      staged,
      location: `media/${name}`,
      folded: name,
      size: 7,
      etag: "e",
      contentType: "video/mp4",
      uploadId: null,
    });
    const staging = (name: string) => path.join(local.dataDir, "staging", name);
    for (const name of ["one", "two", "three"]) {
      await writeFile(staging(name), "7 bytes");
      await store.beginPublishing(row(`${name}.mp4`, `staging/${name}`));
    }
    // "one" was not moved, "two" was moved, and the bytes of "three" are missing.
    await rename(staging("two"), path.join(local.dataDir, "media/two.mp4"));
    await rename(staging("three"), path.join(local.dataDir, "elsewhere"));
    await writeFile(staging("old"), "7 bytes");
    await store.beginPublishing(row("old.mp4", "staging/old"));
    await store.close();
    await local.restart();
    expect(await local.client.files()).toEqual(["old.mp4", "one.mp4", "two.mp4"]);
    expect(await below("media")).toEqual(["old.mp4", "one.mp4", "two.mp4"]);
    expect(await below("staging")).toEqual([]);
  });

  it("completes an interrupted deletion", async () => {
    local = await startLocalService();
    await local.client.upload("a/b.mp4", bytesOf(5));
    await local.close();
    const store = openSqliteStore(local.dataDir);
    expect(await store.beginRemoval({ folder: "a/" }, 10)).toEqual(["media/a/b.mp4"]);
    await store.close();
    await local.restart();
    expect([await local.client.files(), await below("media")]).toEqual([[], []]);
  });
});

describe("a full disk", () => {
  it("is a 507, leaves no files, and does not affect other requests", async () => {
    local = await startLocalService({ freeBytesLimit: 20 * mebibyte });
    const whole = local.client.upload("big.mp4", bytesOf(21 * mebibyte));
    const response = await whole;
    expect([response.status, response.text]).toEqual([
      507,
      expect.stringContaining("no space left"),
    ]);
    expect(await below("staging")).toEqual([]);
    expect((await local.client.upload("small.mp4", bytesOf(9))).status).toBe(200);

    const name = "parts.mp4";
    const first = await local.client.part(name, undefined, 1, part5);
    const next = { fileName: name, uploadId: first.uploadId, partNumber: 2 };
    const { uploadUrl } = await local.client.presign(next);
    const rejected = await local.client.put(uploadUrl, bytesOf(16 * mebibyte));
    expect(rejected.status).toBe(507);
    expect(await below("uploads")).toEqual([`${first.uploadId}/data`]);
    // The URL is still valid, and the upload continues.
    const sent = await local.client.put(uploadUrl, bytesOf(4));
    const listed = [first.listed, { ETag: String(sent.headers.etag), PartNumber: 2 }];
    expect((await local.client.complete(name, first.uploadId, listed)).status).toBe(200);
    expect(await local.client.files()).toEqual([name, "small.mp4"]);
  });
});

describe("an abandoned upload", () => {
  it("is deleted 7 days after its last activity, at the start and while the service runs", async () => {
    const clock = createManualClock();
    local = await startLocalService({
      now: clock.now,
      durations: { sweepEveryMs: 20, accessTokenSeconds: 60 * 86_400 },
    });
    const sent = await local.client.part("a.mp4", undefined, 1, bytesOf(5));
    clock.advance(6 * dayMs);
    const used = await local.client.part("b.mp4", undefined, 1, bytesOf(5));
    clock.advance(1 * dayMs + 1);
    await expect.poll(() => below("uploads")).toEqual([`${used.uploadId}/data`]);
    await local.restart({
      durations: { sweepEveryMs: dayMs, accessTokenSeconds: 60 * 86_400 },
    });
    const expired = await local.client.complete("a.mp4", sent.uploadId, [sent.listed]);
    expect(expired.status).toBe(404);
    expect((await local.client.complete("b.mp4", used.uploadId, [used.listed])).status).toBe(200);

    const remaining = await local.client.part("c.mp4", undefined, 1, bytesOf(5));
    clock.advance(8 * dayMs);
    await local.restart();
    expect(await below("uploads")).toEqual([]);
    expect(
      (await local.client.complete("c.mp4", remaining.uploadId, [remaining.listed])).status,
    ).toBe(404);
  });
});
