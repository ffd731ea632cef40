/** The commit group, with a real database. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createCommitGroup, type CommitGroup } from "../../../main/common/database/commit-group";
import { openDatabase, type Database } from "../../../main/common/database/database";

let db: Database;
let group: CommitGroup;
beforeEach(() => {
  db = openDatabase(":memory:", ["CREATE TABLE numbers (n INTEGER PRIMARY KEY)"]);
  group = createCommitGroup(db);
});
afterEach(() => db.close());

const add = (n: number) => group.durably(() => db.run("INSERT INTO numbers VALUES (?)", n));
const stored = () => db.all<{ n: number }>("SELECT n FROM numbers ORDER BY n").map(({ n }) => n);

it("commits writes that are added together in one transaction, in their order", async () => {
  const commits = vi.spyOn(db, "durably");
  const results = Promise.all([3, 1, 2].map(add));
  expect(stored()).toEqual([]);
  expect(await results).toEqual([1, 1, 1]);
  expect(stored()).toEqual([1, 2, 3]);
  expect(commits).toHaveBeenCalledTimes(1);
});

it("commits later writes together too", async () => {
  await add(1);
  const commits = vi.spyOn(db, "durably");
  await Promise.all([2, 3].map(add));
  expect(commits).toHaveBeenCalledTimes(1);
});

it("rejects only a write that fails, and commits the others", async () => {
  const results = await Promise.allSettled([1, 1, 2].map(add));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(stored()).toEqual([1, 2]);
});
