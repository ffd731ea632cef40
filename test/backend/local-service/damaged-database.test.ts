/**
 * A damaged database of a local workspace: the service does not start, or starts with its newest
 * copy.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseName, openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { makeCopy } from "../../../main/common/database/copies";
import { listCopies } from "../../../main/common/database/copy-files";
import { localServiceEntry, startOf } from "../../helpers/programs";
import { damageHeader, damageTable } from "../../helpers/damage-database";
import {
  bytesOf,
  signIn,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { createProject, createUser } from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeEach(async () => {
  local = await startLocalService();
  await local.client.upload("a.mp4", bytesOf(5));
  await createProject(local.client);
  await createUser(local.client);
  await local.close();
});
afterEach(() => local.remove());
const database = () => path.join(local.dataDir, databaseName);
const start = (mayRestoreCopy: boolean) =>
  startLocalService({ dataDir: local.dataDir, mayRestoreCopy });

describe.each([
  ["damaged pages", () => damageTable(database(), "files")],
  ["an overwritten header", () => damageHeader(database())],
])("%s", (_name, damage) => {
  it("prevents the start, reports the date of the newest valid copy, and is replaced by it on request", async () => {
    const copy = await makeCopy(database(), 1_800_000_000_000);
    damage();
    const before = await filesBelow(local.dataDir);
    await expect(start(false)).rejects.toMatchObject({
      code: "database-damaged",
      details: { copyMadeAt: copy.madeAt },
    });
    const remaining = (await filesBelow(local.dataDir)).filter((name) => !/-(wal|shm)$/.test(name));
    expect(remaining).toEqual(before);
    const restored = await start(true);
    expect(await restored.client.files()).toEqual(["a.mp4"]);
    expect((await restored.client.get("/users")).json).toHaveLength(1);
    await restored.close();
    const names = await readdir(local.dataDir);
    expect(names.filter((name) => name.startsWith(`${databaseName}.damaged-`))).not.toEqual([]);
  });
});

it("without a valid copy the service does not start and changes nothing", async () => {
  damageTable(database(), "files");
  for (const mayRestoreCopy of [false, true])
    await expect(start(mayRestoreCopy)).rejects.toMatchObject({ code: "database-damaged" });
  expect(await filesBelow(path.join(local.dataDir, "media"))).toEqual(["a.mp4"]);
});

it("unfinished changes in the copy are not repeated on newer files", async () => {
  const store = openSqliteStore(local.dataDir);
  await store.beginRemoval({ paths: ["a.mp4"] }, 10);
  await store.beginPublishing({
    path: "b.mp4",
    staged: "staging/000000000000000000",
    location: "media/b.mp4",
    folded: "b.mp4",
    size: 3,
    etag: "e",
    contentType: "video/mp4",
    uploadId: null,
  });
  await store.close();
  await makeCopy(database(), 1_800_000_000_000);
  // Both were completed after the copy was made, and both paths were uploaded again since then.
  for (const name of ["a.mp4", "b.mp4"])
    await writeFile(path.join(local.dataDir, "media", name), "newer");
  damageTable(database(), "users");
  const restored = await start(true);
  expect(await filesBelow(path.join(local.dataDir, "media"))).toEqual(["a.mp4", "b.mp4"]);
  await restored.close();
});

it("an invitation of the copy that may have been used since then is not valid again", async () => {
  const store = openSqliteStore(local.dataDir);
  const [user] = await store.listUsers();
  const invitation = {
    id: "i",
    userId: user!.id,
    scope: "member" as const,
    invitedBy: "owner",
    createdAt: 1,
    expiresAt: 4_000_000_000_000,
    usedAt: null,
    withdrawnAt: null,
  };
  await store.addInvitation(invitation, "code");
  await store.close();
  await makeCopy(database(), 1_800_000_000_000);
  damageTable(database(), "users");
  await (await start(true)).close();
  const restored = openSqliteStore(local.dataDir);
  expect(await restored.listInvitations()).toEqual([]);
  await restored.close();
});

it("a running service makes a copy when one is due", async () => {
  const running = await startLocalService({
    dataDir: local.dataDir,
    durations: { copyAfterMs: 0 },
  });
  await expect.poll(() => listCopies(database()).length).toBe(1);
  expect(await running.client.files()).toEqual(["a.mp4"]);
  await running.close();
});

it("as a process it reports the copy's date, and restores it with --restore-copy", async () => {
  const { madeAt } = await makeCopy(database(), 1_800_000_000_000);
  for (const ending of ["", "-wal", "-shm"]) await rm(database() + ending, { force: true });
  const run = async (...args: string[]) => {
    const child = fork(localServiceEntry, ["--data", local.dataDir, ...args], { stdio: "ignore" });
    return { child, message: await startOf<{ type: string; [field: string]: unknown }>(child) };
  };
  const failed = await run();
  expect(failed.message).toMatchObject({
    type: "failed",
    code: "database-missing",
    copyMadeAt: madeAt,
  });
  const restored = await run("--restore-copy");
  const client = await signIn(restored.message["address"] as Parameters<typeof signIn>[0]);
  expect(await client.files()).toEqual(["a.mp4"]);
  const ended = once(restored.child, "exit");
  restored.child.send({ type: "stop" });
  await ended;
});
