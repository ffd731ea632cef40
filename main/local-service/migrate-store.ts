/** Changes the database of a workspace to the version of this program, without a service. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { lockFolder } from "../common/database/lock";
import { inspectDatabase } from "../common/database/inspect";
import type { Log } from "../common/log";
import { databaseName } from "../common/workspace-folder";
import { commandLastUses, type StoreArguments } from "./arguments";
import { confirmationKeyBytes, createConfirmations } from "./common/confirmations";
import { findDatabaseUrl } from "./database-url";
import { createLastUse } from "./last-use";
import { openStore } from "./open-store";
import { prepareFolder } from "./prepare-folder";

export interface MigratedVersions {
  /** Null for a database without tables. */
  from: number | null;
  to: number;
}

async function readVersion(dataDir: string, url: string | undefined): Promise<number | null> {
  if (url !== undefined) {
    const { readStoredVersion } = await import("./rows/stored-version");
    return readStoredVersion(url);
  }
  const found = inspectDatabase(path.join(dataDir, databaseName));
  return found.kind === "database" ? found.version : null;
}

/**
 * Holds the locks that the service would hold: two migrations happen one after the other.
 * @throws AppError as `createLocalService`
 */
export async function migrateStore(
  { dataDir, ...store }: StoreArguments,
  log: Log,
  lastUsesFolder = commandLastUses(),
): Promise<MigratedVersions> {
  const databaseUrl = findDatabaseUrl(store);
  const state = await prepareFolder({ dataDir, databaseUrl });
  const lock = await lockFolder(dataDir);
  const lastUse =
    databaseUrl === undefined ? createLastUse(lastUsesFolder, { dataDir, log }) : null;
  try {
    const isOwn = await lastUse?.isUnchanged();
    const from = await readVersion(dataDir, databaseUrl);
    const opened = await openStore({
      dataDir,
      databaseUrl,
      state,
      mayRestoreCopy: false,
      // No row is used; the start of a service checks them.
      lastUse: null,
      acceptsRows: false,
      confirmations: createConfirmations(randomBytes(confirmationKeyBytes)),
      log,
      now: Date.now,
    });
    let to: number;
    try {
      to = await opened.readSchemaVersion();
    } finally {
      await opened.close();
    }
    if (isOwn) await lastUse?.end();
    return { from, to };
  } finally {
    lock.release();
  }
}
