/**
 * Databases as SQL text. Dumps of every schema version, with data, are in test/fixtures/databases.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { openDatabase, type Database, type Migrations } from "../../main/common/database/database";

const folder = path.resolve(import.meta.dirname, "../fixtures/databases");
export const dumpFile = (name: string, version: number) =>
  path.join(folder, `${name}-v${version}.sql`);

/** The versions of a schema that have a dump, in order. */
export function dumpedVersions(name: string): number[] {
  return readdirSync(folder)
    .flatMap((file) => new RegExp(`^${name}-v(\\d+)\\.sql$`).exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Creates a database file from a dump, as a program of that version would have written it. */
export function loadDump(name: string, version: number, file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA foreign_keys=OFF; PRAGMA synchronous=OFF; BEGIN");
  database.exec(readFileSync(dumpFile(name, version), "utf8"));
  database.exec("COMMIT");
  database.close();
}

/**
 * Writes the dump of a version: runs its migrations on an empty file, then the seeds of all
 * versions up to it.
 */
export function writeDump(
  name: string,
  version: number,
  migrations: Migrations,
  seeds: readonly string[],
): void {
  const database = openDatabase(":memory:", migrations.slice(0, version));
  for (const seed of seeds.slice(0, version)) database.exec(seed);
  const schema = (kind: string) =>
    database
      .all<{ sql: string }>(
        `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND ${kind} ORDER BY rowid`,
      )
      .map(({ sql }) => `${sql};`);
  const tables = database
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    .map((table) => table.name);
  const rows = tables.flatMap((table) => {
    const columns = database
      .all<{ name: string }>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
      .map((column) => column.name);
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    return database
      .all<{ text: string }>(`SELECT ${values} AS text FROM ${table}`)
      .map(({ text }) => `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${text});`);
  });
  const pragmas = ["application_id", "user_version"].map(
    (pragma) =>
      `PRAGMA ${pragma}=${database.get<Record<string, number>>(`PRAGMA ${pragma}`)?.[pragma]};`,
  );
  // Triggers are created last, because the rows that they maintain are part of the dump.
  const text = [...schema("type <> 'trigger'"), ...rows, ...schema("type = 'trigger'"), ...pragmas];
  writeFileSync(dumpFile(name, version), `${text.join("\n")}\n`);
  database.close();
}

/**
 * The SQL of a schema, without its comments and layout, which a migration may change after its
 * release.
 */
export function schemaOf(database: Pick<Database, "all">): { name: string; sql: string }[] {
  const sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name";
  return database.all<{ name: string; sql: string }>(sql).map((row) => ({
    name: row.name,
    sql: row.sql.replace(/--.*$/gm, "").replace(/\s+/g, " "),
  }));
}

/** The schema of an empty database after these migrations. */
export function schemaAfter(migrations: Migrations): unknown[] {
  const database = openDatabase(":memory:", migrations);
  const schema = schemaOf(database);
  database.close();
  return schema;
}
