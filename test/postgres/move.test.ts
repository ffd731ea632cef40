/** The move of a workspace to a server on PostgreSQL, and back to a folder: about 4 s. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { silentLog } from "../../main/common/log";
import { createConfirmations } from "../../main/local-service/common/confirmations";
import { createMoving } from "../../main/local-service/move/moving";
import type { LocalStore } from "../../main/local-service/rows/port";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { moveWorkspace } from "../../main/remote/move/move-workspace";
import type { Remote } from "../../main/remote/remote";
import { startLocalService, type RunningLocalService } from "../helpers/local-service";
import { contentsOf, fillWorkspace, remoteOf } from "../helpers/moved-workspace";
import { bodyOf, createProject } from "../helpers/local-workspace";
import { createDatabase } from "../helpers/postgres/databases";
import { scriptWorkerFile } from "../helpers/programs";
import { createScriptedEngine } from "../helpers/scripted-engine";

const startEngine = () => Promise.resolve(createScriptedEngine());

/** A service whose rows are on SQLite: a folder that is given has no database elsewhere. */
async function startInFolder(): Promise<RunningLocalService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-move-"));
  return startLocalService({ dataDir, scriptWorkerFile, startEngine });
}

const move = (source: Remote, target: Remote) =>
  moveWorkspace({
    source: source.extensions.move,
    target: target.extensions.move,
    names: { source: "source", target: "target" },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

it("every list, row and byte is equal on PostgreSQL, and back on SQLite", async () => {
  const source = await startInFolder();
  await fillWorkspace(source);
  const server = await startLocalService({
    team: { name: "North" },
    scriptWorkerFile,
    startEngine,
  });
  const back = await startInFolder();
  const [from, to, end] = [remoteOf(source), remoteOf(server), remoteOf(back)];
  // It stops background work.
  await from.extensions.move.beginSource("target");
  const before = await contentsOf(source.client, from);
  expect((await move(from, to)).problems).toEqual([]);
  await expect.poll(() => contentsOf(server.client, to), { timeout: 60_000 }).toEqual(before);
  // New rows have ids after those that were moved.
  await server.exec("INSERT INTO tasks (kind) VALUES ('bulk')");
  await server.exec("DELETE FROM tasks");
  await server.exec(
    `INSERT INTO line_history (batch_id, number, language_id, at, by, changes)
     SELECT batch_id, number, language_id, 1, 'Rosa', '{}' FROM line_history ORDER BY id LIMIT 1`,
  );
  bodyOf(
    await server.client.post("/local/users", { firstName: "A", lastName: "B", email: "a@b.c" }),
    201,
  );
  await createProject(server.client, { type: "audio-production", sourceLanguage: undefined });
  await to.extensions.move.beginSource("target");
  const changed = await contentsOf(server.client, to);
  expect((await move(to, end)).problems).toEqual([]);
  await expect.poll(() => contentsOf(back.client, end), { timeout: 60_000 }).toEqual(changed);
  await Promise.all([from, to, end].map((remote) => remote.close()));
  for (const service of [source, server, back]) await service.remove();
});

it("all services of a database have the state of its move, and rows are deleted in parts", async () => {
  const database = await createDatabase("moved");
  const confirmations = createConfirmations(Buffer.alloc(32, 1));
  const open = () =>
    openPostgresStore({
      url: database.url,
      folder: { id: "moved", isEmpty: true },
      log: silentLog,
      isShared: true,
      confirmations,
      onLost: (error) => {
        throw error;
      },
    });
  const calls: string[] = [];
  const note = (name: string) => () => {
    calls.push(name);
    return Promise.resolve();
  };
  const movingOf = (store: LocalStore) =>
    createMoving({
      store,
      gallery: { recover: note("recover"), removeRecorded: note("remove") } as never,
      objects: {} as never,
      uploads: { settle: note("settle") } as never,
      schemaVersion: 1,
      holdWork: (isHeld) => note(isHeld ? "hold" : "release")(),
      log: silentLog,
      now: Date.now,
    });
  const one = await open();
  const first = await movingOf(one);
  await first.beginSource("there");
  await first.whileSettling(note("sweep"));
  // What had arrived is moved, and nothing that arrives later.
  expect(calls).toEqual(["hold", "settle", "recover"]);
  const two = await open();
  await expect(movingOf(two)).rejects.toThrow("is being moved, and another service uses");
  await first.finish();
  const second = await movingOf(two);
  await expect(second.whileChanging(note("change"))).rejects.toMatchObject({ status: 409 });
  await first.discard();
  await expect(first.beginSource("there")).rejects.toThrow("other services use the database");
  expect(await two.findMoveState()).toBeNull();
  await two.close();

  await first.beginTarget("id", "there", 1);
  await database.exec(`INSERT INTO scripts (id, name, size, location, created_at)
    SELECT n, 'x', 1, 'scripts/' || n, 1 FROM generate_series(1, 4001) AS n`);
  await first.discard();
  expect(await one.findContents()).toBeNull();
  const removed = await one.listRemovals(0);
  expect(removed).toHaveLength(4001);
  // What is moved again is not removed.
  const script = { id: "7", name: "x", size: 1, location: "scripts/7", created_at: 1 };
  await one.addRows("scripts", [script]);
  expect(await one.listRemovals(0)).toHaveLength(4000);
  await one.close();
  await database.remove();
});
