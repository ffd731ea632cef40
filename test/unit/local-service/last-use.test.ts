/** Whether the database of a workspace is as this computer left it. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
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

test("a workspace that was never used here may have been changed", () => {
  expect(use.isUnchanged()).toBe(false);
});

test("a closed database is as it was left until it is written, replaced, or gets a journal", () => {
  use.end();
  expect(use.isUnchanged()).toBe(true);
  writeFileSync(`${database}-wal`, "journal");
  expect(use.isUnchanged()).toBe(false);
  rmSync(`${database}-wal`);
  // The same size.
  writeFileSync(database, "ROWS");
  expect(use.isUnchanged()).toBe(false);
});

test("after a crash it is the same file, and no other one", () => {
  use.begin();
  writeFileSync(database, "rows of the run that crashed");
  expect(use.isUnchanged()).toBe(true);
  copyFileSync(database, `${database}.new`);
  renameSync(`${database}.new`, database);
  expect(use.isUnchanged()).toBe(false);
});

test("a record that cannot be read or written is none", () => {
  const file = path.join(base, "a file");
  writeFileSync(file, "");
  const other = createLastUse(file, { dataDir, log: silentLog });
  other.begin();
  other.end();
  expect(other.isUnchanged()).toBe(false);
});

test("the records of the workspaces that were used last stay", () => {
  const folder = path.join(base, "last-uses");
  mkdirSync(folder);
  for (let index = 0; index < 205; index += 1) {
    const file = path.join(folder, `local-${index}.json`);
    writeFileSync(file, "{}");
    utimesSync(file, index, index);
  }
  use.end();
  expect(readdirSync(folder)).toHaveLength(200);
  expect(use.isUnchanged()).toBe(true);
  expect(existsSync(path.join(folder, "local-5.json"))).toBe(false);
  expect(existsSync(path.join(folder, "local-6.json"))).toBe(true);
});
