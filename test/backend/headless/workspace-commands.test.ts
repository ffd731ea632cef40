/**
 * `dubyard migrate`, `verify` and `orphans` on the folder of a workspace: about 3 s, of which most
 * is for the four processes.
 */
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inspectFolder } from "../../../main/common/workspace-folder";
import { silentLog } from "../../../main/common/log";
import { findMissing } from "../../../main/headless/verify-service";
import { loadOrCreateKeys } from "../../../main/local-service/keys";
import { migrateStore } from "../../../main/local-service/migrate-store";
import { openExistingWorkspace } from "../../../main/local-service/open-existing";
import { migrations } from "../../../main/local-service/rows/migrations";
import { temporaryFolder } from "../../helpers/backend";
import { runCommand } from "../../helpers/commands";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { loadDump } from "../../helpers/database-dump";
import { bytesOf, startLocalService } from "../../helpers/local-service";
import { remoteOf } from "../../helpers/moved-workspace";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const nobody = { clientId: "", clientSecret: "" };
const run = (...args: string[]) => runCommand(nobody, [...args, "--json"]).ended;

it("migrate changes a database of an earlier version, and then has nothing to do", async () => {
  const dataDir = path.join(folder.path, "earlier");
  await mkdir(dataDir);
  await loadOrCreateKeys(dataDir);
  loadDump("workspace", 28, path.join(dataDir, "workspace.db"));
  const store = { dataDir, database: undefined, databaseFile: undefined, bucketArguments: null };
  const current = migrations.length;
  expect((await run("verify", "--data", dataDir)).errors).toContain(
    'upgrade it with "dubyard migrate"',
  );
  expect(await migrateStore(store, silentLog)).toEqual({ from: 28, to: current });
  const { code, lines } = await run("migrate", "--data", dataDir);
  expect([code, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([
    0,
    [{ event: "summary", from: current, to: current, exitCode: 0 }],
  ]);
});

it("verify names the files that are missing, also while the service runs", async () => {
  const local = await startLocalService();
  try {
    for (const name of ["a.mp4", "b.mp4"]) await local.client.upload(name, bytesOf(1000));
    await rm(path.join(local.dataDir, "media/b.mp4"));
    const { code, lines } = await run("verify", "--data", local.dataDir);
    expect([code, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([
      1,
      [
        {
          event: "missing",
          kind: "media",
          location: "media/b.mp4",
          name: "b.mp4",
          expected: 1000,
          actual: null,
        },
        { event: "summary", compared: 2, missing: 1, size: 0, exitCode: 1 },
      ],
    ]);
    // The same from another computer.
    const { client } = local;
    const remote = remoteOf(local);
    try {
      const { signal } = new AbortController();
      const missing = [{ kind: "media", name: "b.mp4" }];
      const find = () => findMissing(remote.extensions.move, signal, () => undefined);
      expect(await find()).toEqual({ compared: 2, missing });
      await client.post("/media/files/delete", { paths: ["b.mp4"] });
      expect(await find()).toEqual({ compared: 1, missing: [] });
    } finally {
      await remote.close();
    }
    expect(await run("orphans", "--data", local.dataDir)).toMatchObject({
      code: 2,
      errors: expect.stringContaining("--objects is required") as string,
    });
  } finally {
    await local.remove();
  }
});

it("a folder without a workspace, and a file, are invalid arguments", async () => {
  const file = path.join(folder.path, "a.mp4");
  await writeFile(file, "x");
  const invalid = { code: "invalid-input", message: expect.stringContaining("a.mp4") as string };
  for (const dataDir of [file, `${file}-missing`]) {
    const store = { dataDir, database: undefined, databaseFile: undefined, bucketArguments: null };
    await expect(openExistingWorkspace(store)).rejects.toMatchObject(invalid);
  }
  expect(() => inspectFolder(file)).toThrow(expect.objectContaining(invalid) as Error);
});

it("a bucket of another workspace, or of none, is refused", async () => {
  const dataDir = path.join(folder.path, "own");
  await mkdir(dataDir);
  await openSqliteStore(dataDir).close();
  const { clientId } = await loadOrCreateKeys(dataDir);
  const objectsKeyFile = path.join(folder.path, "key.json");
  await writeFile(objectsKeyFile, JSON.stringify({ accessKeyId: "a", secretAccessKey: "s" }));
  let owner: string | null = null;
  const server = createServer((_request, response) => {
    response.statusCode = owner === null ? 404 : 200;
    response.setHeader("etag", '"1"');
    response.end(owner === null ? "" : JSON.stringify({ workspace: owner }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = () =>
    openExistingWorkspace({
      dataDir,
      database: undefined,
      databaseFile: undefined,
      bucketArguments: {
        objectsUrl: `s3://bucket/team?endpoint=http://127.0.0.1:${port}`,
        objectsKeyFile,
        workDir: undefined,
        workBytes: undefined,
      },
    });
  try {
    await expect(open()).rejects.toThrow("the bucket belongs to none");
    owner = "local-other";
    await expect(open()).rejects.toThrow("the bucket belongs to local-other");
    owner = clientId;
    await (await open()).close();
    await rm(path.join(dataDir, "service.key"));
    await expect(open()).rejects.toThrow("no service.key");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
