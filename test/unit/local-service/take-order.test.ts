/** Which queued take is made next, over all dubs. */
import { expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { createLeaseRows } from "../../../main/local-service/rows/leases";
import { createTakeWorkRows } from "../../../main/local-service/rows/dubs/take-work-rows";

it("takes that a reviewer requests are made before those of dubs that were requested earlier", async () => {
  const database = openDatabase(":memory:", migrations);
  database.exec("PRAGMA foreign_keys = OFF");
  for (const [batchId, requestedAt] of [
    ["first", 1],
    ["second", 2],
  ] as const) {
    database.run(
      `INSERT INTO dubs (batch_id, language_id, state, requested_at, priority)
       VALUES (?, 'fr-fr', 'making', ?, ?)`,
      batchId,
      requestedAt,
      batchId === "first" ? 5 : 0,
    );
    for (let number = 1; number <= 3; number += 1)
      database.run(
        `INSERT INTO takes (batch_id, language_id, number, variant, key, state)
         VALUES (?, 'fr-fr', ?, 0, 'key', 'queued')`,
        batchId,
        number,
      );
  }
  const rows = createSqliteRows(database);
  const { findQueuedTake } = createTakeWorkRows(rows);
  const ids: number[] = [];
  const next = async () => {
    const take = await findQueuedTake({ ids, voices: [], dubs: [] });
    if (take) ids.push(take.id);
    return take ? `${take.batchId} ${take.number}` : null;
  };
  expect(await next()).toBe("first 1");
  database.run("UPDATE takes SET priority = 1 WHERE batch_id = 'second' AND number = 3");
  expect(await next()).toBe("second 3");
  database.run("DELETE FROM takes WHERE batch_id = 'second' AND number = 3");
  expect(await next()).toBe("first 2");
  // Another process makes the next one.
  const [{ id }] = database.all<{ id: number }>(
    "SELECT id FROM takes WHERE batch_id = 'first' AND number = 3",
  ) as [{ id: number }];
  const { claimLease } = createLeaseRows(rows, { isShared: true });
  await claimLease({ kind: "takes", key: String(id), token: "t" }, "other", 15_000);
  expect(await next()).toBe("second 1");
});
