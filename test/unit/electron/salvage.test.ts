/** The start of the application with a damaged database. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOrSalvage } from "../../../main/electron/salvage";
import { silentLog } from "../../../main/common/log";
import { makeCopy } from "../../../main/common/database/copies";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { createSettingsStore } from "../../../main/backend/settings/store";
import { temporaryFolder } from "../../helpers/backend";
import { damageTable } from "../../helpers/damage-database";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const file = () => path.join(folder.path, "dubyard.db");
const madeAt = 1_800_000_000_000;
const now = () => madeAt + 1000;
const open = () => openDatabase(file(), migrations);

function addRequest(db: Database, state: string): void {
  db.run(
    `INSERT INTO outbox (workspace_id, project_id, project_name, kind, name, state, target_folder, body, has_script,
       attempted_at, next_try_at, created_at) VALUES ('w', 'p', 'Season', 'batch', ?, ?, '', '{}', 0, 1, 2, 3)`,
    state,
    state,
  );
}
function insertRows(): void {
  const db = open();
  for (const state of ["waiting", "sending", "sent", "refused"]) addRequest(db, state);
  db.transaction(() => {
    for (let row = 0; row < 500; row += 1)
      db.run("INSERT INTO forms VALUES ('w', ?, ?)", `form ${row}`, "text ".repeat(20));
  });
  db.close();
}
function salvage(response: boolean) {
  const requested: (number | null)[] = [];
  const confirmRestore = (copyMadeAt: number | null) => {
    requested.push(copyMadeAt);
    return Promise.resolve(response);
  };
  return {
    asked: requested,
    opened: openOrSalvage({ open, file: file(), confirmRestore, log: silentLog, now }),
  };
}
const damagedFiles = () => readdirSync(folder.path).filter((name) => name.includes(".damaged-"));

it("opens an intact database without a dialog", async () => {
  insertRows();
  const { asked: query, opened } = salvage(false);
  (await opened).close();
  expect(query).toEqual([]);
});

it("restores the newest copy after a dialog; requests that may have been sent wait for the user", async () => {
  insertRows();
  await makeCopy(file(), madeAt);
  damageTable(file(), "forms");
  const { asked: confirmations, opened } = salvage(true);
  const db = await opened;
  expect(confirmations).toEqual([madeAt]);
  expect(db.get("SELECT count(*) AS n FROM forms")).toEqual({ n: 500 });
  const sql = "SELECT name, state, error_code AS code, next_try_at AS next FROM outbox ORDER BY id";
  expect(db.all(sql)).toEqual([
    { name: "waiting", state: "refused", code: "copy-restored", next: null },
    { name: "sending", state: "refused", code: "copy-restored", next: null },
    { name: "sent", state: "sent", code: null, next: 2 },
    { name: "refused", state: "refused", code: null, next: 2 },
  ]);
  expect(createSettingsStore(db).get("uploadsPaused")).toBe(true);
  db.close();
  expect(damagedFiles()).toEqual([`dubyard.db.damaged-${now()}`]);
});

it("restores a copy of an earlier version with fewer tables", async () => {
  const old = openDatabase(file(), migrations.slice(0, 3));
  old.run("INSERT INTO settings VALUES ('kept', '1')");
  old.close();
  await makeCopy(file(), madeAt);
  damageTable(file(), "settings");
  const db = await salvage(true).opened;
  expect(createSettingsStore(db).get("kept")).toBe(1);
  db.close();
});

it("changes nothing when the user declines", async () => {
  insertRows();
  await makeCopy(file(), madeAt);
  damageTable(file(), "forms");
  await expect(salvage(false).opened).rejects.toMatchObject({ code: "database-damaged" });
  expect(damagedFiles()).toEqual([]);
});

it("offers to start without data if no copy is valid, and keeps the damaged file", async () => {
  insertRows();
  const copy = await makeCopy(file(), madeAt);
  damageTable(copy.file, "forms");
  damageTable(file(), "forms");
  const { asked, opened } = salvage(true);
  const db = await opened;
  expect(asked).toEqual([null]);
  expect(db.get("SELECT count(*) AS n FROM outbox")).toEqual({ n: 0 });
  db.close();
  expect(existsSync(path.join(folder.path, `dubyard.db.damaged-${now()}`))).toBe(true);
});
