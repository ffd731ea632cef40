/**
 * Opens the database of a data folder; replaces a damaged or missing one by a copy if the user
 * agreed.
 */
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { AppError } from "../common/errors";
import type { Log } from "../common/log";
import type { Database } from "../common/database/database";
import {
  describeDamage,
  finishRestore,
  newestGoodCopy,
  restoreCopy,
} from "../common/database/copies";
import { deleteOtherCopies } from "../common/database/copy-files";
import type { FolderState } from "../common/workspace-folder";
import type { Confirmations } from "./common/confirmations";
import { loadOrCreateKeys } from "./keys";
import type { LastUse } from "./last-use";
import { hasObjects } from "./open-objects";
import type { LocalStore } from "./rows/port";
import { requireValidRows } from "./rows/check-rows";
import { dropUnfinished } from "./rows/drop-unfinished";
import { migrations } from "./rows/migrations";
import { createSqliteStore, databaseName, openSqliteDatabase } from "./rows/sqlite";
import { reserveFileOf } from "./space";

export interface OpenStoreOptions {
  dataDir: string;
  /** The URL of a PostgreSQL database; without one the database is in the folder. */
  databaseUrl?: string | undefined;
  /** Whether several services use the database of the URL. */
  isShared?: boolean | undefined;
  /** Called when another service uses the database of the URL, after a lost connection. */
  onDatabaseLost?: ((error: AppError) => void) | undefined;
  state: FolderState;
  /** Whether the newest valid copy may replace a damaged or missing database. */
  mayRestoreCopy: boolean;
  /**
   * The last use of the folder: the values of rows are checked unless the database is unchanged
   * since then. Those of a copy that is restored are checked anyway. Null for no checks.
   */
  lastUse: Pick<LastUse, "isUnchanged"> | null;
  /** Whether a database with invalid rows is opened. */
  acceptsRows: boolean;
  /** Called repeatedly while rows are checked. */
  onChecking?: (() => void) | undefined;
  confirmations: Confirmations;
  log: Log;
  now: () => number;
}

/**
 * @throws AppError "database-damaged" or "database-missing", with `details.copyMadeAt` if there is
 * a valid copy; "rows-invalid"
 */
export async function openStore(options: OpenStoreOptions): Promise<LocalStore> {
  if (options.databaseUrl !== undefined) return await openRemote(options, options.databaseUrl);
  const { dataDir, state, lastUse, confirmations, log, now } = options;
  const file = path.join(dataDir, databaseName);
  const isUnchanged = await lastUse?.isUnchanged();
  try {
    const { isRestored } = finishRestore(file, now());
    if (isRestored) log.warn("local service: the restore of a copy of the database was completed");
    if (state === "database-missing" && !isRestored)
      throw new AppError(state, `${databaseName} is missing beside media or a key`);
    const isForeign = isUnchanged === false || isRestored;
    return createSqliteStore(await openCheckedRows(options, isForeign), dataDir, confirmations);
  } catch (error) {
    const isLost =
      error instanceof AppError &&
      (error.code === "database-damaged" || error.code === "database-missing");
    if (!isLost) throw error;
    const copy = options.mayRestoreCopy ? await newestGoodCopy(file, migrations) : null;
    if (!copy) throw await describeDamage(error.code, file, error.message, migrations);
    const aside = restoreCopy(file, copy, { prepare: dropUnfinished, now: now() });
    log.warn(
      "local service: a copy of the database was restored",
      `${path.basename(copy.file)}${aside ? `; damaged file: ${path.basename(aside)}` : ""}`,
    );
    log.warn(
      "local service: revocations of credentials and changes of roles since the copy must be repeated, and open invitations made again",
      new Date(copy.madeAt).toISOString(),
    );
    // SECURITY: the copies of a folder may be of another person, also beside an own database.
    return createSqliteStore(await openCheckedRows(options, true), dataDir, confirmations);
  }
}

/** @throws AppError "rows-invalid" */
async function openCheckedRows(options: OpenStoreOptions, isForeign: boolean): Promise<Database> {
  const database = await openWithSpace(options);
  if (options.lastUse === null || !isForeign) return database;
  try {
    await requireValidRows(database, options.onChecking);
    return database;
  } catch (error) {
    if (error instanceof AppError && error.code === "rows-invalid") {
      const verb = options.acceptsRows ? "opened" : "not opened";
      options.log.warn(`local service: ${verb} with invalid rows`, error.cause);
      if (options.acceptsRows) return database;
    }
    database.close();
    throw error;
  }
}

/** @throws AppError "local-service-failed" for a database that the service cannot use */
async function openRemote(
  { dataDir, isShared, confirmations, log, onDatabaseLost }: OpenStoreOptions,
  url: string,
): Promise<LocalStore> {
  if (existsSync(path.join(dataDir, databaseName)))
    throw new AppError("local-service-failed", `the data folder has a database: ${databaseName}`);
  const { clientId } = await loadOrCreateKeys(dataDir);
  const isEmpty = !(await hasObjects(dataDir));
  // The application never loads the client of PostgreSQL.
  const { openPostgresStore } = await import("./rows/postgres");
  return openPostgresStore({
    url,
    folder: { id: clientId, isEmpty },
    isShared,
    confirmations,
    log,
    onLost: (error) => onDatabaseLost?.(error),
  });
}

/**
 * Opens the database. An upgrade needs space, for its changes and for a copy: on a full disk it has
 * that of the reserved file, and then that of all copies but the newest good one.
 * @throws AppError "disk-full" if this is not enough; a later start continues the upgrade
 */
async function openWithSpace({ dataDir, log }: OpenStoreOptions): Promise<Database> {
  const file = path.join(dataDir, databaseName);
  const sources: { name: string; free: () => Promise<void> | void }[] = [
    { name: "the reserved space", free: () => rmSync(reserveFileOf(dataDir), { force: true }) },
    {
      name: "the space of older copies",
      async free() {
        const kept = await newestGoodCopy(file, migrations);
        if (kept) deleteOtherCopies(file, kept);
      },
    },
  ];
  for (const { name, free } of sources) {
    try {
      return openSqliteDatabase(dataDir);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "disk-full") throw error;
      log.warn(`local service: the disk is full: ${name} is used to upgrade the database`);
      await free();
    }
  }
  return openSqliteDatabase(dataDir);
}
