/** Checks a PostgreSQL database, and creates its tables or changes them to the present version. */
import type { Pool, PoolClient } from "pg";
import { AppError } from "../../../common/errors";
import { lockStatement, workspaceLock } from "./locks";
import { schema, schemaVersion } from "./schema";
import { triggers } from "./triggers";

/**
 * The SQL that changes the schema to a version, by the version. A database of a former version gets
 * all later entries.
 */
const postgresMigrations: ReadonlyMap<number, string> = new Map([
  [
    29,
    `CREATE TABLE leases (
       kind TEXT NOT NULL,
       key TEXT NOT NULL,
       owner TEXT NOT NULL,
       token TEXT NOT NULL,
       until BIGINT NOT NULL,
       attempts BIGINT NOT NULL,
       PRIMARY KEY (kind, key)
     );
     CREATE INDEX leases_by_owner ON leases (owner);
     INSERT INTO leases (kind, key, owner, token, until, attempts)
       SELECT 'ingest', CAST(id AS TEXT), '', '', 0, attempts FROM tasks WHERE attempts > 0;
     ALTER TABLE tasks DROP COLUMN attempts;`,
  ],
]);

const minServerVersion = 150_000;

/** The folder of the bytes whose rows are in the database. */
export interface DataFolder {
  id: string;
  /** Whether it has no bytes yet. */
  isEmpty: boolean;
}

const refuse = (message: string, cause?: unknown) =>
  new AppError("local-service-failed", `the database ${message}`, { cause });

interface Settings {
  version: number;
  shown: string;
  encoding: string;
  provider: string;
  collation: string;
  characterType: string;
  isReadOnly: number;
}

/** @throws AppError whose message names the first setting that the service cannot work with */
async function checkSettings(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Settings>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
       pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datcollate AS collation,
       datctype AS "characterType", pg_is_in_recovery() AS "isReadOnly"
     FROM pg_database WHERE datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw refuse("does not describe itself");
  if (found.version < minServerVersion)
    throw refuse(`is PostgreSQL ${found.shown}; version 15 or later is needed`);
  const how = "create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'";
  if (found.encoding !== "UTF8") throw refuse(`has the encoding ${found.encoding}; ${how}`);
  const isC = (locale: string) => ["C", "POSIX"].includes(locale);
  if (found.provider !== "c" || !isC(found.collation))
    throw refuse(`has the collation ${found.collation}, not C; ${how}`);
  if (!isC(found.characterType))
    throw refuse(`has the character type ${found.characterType}, not C; ${how}`);
  if (found.isReadOnly === 1) throw refuse("is a copy that can only be read");
}

interface Workspace {
  /** The version of the schema. */
  version: number;
  /** The data folder with the bytes of the rows. */
  folder: string;
}

/** Null for a database without tables. */
async function findWorkspace(client: PoolClient): Promise<Workspace | null> {
  const found = await client.query<{ exists: number }>(
    "SELECT to_regclass('workspace') IS NOT NULL AS exists",
  );
  if (found.rows[0]?.exists !== 1) return null;
  const { rows } = await client.query<Workspace>(
    "SELECT schema_version AS version, folder FROM workspace",
  );
  return rows[0] ?? null;
}

/** @throws AppError if the role cannot change the rows of all tables */
async function checkRights(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND c.relname <> 'workspace' AND NOT (has_table_privilege(c.oid, 'SELECT')
         AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
         AND has_table_privilege(c.oid, 'DELETE')) ORDER BY 1 LIMIT 1`,
  );
  const [table] = rows;
  if (table) throw refuse(`does not permit this role to change the table ${table.name}`);
}

/** Creates the tables of an empty database, or changes those of a former version. */
async function migrate(client: PoolClient, folder: DataFolder): Promise<void> {
  const found = await findWorkspace(client);
  if (found === null) {
    // SECURITY: the bytes of a folder without rows would be deleted.
    if (!folder.isEmpty) throw refuse("is empty, and the data folder is that of another one");
    await client.query(schema);
    await client.query(triggers);
    await client.query("INSERT INTO workspace (schema_version, folder) VALUES ($1, $2)", [
      schemaVersion,
      folder.id,
    ]);
    return;
  }
  if (found.version > schemaVersion)
    throw refuse(`was written by a newer version of Dubyard (schema ${found.version})`);
  if (found.folder !== folder.id) throw refuse("belongs to another data folder");
  for (let version = found.version + 1; version <= schemaVersion; version += 1) {
    const sql = postgresMigrations.get(version);
    if (sql === undefined)
      throw refuse(`has the schema ${found.version}, which cannot be upgraded`);
    await client.query(sql);
    await client.query(`UPDATE workspace SET schema_version = ${version}`);
  }
}

/**
 * Prepares the database of a pool for units of work.
 * @throws AppError "local-service-failed" whose message is one line that names the reason
 */
export async function openDatabase(pool: Pool, folder: DataFolder): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(`cannot be opened: ${reason}`, error);
  });
  try {
    await checkSettings(client);
    await client.query(`BEGIN; ${lockStatement([workspaceLock])}`);
    await migrate(client, folder);
    await client.query("COMMIT");
    await checkRights(client);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error instanceof AppError
      ? error
      : refuse(`cannot be prepared: ${messageOf(error)}`, error);
  } finally {
    client.release(true);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
