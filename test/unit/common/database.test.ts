import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const file = () => path.join(folder.path, "sub", "test.db");
const first = "CREATE TABLE a (x INTEGER)";

it("migrates step by step, copies the file before, and keeps three copies", () => {
  const steps = [first];
  for (let step = 0; step < 6; step += 1) {
    const db = openDatabase(file(), steps);
    db.run("INSERT INTO a (x) VALUES (?)", step);
    db.close();
    steps.push(`ALTER TABLE a ADD COLUMN c${step} INTEGER`);
  }
  const db = openDatabase(file(), steps);
  expect(db.all("SELECT x FROM a ORDER BY x")).toHaveLength(6);
  db.close();
  const copies = readdirSync(path.dirname(file())).filter((name) => name.includes(".before-"));
  expect(copies).toHaveLength(3);
});

it("rejects a database of a newer version", () => {
  openDatabase(file(), [first, "CREATE TABLE b (x)"]).close();
  expect(() => openDatabase(file(), [first])).toThrow(/newer version/);
});

it("refuses other triggers and views in a file from elsewhere, before a migration runs them", () => {
  const endless =
    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c";
  const trigger = "CREATE TRIGGER own AFTER INSERT ON a BEGIN UPDATE a SET x = 1; END";
  openDatabase(file(), [first, trigger]).close();
  openDatabase(file(), [first, trigger], { isFromElsewhere: true }).close();
  for (const [number, sql] of [
    `CREATE VIEW v AS ${endless}`,
    `CREATE TRIGGER t AFTER UPDATE ON a BEGIN INSERT INTO a ${endless}; END`,
  ].entries()) {
    const other = path.join(folder.path, `${number}.db`);
    const made = openDatabase(other, [first]);
    made.exec(`INSERT INTO a VALUES (1); ${sql}`);
    made.close();
    expect(() =>
      openDatabase(other, [first, "UPDATE a SET x = 2"], { isFromElsewhere: true }),
    ).toThrow(
      expect.objectContaining({
        code: "database-damaged",
        message: expect.stringMatching(/has the (view v|trigger t)/) as string,
      }) as Error,
    );
  }
});

it("names the step whose tables are there already, and refuses a negative version", () => {
  const made = openDatabase(file(), [first]);
  made.exec("CREATE TABLE b (x)");
  made.close();
  expect(() => openDatabase(file(), [first, "CREATE TABLE b (x)"])).toThrow(
    "test.db cannot be upgraded from schema 1 to 2: table b already exists",
  );
  const negative = openDatabase(file(), [first]);
  negative.exec("PRAGMA user_version = -3");
  negative.close();
  expect(() => openDatabase(file(), [first])).toThrow(
    expect.objectContaining({ code: "database-damaged" }) as Error,
  );
});

it("rolls the schema back if a step fails", () => {
  openDatabase(file(), [first]).close();
  expect(() => openDatabase(file(), [first, "CREATE TABLE b (x); nonsense"])).toThrow();
  const db = openDatabase(file(), [first]);
  expect(db.all("SELECT name FROM sqlite_master WHERE name = 'b'")).toEqual([]);
  db.close();
});

it("reports a full disk, keeps its data, and continues when there is space again", () => {
  const db = openDatabase(file(), [first]);
  const insertRow = () =>
    db.durably(() => {
      for (let row = 0; row < 20_000; row += 1) db.run("INSERT INTO a VALUES (?)", row);
    });
  db.exec("PRAGMA max_page_count=10");
  expect(insertRow).toThrow(expect.objectContaining({ code: "disk-full" }) as Error);
  expect(db.all("SELECT * FROM a")).toEqual([]);
  db.exec("PRAGMA max_page_count=100000");
  insertRow();
  expect(db.get("SELECT count(*) AS n FROM a")).toEqual({ n: 20_000 });
  db.close();
});

it("rolls back a failed transaction with its nested ones", () => {
  const db = openDatabase(":memory:", [first]);
  expect(() =>
    db.transaction(() => {
      db.run("INSERT INTO a VALUES (1)");
      db.durably(() => db.run("INSERT INTO a VALUES (2)"));
      throw new Error("simulated failure");
    }),
  ).toThrow("simulated failure");
  expect(db.all("SELECT * FROM a")).toEqual([]);
  expect(db.durably(() => db.run("INSERT INTO a VALUES (3)"))).toBe(1);
  db.close();
});
