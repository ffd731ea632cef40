/** Databases of the tests on PostgreSQL. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { silentLog } from "../../../main/common/log";
import { loadOrCreateKeys } from "../../../main/local-service/keys";
import { openPostgresStore } from "../../../main/local-service/rows/postgres";
import { runSql } from "./server";

/** The URL of another database of the server. */
function urlOf(database: string): string {
  const server = inject("postgres");
  if (server === null) throw new Error("PostgreSQL is not installed");
  return server.replace("/postgres?", `/${database}?`);
}

const onServer = (sql: string) => runSql(urlOf("postgres"), sql);
const createNamed = (name: string, rest: string) => onServer(`CREATE DATABASE ${name} ${rest}`);

const onLost = (error: Error) => {
  throw error;
};

let images = 0;
let image: Promise<string> | undefined;

/** A database with all tables, of which the others of this process are copies. */
async function createImage(): Promise<string> {
  images += 1;
  const name = `image_${process.pid}_${images}`;
  await createNamed(name, "TEMPLATE template0");
  const folder = { id: "image", isEmpty: true };
  const store = await openPostgresStore({ url: urlOf(name), folder, log: silentLog, onLost });
  await store.close();
  return name;
}

export interface TestDatabase {
  url: string;
  exec(sql: string): Promise<void>;
  remove(): Promise<void>;
}

const newName = () => `test_${randomBytes(8).toString("hex")}`;
const databaseOf = (name: string): TestDatabase => ({
  url: urlOf(name),
  exec: (sql) => runSql(urlOf(name), sql),
  remove: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
});

/** A database with all tables and no rows, of the data folder with this id. */
export async function createDatabase(folderId: string): Promise<TestDatabase> {
  image ??= createImage();
  const name = newName();
  await createNamed(name, `TEMPLATE ${await image}`);
  await runSql(urlOf(name), `UPDATE workspace SET folder = '${folderId}'`);
  return databaseOf(name);
}

/** A database without tables. `options`: as of CREATE DATABASE. */
export async function createEmptyDatabase(options = "TEMPLATE template0"): Promise<TestDatabase> {
  const name = newName();
  await createNamed(name, options);
  return databaseOf(name);
}

/** A database for a new data folder, which gets its keys. */
export async function createDatabaseOf(dataDir: string): Promise<TestDatabase> {
  const { clientId } = await loadOrCreateKeys(dataDir);
  return createDatabase(clientId);
}
