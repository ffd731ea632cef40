/**
 * Opens SQLite databases. Statements are plain SQL. The driver has the API of node:sqlite, so that
 * the built-in module can replace it once all supported runtimes include it.
 */
import { closeSync, fsyncSync, openSync, statSync, statfsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError, sqliteCode } from "../errors";
import {
  makePrivateFolder,
  privateFileMode,
  removeLink,
  syncFolderNow,
  tightenFile,
} from "../private-files";
import { deleteOldUpgradeCopies, deleteParts, partEnding, upgradeCopyName } from "./copy-files";
import { countSql, recordSql, recordTable, tablesIn } from "./copy-record";
import { maxProblems, quickCheckWithin } from "./database-thread";
import { findForeignSql } from "./foreign-sql";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { renameFileSync } from "../rename";

export type SqlValue = string | number | bigint | null | Uint8Array;

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
  /**
   * Runs `work` in one transaction; rolls back if it throws. Nested calls join the outer
   * transaction.
   */
  transaction<T>(work: () => T): T;
  /**
   * Like `transaction`, and on disk (fsync) when it returns. Note: Durable and committed. Ordinary
   * transactions survive a crash of the process. Transactions that were reported to the user or the
   * service must survive a power failure as well.
   */
  durably<T>(work: () => T): T;
  /**
   * Whether the file was opened on a full disk, without the shared memory that other connections
   * need: until `reopen` there is this connection only.
   */
  isOpenedWithoutSpace(): boolean;
  /**
   * Opens such a file as usual.
   * @throws AppError "disk-full" if there still is no space; then nothing has changed
   */
  reopen(): void;
  close(): void;
}

/**
 * The entry at index n migrates the schema from version n to n + 1. Never edit a released entry.
 */
export type Migrations = readonly string[];

/**
 * Files up to this size, in bytes, are checked completely when opened, which takes well under half
 * a second.
 */
const inlineCheckBytes = 64 * 1024 ** 2;
/**
 * Maximum time in milliseconds that the check of a larger file may delay the start. The daily copy
 * checks the whole file.
 */
const largeCheckMs = 1_500;

interface OpenOptions {
  /** The file may have been written by another person. */
  isFromElsewhere?: boolean;
}

/**
 * Opens a database (or creates it, with access for the current user only), checks it, and migrates
 * its schema to the current version. A backup copy of the file is made before a migration.
 * @throws AppError "database-damaged" if SQLite reports damage, and for a file from elsewhere with
 * other triggers or views; "disk-full" if the disk is full and the file has to be created or
 * migrated; Error if the schema is newer than this program.
 */
export function openDatabase(
  file: string,
  migrations: Migrations,
  { isFromElsewhere = false }: OpenOptions = {},
): Database {
  let { connection, isWithoutSpace } = openOnAnyDisk(file);
  try {
    const foreign = isFromElsewhere ? findForeignSql(connection, migrations) : null;
    if (foreign !== null) throw damaged(file, `has the ${foreign}, which is not of Dubyard`);
    migrate(connection, file, migrations);
  } catch (error) {
    connection.close();
    const cause = asDiskFull(error, file);
    throw cause instanceof AppError && cause.code === "disk-full" ? noUpgrade(cause, file) : cause;
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
      throw asDiskFull(error, file);
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
        throw asDiskFull(error, file);
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
    isOpenedWithoutSpace: () => isWithoutSpace,
    reopen() {
      statements.clear();
      connection.close();
      ({ connection, isWithoutSpace } = openOnAnyDisk(file));
      if (isWithoutSpace) throw diskFull(null);
    },
    close() {
      statements.clear();
      connection.close();
    },
  };
}

/**
 * Creates the file with access for the current user only. SQLite creates the journal files with the
 * same mode.
 */
function makePrivateFile(file: string): void {
  makePrivateFolder(path.dirname(file));
  closeSync(openSync(file, "a", privateFileMode));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) tightenFile(name);
}

/** `isWithoutSpace`: see `Database.isOpenedWithoutSpace`. */
interface Opened {
  connection: DatabaseSyncInstance;
  isWithoutSpace: boolean;
}

function openOnAnyDisk(file: string): Opened {
  // SECURITY: in the folder of another person they may be links to any files, which SQLite would
  // overwrite.
  for (const ending of ["-wal", "-shm", "-journal"]) removeLink(`${file}${ending}`);
  try {
    if (file !== ":memory:") makePrivateFile(file);
    return { connection: openChecked(file, "NORMAL"), isWithoutSpace: false };
  } catch (error) {
    const cause = asDiskFull(error, file);
    if (!(cause instanceof AppError) || cause.code !== "disk-full") throw error;
    try {
      // With exclusive access, SQLite needs no file of shared memory.
      return { connection: openChecked(file, "EXCLUSIVE"), isWithoutSpace: true };
    } catch (second) {
      throw asDiskFull(second, file);
    }
  }
}

function openChecked(file: string, locking: "NORMAL" | "EXCLUSIVE"): DatabaseSyncInstance {
  let connection: DatabaseSyncInstance | null = null;
  try {
    connection = new DatabaseSync(file);
    connection.exec(
      `PRAGMA busy_timeout=5000; PRAGMA locking_mode=${locking}; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;`,
    );
    const [problem] = quickCheck(connection, file);
    if (problem !== undefined) throw damaged(file, problem);
    return connection;
  } catch (error) {
    connection?.close();
    throw isDamage(error) ? damaged(file, error) : error;
  }
}

/**
 * The problems that SQLite finds in a file. Empty if the check of a large file does not end within
 * its time limit.
 */
function quickCheck(connection: DatabaseSyncInstance, file: string): string[] {
  if (file === ":memory:") return [];
  if (statSync(file).size > inlineCheckBytes) return quickCheckWithin(file, largeCheckMs) ?? [];
  return connection
    .prepare(`PRAGMA quick_check(${maxProblems})`)
    .all()
    .map((row) => String(Object.values(row as object)[0]))
    .filter((text) => text !== "ok");
}

/** SQLITE_ERROR: a table or column is missing, or exists already. */
const otherSchemaCode = 1;

/** Whether an error is SQLITE_CORRUPT or SQLITE_NOTADB. */
function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code !== null) return [11, 26].includes(code);
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
  // The file is a copy that was put here by hand.
  connection.exec(`DROP TABLE IF EXISTS ${recordTable}`);
  if (found === migrations.length) return;
  if (found < 0) throw damaged(file, `has the schema ${found}`);
  if (found > 0 && file !== ":memory:") copyBeforeUpgrade(connection, file, found);
  migrations.slice(found).forEach((sql, index) => {
    connection.exec("BEGIN IMMEDIATE");
    try {
      connection.exec(sql);
      connection.exec(`PRAGMA user_version=${found + index + 1}`);
      connection.exec("COMMIT");
    } catch (error) {
      rollBack(connection);
      if (sqliteCode(error) !== otherSchemaCode) throw error;
      const upgrade = `cannot be upgraded from schema ${found + index} to ${found + index + 1}`;
      throw new Error(`${path.basename(file)} ${upgrade}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  });
}

/**
 * Copies a database before its schema is changed. The copy has its final name only when it is
 * complete, recorded and on disk. No other connection may write.
 */
function copyBeforeUpgrade(connection: DatabaseSyncInstance, file: string, version: number): void {
  const target = upgradeCopyName(file, version, Date.now());
  const part = `${target}${partEnding}`;
  deleteParts(file);
  try {
    closeSync(openSync(part, "wx", privateFileMode));
    connection.prepare("VACUUM INTO ?").run(part);
    const tables = tablesIn(connection);
    recordCopy(part, tables, countsOf(connection, tables));
    syncFile(part);
    renameFileSync(part, target);
  } catch (error) {
    deleteParts(file);
    throw error;
  }
  syncFolderNow(path.dirname(file));
  deleteOldUpgradeCopies(file, Date.now());
}

/**
 * Records the content of a copy in it.
 * @throws Error if it is damaged or its counts differ from `counts`
 */
function recordCopy(part: string, tables: readonly string[], counts: string): void {
  const copy = new DatabaseSync(part);
  try {
    const [problem] = quickCheck(copy, part);
    if (problem !== undefined) throw new Error(`the copy is damaged: ${problem}`);
    if (countsOf(copy, tables) !== counts) throw new Error("the copy is not complete");
    copy.exec(recordSql(tables));
  } finally {
    copy.close();
  }
}

function countsOf(connection: DatabaseSyncInstance, tables: readonly string[]): string {
  return JSON.stringify(connection.prepare(countSql(tables)).all());
}

function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Rolls back the active transaction. After a full disk or an I/O error SQLite has already rolled
 * back, and ROLLBACK fails because no transaction is active.
 */
function rollBack(connection: DatabaseSyncInstance): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // The caller throws the original error.
  }
}

/**
 * Converts an error caused by a full disk to AppError "disk-full". Returns any other error
 * unchanged.
 */
function asDiskFull(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const isFull =
    /disk is full|SQLITE_FULL|ENOSPC|EDQUOT/i.test(error.message) ||
    // SQLite reports a file of shared memory that could not be extended as an I/O error.
    (sqliteCode(error) === 10 && hasNoSpace(file));
  return isFull ? diskFull(error) : error;
}

const diskFull = (cause: unknown) =>
  new AppError("disk-full", "the disk is full: the database cannot be written", { cause });

/** The size of the file is what its copy needs; the changes themselves need a part of it. */
function noUpgrade(cause: AppError, file: string): AppError {
  const size = file === ":memory:" ? 0 : statSync(file).size;
  if (size === 0) return cause;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  const disk = statfsSync(path.dirname(file));
  const needed = `${megabytes(2 * size)} MB`;
  const free = `${Math.floor((disk.bavail * disk.bsize) / 1_000_000)} MB`;
  return new AppError(
    "disk-full",
    `the disk is full: the upgrade of ${path.basename(file)} needs about ${needed}, and ${free} are free`,
    { cause },
  );
}

/** Whether less is free than SQLite needs to open a file. */
function hasNoSpace(file: string): boolean {
  try {
    const disk = statfsSync(path.dirname(file));
    return disk.bavail * disk.bsize < 64 * 1024;
  } catch {
    return false;
  }
}
