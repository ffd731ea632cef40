/** Implementation of the store's port with SQLite. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { openDatabase, type Database } from "../../common/database/database";
import { createNamedMutex } from "../../common/mutex";
import { createBackupRows } from "./backup";
import { composeRows } from "./compose-rows";
import { createSqliteRows } from "./sqlite-driver";
import { toPromise } from "./to-promise";
import {
  confirmationKeyBytes,
  createConfirmations,
  type Confirmations,
} from "../common/confirmations";
import { databaseName } from "../../common/workspace-folder";
import type { LocalStore } from "./port";
import { migrations } from "./migrations";

export { databaseName };

/** Opens DIR/workspace.db. The caller must hold the folder's lock. */
export const openSqliteDatabase = (dataDir: string): Database =>
  openDatabase(path.join(dataDir, databaseName), migrations, { isFromElsewhere: true });

/**
 * Opens DIR/workspace.db. The caller must hold the folder's lock. `confirmations`: of this
 * computer; without them, work that is begun now waits after the next start.
 */
export const openSqliteStore = (
  dataDir: string,
  confirmations = createConfirmations(randomBytes(confirmationKeyBytes)),
): LocalStore => createSqliteStore(openSqliteDatabase(dataDir), dataDir, confirmations);

export function createSqliteStore(
  database: Database,
  dataDir: string,
  confirmations: Confirmations,
): LocalStore {
  return {
    ...composeRows(createSqliteRows(database), confirmations),
    exclusively: createNamedMutex(),
    exclusivelyInProcess: createNamedMutex(),
    ...createBackupRows(database, dataDir),
    isOpenedWithoutSpace: database.isOpenedWithoutSpace,
    reopen: database.reopen,
    isAlone: () => Promise.resolve(true),
    close: () => toPromise(() => database.close()),
  };
}
