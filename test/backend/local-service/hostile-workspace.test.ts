/**
 * A workspace folder of another person: its rows and links make the service touch no file outside
 * of it.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeCopy } from "../../../main/common/database/copies";
import { silentLog } from "../../../main/common/log";
import { migrateStore } from "../../../main/local-service/migrate-store";
import { openEngineRows } from "../../../main/local-service/open-existing";
import { migrations } from "../../../main/local-service/rows/migrations";
import { databaseName } from "../../../main/local-service/rows/sqlite";
import { bytesOf, startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { createProject } from "../../helpers/local-workspace";

let base: string;
let local: RunningLocalService;
let project: string;
/** A file of the user, beside the workspace. */
let victim: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "dubyard-hostile-"));
  local = await startLocalService({ dataDir: path.join(base, "workspace") });
  project = await createProject(local.client);
  await local.client.upload("a/b.mp4", bytesOf(9));
  await local.close();
  victim = path.join(base, "victim");
  await writeFile(victim, "precious");
});
afterEach(async () => {
  await local.remove();
  await rm(base, { recursive: true, force: true });
});

function sql(statement: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(path.join(local.dataDir, databaseName));
  database.exec("PRAGMA foreign_keys=OFF");
  database.prepare(statement).run(...values);
  database.close();
}
const addBatch = (id: string, status: string) =>
  sql(
    `INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
     VALUES (?, ?, 'B', ?, '{}', 1, 1)`,
    id,
    project,
    status,
  );
/**
 * Starts the service again, and waits until its background work has removed what is marked as
 * removed.
 */
async function restart(): Promise<void> {
  await local.restart();
  await expect.poll(() => countOf("batches WHERE status = 'removed'")).toBe(0);
  await expect.poll(() => countOf("removals")).toBe(0);
}
function countOf(rows: string): number {
  const database = new DatabaseSync(path.join(local.dataDir, databaseName), { readOnly: true });
  try {
    return Number(database.prepare(`SELECT count(*) AS count FROM ${rows}`).get()?.["count"]);
  } finally {
    database.close();
  }
}

it("a removed batch, a removal, an upload and a publication that name files elsewhere remove nothing there", async () => {
  addBatch("../../victim", "removed");
  for (const location of ["../victim", "media/../../victim", victim, "service.key", databaseName])
    sql("INSERT INTO removals (location) VALUES (?)", location);
  for (const id of ["../media", "../../victim", "..", "."])
    sql(
      "INSERT INTO uploads (id, path, content_type, touched_at) VALUES (?, 'x', 'video/mp4', 1)",
      id,
    );
  const publish = `INSERT INTO publishing (staged, path, location, size, etag, content_type)
    VALUES (?, ?, ?, 8, 'e', 'video/mp4')`;
  sql(publish, "../victim", "stolen.mp4", "media/stolen.mp4");
  sql(publish, "service.key", "key.mp4", "media/key.mp4");
  await mkdir(path.join(local.dataDir, "staging"), { recursive: true });
  await writeFile(path.join(local.dataDir, "staging", "0".repeat(18)), "evil");
  sql(publish, `staging/${"0".repeat(18)}`, "out.mp4", "../victim");
  await restart();
  expect(await readFile(victim, "utf8")).toBe("precious");
  expect(await local.client.files()).toEqual(["a/b.mp4"]);
  expect(existsSync(path.join(local.dataDir, "media/a/b.mp4"))).toBe(true);
});

it("folders of the workspace that are links are not followed", async () => {
  const outside = path.join(base, "outside");
  await mkdir(outside);
  await writeFile(path.join(outside, "id"), "precious");
  for (const name of ["peaks", "previews", "takes"])
    await symlink(outside, path.join(local.dataDir, name));
  await symlink(outside, path.join(local.dataDir, "media", "linked"));
  addBatch("id", "removed");
  for (const location of ["takes/id", "media/linked/id"])
    sql("INSERT INTO removals (location) VALUES (?)", location);
  sql(
    `INSERT INTO files (path, location, folded, size, etag, content_type)
     VALUES ('linked/id', 'media/linked/id', 'linked/id', 8, 'e', 'video/mp4')`,
  );
  await restart();
  expect((await local.client.upload("linked/new.mp4", bytesOf(9))).status).toBeLessThan(500);
  const deletion = await local.client.post("/media/files/delete", { paths: ["linked/id"] });
  expect(deletion.status).toBeLessThan(500);
  expect(await readFile(path.join(outside, "id"), "utf8")).toBe("precious");
  expect(existsSync(path.join(outside, "new.mp4"))).toBe(false);
});

it("a batch whose id names a file elsewhere can be asked for without an internal error", async () => {
  addBatch("../../victim", "casting");
  sql("UPDATE batches SET video_path = 'a/b.mp4'");
  await local.restart();
  const id = encodeURIComponent("../../victim");
  for (const at of ["", "/source", "/source/peaks", "/source/preview"])
    for (const start of ["/batches", "/local/batches"])
      expect((await local.client.get(`${start}/${id}${at}`)).status).toBeLessThan(500);
  expect(await readFile(victim, "utf8")).toBe("precious");
});

const damageSettings = () => sql("UPDATE batches SET settings = 'not json'");

it("rows with invalid values are named by table and key, and the workspace is opened only if the user agrees", async () => {
  addBatch("b.1", "casting");
  damageSettings();
  sql(
    "INSERT INTO speech_spans (batch_id, start_ms, end_ms) VALUES ('b.1', 9223372036854775807, 1)",
  );
  const lastUsesFolder = path.join(base, "last-uses");
  await expect(local.restart({ lastUsesFolder })).rejects.toMatchObject({
    code: "rows-invalid",
    message: expect.stringMatching(
      /table speech_spans has .*: start_ms is not of its form; .*table batches has an invalid row \(id b\.1\): settings is not of its form/,
    ) as string,
  });
  expect(countOf("batches")).toBe(1);
  await local.restart({ lastUsesFolder, acceptsRows: true });
  expect(await local.client.files()).toEqual(["a/b.mp4"]);
  // What the user has agreed to is not asked again, also after a command that changed the rows.
  await local.restart({ lastUsesFolder });
  await local.close();
  const { dataDir } = local;
  const store = { dataDir, database: undefined, databaseFile: undefined, bucketArguments: null };
  const rows = await openEngineRows(store, true, lastUsesFolder);
  await rows.external.removeExternalEngine("none");
  await rows.close();
  expect(await migrateStore(store, silentLog, lastUsesFolder)).toMatchObject({
    to: migrations.length,
  });
  await local.restart({ lastUsesFolder });
});

it("a copy of a folder from elsewhere is restored by one consent, and its rows are opened by another", async () => {
  addBatch("b", "casting");
  damageSettings();
  const file = path.join(local.dataDir, databaseName);
  await makeCopy(file, Date.now());
  await writeFile(file, "damaged");
  const lastUsesFolder = path.join(base, "last-uses");
  await expect(local.restart({ lastUsesFolder, acceptsRows: true })).rejects.toMatchObject({
    code: "database-damaged",
  });
  await expect(local.restart({ lastUsesFolder, mayRestoreCopy: true })).rejects.toMatchObject({
    code: "rows-invalid",
  });
  await local.restart({ lastUsesFolder, acceptsRows: true });
  expect(countOf("batches")).toBe(1);
});

it("a workspace that was changed elsewhere after its last use on this computer is checked again", async () => {
  const lastUsesFolder = path.join(base, "last-uses");
  await local.restart({ lastUsesFolder });
  await local.close();
  addBatch("b", "casting");
  await local.restart({ lastUsesFolder });
  await local.close();
  const file = path.join(local.dataDir, databaseName);
  const own = await readFile(file);
  damageSettings();
  await expect(local.restart({ lastUsesFolder })).rejects.toMatchObject({ code: "rows-invalid" });
  // Beside the database that was left here, as an interrupted restore of a copy leaves it.
  await rename(file, `${file}.restored`);
  await writeFile(file, own);
  await expect(local.restart({ lastUsesFolder })).rejects.toMatchObject({ code: "rows-invalid" });
  // On this computer nothing is known of it, as if the folder came from another one.
  await expect(
    local.restart({ lastUsesFolder: path.join(base, "of-another-user") }),
  ).rejects.toMatchObject({ code: "rows-invalid" });
});

it.skipIf(process.platform === "win32")(
  "a key that is a pipe does not block the start",
  async () => {
    const key = path.join(local.dataDir, "service.key");
    await rm(key);
    execFileSync("mkfifo", [key]);
    await expect(local.restart()).rejects.toMatchObject({ code: "local-service-failed" });
  },
);
