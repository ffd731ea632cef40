/** Rows of bulk drafts, up to the maximum number. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BulkRow } from "../../../../preload/contract/bulk";
import { createBulkDraftStore } from "../../../../main/backend/bulk/draft-store";
import { maxBulkRows } from "../../../../preload/contract/bulk";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";

let db: Database;
beforeEach(() => (db = openDatabase(":memory:", migrations)));
afterEach(() => db.close());

const row = (id: number): BulkRow => ({
  id,
  name: `Episode ${id}`,
  video: "",
  script: "",
  language: "",
  settings: {},
});

it("saves the maximum number of rows in order, after moves, deletions and insertions, within the time limit", () => {
  const drafts = createBulkDraftStore(db);
  const empty = { name: "Season", settings: {}, columns: [], targetFolder: "", rows: [] };
  const { id } = drafts.add("w1", "p1", empty, 1);
  const other = drafts.add("w1", "p1", { ...empty, rows: [row(1), row(2)] }, 1).id;
  const order = Array.from({ length: maxBulkRows }, (_, index) => index + 1);
  const ids = () => drafts.rows(id).map((one) => one.id);

  drafts.saveRows(id, order.map(row), order, 2);
  expect(ids()).toEqual(order);
  // The last row comes first: all others move.
  const moved = [...order.slice(-1), ...order.slice(0, -1)];
  drafts.saveRows(id, [], moved, 3);
  expect(ids()).toEqual(moved);
  // One row is changed, one deleted, one inserted in the middle.
  const next = [...moved.slice(0, 10), 20_000, ...moved.slice(11)];
  drafts.saveRows(id, [{ ...row(3), name: "Third" }, row(20_000)], next, 4);
  expect(ids()).toEqual(next);
  expect(drafts.rows(id).find((one) => one.id === 3)?.name).toBe("Third");
  // Without an order, new rows are appended.
  drafts.saveRows(id, [], next.slice(0, 5), 5);
  drafts.saveRows(id, [row(31), row(30), row(2)], null, 6);
  expect(ids()).toEqual([...next.slice(0, 5), 31, 30]);

  expect(drafts.rows(other)).toEqual([row(1), row(2)]);
  expect(() => drafts.saveRows(id, [...order, 50_000].map(row), null, 7)).toThrow("more than");
  expect(ids()).toHaveLength(7);
});
