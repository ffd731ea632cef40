/** Recognition of data folders, and how the service treats files of other programs. */
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applicationId, firstVersionWithId } from "../../../main/common/workspace-folder";
import { migrations } from "../../../main/local-service/rows/migrations";
import { databaseName, openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { makeCopy } from "../../../main/common/database/copies";
import { openDatabase } from "../../../main/common/database/database";
import { bytesOf, filesBelow, startLocalService } from "../../helpers/local-service";
import { uploadScript } from "../../helpers/local-workspace";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-folder-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));
const at = (...names: string[]) => path.join(dataDir, ...names);
const start = () => startLocalService({ dataDir });
const modeOf = (file: string) => statSync(file).mode & 0o777;

/** A folder of another program, with all names that the service deletes in its own folder. */
async function fillForeign(): Promise<void> {
  for (const name of ["scripts/build.sh", "uploads/photo.jpg", "staging/site.html", "notes.txt"]) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), "other content");
  }
}
function makeDatabase(sql: string): void {
  const database = new DatabaseSync(at(databaseName));
  database.exec(sql);
  database.close();
}

describe("a folder with other files is rejected and not changed", () => {
  it.each<[string, () => unknown]>([
    ["a service.lock of another program", () => writeFile(at("service.lock"), "4711\n")],
    ["an empty service.lock", () => writeFile(at("service.lock"), "")],
    ["a service.key with other content", () => writeFile(at("service.key"), "-----BEGIN")],
    ["a workspace.db that is no database", () => writeFile(at(databaseName), "not a database")],
    ["an empty workspace.db", () => writeFile(at(databaseName), "")],
    ["another program's database", () => makeDatabase("CREATE TABLE files (path TEXT)")],
    [
      "another program's database with a version",
      () => makeDatabase("CREATE TABLE files (path TEXT); PRAGMA user_version=2"),
    ],
    [
      "another program's database with an application id",
      () => makeDatabase("CREATE TABLE t (x); PRAGMA application_id=7; PRAGMA user_version=1"),
    ],
    [
      "a workspace database without a key, as in a backup",
      () => openDatabase(at(databaseName), migrations).close(),
    ],
  ])("%s", async (_name, prepare) => {
    await fillForeign();
    await prepare();
    const before = await filesBelow(dataDir);
    await expect(start()).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "dataDir" }],
    });
    expect(await filesBelow(dataDir)).toEqual(before);
    expect(await readFile(at("scripts/build.sh"), "utf8")).toBe("other content");
  });

  it("a single service.lock of another program", async () => {
    await writeFile(at("service.lock"), "4711\n");
    await expect(start()).rejects.toMatchObject({ code: "invalid-input" });
    expect(await readFile(at("service.lock"), "utf8")).toBe("4711\n");
  });
});

it("a new folder inside that of another workspace is rejected", async () => {
  await (await start()).close();
  await mkdir(at("media"), { recursive: true });
  for (const dataDir of [at("media"), at("new", "below")])
    await expect(startLocalService({ dataDir })).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "dataDir" }],
    });
  expect(existsSync(at("new"))).toBe(false);
});

it("the database is recognised from the version that sets its id", () => {
  const index = migrations.findIndex((sql) => sql.includes("PRAGMA application_id"));
  expect(index + 1).toBe(firstVersionWithId);
});

describe("a data folder is accepted", () => {
  it("with the id in its database and the heading in its key", async () => {
    const local = await start();
    const { clientId } = local.address();
    await local.close();
    const database = new DatabaseSync(at(databaseName), { readOnly: true });
    expect(database.prepare("PRAGMA application_id").get()).toEqual({
      application_id: applicationId,
    });
    database.close();
    expect(await readFile(at("service.key"), "latin1")).toMatch(/^dubyard service key 1\n/);
    await writeFile(at("notes.txt"), "the user's");
    const again = await start();
    expect(again.address().clientId).toBe(clientId);
    await again.close();
    expect(existsSync(at("notes.txt"))).toBe(true);
  });

  it("from before the id and the heading: migrated, with the same credentials", async () => {
    const local = await start();
    const { clientId, clientSecret } = local.address();
    await local.close();
    const content = await readFile(at("service.key"), "latin1");
    await writeFile(at("service.key"), Buffer.from(content.split("\n")[1] ?? "", "hex"));
    for (const ending of ["", "-wal", "-shm"]) await rm(at(databaseName + ending), { force: true });
    const old = openDatabase(at(databaseName), migrations.slice(0, 3));
    old.run("INSERT INTO files VALUES ('a.mp4', 'media/a.mp4', 'a.mp4', 1, 'e', 'video/mp4')");
    old.close();
    const again = await start();
    expect(await again.client.files()).toEqual(["a.mp4"]);
    expect(again.address()).toMatchObject({ clientId, clientSecret });
    await again.close();
    expect(await readFile(at("service.key"), "latin1")).toBe(content);
  });

  it("whose creation was interrupted before the key was written", async () => {
    await openSqliteStore(dataDir).close();
    await (await start()).close();
    await rm(at("service.key"));
    for (const ending of ["", "-wal", "-shm"]) await rm(at(databaseName + ending), { force: true });
    for (const name of ["staging", "uploads"]) await rm(at(name), { recursive: true });
    await writeFile(at(databaseName), "");
    await (await start()).close();
  });
});

describe("a missing database", () => {
  it.each([true, false])(
    "is an error that names the newest copy (key exists: %s)",
    async (hasKey) => {
      const local = await start();
      await local.client.upload("a.mp4", bytesOf(5));
      await uploadScript(local.client, "a.csv", "Text_FR-FR\nUn\n");
      await local.close();
      const { madeAt } = await makeCopy(at(databaseName), 1_800_000_000_000);
      for (const ending of ["", "-wal", "-shm"])
        await rm(at(databaseName + ending), { force: true });
      // A folder of the service, too.
      await mkdir(at("deliveries"), { recursive: true });
      if (!hasKey) await rm(at("service.key"));
      const before = await filesBelow(dataDir);
      await expect(start()).rejects.toMatchObject({
        code: "database-missing",
        message: expect.stringContaining("copies/workspace.db.copy-1800000000000") as string,
        details: { copyMadeAt: madeAt },
      });
      expect(await filesBelow(dataDir)).toEqual(before);

      const restored = await startLocalService({ dataDir, mayRestoreCopy: true });
      expect(await restored.client.files()).toEqual(["a.mp4"]);
      await restored.close();
    },
  );

  it("without a copy is an error too, and does not start an empty workspace", async () => {
    const local = await start();
    await local.client.upload("a.mp4", bytesOf(5));
    await local.close();
    for (const ending of ["", "-wal", "-shm"]) await rm(at(databaseName + ending), { force: true });
    for (const mayRestoreCopy of [false, true])
      await expect(startLocalService({ dataDir, mayRestoreCopy })).rejects.toMatchObject({
        code: "database-missing",
        message: expect.stringContaining("no good copy") as string,
      });
    expect(existsSync(at(databaseName))).toBe(false);
    expect(await filesBelow(at("media"))).toEqual(["a.mp4"]);
  });
});

describe("files without a row", () => {
  it("with other names are not touched; scripts are set aside; unconfirmed bytes are deleted", async () => {
    const local = await start();
    await local.close();
    const upload = "0123456789abcdef".repeat(2);
    const own = [
      `staging/${"0".repeat(18)}`,
      `uploads/${upload}/data`,
      `uploads/${upload}/part-2-0123456789ab`,
    ];
    const other = ["staging/film.mov", `uploads/${upload}/film.mov`, "uploads/photos/a.jpg"];
    const script = `scripts/${"a".repeat(32)}`;
    for (const name of [...own, ...other, script, "scripts/notes.txt"]) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), name);
    }
    await mkdir(at(`staging/${"1".repeat(18)}`));
    await local.restart();
    for (const name of own) expect(existsSync(at(name)), name).toBe(false);
    for (const name of [...other, "scripts/notes.txt"])
      expect(await readFile(at(name), "utf8"), name).toBe(name);
    const [aside] = await filesBelow(at("set-aside"));
    expect(aside).toMatch(new RegExp(`/${script}$`));
    expect(await readFile(at("set-aside", aside ?? ""), "utf8")).toBe(script);
    await local.close();
  });

  it("in media are set aside when an upload takes their path", async () => {
    const local = await start();
    await mkdir(at("media/season"), { recursive: true });
    await writeFile(at("media/season/a.mp4"), "the original");
    expect((await local.client.upload("season/a.mp4", bytesOf(5))).status).toBe(200);
    expect((await local.client.upload("season/a.mp4", bytesOf(6))).status).toBe(200);
    const aside = await filesBelow(at("set-aside"));
    expect(aside).toHaveLength(1);
    expect(await readFile(at("set-aside", aside[0] ?? ""), "utf8")).toBe("the original");
    expect(await filesBelow(at("media"))).toEqual(["season/a.mp4"]);
    await local.close();
  });
});

describe.skipIf(process.platform === "win32")("modes", () => {
  it("folder, databases, key, media and scripts are private, also in a folder with wider permissions", async () => {
    await chmod(dataDir, 0o755);
    const local = await start();
    await local.client.upload("season/a.mp4", bytesOf(5));
    await uploadScript(local.client, "a.csv", "Text_FR-FR\nUn\n");
    expect(modeOf(dataDir)).toBe(0o700);
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      expect(modeOf(file), file).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    await local.close();
    await chmod(at(databaseName), 0o644);
    await local.restart();
    expect(modeOf(at(databaseName))).toBe(0o600);
    await local.close();
  });
});
