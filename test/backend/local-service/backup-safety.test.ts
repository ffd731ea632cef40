/** Backup during concurrent changes, durability of a backup, and cleanup after a kill. */
import { existsSync, promises } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBackup } from "../../../main/local-service/backup/backup";
import { createGallery } from "../../../main/local-service/media/gallery";
import { openDiskObjects } from "../../../main/local-service/objects/disk";
import { createFolder } from "../../../main/local-service/objects/files";
import { isDiskFull, toHttpError } from "../../../main/local-service/common/http-error";
import { createScriptStore } from "../../../main/local-service/scripts/script-store";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { silentLog } from "../../../main/common/log";
import { AppError } from "../../../main/common/errors";
import { bytesOf, filesBelow, startLocalService } from "../../helpers/local-service";
import { bodyOf, uploadScript } from "../../helpers/local-workspace";

/**
 * Log of file operations: "sync PATH" after a file or folder was synced, "write PATH" before a file
 * is written.
 */
function recordFileOperations(): string[] {
  const done: string[] = [];
  const { open, writeFile: write } = promises;
  vi.spyOn(promises, "open").mockImplementation(async (...args) => {
    const handle = await open(...args);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      done.push(`sync ${args[0] as string}`);
    };
    return handle;
  });
  vi.spyOn(promises, "writeFile").mockImplementation(async (...args) => {
    done.push(`write ${args[0] as string}`);
    await write(...args);
  });
  syncBuiltinESMExports();
  return done;
}
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "dubyard-backup-"));
});
afterEach(() => rm(base, { recursive: true }));

/** The dependencies of a backup; `beforeCopy` is awaited before each copy. */
async function openParts(name: string, beforeCopy: () => Promise<void> = () => Promise.resolve()) {
  const dataDir = path.join(base, name);
  await createFolder(dataDir);
  const store = openSqliteStore(dataDir);
  const disk = await openDiskObjects({ dataDir });
  const objects: typeof disk = {
    ...disk,
    async copyOut(location, file) {
      await beforeCopy();
      await disk.copyOut(location, file);
    },
  };
  const now = Date.now;
  const gallery = createGallery({ store, objects, log: silentLog });
  return {
    store,
    scripts: createScriptStore({ store, objects, now }),
    backup: createBackup({
      store,
      objects,
      gallery,
      dataDir,
      log: silentLog,
      now,
      withWorkPaused: (work) => work(),
    }),
  };
}

it("deleting and adding scripts waits for a running backup, which is complete", async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const one = await openParts("one", () => {
    reach();
    return gate;
  });
  const remaining = await one.scripts.put("a.csv", bytesOf(9));
  const backedUp = one.backup.backUp(path.join(base, "backup"));
  await reached;
  const changes = Promise.all([
    one.scripts.remove(remaining.id),
    one.scripts.put("b.csv", bytesOf(8)),
  ]);
  release();
  expect(await backedUp).toMatchObject({ files: 0, bytes: 9, isComplete: true });
  await changes;
  expect((await one.scripts.list()).map(({ name }) => name)).toEqual(["b.csv"]);
  const other = await openParts("other");
  await other.backup.restore(path.join(base, "backup"));
  expect(await other.scripts.list()).toEqual([remaining]);
  await one.store.close();
  await other.store.close();
});

it("all files are synced before the manifest is written, and then the manifest is synced", async () => {
  const local = await startLocalService();
  const folder = path.join(base, "new/folder");
  let done: string[] = [];
  try {
    for (const name of ["a.mp4", "b/c.mp4"]) await local.client.upload(name, bytesOf(9));
    await uploadScript(local.client, "a.csv", "x");
    done = recordFileOperations();
    bodyOf(await local.client.post("/local/backup", { folder }));
  } finally {
    await local.remove();
  }
  const files = (await filesBelow(folder)).filter((name) => name !== "backup.json");
  expect(files).toHaveLength(5);
  const marked = done.indexOf(`write ${path.join(folder, "backup.json")}`);
  const before = new Set(done.slice(0, marked));
  for (const name of files) {
    const file = path.join(folder, name);
    expect(before).toContain(`sync ${file}`);
    // The file's folder and all folders above it are synced too.
    for (let at = path.dirname(file); at.length >= base.length; at = path.dirname(at))
      expect(before).toContain(`sync ${at}`);
  }
  expect(done.slice(marked)).toContain(`sync ${folder}`);
});

it("the next start sets aside only scripts without a row", async () => {
  const local = await startLocalService();
  try {
    const url = await uploadScript(local.client, "a.csv", "Text_FR-FR\nUn\n");
    const [remaining] = await filesBelow(path.join(local.dataDir, "scripts"));
    await local.close();
    const at = (...names: string[]) => path.join(local.dataDir, ...names);
    await writeFile(at("scripts", "0".repeat(32)), "x");
    await mkdir(at("restoring"));
    await writeFile(at("restoring/workspace.db"), "x");
    await local.restart();
    expect(await filesBelow(at("scripts"))).toEqual([remaining]);
    expect(existsSync(at("restoring"))).toBe(false);
    expect(url).toContain(remaining);
    expect(await readFile(at("scripts", remaining ?? ""), "utf8")).toBe("Text_FR-FR\nUn\n");
  } finally {
    await local.remove();
  }
});

it("a full database counts as a full disk", () => {
  const error = new AppError("disk-full", "there is no room left for the database");
  expect(isDiskFull(error)).toBe(true);
  expect(toHttpError(error)?.status).toBe(507);
});
