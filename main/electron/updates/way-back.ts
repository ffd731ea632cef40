/**
 * The way back from a version that does not start: after two starts that failed, the previous file
 * is put back if the user agrees, with a copy of the database that it can read.
 */
import { existsSync } from "node:fs";
import { newestGoodCopy, restoreCopy } from "../../common/database/copies";
import { inspectDatabase } from "../../common/database/inspect";
import { migrations } from "../../common/database/migrations";
import type { Log } from "../../common/log";
import { verifyFile } from "../../backend/updates/verify-file";
import { afterRestore } from "../salvage";
import { beginStart, revert, revertedTo, type Journal } from "./journal";

export interface WayBackOptions {
  /** The folder of updates. */
  folder: string;
  /** The running version. */
  version: string;
  /** The database of the application. */
  databaseFile: string;
  /** Prompts the user. True for the previous version, with the database of `copyMadeAt`. */
  confirm: (journal: Journal, copyMadeAt: number | null) => Promise<boolean>;
  /** Called with the installer that has to be run to install the previous version. */
  onInstaller: (installer: string) => void;
  log: Log;
  now: () => number;
}

/** Whether the previous version was put back: it has to be started instead of this one. */
export async function offerWayBack(options: WayBackOptions): Promise<boolean> {
  const { folder, version, databaseFile: file, log, now } = options;
  const reverted = revertedTo(folder, version);
  if (reverted) {
    await restoreReadable(options, reverted);
    log.warn(`updates: version ${version} is installed again`);
  }
  const journal = beginStart(folder, version);
  if (!journal) return false;
  log.warn(`updates: version ${version} did not start ${journal.failedStarts} times`);
  if (!(await isIntact(journal))) {
    log.warn(`updates: the installer of version ${journal.from} is damaged`);
    return false;
  }
  const isTooNew = existsSync(file) && schemaOf(file) > journal.schema;
  const copy = isTooNew ? await newestGoodCopy(file, migrations.slice(0, journal.schema)) : null;
  if (isTooNew && !copy) {
    log.warn(`updates: no copy of the database is left that version ${journal.from} could read`);
    return false;
  }
  if (!(await options.confirm(journal, copy?.madeAt ?? null))) return false;
  if (journal.installer) {
    // The installer may not run: the previous version restores the copy when it starts.
    revert(folder, journal);
    options.onInstaller(journal.previous);
    log.warn(`updates: the installer of version ${journal.from} is run`);
    return true;
  }
  // First the database: the previous version could not open it otherwise.
  if (copy) restoreCopy(file, copy, { prepare: afterRestore, now: now() });
  revert(folder, journal);
  log.warn(`updates: version ${journal.from} is installed again`);
  return true;
}

/** SECURITY: the installer that will run is the one that was signed. */
async function isIntact({ installer, previous }: Journal): Promise<boolean> {
  try {
    if (installer) await verifyFile(previous, installer);
    return true;
  } catch {
    return false;
  }
}

/** After the previous version was installed again: a copy of the database that it can read. */
async function restoreReadable(
  { databaseFile: file, log, now }: WayBackOptions,
  journal: Journal,
): Promise<void> {
  if (!existsSync(file) || schemaOf(file) <= journal.schema) return;
  try {
    const copy = await newestGoodCopy(file, migrations.slice(0, journal.schema));
    if (copy) restoreCopy(file, copy, { prepare: afterRestore, now: now() });
  } catch (error) {
    // Opening the database fails then, and offers a copy.
    log.warn("updates: the copy of the database was not restored", error);
  }
}

/** The schema of a database; 0 if it is damaged: the next start offers a copy. */
function schemaOf(file: string): number {
  const found = inspectDatabase(file);
  return found.kind === "database" ? found.version : 0;
}
