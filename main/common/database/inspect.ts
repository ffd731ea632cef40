/** Identifies a database file without modifying it: the file may belong to another program. */
import { closeSync, existsSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { isMissingFile } from "../errors";
import { findForeignSql } from "./foreign-sql";

export type Inspection =
  | { kind: "missing" }
  /** A file of 0 bytes: SQLite creates the file before it writes the first page. */
  | { kind: "empty" }
  /** A folder, a symbolic link, or a file without SQLite's signature. */
  | { kind: "other" }
  /** A file with SQLite's signature whose schema cannot be read. */
  | { kind: "damaged"; applicationId: number }
  | { kind: "database"; applicationId: number; version: number; tables: string[] };

const signature = "SQLite format 3\u0000";
const applicationIdAt = 68;

export function inspectDatabase(file: string): Inspection {
  const found = statsOf(file);
  if (!found) return { kind: "missing" };
  if (!found.isFile()) return { kind: "other" };
  if (found.size === 0 && !existsSync(`${file}-wal`)) return { kind: "empty" };
  const header = readHeader(file);
  if (found.size > 0 && header.toString("latin1", 0, signature.length) !== signature)
    return { kind: "other" };
  try {
    return readSchema(file);
  } catch {
    return { kind: "damaged", applicationId: header.readUInt32BE(applicationIdAt) };
  }
}

/** The stats of a file; null if it is missing, also below a path that is no folder. */
function statsOf(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

/** The rows of a table, without changing the file; null if it is no table, or cannot be read. */
export function countRows(file: string, table: string, condition = "true"): number | null {
  try {
    const database = openUnchanged(file);
    try {
      // SECURITY: a view of another person's database could take any time.
      const isTable: unknown = database
        .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
        .get(table);
      if (!isTable) return null;
      const row: unknown = database
        .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
        .get();
      return Number((row as { n: unknown }).n);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** The same as `findForeignSql`, without changing the file. */
export function findForeignSqlIn(file: string, migrations: readonly string[]): string | null {
  const database = openUnchanged(file);
  try {
    return findForeignSql(database, migrations);
  } finally {
    database.close();
  }
}

function openUnchanged(file: string): DatabaseSyncInstance {
  // SECURITY: "immutable" prevents SQLite from creating a journal next to a file that may belong to
  // another program.
  const isAlone = !existsSync(`${file}-wal`);
  const name = isAlone ? `${pathToFileURL(file).href}?immutable=1` : file;
  return new DatabaseSync(name, { readOnly: true });
}

function readSchema(file: string): Inspection {
  const database = openUnchanged(file);
  try {
    const read = (sql: string) => Number(Object.values(database.prepare(sql).get() as object)[0]);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return {
      kind: "database",
      applicationId: read("PRAGMA application_id"),
      version: read("PRAGMA user_version"),
      tables: tables.map((row) => String((row as { name: unknown }).name)),
    };
  } finally {
    database.close();
  }
}
