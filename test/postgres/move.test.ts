/** The move of a workspace to a server on PostgreSQL, and back to a folder: about 3 s. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { moveWorkspace } from "../../main/remote/move/move-workspace";
import type { Remote } from "../../main/remote/remote";
import { startLocalService, type RunningLocalService } from "../helpers/local-service";
import { contentsOf, fillWorkspace, remoteOf } from "../helpers/moved-workspace";
import { bodyOf, createProject } from "../helpers/local-workspace";
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
