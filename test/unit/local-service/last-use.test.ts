/** Whether the database of a workspace is as this computer left it. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../../main/common/log";
import { loadOrCreateKeys } from "../../../main/local-service/keys";
import { createLastUse, type LastUse } from "../../../main/local-service/last-use";

let base: string;
let dataDir: string;
let database: string;
let use: LastUse;
beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), "dubyard-use-"));
  dataDir = mkdtempSync(path.join(base, "workspace-"));
  await loadOrCreateKeys(dataDir);
  database = path.join(dataDir, "workspace.db");
  writeFileSync(database, "rows");
  use = createLastUse(path.join(base, "last-uses"), { dataDir, log: silentLog });
});
afterEach(() => rmSync(base, { recursive: true }));

test("a workspace that was never used here may have been changed", async () => {
  expect(await use.isUnchanged()).toBe(false);
});

test("a closed database is as it was left until it is written, or a file beside it would be applied", async () => {
  await use.end();
  expect(await use.isUnchanged()).toBe(true);
  for (const ending of ["-wal", "-journal", ".restored"]) {
    writeFileSync(`${database}${ending}`, "rows");
    expect([ending, await use.isUnchanged()]).toEqual([ending, false]);
    rmSync(`${database}${ending}`);
  }
  // The same file, size and times, as on a stick whose file system stores no time of change.
  const { atime, mtime } = statSync(database);
  writeFileSync(database, "ROWS");
  utimesSync(database, atime, mtime);
  expect(await use.isUnchanged()).toBe(false);
});

test("a large database that is not read in time is as it was left until the computer starts again", async () => {
  // A sparse file.
  truncateSync(database, 64 * 1024 ** 2 + 1);
  const folder = path.join(base, "last-uses");
  await createLastUse(folder, { dataDir, log: silentLog, maxClosingMs: 0 }).end();
  expect(await use.isUnchanged()).toBe(true);
  const [file = ""] = readdirSync(folder);
  const recordFile = path.join(folder, file);
  const record = JSON.parse(readFileSync(recordFile, "utf8")) as { bootedAt: number };
  expect(record).toMatchObject({ state: "closed", sha256: null });
  const bootedAt = record.bootedAt - 3_600_000;
  writeFileSync(recordFile, JSON.stringify({ ...record, bootedAt }));
  expect(await use.isUnchanged()).toBe(false);
});

test("a closed database that was moved with its folder is as it was left", async () => {
  await use.end();
  copyFileSync(database, `${database}.new`);
  renameSync(`${database}.new`, database);
  expect(await use.isUnchanged()).toBe(true);
});

test("after a crash it is the same file of the same run of the computer, and no other one", async () => {
  await use.begin();
  writeFileSync(database, "rows of the run that crashed");
  writeFileSync(`${database}-wal`, "its last rows");
  expect(await use.isUnchanged()).toBe(true);
  writeFileSync(`${database}-journal`, "rows");
  expect(await use.isUnchanged()).toBe(false);
  rmSync(`${database}-journal`);
  const [file = ""] = readdirSync(path.join(base, "last-uses"));
  const recordFile = path.join(base, "last-uses", file);
  const record = JSON.parse(readFileSync(recordFile, "utf8")) as { bootedAt: number };
  for (const other of [{ bootedAt: record.bootedAt - 3_600_000 }, { device: "another" }]) {
    writeFileSync(recordFile, JSON.stringify({ ...record, ...other }));
    expect(await use.isUnchanged()).toBe(false);
  }
  writeFileSync(recordFile, JSON.stringify(record));
  copyFileSync(database, `${database}.new`);
  renameSync(`${database}.new`, database);
  expect(await use.isUnchanged()).toBe(false);
});

test("a record that cannot be read or written counts as missing", async () => {
  const file = path.join(base, "a file");
  writeFileSync(file, "");
  const other = createLastUse(file, { dataDir, log: silentLog });
  await other.begin();
  await other.end();
  expect(await other.isUnchanged()).toBe(false);
});

test("the records of the workspaces that were used last stay", async () => {
  const folder = path.join(base, "last-uses");
  mkdirSync(folder);
  for (let index = 0; index < 205; index += 1) {
    const file = path.join(folder, `local-${index}.json`);
    writeFileSync(file, "{}");
    utimesSync(file, index, index);
  }
  await use.end();
  expect(readdirSync(folder)).toHaveLength(200);
  expect(await use.isUnchanged()).toBe(true);
  expect(existsSync(path.join(folder, "local-5.json"))).toBe(false);
  expect(existsSync(path.join(folder, "local-6.json"))).toBe(true);
});
