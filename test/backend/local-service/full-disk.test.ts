/**
 * A full disk: a workspace can be read, its content can be deleted, and all is possible when there
 * is space again.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeCopy } from "../../../main/common/database/copies";
import { copyFileName } from "../../../main/common/database/copy-files";
import { openDatabase } from "../../../main/common/database/database";
import { inspectDatabase } from "../../../main/common/database/inspect";
import { lockFolder } from "../../../main/common/database/lock";
import { silentLog } from "../../../main/common/log";
import { databaseName } from "../../../main/common/workspace-folder";
import { createConfirmations } from "../../../main/local-service/common/confirmations";
import { openStore } from "../../../main/local-service/open-store";
import { readOnlyMessage, reserveFileOf } from "../../../main/local-service/space";
import { bytesOf, startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { loadDump } from "../../helpers/database-dump";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import type { Json } from "../../helpers/local-workspace";
import { mountSmallDisk, smallDiskProblem, type SmallDisk } from "../../helpers/small-disk";

let disk: SmallDisk;
let running: RunningLocalService | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
  disk.remove();
});

const title = (text: string) => (smallDiskProblem ? `${text}: ${smallDiskProblem}` : text);

describe.skipIf(smallDiskProblem)(title("a workspace on a full disk"), () => {
  const changes: boolean[] = [];
  beforeEach(() => {
    disk = mountSmallDisk(90);
    changes.length = 0;
  });
  const dataDir = () => path.join(disk.folder, "workspace");
  const start = async () =>
    (running = await startLocalService({
      dataDir: dataDir(),
      durations: { diskCheckMs: 10, fullDiskCheckMs: 10 },
      onDiskFull: (isFull) => changes.push(isFull),
    }));
  const listed = async ({ client }: RunningLocalService) =>
    bodyOf<Json[]>(await client.get("/projects?type=line-dubbing")).map(({ id }) => id);

  async function createContent(): Promise<{ project: string; batch: unknown }> {
    const { client } = await start();
    await client.upload("a.mp4", bytesOf(5));
    const project = await createProject(client);
    const scriptPath = await uploadScript(client, "a.csv", "Text_FR-FR\nUn\n");
    const { id: batch } = await createBatch(client, project, { scriptPath });
    await expect.poll(() => existsSync(reserveFileOf(dataDir()))).toBe(true);
    return { project, batch };
  }
  async function stop(): Promise<void> {
    await running?.close();
    running = null;
  }

  it("starts, is read, and refuses changes until there is space", async () => {
    const { project } = await createContent();
    await stop();
    disk.fill();
    const full = await start();
    expect(changes).toEqual([true]);
    expect(await listed(full)).toEqual([project]);
    expect(await full.client.files()).toEqual(["a.mp4"]);
    const refused = await full.client.post("/local/users", {});
    expect(refused.status).toBe(507);
    expect(refused.json).toEqual({ message: readOnlyMessage });

    disk.empty();
    await expect.poll(() => changes).toEqual([true, false]);
    expect(await createProject(full.client)).toBeTruthy();
    expect(existsSync(`${path.join(dataDir(), "workspace.db")}-shm`)).toBe(true);
  });

  it("deletes files, batches and projects with the reserved space", async () => {
    const { project, batch } = await createContent();
    await stop();
    disk.fill();
    const full = await start();
    const removed = await full.client.post("/batches/delete", { batchIds: [batch] });
    expect(removed.status, removed.text).toBeLessThan(300);
    const files = await full.client.post("/media/files/delete", { paths: ["a.mp4"] });
    expect(files.status, files.text).toBeLessThan(300);
    expect((await full.client.call("DELETE", `/projects/${project}`)).status).toBeLessThan(300);
    expect(await listed(full)).toEqual([]);
    expect(await full.client.files()).toEqual([]);
    expect(existsSync(path.join(dataDir(), "media", "a.mp4"))).toBe(false);
    expect(changes).toEqual([true]);
  });

  it("is found to be full while the service runs, and without a reserved file starts too", async () => {
    await createContent();
    disk.fill();
    await expect.poll(() => changes).toEqual([true]);
    await running?.client.post("/media/files/delete", { paths: ["a.mp4"] });
    await stop();
    disk.fill();
    expect(existsSync(reserveFileOf(dataDir()))).toBe(false);
    const full = await start();
    expect(await listed(full)).toHaveLength(1);
    expect(await full.client.files()).toEqual([]);
  });

  it("is used by one process only", async () => {
    await createContent();
    await stop();
    disk.fill();
    const first = await lockFolder(dataDir());
    await expect(lockFolder(dataDir(), { patienceMs: 0 })).rejects.toMatchObject({
      code: "folder-in-use",
    });
    first.release();
    (await lockFolder(dataDir(), { patienceMs: 0 })).release();
  });
});

describe.skipIf(smallDiskProblem)(title("an upgrade on a full disk"), () => {
  it("changes nothing, and leaves no copy", () => {
    disk = mountSmallDisk(6);
    const file = path.join(disk.folder, "test.db");
    const schema = ["CREATE TABLE a (x TEXT) STRICT"];
    const old = openDatabase(file, schema);
    old.transaction(() => {
      for (let row = 0; row < 1000; row += 1) old.run("INSERT INTO a VALUES (?)", "x".repeat(1000));
    });
    old.close();
    disk.fill(100_000);
    const upgraded = [...schema, "CREATE TABLE b (y TEXT) STRICT"];
    expect(() => openDatabase(file, upgraded)).toThrow(
      expect.objectContaining({ code: "disk-full" }) as Error,
    );
    expect(readdirSync(disk.folder).filter((name) => name.includes(".before-"))).toEqual([]);
    disk.empty();
    const next = openDatabase(file, upgraded);
    expect(next.get("SELECT count(*) AS n FROM a")).toEqual({ n: 1000 });
    next.close();
  });
});

describe.skipIf(smallDiskProblem)(title("a workspace of an earlier version on a full disk"), () => {
  beforeEach(() => {
    disk = mountSmallDisk(40);
    loadDump("workspace", 12, file());
    const database = new DatabaseSync(file());
    database.exec("PRAGMA journal_mode=WAL");
    database.close();
  });
  const file = () => path.join(disk.folder, databaseName);
  const open = () =>
    openStore({
      dataDir: disk.folder,
      state: "own",
      mayRestoreCopy: false,
      lastUse: null,
      acceptsRows: false,
      confirmations: createConfirmations(Buffer.alloc(32)),
      log: silentLog,
      now: Date.now,
    });
  const copies = () => readdirSync(disk.folder).filter((name) => name.includes(".before-12-"));

  it("is upgraded with the reserved space", async () => {
    writeFileSync(reserveFileOf(disk.folder), Buffer.alloc(8 * 1024 ** 2, 1));
    disk.fill();
    const store = await open();
    expect(existsSync(reserveFileOf(disk.folder))).toBe(false);
    expect(copies()).toHaveLength(1);
    await store.close();
  });

  it("is upgraded with the space of older copies, and keeps the newest good one", async () => {
    const { file: good } = await makeCopy(file(), Date.now());
    const older = copyFileName(file(), Date.now() - 100_000_000);
    writeFileSync(older, Buffer.alloc(4 * 1024 ** 2, 1));
    disk.fill();
    const store = await open();
    expect([existsSync(good), existsSync(older), copies().length]).toEqual([true, false, 1]);
    await store.close();
  });

  it("without any space is not changed, and the reason is named", async () => {
    disk.fill();
    await expect(open()).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(
        /the upgrade of workspace\.db needs about \d+ MB, and 0 MB/,
      ) as string,
    });
    expect(inspectDatabase(file())).toMatchObject({ kind: "database", version: 12 });
    expect(copies()).toEqual([]);
  });
});
