/** Links at the top of a workspace of another person: a few milliseconds. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { lockFolder } from "../../../main/common/database/lock";
import { createBackupRows } from "../../../main/local-service/rows/backup";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  mkdirSync(dataDir());
  mkdirSync(own());
});
afterEach(() => folder.remove());
const dataDir = () => path.join(folder.path, "elsewhere");
const own = (...names: string[]) => path.join(folder.path, "own", ...names);
/** Windows needs a right for links. */
const onUnix = it.skipIf(process.platform === "win32");

onUnix("a link in place of the copy of a restore is removed, and nothing behind it", () => {
  const files = ["workspace.db", "workspace.db-wal", "workspace.db.before-33-1"].map((name) =>
    own(name),
  );
  for (const file of files) writeFileSync(file, "kept");
  const link = path.join(dataDir(), "restoring");
  symlinkSync(own(), link);
  const database = openDatabase(":memory:", []);
  createBackupRows(database, dataDir());
  database.close();
  expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
  expect(existsSync(link)).toBe(false);
});

onUnix("a link in place of the lock is removed, and what it names is not opened", async () => {
  const database = openDatabase(own("a.db"), ["CREATE TABLE a (x)"]);
  database.exec("PRAGMA journal_mode = DELETE");
  database.close();
  symlinkSync(own("a.db"), path.join(dataDir(), "service.lock"));
  const lock = await lockFolder(dataDir());
  lock.release();
  const header = readFileSync(own("a.db"));
  // The version of the format for writing, which a write-ahead log would change to 2.
  expect(header[18]).toBe(1);
});
