/** Implementation of the store's port with PostgreSQL. */
import { randomBytes } from "node:crypto";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import { createNamedMutex } from "../../common/mutex";
import { confirmationKeyBytes, createConfirmations } from "../common/confirmations";
import { HttpError } from "../common/http-error";
import type { BackupRows } from "./backup-port";
import { composeRows } from "./compose-rows";
import type { LocalStore } from "./port";
import { createPostgresRows } from "./postgres-driver";
import { becomeOnlyService } from "./postgres/only-service";
import { cannotBeOpened, openDatabase, type DataFolder } from "./postgres/open-database";
import { createPool } from "./postgres/pool";

export interface PostgresOptions {
  /** postgres://… */
  url: string;
  folder: DataFolder;
  log: Log;
  /** Called when another service uses the database, after a lost connection. */
  onLost: (error: AppError) => void;
  /** Of this computer; without them, work that is begun now waits after the next start. */
  confirmations?: ReturnType<typeof createConfirmations> | undefined;
}

/**
 * Opens a database, and creates its tables if it is empty. One service uses a database.
 * @throws AppError "local-service-failed" for a database that the service cannot use
 */
export async function openPostgresStore({
  url,
  folder,
  log,
  onLost,
  confirmations = createConfirmations(randomBytes(confirmationKeyBytes)),
}: PostgresOptions): Promise<LocalStore> {
  // Before the tables are changed, which another service may use.
  const only = await becomeOnlyService({ url, folder: folder.id, log, onLost }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? error : cannotBeOpened(error);
    },
  );
  const pool = createPool(url, log);
  const close = async () => {
    await pool.end();
    await only.close();
  };
  try {
    await openDatabase(pool, folder);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...composeRows(createPostgresRows(pool, only.require), confirmations),
    exclusively: createNamedMutex(),
    ...noBackup,
    isOpenedWithoutSpace: () => false,
    reopen: () => undefined,
    close,
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
