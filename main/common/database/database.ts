/**
 * The one module that opens SQLite. Statements are plain SQL; the driver has node:sqlite's API, so that the
 * built-in module can take its place once every runtime we serve has it.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError } from "../errors";
import { makePrivateFolder, privateFileMode, tightenFile } from "../private-files";
import { mostProblems, quickCheckWithin } from "./database-thread";
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
/** A file up to this size is checked whole before its first use, in well under half a second. */
const inlineCheckBytes = 64 * 1024 ** 2;
/** How long the check of a larger one may delay the start, in milliseconds; the daily copy reads it whole. */
const largeCheckMs = 1_500;

/**
 * Opens (or makes, for this user only) a database, checks it, and brings its schema up to date. Before a migration
 * the file is copied aside.
 * @throws AppError "database-damaged" when SQLite finds the file damaged; Error when it is newer than this program.
 */
export function openDatabase(file: string, migrations: Migrations): Database {
  if (file !== ":memory:") makePrivateFile(file);
  const connection = openChecked(file);
  try {
    migrate(connection, file, migrations);
  } catch (error) {
    connection.close();
    throw error;
  }

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

/** SQLite gives the mode of the database to its journal files. */
function makePrivateFile(file: string): void {
  makePrivateFolder(path.dirname(file));
  closeSync(openSync(file, "a", privateFileMode));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) tightenFile(name);
}

function openChecked(file: string): DatabaseSyncInstance {
  let connection: DatabaseSyncInstance | null = null;
  try {
    connection = new DatabaseSync(file);
    connection.exec(
      "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;",
    );
    const [problem] = quickCheck(connection, file);
    if (problem !== undefined) throw damaged(file, problem);
    return connection;
  } catch (error) {
    connection?.close();
    throw isDamage(error) ? damaged(file, error) : error;
  }
}

/** What SQLite finds wrong with a file; of a large one that takes too long, what was found in time. */
function quickCheck(connection: DatabaseSyncInstance, file: string): string[] {
  if (file === ":memory:") return [];
  if (statSync(file).size > inlineCheckBytes) return quickCheckWithin(file, largeCheckMs) ?? [];
  return connection
    .prepare(`PRAGMA quick_check(${mostProblems})`)
    .all()
    .map((row) => String(Object.values(row as object)[0]))
    .filter((text) => text !== "ok");
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof code === "number") return [11, 26].includes(code & 0xff);
  return error instanceof Error && /malformed|not a database/i.test(error.message);
}

function damaged(file: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError("database-damaged", `${path.basename(file)}: ${reason}`, { cause });
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
    closeSync(openSync(copy, "wx", privateFileMode));
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
