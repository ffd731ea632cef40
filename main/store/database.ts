/**
 * The one module that opens SQLite. Statements are plain SQL; the driver has node:sqlite's API, so that the
 * built-in module can take its place once every runtime we serve has it.
 */
import { mkdirSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError } from "../errors";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";

export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Record<string, SqlValue>;

export interface Database {
  /** Prepares once and reuses. */
  prepare(sql: string): StatementSyncInstance;
  /* eslint-disable @typescript-eslint/no-unnecessary-type-parameters -- rows are typed by the SQL beside them */
  /** The rows of a query. `T` is what the SQL says; nothing checks it. */
  all<T>(sql: string, ...values: SqlValue[]): T[];
  /** The first row, or undefined. */
  get<T>(sql: string, ...values: SqlValue[]): T | undefined;
  /* eslint-enable @typescript-eslint/no-unnecessary-type-parameters */
  /** Returns how many rows were changed. */
  run(sql: string, ...values: SqlValue[]): number;
  exec(sql: string): void;
  /** Runs `work` in one transaction; rolls back when it throws. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /**
   * The same, and on disk (fsync) when it returns. Note: Durable and committed. Ordinary transactions survive the
   * death of the process; those of which the user or the service was told must survive a power cut as well.
   */
  durably<T>(work: () => T): T;
  close(): void;
}

/** Each entry brings the schema from its index to the next version; never edit one that was released. */
export type Migrations = readonly string[];

const backupsKept = 3;

/**
 * Opens (or makes) a database and brings its schema up to date. Before a migration the file is copied aside.
 * Throws when the file is newer than this program or fails SQLite's own check.
 */
export function openDatabase(file: string, migrations: Migrations): Database {
  if (file !== ":memory:") mkdirSync(path.dirname(file), { recursive: true });
  const connection = new DatabaseSync(file);
  connection.exec(
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;",
  );
  migrate(connection, file, migrations);

  const statements = new Map<string, StatementSyncInstance>();
  let depth = 0;
  function transaction<T>(work: () => T): T {
    if (depth > 0) return work();
    connection.exec("BEGIN IMMEDIATE");
    depth += 1;
    try {
      const result = work();
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(connection);
      throw asDiskFull(error);
    } finally {
      depth -= 1;
    }
  }
  function prepare(sql: string): StatementSyncInstance {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }
  return {
    prepare,
    all: (sql, ...values) => prepare(sql).all(...values) as never[],
    get: (sql, ...values) => prepare(sql).get(...values) as never,
    run(sql, ...values) {
      try {
        return prepare(sql).run(...values).changes;
      } catch (error) {
        throw asDiskFull(error);
      }
    },
    exec: (sql) => connection.exec(sql),
    transaction,
    durably(work) {
      if (depth > 0) return work();
      connection.exec("PRAGMA synchronous=FULL");
      try {
        return transaction(work);
      } finally {
        connection.exec("PRAGMA synchronous=NORMAL");
      }
    },
    close() {
      statements.clear();
      connection.close();
    },
  };
}

function versionOf(connection: DatabaseSyncInstance): number {
  const row = connection.prepare("PRAGMA user_version").get() as { user_version: number };
  return row.user_version;
}

function migrate(connection: DatabaseSyncInstance, file: string, migrations: Migrations): void {
  const found = versionOf(connection);
  if (found > migrations.length) {
    throw new Error(
      `${path.basename(file)} was written by a newer version of Dubyard (schema ${found})`,
    );
  }
  if (found === migrations.length) return;
  if (found > 0 && file !== ":memory:") {
    const copy = `${file}.before-${found}-${Date.now()}`;
    connection.prepare("VACUUM INTO ?").run(copy);
    dropOldBackups(file);
  }
  migrations.slice(found).forEach((sql, index) => {
    connection.exec("BEGIN IMMEDIATE");
    try {
      connection.exec(sql);
      connection.exec(`PRAGMA user_version=${found + index + 1}`);
      connection.exec("COMMIT");
    } catch (error) {
      rollBack(connection);
      throw error;
    }
  });
}

/** After a full disk or an I/O error SQLite has rolled back by itself, and says that there is nothing to roll back. */
function rollBack(connection: DatabaseSyncInstance): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // The failure that led here is what matters.
  }
}

/** A failure for want of room, in our code; any other as it is. */
function asDiskFull(error: unknown): unknown {
  if (!(error instanceof Error) || !/disk is full|SQLITE_FULL|ENOSPC/i.test(error.message))
    return error;
  return new AppError("disk-full", "there is no room left for the database", { cause: error });
}

function dropOldBackups(file: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return;
  const prefix = `${path.basename(file)}.before-`;
  const stamp = (name: string) => Number(name.slice(name.lastIndexOf("-") + 1));
  const backups = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => stamp(b) - stamp(a));
  for (const name of backups.slice(backupsKept)) rmSync(path.join(folder, name));
}
