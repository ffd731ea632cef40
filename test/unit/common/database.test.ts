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

it("brings a database up to date step by step, with a copy aside, and keeps three copies", () => {
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

it("refuses a database of a newer version", () => {
  openDatabase(file(), [first, "CREATE TABLE b (x)"]).close();
  expect(() => openDatabase(file(), [first])).toThrow(/newer version/);
});

it("leaves the schema as it was when a step fails", () => {
  openDatabase(file(), [first]).close();
  expect(() => openDatabase(file(), [first, "CREATE TABLE b (x); nonsense"])).toThrow();
  const db = openDatabase(file(), [first]);
  expect(db.all("SELECT name FROM sqlite_master WHERE name = 'b'")).toEqual([]);
  db.close();
});

it("says when there is no room, keeps what it has, and goes on when there is room again", () => {
  const db = openDatabase(file(), [first]);
  const fill = () =>
    db.durably(() => {
      for (let row = 0; row < 20_000; row += 1) db.run("INSERT INTO a VALUES (?)", row);
    });
  db.exec("PRAGMA max_page_count=10");
  expect(fill).toThrow(expect.objectContaining({ code: "disk-full" }) as Error);
  expect(db.all("SELECT * FROM a")).toEqual([]);
  db.exec("PRAGMA max_page_count=100000");
  fill();
  expect(db.get("SELECT count(*) AS n FROM a")).toEqual({ n: 20_000 });
  db.close();
});

it("rolls a failed transaction back, nested ones with it", () => {
  const db = openDatabase(":memory:", [first]);
  expect(() =>
    db.transaction(() => {
      db.run("INSERT INTO a VALUES (1)");
      db.durably(() => db.run("INSERT INTO a VALUES (2)"));
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(db.all("SELECT * FROM a")).toEqual([]);
  expect(db.durably(() => db.run("INSERT INTO a VALUES (3)"))).toBe(1);
  db.close();
});
