/**
 * Creates and restores copies of a database file. Copies are stored in the folder "copies" next to the file. A copy
 * made before a migration is stored next to the file itself and can be restored as well.
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppError, toProblem } from "../errors";
import type { Log } from "../log";
import { makePrivateFolder, syncFolderNow, tightenFile, tightenFolder } from "../private-files";
import { runInThread } from "./database-thread";

export interface DatabaseCopy {
  file: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

const maxCopies = 3;
const dayMs = 24 * 3_600_000;
const checkEveryMs = 3_600_000;
export const copiesFolderName = "copies";

const folderOf = (file: string) => path.join(path.dirname(file), copiesFolderName);
const partEnding = ".part";
/** "dubyard.db.copy-1763800000000" or, before a migration, "dubyard.db.before-9-1763800000000". */
const copyName = /\.(?:copy|before-\d+)-(\d{10,16})$/;

/** The path of a copy made at `madeAt`. */
export function copyFileName(file: string, madeAt: number): string {
  return path.join(folderOf(file), `${path.basename(file)}.copy-${madeAt}`);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** All copies of a database, newest first. Their integrity is not checked. */
export function listCopies(file: string): DatabaseCopy[] {
  return [folderOf(file), path.dirname(file)]
    .flatMap((folder) =>
      namesIn(folder)
        .filter((name) => name.startsWith(`${path.basename(file)}.`))
        .map((name) => ({ file: path.join(folder, name), madeAt: madeAtOf(name) })),
    )
    .filter((copy) => !Number.isNaN(copy.madeAt))
    .sort((a, b) => b.madeAt - a.madeAt);
}

const madeAtOf = (name: string) => Number(copyName.exec(name)?.[1] ?? Number.NaN);

/** The newest copy that passes SQLite's quick check, or null. */
export async function newestGoodCopy(file: string): Promise<DatabaseCopy | null> {
  for (const copy of listCopies(file)) {
    try {
      const problems = await runInThread({ kind: "quick", file: copy.file });
      if (problems.length === 0) return copy;
    } catch {
      // The file is not a readable database; try the next copy.
    }
  }
  return null;
}

/**
 * Makes and checks a copy, then deletes all but the newest three. If the database is damaged, rejects and deletes no
 * copy.
 */
export async function makeCopy(file: string, now: number): Promise<DatabaseCopy> {
  const folder = folderOf(file);
  makePrivateFolder(folder);
  tightenFolder(folder);
  const target = copyFileName(file, now);
  const part = `${target}${partEnding}`;
  deleteParts(file);
  try {
    await runInThread({ kind: "copy", file, part, target });
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const copies = listCopies(file).filter((copy) => path.dirname(copy.file) === folder);
  // A copy with a timestamp in the future (wrong clock) ranks last, so that it does not displace correctly dated ones.
  const rank = ({ madeAt }: DatabaseCopy) => (madeAt > now ? 0 : madeAt);
  for (const old of copies.sort((a, b) => rank(b) - rank(a)).slice(maxCopies)) rmSync(old.file);
  return { file: target, madeAt: now };
}

/** Deletes incomplete copies left by a killed process. */
function deleteParts(file: string): void {
  for (const name of namesIn(folderOf(file)))
    if (name.startsWith(`${path.basename(file)}.copy-`) && name.endsWith(partEnding))
      rmSync(path.join(folderOf(file), name), { force: true });
}

/**
 * Replaces a damaged or missing database with a copy. `prepare` maps table names to SQL that runs on the copy before
 * the replacement, if the copy contains the table. The damaged file is renamed, with its journal, and not deleted.
 * No process may have the database open.
 * @returns the new path of the damaged file, or null if there was none
 */
export function restoreCopy(
  file: string,
  copy: DatabaseCopy,
  options: { prepare?: Readonly<Record<string, string>>; now: number },
): string | null {
  const part = `${file}${partEnding}`;
  rmSync(part, { force: true });
  copyFileSync(copy.file, part);
  tightenFile(part);
  const database = new DatabaseSync(part);
  try {
    database.exec("PRAGMA journal_mode=DELETE");
    database.exec("BEGIN");
    const isThere = database.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
    );
    for (const [table, sql] of Object.entries(options.prepare ?? {}))
      if (isThere.get(table)) database.exec(sql);
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
  const damagedFile = renameDamaged(file, options.now);
  renameSync(part, file);
  syncFolderNow(path.dirname(file));
  return damagedFile;
}

/** Renames a damaged database with its journal. Returns its new path, or null if there was no database. */
export function renameDamaged(file: string, now: number): string | null {
  const damagedFile = `${file}.damaged-${now}`;
  const isThere = existsSync(file);
  // Rename the journal first: SQLite would apply it to another database under the same name.
  for (const ending of ["-wal", "-shm"])
    if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${damagedFile}${ending}`);
  if (isThere) renameSync(file, damagedFile);
  return isThere ? damagedFile : null;
}

/**
 * Creates the error for a damaged or missing database. If an intact copy exists, `details.copyMadeAt` is the time of
 * the newest one; it is also sent to the window.
 */
export async function describeDamage(
  code: "database-damaged" | "database-missing",
  file: string,
  message: string,
): Promise<AppError> {
  const copy = await newestGoodCopy(file);
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
 * Whether a copy is due: none was made in the last 24 hours. Copies with a timestamp in the future (wrong clock) are
 * ignored.
 */
export function isCopyDue(file: string, now: number): boolean {
  return !listCopies(file).some(
    (copy) =>
      path.dirname(copy.file) === folderOf(file) && copy.madeAt <= now && now - copy.madeAt < dayMs,
  );
}

export interface DailyCopies {
  /** Stops the timers. Resolves when no copy is in progress. */
  stop(): Promise<void>;
}

/** Makes one copy per day while the program runs. If a copy is due at the start, it is made soon after. */
export function startDailyCopies(options: {
  file: string;
  log: Log;
  now: () => number;
  /** Delay of the first copy, in milliseconds. Default: 30 seconds, so that the copy does not slow down the start. */
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
