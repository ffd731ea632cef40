/** Rows of exports that change between two reads. Costs 20 ms. */
import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { createExportRows } from "../../../main/local-service/rows/exports/export-rows";
import { createLeaseRows } from "../../../main/local-service/rows/leases";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";

const request = {
  languages: ["es-es"],
  parts: ["cues" as const],
  preset: "online" as const,
  naming: "number" as const,
  includeUnapproved: true,
  originalTrack: false,
};

async function setUp() {
  const database = openDatabase(":memory:", migrations);
  onTestFinished(() => database.close());
  database.exec(
    `INSERT INTO projects (id, name, status, type, model, created_at, updated_at)
       VALUES ('p', 'P', 'active', 'audio-production', 'm', 1, 1);
     INSERT INTO batches (id, project_id, name, status, script_path, settings, note, created_at, updated_at)
       VALUES ('b', 'p', 'B', 'ready', 'x', '{}', '', 1, 1)`,
  );
  const driver = createSqliteRows(database);
  const rows = createExportRows(driver);
  const leases = createLeaseRows(driver, { isShared: false });
  const added = { id: "e", batchId: "b", kind: "objects" as const, signature: "", createdAt: 1 };
  const files = [{ path: "a", bytes: 1 }];
  await rows.addObjectExport({ ...added, request }, "Episode", "{}", files);
  const unknown = { ...added, id: "f", batchId: "deleted", request };
  expect(await rows.addObjectExport(unknown, "Episode", "{}", files)).toBeNull();
  const stateOf = async () => (await rows.findExport("e"))?.state;
  async function makeUntil(expiresAt: number): Promise<void> {
    const lease = { kind: "export" as const, key: "e", token: randomUUID() };
    await leases.claimLease(lease, "worker", 1_000);
    await rows.endExport(lease, "e", { state: "made", problem: "", expiresAt });
  }
  return { rows, makeUntil, stateOf };
}

it("an export that was made again since it was listed does not expire, nor is it cancelled", async () => {
  const { rows, makeUntil, stateOf } = await setUp();
  await makeUntil(100);
  expect(await rows.listExpiredExports(100)).toEqual(["e"]);
  expect(await rows.continueExport("e", "")).toBe(true);
  await makeUntil(200);
  await rows.expireExport("e", 100);
  await rows.cancelExport("e");
  expect(await stateOf()).toBe("made");
  await rows.expireExport("e", 200);
  expect(await stateOf()).toBe("expired");
});

it("an export that was cancelled meanwhile is not continued", async () => {
  const { rows, stateOf } = await setUp();
  await rows.cancelExport("e");
  expect([await rows.continueExport("e", ""), await stateOf()]).toEqual([false, "cancelled"]);
});
