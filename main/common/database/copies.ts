/** Creates and restores copies of a database file. */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync } from "node:fs";
import { rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError, toProblem } from "../errors";
import type { Log } from "../log";
import {
  makePrivateFolder,
  removeLink,
  syncFolderNow,
  tightenFile,
  tightenFolder,
} from "../private-files";
import {
  copiesFolderOf,
  copyFileName,
  deleteOldDailyCopies,
  deleteParts,
  listCopies,
  listDailyCopies,
  partEnding,
  type DatabaseCopy,
} from "./copy-files";
import {
  comparedTables,
  countSql,
  differenceSql,
  emptySql,
  recordSql,
  recordTable,
  tablesIn,
  tablesOfSchema,
} from "./copy-record";
import type { Migrations } from "./database";
import { runInThread } from "./database-thread";
import { findForeignSqlIn, inspectDatabase } from "./inspect";
import { renameFileSync } from "../rename";

const dayMs = 24 * 3_600_000;
const checkEveryMs = 3_600_000;
/** A complete and synced copy that is about to replace the database. */
export const restoredEnding = ".restored";

/**
 * The newest good copy, or null. A copy is good if SQLite finds no damage and its tables have the
 * numbers of rows that were recorded when it was made. A copy of an earlier release has no record:
 * it must have all tables of its schema version, and rows. A copy with triggers or views that are
 * not of Dubyard is none.
 */
export async function newestGoodCopy(
  file: string,
  migrations: Migrations,
): Promise<DatabaseCopy | null> {
  for (const copy of listCopies(file)) if (await isGood(copy.file, migrations)) return copy;
  return null;
}

async function isGood(file: string, migrations: Migrations): Promise<boolean> {
  try {
    // The process that made it was killed.
    if (existsSync(`${file}-journal`)) return false;
    const found = inspectDatabase(file);
    if (found.kind !== "database") return false;
    if (found.version === 0 || found.version > migrations.length) return false;
    // SECURITY: before anything of the copy is counted or changed, also by `restoreCopy`.
    if (findForeignSqlIn(file, migrations) !== null) return false;
    const tables = comparedTables(found.tables);
    const isRecorded = found.tables.includes(recordTable);
    const expected = isRecorded ? [] : tablesOfSchema(migrations.slice(0, found.version));
    if (!expected.every((name) => tables.includes(name))) return false;
    const problemSql = isRecorded ? differenceSql(tables) : emptySql(tables);
    return (await runInThread({ kind: "quick", file, problemSql })).length === 0;
  } catch {
    // The file cannot be read.
    return false;
  }
}

/**
 * Makes and checks a copy, then deletes all but the newest three. If the database is damaged,
 * rejects and deletes no copy.
 */
export async function makeCopy(file: string, now: number): Promise<DatabaseCopy> {
  const folder = copiesFolderOf(file);
  makePrivateFolder(folder);
  tightenFolder(folder);
  const target = copyFileName(file, now);
  const part = `${target}${partEnding}`;
  deleteParts(file);
  try {
    const tables = readTables(file);
    const sql = { countSql: countSql(tables), recordSql: recordSql(tables) };
    await runInThread({ kind: "copy", file, part, target, ...sql });
  } catch (error) {
    deleteParts(file);
    throw error;
  }
  deleteOldDailyCopies(file, now);
  return { file: target, madeAt: now };
}

function readTables(file: string): string[] {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return tablesIn(connection);
  } finally {
    connection.close();
  }
}

/**
 * Replaces a damaged or missing database with a copy. `prepare` maps table names to SQL that runs
 * on the copy before the replacement, if the copy contains the table. The damaged file is renamed,
 * with its journal, and not deleted. No process may have the database open. The copy must be one of
 * `newestGoodCopy`.
 * @returns the new path of the damaged file, or null if there was none
 */
export function restoreCopy(
  file: string,
  copy: DatabaseCopy,
  options: { prepare?: Readonly<Record<string, string>>; now: number },
): string | null {
  const part = `${file}${partEnding}`;
  for (const ending of ["", "-journal"]) rmSync(`${part}${ending}`, { force: true });
  try {
    writeRestored(copy, part, options.prepare ?? {});
  } catch (error) {
    for (const ending of ["", "-journal"]) rmSync(`${part}${ending}`, { force: true });
    throw error;
  }
  renameFileSync(part, `${file}${restoredEnding}`);
  syncFolderNow(path.dirname(file));
  return finishRestore(file, options.now).damagedFile;
}

/**
 * Replaces the database with a copy that is complete; does nothing if there is none. A process may
 * have been killed during the restore, which the user has agreed to: the start of the next one
 * continues it.
 */
export function finishRestore(
  file: string,
  now: number,
): { isRestored: boolean; damagedFile: string | null } {
  const restored = `${file}${restoredEnding}`;
  // SECURITY: in the folder of another person it may be a link to any database.
  removeLink(restored);
  if (!existsSync(restored)) return { isRestored: false, damagedFile: null };
  const damagedFile = renameDamaged(file, now);
  renameFileSync(restored, file);
  syncFolderNow(path.dirname(file));
  return { isRestored: true, damagedFile };
}

function writeRestored(
  copy: DatabaseCopy,
  part: string,
  prepare: Readonly<Record<string, string>>,
): void {
  copyFileSync(copy.file, part);
  tightenFile(part);
  const database = new DatabaseSync(part);
  try {
    database.exec("PRAGMA journal_mode=DELETE");
    database.exec("BEGIN");
    const isThere = database.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
    );
    for (const [table, sql] of Object.entries(prepare)) if (isThere.get(table)) database.exec(sql);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
  const handle = openSync(part, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Renames a damaged database with its journal. Returns its new path, or null if there was no
 * database.
 */
export function renameDamaged(file: string, now: number): string | null {
  const damagedFile = `${file}.damaged-${now}`;
  const isThere = existsSync(file);
  // Rename the journal first: SQLite would apply it to another database under the same name.
  for (const ending of ["-journal", "-wal", "-shm"])
    if (existsSync(`${file}${ending}`))
      renameFileSync(`${file}${ending}`, `${damagedFile}${ending}`);
  if (isThere) renameFileSync(file, damagedFile);
  return isThere ? damagedFile : null;
}

/**
 * Creates the error for a damaged or missing database. If an intact copy exists,
 * `details.copyMadeAt` is the time of the newest one; it is also sent to the window.
 */
export async function describeDamage(
  code: "database-damaged" | "database-missing",
  file: string,
  message: string,
  migrations: Migrations,
): Promise<AppError> {
  const copy = await newestGoodCopy(file, migrations);
  const name = copy && path.relative(path.dirname(file), copy.file);
  const advice = copy
    ? `the newest good copy is ${name} (${new Date(copy.madeAt).toISOString()})`
    : "there is no good copy";
  return new AppError(
    code,
    `${message}; ${advice}`,
    copy ? { details: { copyMadeAt: copy.madeAt } } : {},
  );
}

/**
 * Whether a copy is due: none was made in the last 24 hours. Copies with a timestamp in the future
 * (wrong clock) are ignored.
 */
export function isCopyDue(file: string, now: number): boolean {
  return !listDailyCopies(file).some(({ madeAt }) => madeAt <= now && now - madeAt < dayMs);
}

export interface DailyCopies {
  /** Stops the timers. Resolves when no copy is in progress. */
  stop(): Promise<void>;
}

/**
 * Makes one copy per day while the program runs. If a copy is due at the start, it is made soon
 * after.
 */
export function startDailyCopies(options: {
  file: string;
  log: Log;
  now: () => number;
  /**
   * Delay of the first copy, in milliseconds. Default: 30 seconds, so that the copy does not slow
   * down the start.
   */
  firstAfterMs?: number | undefined;
}): DailyCopies {
  const { file, log, now } = options;
  let running: Promise<void> | null = null;
  const run = () => {
    if (running || !isCopyDue(file, now())) return;
    running = makeCopy(file, now())
      .then(({ madeAt }) => log.info("database: copied", new Date(madeAt).toISOString()))
      .catch((error: unknown) => log.error("database: not copied", toProblem(error).message))
      .finally(() => (running = null));
  };
  const first = setTimeout(run, options.firstAfterMs ?? 30_000);
  const timer = setInterval(run, checkEveryMs);
  first.unref();
  timer.unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
