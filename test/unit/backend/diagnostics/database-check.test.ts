/** The check of a database file. */
import { openSync, closeSync, statSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkDatabase } from "../../../../main/backend/diagnostics/database-check";
import { openDatabase } from "../../../../main/common/database/database";
import { temporaryFolder } from "../../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const failingDatabase = {
  all: () => {
    throw new Error("the open database must not be used");
  },
};

it("finds no problem in an intact open file, and some in a damaged one", async () => {
  const file = path.join(folder.path, "a.db");
  const db = openDatabase(file, ["CREATE TABLE a (x TEXT) STRICT; CREATE INDEX ax ON a (x)"]);
  db.transaction(() => {
    for (let row = 0; row < 5_000; row += 1) db.run("INSERT INTO a VALUES (?)", `row ${row}`);
  });
  expect(await checkDatabase(file, failingDatabase)).toEqual([]);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(8192, 0x55), 0, 8192, Math.floor(statSync(file).size / 2));
  closeSync(handle);
  const problems = await checkDatabase(file, failingDatabase);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(20);
});

it("reports a file that is not a database, or uses the open database if the thread fails", async () => {
  const file = path.join(folder.path, "b.db");
  writeFileSync(file, "no database at all".repeat(1000));
  expect(await checkDatabase(file, failingDatabase)).toContain(
    "the open database must not be used",
  );
  const whole = openDatabase(":memory:", []);
  expect(await checkDatabase(file, whole)).toEqual([]);
  whole.close();
});
