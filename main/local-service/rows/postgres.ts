/** Implementation of the store's port with PostgreSQL. */
import { randomBytes } from "node:crypto";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import { confirmationKeyBytes, createConfirmations } from "../common/confirmations";
import { HttpError } from "../common/http-error";
import type { BackupRows } from "./backup-port";
import { composeRows } from "./compose-rows";
import type { LocalStore } from "./port";
import { createPostgresRows } from "./postgres-driver";
import { beginUse } from "./postgres/database-use";
import { cannotBeOpened, openDatabase, type DataFolder } from "./postgres/open-database";
import { createNamedLocks } from "./postgres/named-locks";
import { createLockPool, createPool } from "./postgres/pool";

export interface PostgresOptions {
  /** postgres://… */
  url: string;
  folder: DataFolder;
  log: Log;
  /** Whether several services use the database, with the same keys. Otherwise it is one alone. */
  isShared?: boolean | undefined;
  /** Called when another service uses the database, after a lost connection. */
  onLost: (error: AppError) => void;
  /** Of this computer; without them, work that is begun now waits after the next start. */
  confirmations?: ReturnType<typeof createConfirmations> | undefined;
}

/**
 * Opens a database, and creates its tables if it is empty.
 * @throws AppError "local-service-failed" for a database that the service cannot use
 */
export async function openPostgresStore({
  url,
  folder,
  log,
  isShared = false,
  onLost,
  confirmations = createConfirmations(randomBytes(confirmationKeyBytes)),
}: PostgresOptions): Promise<LocalStore> {
  // Before the tables are changed, which another service may use.
  const keys = confirmations.sign("source", ["services of a database"]).slice(0, 16);
  const shared = isShared ? { keys } : null;
  let knownMove: string | null | undefined;
  const use = await beginUse({
    url,
    folder: folder.id,
    shared,
    knownMove: () => knownMove,
    log,
    onLost,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : cannotBeOpened(error);
  });
  const pool = createPool(url, log);
  const lockPool = createLockPool(url, log);
  const locks = createNamedLocks(lockPool);
  const close = async () => {
    await Promise.all([pool.end(), lockPool.end()]);
    await use.close();
  };
  try {
    await openDatabase(pool, folder, use.isAlone);
  } catch (error) {
    await close();
    throw error;
  }
  const rows = composeRows(createPostgresRows(pool, use.require, locks), confirmations, {
    isShared,
  });
  return {
    ...rows,
    async findMoveState() {
      knownMove = await rows.findMoveState();
      return knownMove;
    },
    async storeMoveState(state) {
      await rows.storeMoveState(state);
      knownMove = state;
    },
    exclusively: locks.exclusively,
    exclusivelyInProcess: locks.exclusivelyInProcess,
    ...noBackup,
    isOpenedWithoutSpace: () => false,
    reopen: () => undefined,
    isAlone: use.isAlone,
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
