/** Implementation of the store's port with PostgreSQL. */
import { randomBytes } from "node:crypto";
import type { Log } from "../../common/log";
import { createNamedMutex } from "../../common/mutex";
import { confirmationKeyBytes, createConfirmations } from "../common/confirmations";
import { HttpError } from "../common/http-error";
import type { BackupRows } from "./backup-port";
import { composeRows } from "./compose-rows";
import type { LocalStore } from "./port";
import { createPostgresRows } from "./postgres-driver";
import { openDatabase, type DataFolder } from "./postgres/open-database";
import { createPool } from "./postgres/pool";

export interface PostgresOptions {
  /** postgres://… */
  url: string;
  folder: DataFolder;
  log: Log;
  /** Of this computer; without them, work that is begun now waits after the next start. */
  confirmations?: ReturnType<typeof createConfirmations> | undefined;
}

/**
 * Opens a database, and creates its tables if it is empty. One process may work on a database.
 * @throws AppError "local-service-failed" for a database that the service cannot use
 */
export async function openPostgresStore({
  url,
  folder,
  log,
  confirmations = createConfirmations(randomBytes(confirmationKeyBytes)),
}: PostgresOptions): Promise<LocalStore> {
  const pool = createPool(url, log);
  try {
    await openDatabase(pool, folder);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    ...composeRows(createPostgresRows(pool), confirmations),
    exclusively: createNamedMutex(),
    ...noBackup,
    isOpenedWithoutSpace: () => false,
    reopen: () => undefined,
    close: () => pool.end(),
  };
}

const refuseBackup = () =>
  Promise.reject(
    new HttpError(400, "backups of a PostgreSQL database are made with its own programs"),
  );

/** Backups copy the file of SQLite; there are none of PostgreSQL, and no restore. */
const noBackup: BackupRows = {
  backUp: refuseBackup,
  restore: refuseBackup,
  beginRestore: refuseBackup,
  isSoundKnown: refuseBackup,
  findPendingRestore: () => Promise.resolve(null),
  dropPendingRestore: () => Promise.resolve(),
  listRestoredObjects: () => Promise.resolve([]),
  finishRestoredObject: () => Promise.resolve(),
};
