/** `dubyard serve` with a PostgreSQL database, as a process: about 6 s. Requires a build. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { migrations } from "../../main/local-service/rows/migrations";
import { temporaryFolder } from "../helpers/backend";
import { runCommand, startCommand } from "../helpers/commands";
import { bytesOf, sendRequest, signIn } from "../helpers/local-service";
import { createEmptyDatabase, type TestDatabase } from "../helpers/postgres/databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: TestDatabase;
beforeEach(async () => {
  if (inject("postgres") === null) return;
  folder = await temporaryFolder();
  database = await createEmptyDatabase();
});
afterEach(async () => {
  if (inject("postgres") === null) return;
  await folder.remove();
  await database.remove();
});

function start(name = "served") {
  const dataDir = path.join(folder.path, name);
  const args = ["serve", "--data", dataDir, "--database", database.url];
  const child = startCommand({ clientId: "", clientSecret: "" }, args);
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  return { child, ended, dataDir, errors: () => errors };
}

it("has its rows in the database and its bytes in the folder, and offers no backup", async () => {
  for (const isFirst of [true, false]) {
    const { child, ended, dataDir } = start();
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = await signIn(JSON.parse(line) as Parameters<typeof signIn>[0]);
    if (isFirst) expect((await client.upload("a/film.mp4", bytesOf(1000))).status).toBe(200);
    expect(await client.files()).toEqual(["a/film.mp4"]);
    expect(existsSync(path.join(dataDir, "workspace.db"))).toBe(false);
    const { json } = await client.get("/local");
    expect(json).toMatchObject({ extensions: expect.not.arrayContaining(["backup"]) as unknown });
    expect((await client.post("/local/backup", { folder: "/x" })).status).toBe(404);
    const ready = await sendRequest(`${new URL(client.baseUrl).origin}/readyz`);
    expect(ready.json).toEqual({ status: "ready" });
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  }
});

it("does not start with a copy of a data folder whose service runs", async () => {
  const { child, ended, dataDir } = start();
  await once(createInterface({ input: child.stdout }), "line");
  const copy = path.join(folder.path, "copy");
  await mkdir(copy);
  await copyFile(path.join(dataDir, "service.key"), path.join(copy, "service.key"));
  const second = start("copy");
  expect(await second.ended).toEqual([1, null]);
  expect(second.errors()).toBe("local-service-failed: another service uses the database\n");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("does not start without its database: one line says why", async () => {
  await database.exec("CREATE TABLE workspace (schema_version BIGINT, folder TEXT)");
  await database.exec("INSERT INTO workspace VALUES (1000, 'x')");
  const { ended, errors } = start();
  expect(await ended).toEqual([1, null]);
  expect(errors()).toBe(
    "local-service-failed: the database was written by a newer version of Dubyard (schema 1000)\n",
  );
});

it("is configured by its environment, and its rows are compared with its objects", async () => {
  const dataDir = path.join(folder.path, "data");
  const secret = path.join(folder.path, "database");
  const credentials = path.join(folder.path, "administrator.json");
  await writeFile(secret, `${database.url}\n`);
  const environment = {
    DUBYARD_DATA: dataDir,
    DUBYARD_DATABASE_FILE: secret,
    DUBYARD_CREDENTIALS_FILE: credentials,
  };
  const nobody = { clientId: "", clientSecret: "" };
  const run = (name: string) => runCommand(nobody, [name, "--json"], environment).ended;
  const summary = async (name: string) => {
    const { lines } = await run(name);
    return JSON.parse(lines.at(-1) ?? "null") as unknown;
  };
  const to = migrations.length;
  expect(await summary("migrate")).toEqual({ event: "summary", from: null, to, exitCode: 0 });
  const child = startCommand(nobody, ["serve"], environment);
  const ended = once(child, "close");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  expect(Object.keys(JSON.parse(line) as object)).toEqual(["baseUrl"]);
  expect((await stat(credentials)).mode & 0o777).toBe(0o600);
  const text = await readFile(credentials, "utf8");
  const client = await signIn(JSON.parse(text) as Parameters<typeof signIn>[0]);
  for (const name of ["a.mp4", "b.mp4"]) await client.upload(name, bytesOf(1000));
  await rm(path.join(dataDir, "media/b.mp4"));
  const found = { compared: 2, missing: 1, size: 0, exitCode: 1 };
  expect(await summary("verify")).toEqual({ event: "summary", ...found });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
