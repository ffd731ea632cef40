/** Opens the database of a data folder; replaces a damaged or missing one by a copy if the user agreed. */
import path from "node:path";
import { AppError } from "../common/errors";
import type { Log } from "../common/log";
import { describeDamage, newestGoodCopy, restoreCopy } from "../common/database/copies";
import type { FolderState } from "./data-folder";
import type { LocalStore } from "./rows/port";
import { dropUnfinished } from "./rows/schema";
import { databaseName, openSqliteStore } from "./rows/sqlite";

export interface OpenStoreOptions {
  dataDir: string;
  state: FolderState;
  /** Whether the newest valid copy may replace a damaged or missing database. */
  mayRestoreCopy: boolean;
  log: Log;
  now: () => number;
}

/** @throws AppError "database-damaged" or "database-missing", with `details.copyMadeAt` if there is a valid copy */
export async function openStore(options: OpenStoreOptions): Promise<LocalStore> {
  const { dataDir, state, log, now } = options;
  const file = path.join(dataDir, databaseName);
  try {
    if (state === "database-missing")
      throw new AppError(state, `${databaseName} is missing beside media or a key`);
    return openSqliteStore(dataDir);
  } catch (error) {
    const isLost =
      error instanceof AppError &&
      (error.code === "database-damaged" || error.code === "database-missing");
    if (!isLost) throw error;
    const copy = options.mayRestoreCopy ? await newestGoodCopy(file) : null;
    if (!copy) throw await describeDamage(error.code, file, error.message);
    const aside = restoreCopy(file, copy, { prepare: dropUnfinished, now: now() });
    log.warn(
      "local service: a copy of the database was restored",
      `${path.basename(copy.file)}${aside ? `; damaged file: ${path.basename(aside)}` : ""}`,
    );
    return openSqliteStore(dataDir);
  }
}
