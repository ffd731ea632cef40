/**
 * The drill of a backup: the database of a running server is dumped, and restored into an empty one
 * beside the same objects, in a bucket of Ceph if it is installed. Takes about 10 s, and 20 s more
 * for Ceph.
 */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import {
  compareObjects,
  findOrphans,
  type ObjectFault,
} from "../../main/local-service/compare-objects";
import type { StoreArguments } from "../../main/local-service/arguments";
import { openExistingWorkspace } from "../../main/local-service/open-existing";
import { findPostgres } from "../../resources/tools/postgres-server.mjs";
import { temporaryFolder } from "../helpers/backend";
import { missingCephPrograms, startCephGateway } from "../helpers/ceph-gateway";
import { bytesOf, startLocalService } from "../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../helpers/local-workspace";
import { createEmptyDatabase, type TestDatabase } from "../helpers/postgres/databases";
import { scriptWorkerFile } from "../helpers/programs";
import { long } from "../long";

const { signal } = new AbortController();
const runProgram = promisify(execFile);
const postgresProgram = (name: string, ...args: string[]) =>
  runProgram(path.join(findPostgres() ?? "", name), args);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let databases: TestDatabase[];
beforeEach(async () => {
  if (inject("postgres") === null) return;
  folder = await temporaryFolder();
  databases = [];
});
afterEach(async () => {
  if (inject("postgres") === null) return;
  for (const database of databases) await database.remove();
  await folder.remove();
});
async function newDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database;
}

/** The workspace as the terminal commands open it. */
async function compare(store: StoreArguments) {
  const { rows, objects, close } = await openExistingWorkspace(store);
  const faults: ObjectFault[] = [];
  const compared = await compareObjects(rows, objects, (fault) => void faults.push(fault), signal);
  const before = Date.now() + 24 * 3_600_000;
  const orphans = objects.bucket
    ? await findOrphans(rows, objects.bucket.list(), { before, signal })
    : [];
  await close();
  return { compared, faults, orphans: orphans.length };
}

async function drill(bucket: Awaited<ReturnType<typeof newBucket>> | null) {
  const dataDir = path.join(folder.path, "data");
  const dump = path.join(folder.path, "dump");
  const options = { dataDir, scriptWorkerFile, bucket: bucket?.options };
  const storeOf = ({ url }: TestDatabase): StoreArguments => ({
    dataDir,
    database: url,
    databaseFile: undefined,
    bucketArguments: bucket?.bucketArguments ?? null,
  });
  const database = await newDatabase();
  const running = await startLocalService({ ...options, databaseUrl: database.url });
  const { client } = running;
  const content = "ID,Character,Text_FR-FR\n1,Ada,Bonjour\n2,Ada,Merci\n";
  const scriptPath = await uploadScript(client, "script.csv", content);
  const fields = { type: "audio-production", sourceLanguage: undefined };
  const { id } = await createBatch(client, await createProject(client, fields), { scriptPath });
  for (const at of [1, 2, 3]) await client.upload(`before/${at}.mp4`, bytesOf(50_000, at));
  const files = await client.files();
  expect(files).toHaveLength(3);

  const dumping = postgresProgram("pg_dump", "--format=custom", `--file=${dump}`, database.url);
  for (const at of [1, 2]) await client.upload(`during/${at}.mp4`, bytesOf(50_000, 10 + at));
  await dumping;
  await client.upload("after.mp4", bytesOf(50_000, 20));
  // The object stays for some days.
  if (bucket) await client.post("/media/files/delete", { paths: ["before/1.mp4"] });
  expect(await client.files()).toHaveLength(bucket ? 5 : 6);
  const batch = bodyOf(await client.get(`/batches/${String(id)}`));
  await running.close();
  const last = await compare(storeOf(database));
  expect(last).toEqual({ compared: bucket ? 6 : 7, faults: [], orphans: 0 });

  const empty = await newDatabase();
  await postgresProgram(
    "pg_restore",
    "--no-owner",
    "--exit-on-error",
    `--dbname=${empty.url}`,
    dump,
  );
  const restored = await startLocalService({ ...options, databaseUrl: empty.url });
  const found = await restored.client.files();
  expect(found).toEqual(expect.arrayContaining(files));
  expect(found).not.toContain("after.mp4");
  expect(bodyOf(await restored.client.get(`/batches/${String(id)}`))).toEqual(batch);
  await restored.close();
  const { faults, compared, orphans } = await compare(storeOf(empty));
  expect(faults).toEqual([]);
  expect(compared).toBe(found.length + 1);
  // Files of after the dump have objects and no rows.
  if (bucket) expect(orphans).toBe(6 - found.length);
}

async function newBucket(ceph: Awaited<ReturnType<typeof startCephGateway>>) {
  const connection = await ceph.createBucket("drill");
  const { accessKeyId, secretAccessKey, endpoint } = connection;
  const objectsKeyFile = path.join(folder.path, "key.json");
  await writeFile(objectsKeyFile, JSON.stringify({ accessKeyId, secretAccessKey }));
  const bucketArguments = {
    objectsUrl: `s3://drill/team?endpoint=${endpoint}`,
    objectsKeyFile,
    workDir: undefined,
    workBytes: undefined,
  };
  return { options: { connection }, bucketArguments };
}

it("a restored dump misses nothing of the time of the dump", long, () => drill(null));

const missing = missingCephPrograms.join(", ");
it.skipIf(missing !== "")(
  `a restored dump misses nothing beside a bucket (missing: ${missing || "none"})`,
  long,
  async () => {
    const ceph = await startCephGateway();
    try {
      await drill(await newBucket(ceph));
    } finally {
      await ceph.close();
    }
  },
);
