/** Damaged databases are detected before their first use; copies are made, stored and restored. */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../main/common/log";
import {
  copyFileName,
  listCopies,
  upgradeCopyName,
} from "../../../main/common/database/copy-files";
import { recordTable } from "../../../main/common/database/copy-record";
import {
  finishRestore,
  isCopyDue,
  makeCopy,
  newestGoodCopy,
  renameDamaged,
  restoreCopy,
  startDailyCopies,
} from "../../../main/common/database/copies";
import { openDatabase } from "../../../main/common/database/database";
import { quickCheckWithin } from "../../../main/common/database/database-thread";
import { temporaryFolder } from "../../helpers/backend";
import { readBytes, damageHeader, damageTable } from "../../helpers/damage-database";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const file = () => path.join(folder.path, "test.db");
const schema = ["CREATE TABLE a (x TEXT) STRICT; CREATE TABLE b (y TEXT) STRICT"];
const dayMs = 24 * 3_600_000;
const noon = 1_800_000_000_000;

function insertRows(rows = 2_000, value = "row"): void {
  const db = openDatabase(file(), schema);
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) db.run("INSERT INTO a VALUES (?)", `${value} ${row}`);
    db.run("INSERT INTO b VALUES ('untouched')");
  });
  db.close();
}
function rowsOf(): number {
  const db = openDatabase(file(), schema);
  const found = db.get<{ n: number }>("SELECT count(*) AS n FROM a")?.n ?? 0;
  db.close();
  return found;
}

describe("opening a damaged file", () => {
  it("fails before its first use, also if only one table is damaged", () => {
    insertRows();
    damageTable(file(), "a");
    const before = readBytes(file());
    expect(() => openDatabase(file(), schema)).toThrow(
      expect.objectContaining({ code: "database-damaged" }) as Error,
    );
    expect(readBytes(file()).equals(before)).toBe(true);
  });

  it("fails before a migration", () => {
    insertRows();
    damageTable(file(), "a");
    expect(() => openDatabase(file(), [...schema, "CREATE TABLE c (z)"])).toThrow(
      expect.objectContaining({ code: "database-damaged" }) as Error,
    );
    expect(readdirSync(folder.path).filter((name) => name.includes(".before-"))).toEqual([]);
  });

  it("fails if its first page was overwritten", () => {
    insertRows();
    damageHeader(file());
    expect(() => openDatabase(file(), schema)).toThrow(
      expect.objectContaining({ code: "database-damaged" }) as Error,
    );
  });

  it("is detected by the thread that checks large files, which ends afterwards", () => {
    insertRows();
    expect(quickCheckWithin(file(), 20_000)).toEqual([]);
    damageTable(file(), "a");
    expect(quickCheckWithin(file(), 20_000)?.length).toBeGreaterThan(0);
    // Last, because this thread still has the file open.
    vi.spyOn(Atomics, "wait").mockReturnValueOnce("timed-out");
    expect(quickCheckWithin(file(), 20_000)).toBeNull();
  });
});

describe("copies", () => {
  it("are made while the database is open, private, checked, and at most three", async () => {
    insertRows();
    const db = openDatabase(file(), schema);
    writeFileSync(path.join(folder.path, "other.txt"), "x");
    for (let day = 0; day < 5; day += 1) {
      db.run("INSERT INTO a VALUES ('more')");
      await makeCopy(file(), noon + day * dayMs);
    }
    db.close();
    const copies = listCopies(file());
    expect(copies.map(({ madeAt }) => (madeAt - noon) / dayMs)).toEqual([4, 3, 2]);
    expect(await newestGoodCopy(file(), schema)).toEqual(copies[0]);
    if (process.platform !== "win32") {
      expect(statSync(copies[0]?.file ?? "").mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(copies[0]?.file ?? "")).mode & 0o777).toBe(0o700);
    }
  });

  it("of a damaged database are not made, and no good copy is deleted", async () => {
    insertRows();
    for (const day of [0, 1, 2]) await makeCopy(file(), noon + day * dayMs);
    damageTable(file(), "a");
    await expect(makeCopy(file(), noon + 3 * dayMs)).rejects.toThrow();
    expect(listCopies(file()).map(({ madeAt }) => (madeAt - noon) / dayMs)).toEqual([2, 1, 0]);
    expect(readdirSync(path.join(folder.path, "copies"))).toHaveLength(3);
  });

  it("left incomplete by a killed process are deleted, not used", async () => {
    insertRows();
    await makeCopy(file(), noon);
    writeFileSync(`${copyFileName(file(), noon + 1)}.part`, "half");
    expect((await newestGoodCopy(file(), schema))?.madeAt).toBe(noon);
    await makeCopy(file(), noon + dayMs);
    expect(
      readdirSync(path.join(folder.path, "copies")).filter((n) => n.endsWith(".part")),
    ).toEqual([]);
  });

  it("are due once a day, also after the clock was set back", async () => {
    insertRows();
    expect(isCopyDue(file(), noon)).toBe(true);
    await makeCopy(file(), noon);
    expect(isCopyDue(file(), noon + dayMs - 1)).toBe(false);
    expect(isCopyDue(file(), noon + dayMs)).toBe(true);
    expect(isCopyDue(file(), noon - 365 * dayMs)).toBe(true);
    const early = await makeCopy(file(), noon - 365 * dayMs);
    expect(isCopyDue(file(), noon - 365 * dayMs + 1)).toBe(false);
    expect(existsSync(early.file)).toBe(true);
  });

  it("are made automatically when due", async () => {
    insertRows();
    const daily = startDailyCopies({
      file: file(),
      log: silentLog,
      now: () => noon,
      firstAfterMs: 0,
    });
    await vi.waitFor(() => expect(listCopies(file())).toHaveLength(1), { timeout: 60_000 });
    await daily.stop();
    const again = startDailyCopies({
      file: file(),
      log: silentLog,
      now: () => noon,
      firstAfterMs: 0,
    });
    await again.stop();
    expect(listCopies(file())).toHaveLength(1);
  });
});

describe("a copy is not good", () => {
  const change = (copy: string, sql: string) => {
    const database = new DatabaseSync(copy);
    database.exec(sql);
    database.close();
  };
  const upgradeCopy = (madeAt: number) => upgradeCopyName(file(), 1, madeAt);

  it("if it is an empty file of an interrupted upgrade; upgrades remove it", async () => {
    insertRows(10);
    await makeCopy(file(), noon);
    writeFileSync(upgradeCopy(noon + 1), "");
    expect((await newestGoodCopy(file(), schema))?.madeAt).toBe(noon);
    openDatabase(file(), [...schema, "CREATE TABLE c (z TEXT)"]).close();
    expect(existsSync(upgradeCopy(noon + 1))).toBe(false);
    expect(listCopies(file())).toHaveLength(2);
  });

  it.each([
    ["rows were removed", "DELETE FROM a WHERE rowid < 5"],
    ["rows were added", "INSERT INTO b VALUES ('more')"],
    ["a table was removed", "DROP TABLE b"],
    ["a table was added", "CREATE TABLE c (z TEXT)"],
    ["its record was emptied", `DELETE FROM ${recordTable}`],
    ["a trigger was added", "CREATE TRIGGER t AFTER DELETE ON b BEGIN DELETE FROM a; END"],
  ])("if %s since it was recorded", async (_title, sql) => {
    insertRows(10);
    const copy = await makeCopy(file(), noon);
    expect((await newestGoodCopy(file(), schema))?.madeAt).toBe(noon);
    change(copy.file, sql);
    expect(await newestGoodCopy(file(), schema)).toBeNull();
  });

  it("if it has no record, and lacks a table of its version, or every row", async () => {
    insertRows(10);
    const copy = upgradeCopy(noon);
    change(file(), `VACUUM INTO '${copy}'`);
    expect((await newestGoodCopy(file(), schema))?.madeAt).toBe(noon);
    change(copy, "DELETE FROM a; DELETE FROM b");
    expect(await newestGoodCopy(file(), schema)).toBeNull();
    change(copy, "INSERT INTO a VALUES ('row'); DROP TABLE b");
    expect(await newestGoodCopy(file(), schema)).toBeNull();
  });

  it("if it was written by a newer version, or was being written when its process was killed", async () => {
    insertRows(10);
    const copy = await makeCopy(file(), noon);
    writeFileSync(`${copy.file}-journal`, "");
    expect(await newestGoodCopy(file(), schema)).toBeNull();
    rmSync(`${copy.file}-journal`);
    expect((await newestGoodCopy(file(), schema))?.madeAt).toBe(noon);
    change(copy.file, "PRAGMA user_version=2");
    expect(await newestGoodCopy(file(), schema)).toBeNull();
  });
});

describe("restoring a copy", () => {
  it("leaves no record in the database, also if the copy was renamed by hand", async () => {
    insertRows(10);
    const copy = await makeCopy(file(), noon);
    renameSync(copy.file, file());
    expect(rowsOf()).toBe(10);
    const db = openDatabase(file(), schema);
    expect(db.all("SELECT name FROM sqlite_schema ORDER BY name")).toEqual([
      { name: "a" },
      { name: "b" },
    ]);
    db.close();
  });

  it.each([
    ["before the damaged file was renamed", false],
    ["after the damaged file was renamed", true],
  ])("is completed at the next start if its process was killed %s", async (_title, isRenamed) => {
    insertRows(10);
    const copy = await makeCopy(file(), noon);
    renameSync(copy.file, `${file()}.restored`);
    damageHeader(file());
    if (isRenamed) renameDamaged(file(), noon);
    expect(finishRestore(file(), noon + 1)).toMatchObject({ isRestored: true });
    expect(rowsOf()).toBe(10);
    expect(finishRestore(file(), noon + 2)).toEqual({ isRestored: false, damagedFile: null });
  });

  it("uses the newest valid copy, and keeps the damaged file and its journal beside it", async () => {
    insertRows(100);
    await makeCopy(file(), noon);
    insertRows(100);
    const newest = await makeCopy(file(), noon + dayMs);
    damageTable(newest.file, "a");
    damageTable(file(), "a");
    const damaged = readBytes(file());
    const copy = await newestGoodCopy(file(), schema);
    expect(copy?.madeAt).toBe(noon);
    const aside = restoreCopy(file(), copy!, {
      prepare: { b: "DELETE FROM b", c: "DELETE FROM c" },
      now: noon + 2 * dayMs,
    });
    expect(rowsOf()).toBe(100);
    const db = openDatabase(file(), schema);
    expect(db.all("SELECT * FROM b")).toEqual([]);
    db.close();
    expect(readBytes(aside!).equals(damaged)).toBe(true);
  });

  it("does not apply the journal of the damaged file to the copy", async () => {
    insertRows(10);
    const copy = await makeCopy(file(), noon);
    const db = openDatabase(file(), schema);
    db.run("INSERT INTO a VALUES ('in the journal only')");
    const journal = readBytes(`${file()}-wal`);
    db.close();
    damageHeader(file());
    writeFileSync(`${file()}-wal`, journal);
    restoreCopy(file(), copy, { now: noon + 1 });
    expect(rowsOf()).toBe(10);
  });
});
