/**
 * The move of a workspace between services, here both on SQLite: about 3 s. `test/postgres` has the
 * move to PostgreSQL and back.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { movedObjects, moveState } from "../../../preload/local-service/move";
import { AppError } from "../../../main/common/errors";
import { measureMove } from "../../../main/remote/move/measure-move";
import { thisMover } from "../../../main/remote/move/movers";
import { discardMove, moveWorkspace } from "../../../main/remote/move/move-workspace";
import type { MoveCalls } from "../../../main/remote/extensions/move";
import type { Remote } from "../../../main/remote/remote";
import {
  bytesOf,
  filesBelow,
  sendRequest,
  signIn,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createProject, createUser, type Json } from "../../helpers/local-workspace";
import {
  contentsOf,
  expectAllTables,
  fillWorkspace,
  remoteOf,
} from "../../helpers/moved-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";
import { createScriptedEngine } from "../../helpers/scripted-engine";

let source: RunningLocalService;
let target: RunningLocalService;
let from: Remote;
let to: Remote;
const withEngine = {
  scriptWorkerFile,
  startEngine: () => Promise.resolve(createScriptedEngine()),
};
beforeAll(async () => {
  source = await startLocalService(withEngine);
  from = remoteOf(source);
  await fillWorkspace(source);
});
afterAll(async () => {
  await from.close();
  await source.remove();
});
beforeEach(async () => {
  target = await startLocalService({ ...withEngine, team: { name: "North" } });
  to = remoteOf(target);
});
afterEach(async () => {
  await to.close();
  await target.remove();
  await discardMove(from.extensions.move, null);
});

const messageOf = ({ json }: { json: unknown }) => (json as { message: string }).message;
const signal = new AbortController().signal;
const moved = (
  calls: { source?: MoveCalls; target?: MoveCalls } = {},
  stop: AbortSignal = signal,
) =>
  moveWorkspace({
    source: calls.source ?? from.extensions.move,
    target: calls.target ?? to.extensions.move,
    names: { source: "/here", target: "https://there" },
    onProgress: () => undefined,
    signal: stop,
  });

/** Of the source, whose background work the move has stopped. */
async function contentsOfSource() {
  await from.extensions.move.beginSource("https://there");
  return contentsOf(source.client, from);
}
/** The target finds the findings of lines again. */
const expectContents = (contents: object) =>
  expect.poll(() => contentsOf(target.client, to), { timeout: 60_000 }).toEqual(contents);

it("every list, row and byte is equal, and the source can only be read", async () => {
  await expectAllTables(from.extensions.move, ["bulk_requests", "bulk_rows", "tasks"]);
  const before = await contentsOfSource();
  const result = await moved();
  expect(result).toMatchObject({ files: 12, problems: [] });
  expect(await contentsOf(source.client, from)).toEqual(before);
  await expectContents(before);

  const refused = await source.client.post("/projects", { name: "x" });
  expect([refused.status, messageOf(refused)]).toEqual([
    409,
    "this workspace was moved to https://there: it can only be read",
  ]);
  expect((await source.client.upload("new.mp4", bytesOf(3))).status).toBe(409);
  // The target goes on, with ids of its own.
  await createProject(target.client);
  await target.restart();
  to = remoteOf(target);
  expect((await moved()).problems).toEqual([]);
  await source.restart();
  from = remoteOf(source);
  expect((await source.client.post("/projects", { name: "x" })).status).toBe(409);
  await discardMove(from.extensions.move, null);
  await createProject(source.client);
});

/** The rows of a table of the target. */
async function rowsOf(table: string): Promise<Json[]> {
  const found: Json[] = [];
  let after = "";
  do {
    const { lines, next } = await to.extensions.move.readRows(table, after, signal);
    for (const line of lines.toString().split("\n"))
      if (line !== "") found.push(JSON.parse(line) as Json);
    after = next;
  } while (after !== "");
  return found;
}

it("deliveries are moved without their files, and those that were being made wait", async () => {
  const request = `{"languages":["fr-fr"],"parts":["mix"],"preset":"online","naming":"number",
    "includeUnapproved":false,"originalTrack":false}`;
  // Nothing continues them while it is the source.
  await from.extensions.move.beginSource("https://there");
  for (const [id, kind, state] of [
    ["moved-1", "objects", "made"],
    ["moved-2", "objects", "making"],
    ["moved-3", "folder", "making"],
  ] as const)
    await source.exec(`INSERT INTO exports
      (id, batch_id, kind, request, snapshot, folder, version, state, created_at, files, made)
      SELECT '${id}', id, '${kind}', '${request}', '{"lines":[]}', '/x', 1, '${state}', 5, 1, 1 FROM batches LIMIT 1`);
  await source.exec(`INSERT INTO export_files (export_id, position, path, state, bytes, sha256, location)
    VALUES ('moved-1', 0, 'a.wav', 'made', 5, '${"0".repeat(64)}', 'deliveries/moved-1/0-01020304')`);
  expect((await moved()).problems).toEqual([]);
  await source.exec("DELETE FROM exports WHERE id LIKE 'moved-%'");
  const exports = (await rowsOf("exports")).filter(({ id }) => String(id).startsWith("moved-"));
  expect(exports.map(({ state }) => state)).toEqual(["expired", "unconfirmed", "unconfirmed"]);
  const files = await rowsOf("export_files");
  expect(files.find(({ export_id: id }) => id === "moved-1")).toMatchObject({
    state: "waiting",
    location: null,
  });
});

/** Calls that fail after a number of them, as if the connection was lost. */
function failing(calls: MoveCalls, after: { calls: number }): MoveCalls {
  const wrap =
    <Values extends unknown[], T>(call: (...values: Values) => Promise<T>) =>
    async (...values: Values): Promise<T> => {
      after.calls -= 1;
      // The response of the last one is lost.
      if (after.calls < 0) throw new Error("lost");
      const result = await call(...values);
      if (after.calls === 0) throw new Error("lost");
      return result;
    };
  const wrapped = Object.entries(calls).map(([name, call]): [string, unknown] => [
    name,
    typeof call === "function" ? wrap(call as () => Promise<unknown>) : call,
  ]);
  return Object.fromEntries(wrapped) as object as MoveCalls;
}

it("continues after lost calls", () => withLostCalls(17));
it("continues after each lost call", long, () => withLostCalls(1));

async function withLostCalls(step: number): Promise<void> {
  const before = await contentsOfSource();
  let attempts = 0;
  for (let done = false; !done; attempts += 1) {
    const after = { calls: 1 + step * attempts };
    const calls = {
      source: failing(from.extensions.move, after),
      target: failing(to.extensions.move, after),
    };
    done = await moved(calls).then(
      () => true,
      (error: unknown) => {
        if ((error as Error).message !== "lost") throw error;
        return false;
      },
    );
    // Nothing else is possible meanwhile; the source is readable.
    if (attempts === 3) {
      expect((await target.client.get("/projects")).status).toBe(503);
      expect((await source.client.get("/projects")).status).toBe(200);
      expect((await source.client.post("/projects", { name: "x" })).status).toBe(503);
    }
  }
  expect(attempts).toBeGreaterThan(5);
  await expectContents(before);
}

it("is discarded: the target is empty, and the source can be changed", async () => {
  const after = { calls: 45 };
  await expect(moved({ target: failing(to.extensions.move, after) })).rejects.toThrow("lost");
  expect((await to.extensions.move.state()).role).toBe("target");
  // One call returns the same numbers as reading all pages.
  const { move } = from.extensions;
  const older = { ...move, size: () => Promise.reject(new AppError("not-found", "")) };
  expect(await measureMove(move, signal)).toEqual(await measureMove(older, signal));
  // Another program reports that it moves the workspace.
  const mover = { ...thisMover(), id: "other", computer: "other", host: "elsewhere" };
  await move.setRunning(true, mover);
  const runs = {
    code: "move-runs",
    message: expect.stringContaining("the move runs now on elsewhere") as unknown,
  };
  await expect(discardMove(move, null)).rejects.toMatchObject(runs);
  const received = await to.extensions.move.state();
  await expect(moved()).rejects.toMatchObject(runs);
  await expect(move.setRunning(true, thisMover())).rejects.toMatchObject({
    code: "invalid-input",
  });
  expect(await to.extensions.move.state()).toEqual(received);
  await move.setRunning(false, thisMover());
  expect((await move.state()).mover).toEqual(mover);
  await move.setRunning(false, mover);
  // A program of this computer that was killed does not prevent it.
  await move.setRunning(true, { ...thisMover(), id: "killed", processId: 2 ** 31 - 1 });
  await discardMove(from.extensions.move, to.extensions.move);
  const { role, tables } = await to.extensions.move.state();
  expect([role, tables.filter(({ rows }) => rows > 0)]).toEqual(["none", []]);
  for (const name of ["media", "renamed", "scripts", "takes"])
    expect(await filesBelow(path.join(target.dataDir, name))).toEqual([]);
  bodyOf(await source.client.post("/projects/archive", { action: "archive", projectIds: [] }), 204);
  expect((await moved()).problems).toEqual([]);
});

it("is not discarded by a workspace that is not its source", async () => {
  const { schemaVersion } = await to.extensions.move.state();
  await to.extensions.move.beginTarget({ id: "of another source", schemaVersion }, "x");
  const discard = () => discardMove(from.extensions.move, to.extensions.move);
  const refused = { message: "the target receives another workspace" };
  // In no move, and in another one.
  await expect(discard()).rejects.toMatchObject(refused);
  await from.extensions.move.beginSource("y");
  await expect(discard()).rejects.toMatchObject(refused);
  expect((await to.extensions.move.state()).role).toBe("target");
});

it("does not begin unless the target is empty", async () => {
  await createUser(target.client);
  const refused = await target.client.post("/local/move", {
    role: "target",
    id: "x",
    schemaVersion: (await to.extensions.move.state()).schemaVersion,
    other: "y",
  });
  expect([refused.status, messageOf(refused)]).toEqual([
    409,
    "the workspace is not empty: it has rows in the table users",
  ]);
  await expect(moved()).rejects.toMatchObject({
    message: expect.stringContaining("not empty") as unknown,
  });
  await createUser(target.client);
});

it("is for administrators of a service for a team", async () => {
  const userId = await createUser(target.client);
  const fields = { name: "x", scope: "member", userId };
  const secret = bodyOf<{ clientId: string; clientSecret: string }>(
    await target.client.post("/local/credentials", fields),
    201,
  );
  const member = await signIn({ baseUrl: target.client.baseUrl, ...secret });
  expect((await member.get("/local")).text).not.toContain('"move"');
  for (const [method, at] of [
    ["GET", "/local/move"],
    ["POST", "/local/move"],
    ["DELETE", "/local/move"],
    ["GET", "/local/move/rows/users"],
    ["GET", "/local/move/objects"],
  ] as const)
    expect(
      (await member.call(method, at, method === "POST" ? { role: "source", other: "" } : undefined))
        .status,
    ).toBe(400);
  // Before their bytes have arrived: of others, and of an administrator without a move.
  for (const [{ token }, status] of [
    [member, 400],
    [target.client, 409],
  ] as const) {
    const headers = { Authorization: token, "Content-Length": "1000" };
    const rows = `${target.client.baseUrl}/local/move/rows/users`;
    const refused = await sendRequest(rows, { method: "POST", headers, body: "{" });
    expect(refused.status).toBe(status);
  }
});

it("lists what has no bytes again when it is continued, without speech", async () => {
  const { move } = from.extensions;
  await move.beginSource("https://there");
  const [file] = await filesBelow(path.join(source.dataDir, "media", "films"));
  const { objects } = await move.listObjects("", signal);
  const speech = objects.find(({ size }) => size === null);
  const lost = [path.join("media", "films", String(file)), String(speech?.location)];
  const kept = await Promise.all(
    lost.map(async (name) => {
      const at = path.join(source.dataDir, name);
      const bytes = await readFile(at);
      await rm(at);
      return { at, bytes };
    }),
  );
  const stopped = { ...to.extensions.move, finish: () => Promise.reject(new Error("lost")) };
  await expect(moved({ target: stopped })).rejects.toThrow("lost");
  expect((await moved()).problems).toEqual([
    { name: expect.stringContaining("films/") as unknown, problem: "missing" },
  ]);
  for (const { at, bytes } of kept) await writeFile(at, bytes);
});

describe("rows of another person", () => {
  const add = (table: string, rows: readonly unknown[]) =>
    sendRequest(`${target.client.baseUrl}/local/move/rows/${table}`, {
      method: "POST",
      headers: { Authorization: target.client.token },
      body: rows.map((row) => JSON.stringify(row)).join("\n"),
    });
  const user = {
    id: "u1",
    first_name: "A",
    last_name: "B",
    email: "a@b.c",
    folded_email: "a@b.c",
    created_at: 1,
  };
  const script = { id: "0".repeat(32), name: "a", size: 1, created_at: 1 };
  const begin = async () => {
    const { schemaVersion } = await to.extensions.move.state();
    await to.extensions.move.beginTarget({ id: "hostile", schemaVersion }, "x");
  };

  it("of tables whose names would be other calls of the target are refused", async () => {
    const state = await to.extensions.move.state();
    const isAccepted = (name: string) =>
      moveState.safeParse({ ...state, tables: [{ name, rows: 1, last: "" }] }).success;
    expect(["users", "..", "../finish", "../../backup"].filter(isAccepted)).toEqual(["users"]);
    const objects = (location: string) => ({
      objects: [{ location, size: 1, sha256: null }],
      next: "",
    });
    const isListed = (location: string) => movedObjects.safeParse(objects(location)).success;
    expect(["takes/a.wav", "..", "."].filter(isListed)).toEqual(["takes/a.wav"]);
  });

  it("are refused with the table and the key, and no file is written elsewhere", async () => {
    expect((await add("users", [user])).status).toBe(409);
    await begin();
    for (const [table, row, reason] of [
      [
        "users",
        { ...user, id: "../u" },
        "table users has an invalid row (id ../u): id is not an id",
      ],
      ["users", { ...user, more: 1 }, "table users"],
      ["users", { id: "u1" }, "table users"],
      ["users", [1], "one row in each line"],
      ["users", { ...user, first_name: "a\u0000" }, "characters that no text has"],
      ["scripts", { ...script, location: "../../x" }, "names a file outside"],
      ["team", { project_id: "none", user_id: "u1", role: "project-owner" }, "do not exist"],
      ["files", { path: "a" }, "moved with their bytes"],
    ] as const) {
      const refused = await add(table, [row]);
      expect([table, refused.status, messageOf(refused)]).toEqual([
        table,
        400,
        expect.stringContaining(reason),
      ]);
    }
    expect((await add("credentials", [user])).status).toBe(400);
    expect((await add("users", [user, user])).status).toBe(204);
    const sha256 = "0".repeat(64);
    for (const location of ["../x", "service.key", "media/a", "takes/../../x", "takes"]) {
      const at = `/local/move/objects/${encodeURIComponent(location)}?sha256=${sha256}`;
      const refused = await target.client.call("PUT", at, {});
      expect([location, refused.status]).toEqual([location, 400]);
      expect(
        (await target.client.get(`/local/move/objects/${encodeURIComponent(location)}`)).status,
      ).toBe(404);
    }
    const wrong = await target.client.call(
      "PUT",
      `/local/move/objects/takes%2Fa.wav?sha256=${sha256}`,
      {},
    );
    expect([wrong.status, messageOf(wrong)]).toEqual([400, "sha256: is not that of the bytes"]);
    const file = { path: "../a", size: 1, etag: "x", contentType: "a/b", sha256: null };
    expect((await target.client.post("/local/move/files", file)).status).toBe(400);
    expect(
      (await target.client.post("/local/move/files", { ...file, path: "a", sha256 })).status,
    ).toBe(400);
    const { rows } =
      (await to.extensions.move.state()).tables.find(({ name }) => name === "users") ?? {};
    expect(rows).toBe(1);
    await to.extensions.move.discard();
  });
});
