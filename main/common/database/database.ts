/**
 * Opens SQLite databases. Statements are plain SQL. The driver has the API of node:sqlite, so that the built-in
 * module can replace it once all supported runtimes include it.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError } from "../errors";
import { makePrivateFolder, privateFileMode, tightenFile } from "../private-files";
import { maxProblems, quickCheckWithin } from "./database-thread";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";

export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Record<string, SqlValue>;

export interface Database {
  /** Prepares a statement. Prepared statements are cached by their SQL. */
  prepare(sql: string): StatementSyncInstance;
  /* oxlint-disable typescript/no-unnecessary-type-parameters -- callers declare the row type */
  /** The rows of a query. `T` must match the SQL; it is not checked. */
  all<T>(sql: string, ...values: SqlValue[]): T[];
  /** The first row, or undefined. */
  get<T>(sql: string, ...values: SqlValue[]): T | undefined;
  /* eslint-enable @typescript-eslint/no-unnecessary-type-parameters */
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number;
  exec(sql: string): void;
  /** Runs `work` in one transaction; rolls back if it throws. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T;
  /**
   * Like `transaction`, and on disk (fsync) when it returns. Note: Durable and committed. Ordinary transactions
   * survive a crash of the process. Transactions that were reported to the user or the service must survive a power
   * failure as well.
   */
  durably<T>(work: () => T): T;
  close(): void;
}

/** The entry at index n migrates the schema from version n to n + 1. Never edit a released entry. */
export type Migrations = readonly string[];

const maxBackups = 3;
/** Files up to this size, in bytes, are checked completely when opened, which takes well under half a second. */
const inlineCheckBytes = 64 * 1024 ** 2;
/**
 * Maximum time in milliseconds that the check of a larger file may delay the start. The daily copy checks the whole
 * file.
 */
const largeCheckMs = 1_500;

/**
 * Opens a database (or creates it, with access for the current user only), checks it, and migrates its schema to the
 * current version. A backup copy of the file is made before a migration.
 * @throws AppError "database-damaged" if SQLite reports damage; Error if the schema is newer than this program.
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

/** Creates the file with access for the current user only. SQLite creates the journal files with the same mode. */
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

/** The problems that SQLite finds in a file. Empty if the check of a large file does not end within its time limit. */
function quickCheck(connection: DatabaseSyncInstance, file: string): string[] {
  if (file === ":memory:") return [];
  if (statSync(file).size > inlineCheckBytes) return quickCheckWithin(file, largeCheckMs) ?? [];
  return connection
    .prepare(`PRAGMA quick_check(${maxProblems})`)
    .all()
    .map((row) => String(Object.values(row as object)[0]))
    .filter((text) => text !== "ok");
}

/** Whether an error is SQLITE_CORRUPT or SQLITE_NOTADB. */
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
    deleteOldBackups(file);
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

/**
 * Rolls back the active transaction. After a full disk or an I/O error SQLite has already rolled back, and ROLLBACK
 * fails because no transaction is active.
 */
function rollBack(connection: DatabaseSyncInstance): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // The caller throws the original error.
  }
}

/** Converts an error caused by a full disk to AppError "disk-full". Returns any other error unchanged. */
function asDiskFull(error: unknown): unknown {
  if (!(error instanceof Error) || !/disk is full|SQLITE_FULL|ENOSPC/i.test(error.message))
    return error;
  return new AppError("disk-full", "the disk is full: the database cannot be written", {
    cause: error,
  });
}

function deleteOldBackups(file: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return;
  const prefix = `${path.basename(file)}.before-`;
  const stamp = (name: string) => Number(name.slice(name.lastIndexOf("-") + 1));
  const backups = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => stamp(b) - stamp(a));
  for (const name of backups.slice(maxBackups)) rmSync(path.join(folder, name));
}
