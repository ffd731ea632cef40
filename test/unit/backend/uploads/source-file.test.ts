/**
 * Recognition of the same file during an upload, with real files and part rows in a real database.
 */
import { createHash } from "node:crypto";
import { chmod, copyFile, link, open, rename, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations } from "../../../../main/common/database/migrations";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import type { UploadRow } from "../../../../main/backend/uploads/store/upload-rows";
import {
  createUploadStore,
  type UploadStore,
} from "../../../../main/backend/uploads/store/upload-store";
import { readIdentity } from "../../../../main/backend/uploads/transfer/disk";
import {
  createSourceFile,
  RestartNeeded,
} from "../../../../main/backend/uploads/transfer/source-file";
import { temporaryFolder } from "../../../helpers/backend";

const active = new AbortController().signal;
const partSize = 1000;
const content = Buffer.from(Array.from({ length: 3500 }, (_, index) => index % 251));
const md5Of = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
let db: Database;
let store: UploadStore;
let id: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = path.join(folder.path, "a.mov");
  await writeFile(file, content);
  // A whole number of milliseconds, which `utimes` can restore.
  await utimes(file, 1_600_000_000, 1_600_000_000);
  db = openDatabase(":memory:", migrations);
  store = createUploadStore(db);
  const identity = await readIdentity(file);
  store.add(store.addDrop("w", 0), "w", [
    {
      sourcePath: file,
      galleryPath: "a.mov",
      contentType: "",
      replaces: false,
      onConflict: "ask",
      ...identity,
    },
  ]);
  id = store.list("w", "all", "", 0, 1).rows[0]!.id;
});
afterEach(async () => {
  db.close();
  await folder.remove();
});

const row = (): UploadRow => store.get(id)!;
/** Records that parts one and two were sent. */
async function sendTwoParts(md5?: string) {
  await store.beginMultipart(id, "u", partSize, 4);
  for (const number of [1, 2]) {
    const bytes = content.subarray((number - 1) * partSize, number * partSize);
    const part = { number, size: partSize, etag: '"opaque"', md5: md5 ?? md5Of(bytes) };
    store.addPart(id, { ...part, isVerified: false });
  }
}
/** Writes one byte in place and restores size and mtime, as "rsync --inplace -t" does. */
async function rewrite(at: number) {
  const { atime, mtime } = await stat(file);
  const handle = await open(file, "r+");
  await handle.write(Buffer.from([255]), 0, 1, at);
  await handle.close();
  await utimes(file, atime, mtime);
}

/** Gives the file another inode with the same size and time, as a new mount of a FAT drive does. */
async function replaceByCopy() {
  const { atime, mtime } = await stat(file);
  await copyFile(file, `${file}.copy`);
  await utimes(`${file}.copy`, atime, mtime);
  await rename(`${file}.copy`, file);
}

describe("a file with parts already sent", () => {
  it.each([
    ["its permissions changed", () => chmod(file, 0o640)],
    [
      "it was renamed and renamed back",
      async () => {
        await rename(file, `${file}.x`);
        await rename(`${file}.x`, file);
      },
    ],
    ["a hard link was added", () => link(file, `${file}.link`)],
    ["its drive was connected again, with other inodes", replaceByCopy],
    ["a change outside of the parts already sent", () => rewrite(3000)],
  ])("continues after %s, and is compared once", async (_name, change) => {
    await sendTwoParts();
    await change();
    const source = createSourceFile(row(), store);
    expect(await source.check(active)).toBe(1);
    expect(await source.check(active)).toBe(1);
    const { inode, ctimeNs, device } = await readIdentity(file);
    expect(source.stamp()).toMatchObject({ inode, ctimeNs, device });
    expect(row()).toMatchObject({ inode, ctimeNs, device, doneParts: 2 });
    expect(await createSourceFile(row(), store).check(active)).toBe(0);
  });

  it("is sent again after it was rewritten in place with the same time", async () => {
    await sendTwoParts();
    await rewrite(1500);
    const checked = createSourceFile(row(), store).check(active);
    await expect(checked).rejects.toBeInstanceOf(RestartNeeded);
    await expect(checked).rejects.toMatchObject({ reason: "file-rewritten", code: "file-changed" });
  });

  it("is sent again after it was replaced by another one of the same size and time", async () => {
    await sendTwoParts();
    await replaceByCopy();
    await rewrite(1500);
    const checked = createSourceFile(row(), store).check(active);
    await expect(checked).rejects.toMatchObject({ reason: "file-rewritten", code: "file-changed" });
  });

  it("is compared after its disk was mounted again", async () => {
    await sendTwoParts();
    expect(await createSourceFile({ ...row(), device: "1" }, store).check(active)).toBe(1);
    await rewrite(0);
    const moved = createSourceFile({ ...row(), device: "1" }, store);
    await expect(moved.check(active)).rejects.toMatchObject({ reason: "file-rewritten" });
  });

  it("without part checksums is sent again after a change", async () => {
    await sendTwoParts("");
    expect(await createSourceFile(row(), store).check(active)).toBe(0);
    await chmod(file, 0o640);
    const checked = createSourceFile(row(), store).check(active);
    await expect(checked).rejects.toMatchObject({ reason: "parts-unknown", code: "file-changed" });
  });

  it("with another time is another file", async () => {
    await sendTwoParts();
    const source = createSourceFile(row(), store);
    await utimes(file, 1_600_000_001, 1_600_000_001);
    await expect(source.check(active)).rejects.not.toBeInstanceOf(RestartNeeded);
    await expect(source.check(active)).rejects.toMatchObject({ code: "file-changed" });
  });

  it("is compared once for all active parts, each with its own range", async () => {
    await sendTwoParts();
    const source = createSourceFile(row(), store);
    await rewrite(2500);
    expect(await Promise.all([1, 2, 3, 4].map(() => source.check(active)))).toEqual([1, 1, 1, 1]);
    const range = { offset: 2000, size: 1000 };
    const compared = source.compare(range, md5Of(content.subarray(2000, 3000)), active);
    await expect(compared).rejects.toMatchObject({ reason: "file-rewritten" });
    await source.compare({ offset: 3000, size: 500 }, md5Of(content.subarray(3000, 3500)), active);
  });

  it("is not compared further when the upload is paused", async () => {
    await sendTwoParts();
    await chmod(file, 0o640);
    const stop = new AbortController();
    const checked = createSourceFile(row(), store).check(stop.signal);
    stop.abort(new Error("paused"));
    await expect(checked).rejects.toThrow("paused");
  });
});

it("a file without parts already sent is accepted unchanged", async () => {
  await rewrite(0);
  expect(await createSourceFile(row(), store).check(active)).toBe(1);
});

it("parts of an earlier version have the checksum that their ETag was compared with", () => {
  const before = migrations.findIndex((step) => step.includes("ADD COLUMN ctime_ns"));
  const file = path.join(folder.path, "old.db");
  const old = openDatabase(file, migrations.slice(0, before));
  const md5 = md5Of(content);
  old.run(`INSERT INTO uploads (id, drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns,
    inode, state, position, replaces) VALUES (1, 1, 'w', '/a', 'a', '', 1, '1', '1', 'queued', 1, 0)`);
  for (const [number, etag] of [`"${md5}"`, `W/"${md5.toUpperCase()}"`, '"x-1"'].entries())
    old.run("INSERT INTO upload_parts VALUES (1, ?, ?, 1)", number + 1, etag);
  old.close();
  const migrated = openDatabase(file, migrations);
  const parts = createUploadStore(migrated).parts(1);
  expect(parts.map((part) => part.md5)).toEqual([md5, md5, ""]);
  expect(createUploadStore(migrated).get(1)).toMatchObject({ ctimeNs: "", device: "" });
  migrated.close();
});
