/**
 * SIGKILL at every step of an upgrade, then damage of the database: a copy with all rows is
 * restored.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newestGoodCopy, restoreCopy } from "../../../main/common/database/copies";
import { openDatabase } from "../../../main/common/database/database";
import { temporaryFolder } from "../../helpers/backend";
import { damageHeader } from "../../helpers/damage-database";
import { bundleTestProgram } from "../../helpers/programs";

let program: Awaited<ReturnType<typeof bundleTestProgram>>;
beforeAll(async () => {
  const source = path.resolve(import.meta.dirname, "../../helpers/killed-upgrade.ts");
  program = await bundleTestProgram(source);
});
afterAll(() => program.remove());
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const old = ["CREATE TABLE a (x TEXT) STRICT"];
const migrations = [...old, "CREATE TABLE b (y TEXT) STRICT"];
const rows = 500;
const maxCalls = 200;

/**
 * Opens the database in a process that ends before its call `killedAt`. Returns whether it was
 * killed.
 */
function upgrade(file: string, killedAt: number): boolean {
  const args = [program.entry, file, String(killedAt), JSON.stringify(migrations)];
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (signal !== "SIGKILL" && status !== 0) throw new Error(stderr);
  return signal === "SIGKILL";
}

it("restores every row, whichever call was the last one", async () => {
  const original = path.join(folder.path, "original.db");
  const created = openDatabase(original, old);
  created.transaction(() => {
    for (let row = 0; row < rows; row += 1) created.run("INSERT INTO a VALUES (?)", `row ${row}`);
  });
  created.close();

  let withCopy = 0;
  let killedAt = 1;
  for (; killedAt < maxCalls; killedAt += 1) {
    const at = path.join(folder.path, String(killedAt));
    mkdirSync(at);
    const file = path.join(at, "test.db");
    copyFileSync(original, file);
    if (!upgrade(file, killedAt)) break;

    damageHeader(file);
    const copy = await newestGoodCopy(file, migrations);
    // Before the copy is complete there is none, and no file that counts as one.
    const names = readdirSync(at).filter((name) => /\.before-1-\d+$/.test(name));
    expect(names).toHaveLength(copy ? 1 : 0);
    if (!copy) continue;
    withCopy += 1;
    restoreCopy(file, copy, { now: Date.now() });
    const restored = openDatabase(file, migrations);
    expect(restored.get("SELECT count(*) AS n FROM a"), String(killedAt)).toEqual({ n: rows });
    restored.close();
    rmSync(at, { recursive: true });
  }
  expect(killedAt).toBeGreaterThan(10);
  expect(killedAt).toBeLessThan(maxCalls);
  expect(withCopy).toBeGreaterThan(0);
});

it("the next start completes an upgrade that was killed, and removes the incomplete copy", () => {
  const file = path.join(folder.path, "test.db");
  const created = openDatabase(file, old);
  created.run("INSERT INTO a VALUES ('row')");
  created.close();
  const partsOf = () => readdirSync(folder.path).filter((name) => name.includes(".part"));
  for (let killedAt = 1; partsOf().length === 0; killedAt += 1)
    expect(upgrade(file, killedAt)).toBe(true);
  const next = openDatabase(file, migrations);
  expect(next.all("SELECT x FROM a")).toEqual([{ x: "row" }]);
  next.close();
  expect(partsOf()).toEqual([]);
});
