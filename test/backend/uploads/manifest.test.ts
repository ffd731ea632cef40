/** The export of a manifest: its rows, files that changed or are missing, and cancellation. */
import { createHash } from "node:crypto";
import {
  appendFile,
  chmod,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../../../main/backend/compose";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import type { ManifestRow } from "../../../main/backend/uploads/manifest/columns";
import { longestTurn } from "../../helpers/event-loop";
import { mebibyte, partsOfBig, useUploadHarness } from "../../helpers/upload-harness";
import { long } from "../../long";

const harness = useUploadHarness();
const { source, big, writeSource, expectDone, startUploads } = harness;
const everything = { filter: "all", search: "" } as const;

/** The path that the dialog returns; null if the user cancels it. */
let chosen: string | null;
const target = (name: string) => path.join(harness.folder, "manifests", name);
beforeEach(async () => {
  await mkdir(path.join(harness.folder, "manifests"));
  await harness.test.stop();
  await start();
});

function start(): Promise<void> {
  const unused = () => Promise.reject(new Error("unexpected dialog"));
  const saveFile = () => Promise.resolve(chosen);
  return harness.start({
    dialogs: { chooseMedia: unused, chooseFolder: unused, chooseFile: unused, saveFile },
  });
}

type Selection = Parameters<typeof harness.test.handlers.uploads.exportManifest>[0]["selection"];
const exportTo = (name: string, selection: Selection = everything) => {
  chosen = target(name);
  const { workspaceId } = harness;
  return harness.test.handlers.uploads.exportManifest({ workspaceId, selection });
};
interface Manifest {
  unfinished: number;
  replaced: number;
  files: ManifestRow[];
}
const readManifest = async (name: string) =>
  JSON.parse(await readFile(target(name), "utf8")) as Manifest;
const hash = async (algorithm: string, file: string) =>
  createHash(algorithm)
    .update(await readFile(file))
    .digest("hex");
const counts = { unchanged: 0, changed: 0, missing: 0, unreadable: 0 };

describe("export of a manifest", () => {
  it("lists finished uploads by gallery path, with the hashes of their files", async () => {
    await writeSource("b/empty name é.wav", 1000);
    await big();
    const before = Date.now();
    await startUploads([source("b"), source("big.mov")]);
    await expectDone();
    expect(await exportTo("all.json")).toEqual({
      path: target("all.json"),
      files: { ...counts, unchanged: 2 },
      unfinished: 0,
      replaced: 0,
    });
    const { files } = await readManifest("all.json");
    expect(files.map(({ galleryPath, parts }) => ({ galleryPath, parts }))).toEqual([
      { galleryPath: "b/empty name é.wav", parts: 0 },
      { galleryPath: "big.mov", parts: partsOfBig },
    ]);
    for (const row of files) {
      expect(row).toMatchObject({
        status: "unchanged",
        checksum: "verified",
        size: (await stat(row.sourcePath)).size,
        md5: await hash("md5", row.sourcePath),
        sha256: await hash("sha256", row.sourcePath),
      });
      expect(Date.parse(row.queuedAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(row.finishedAt)).toBeGreaterThanOrEqual(Date.parse(row.queuedAt));
    }
    await exportTo("all.csv");
    const csv = await readFile(target("all.csv"), "utf8");
    expect(csv.split("\r\n").map((line) => line.split(",")[0])).toEqual([
      "\uFEFFgalleryPath",
      "b/empty name é.wav",
      "big.mov",
      "",
    ]);
    await exportTo("folder.json", { folder: "b/" });
    expect((await readManifest("folder.json")).files).toEqual(files.slice(0, 1));
    await exportTo("search.json", { filter: "done", search: "BIG" });
    expect((await readManifest("search.json")).files).toEqual(files.slice(1));
    const [first] = await harness.listUploads();
    await exportTo("ids.json", { ids: [first!.id] });
    expect((await readManifest("ids.json")).files.map(({ galleryPath }) => galleryPath)).toEqual([
      first!.galleryPath,
    ]);
  });

  it("compares the content of files that have another inode or ctime since their upload", async () => {
    const files = [await big()];
    for (const name of ["chmod", "copied", "other", "written"])
      files.push(await writeSource(`${name}.wav`, 5000));
    // A time that `utimes` can restore to the nanosecond.
    for (const file of files) await utimes(file, 1_600_000_000, 1_600_000_000);
    await startUploads(files);
    await expectDone();
    async function put(name: string, bytes: Buffer): Promise<void> {
      await writeFile(source("new"), bytes);
      await utimes(source("new"), 1_600_000_000, 1_600_000_000);
      await rename(source("new"), source(name));
    }
    // As a drive with other inodes after it is connected again.
    for (const name of ["big.mov", "copied.wav"]) await put(name, await readFile(source(name)));
    await chmod(source("chmod.wav"), 0o640);
    await put("other.wav", Buffer.alloc(5000));
    await writeFile(source("written.wav"), Buffer.alloc(5000));
    await utimes(source("written.wav"), 1_600_000_000, 1_600_000_000);
    await exportTo("m.json");
    const rows = (await readManifest("m.json")).files;
    expect(rows.map(({ galleryPath, status }) => [galleryPath, status])).toEqual([
      ["big.mov", "unchanged"],
      ["chmod.wav", "unchanged"],
      ["copied.wav", "unchanged"],
      ["other.wav", "changed"],
      ["written.wav", "changed"],
    ]);
    expect(rows[0]).toMatchObject({ sha256: await hash("sha256", source("big.mov")) });
    const bytes = await readFile(source("big.mov"));
    bytes.writeUInt8(bytes.readUInt8(9_000_000) ^ 1, 9_000_000);
    await put("big.mov", bytes);
    expect(await exportTo("n.json")).toMatchObject({ files: { unchanged: 2, changed: 3 } });
  });

  it("has no hashes of files that changed or are missing", async () => {
    const names = ["changed", "missing", "replaced", "rewritten", "same"];
    for (const name of names) await writeSource(`${name}.wav`, 5000);
    await startUploads(names.map((name) => source(`${name}.wav`)));
    await expectDone();
    await appendFile(source("changed.wav"), "x");
    await rm(source("missing.wav"));
    // Another file with the same size and time under the same name.
    const { atime, mtime } = await stat(source("replaced.wav"));
    await writeFile(source("other.wav"), Buffer.alloc(5000));
    await rm(source("replaced.wav"));
    await writeFile(source("replaced.wav"), Buffer.alloc(5000));
    await utimes(source("replaced.wav"), atime, mtime);
    await writeFile(source("rewritten.wav"), Buffer.alloc(5000));
    expect(await exportTo("m.json")).toMatchObject({
      files: { unchanged: 1, changed: 3, missing: 1, unreadable: 0 },
    });
    const { files } = await readManifest("m.json");
    expect(
      files.map(({ status, md5, sha256, size }) => [status, md5 + sha256 !== "", size]),
    ).toEqual([
      ["changed", false, 5000],
      ["missing", false, 5000],
      ["changed", false, 5000],
      ["changed", false, 5000],
      ["unchanged", true, 5000],
    ]);
  });

  it("counts unfinished uploads, and earlier uploads to the same path", async () => {
    await writeSource("a.wav", 1000);
    await startUploads([source("a.wav")]);
    await expectDone();
    await writeSource("a.wav", 2000);
    const { handlers } = harness.test;
    const { workspaceId } = harness;
    const { planId } = await handlers.plans.create({
      workspaceId,
      sourcePaths: [source("a.wav")],
      targetFolder: "",
    });
    await harness.test.waitUntil(
      async () => ((await handlers.plans.get({ planId })).state === "ready" ? true : null),
      "the plan",
    );
    await handlers.plans.change({ planId, conflictChoice: "replace" });
    await handlers.plans.confirm({ planId });
    await harness.waitForUploads();
    await handlers.uploads.setPaused({ isPaused: true });
    await writeSource("b.wav", 1000);
    await startUploads([source("b.wav")]);
    expect(await exportTo("m.json")).toMatchObject({
      files: { unchanged: 1 },
      unfinished: 1,
      replaced: 1,
    });
    const manifest = await readManifest("m.json");
    expect(manifest).toMatchObject({ unfinished: 1, replaced: 1, files: [{ size: 2000 }] });
    expect(manifest.files).toHaveLength(1);
    expect(await exportTo("none.json", { filter: "waiting", search: "" })).toMatchObject({
      path: null,
      unfinished: 1,
    });
    await expect(stat(target("none.json"))).rejects.toMatchObject({ code: "ENOENT" });
    chosen = null;
    expect(
      await handlers.uploads.exportManifest({ workspaceId, selection: everything }),
    ).toBeNull();
  });

  it("can be cancelled; an existing manifest is not changed, and no temporary file remains", async () => {
    // Sparse: the hashes take longer than the cancellation, and the disk needs no space.
    await writeSource("a.wav", 1000);
    await startUploads([source("a.wav")]);
    await expectDone();
    const handle = await open(source("a.wav"), "r+");
    await handle.truncate(20_000 * mebibyte);
    await handle.close();
    const { size, mtimeNs } = await stat(source("a.wav"), { bigint: true });
    await harness.test.stop();
    const database = openDatabase(databaseFile(path.join(harness.folder, "profile")), migrations);
    database.run("UPDATE uploads SET size = ?, mtime_ns = ?", Number(size), String(mtimeNs));
    database.close();
    const { workspaceId } = harness;
    await start();
    harness.workspaceId = workspaceId;
    await writeFile(target("m.csv"), "before");
    const exported = exportTo("m.csv");
    const { uploads } = harness.test.handlers;
    const found = await harness.test.waitUntil(async () => {
      const progress = await uploads.manifestExport();
      return progress && progress.bytes > 0 ? progress : null;
    }, "progress");
    expect(found).toMatchObject({ path: target("m.csv"), totalFiles: 1, totalBytes: Number(size) });
    await expect(exportTo("second.csv")).rejects.toMatchObject({ code: "invalid-input" });
    await uploads.cancelManifest();
    expect(await exported).toBeNull();
    expect(await uploads.manifestExport()).toBeNull();
    expect(await readFile(target("m.csv"), "utf8")).toBe("before");
    expect(await readdir(path.dirname(target("m.csv")))).toEqual(["m.csv"]);
  });

  it("reports that the manifest cannot be written", async () => {
    await writeSource("a.wav", 1000);
    await startUploads([source("a.wav")]);
    await expectDone();
    await expect(exportTo("no/folder.csv")).rejects.toMatchObject({ code: "file-unwritable" });
    expect(await harness.test.handlers.uploads.manifestExport()).toBeNull();
  });

  it("does not block the event loop while large files are hashed", long, async () => {
    await writeSource("a.wav", 200 * mebibyte);
    await startUploads([source("a.wav")]);
    await expectDone();
    expect(await longestTurn(async () => exportTo("m.csv"))).toBeLessThan(50);
  });
});
