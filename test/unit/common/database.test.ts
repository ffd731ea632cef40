import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { finishRestore } from "../../../main/common/database/copies";
import { openDatabase } from "../../../main/common/database/database";
import { lockFolder } from "../../../main/common/database/lock";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const file = () => path.join(folder.path, "sub", "test.db");
const first = "CREATE TABLE a (x INTEGER)";
/** Changes a database as another program may. */
function change(name: string, sql: string): void {
  const database = new DatabaseSync(name, { defensive: false });
  database.exec(sql);
  database.close();
}

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
    // SQLite ignores case in the type of an entry.
    `CREATE TRIGGER t AFTER UPDATE ON a BEGIN INSERT INTO a ${endless}; END;
      PRAGMA writable_schema=ON; UPDATE sqlite_schema SET type = 'Trigger' WHERE name = 't'`,
  ].entries()) {
    const other = path.join(folder.path, `${number}.db`);
    openDatabase(other, [first]).close();
    change(other, `INSERT INTO a VALUES (1); ${sql}`);
    expect(() =>
      openDatabase(other, [first, "UPDATE a SET x = 2"], { isFromElsewhere: true }),
    ).toThrow(
      expect.objectContaining({
        code: "database-damaged",
        message: expect.stringMatching(/has the (view v|trigger t), which/) as string,
      }) as Error,
    );
  }
});

it.skipIf(process.platform === "win32")(
  "removes links where the files of a database and of its lock are written, and not their targets",
  async () => {
    const [precious, data] = [path.join(folder.path, "precious"), path.dirname(file())];
    mkdirSync(data);
    writeFileSync(precious, "precious", { mode: 0o644 });
    const links = [
      "test.db-wal",
      "test.db-shm",
      "test.db-journal",
      "test.db.restored",
      "service.lock",
      "service.lock-wal",
      "service.lock.json",
    ].map((name) => path.join(data, name));
    for (const link of links) symlinkSync(precious, link);
    expect(finishRestore(file(), 1)).toMatchObject({ isRestored: false });
    const db = openDatabase(file(), [first]);
    db.run("INSERT INTO a VALUES (1)");
    const lock = await lockFolder(data, { program: "dubyard upload" });
    for (const link of links)
      expect(existsSync(link) && lstatSync(link).isSymbolicLink(), link).toBe(false);
    await expect(lockFolder(data, { patienceMs: 0 })).rejects.toThrow(/^dubyard upload \(process/);
    lock.release();
    db.close();
    expect(readFileSync(precious, "utf8")).toBe("precious");
    expect(statSync(precious).mode & 0o777).toBe(0o644);
  },
);

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
