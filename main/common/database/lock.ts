/** Ensures that only one process uses a data folder. */
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../errors";
import { openDatabase, type Database } from "./database";

const pollMs = 100;

/**
 * Locks the data folder for this process; `release` unlocks it. Waits up to `patienceMs` milliseconds for another
 * process that is exiting.
 *
 * Note: The lock ends with its process. The lock is an open write transaction on an empty database. SQLite implements
 * it as a file lock of the operating system, so a killed service never leaves its folder locked.
 * @throws AppError "folder-in-use"
 */
export async function lockFolder(
  dataDir: string,
  patienceMs = 5000,
): Promise<{ release: () => void }> {
  const database = openLock(path.join(dataDir, "service.lock"));
  database.exec("PRAGMA busy_timeout=0");
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      database.exec("BEGIN IMMEDIATE");
      return { release: () => database.close() };
    } catch (error) {
      if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) {
        database.close();
        throw error;
      }
      if (Date.now() >= deadline) {
        database.close();
        throw new AppError("folder-in-use", "another process has this data folder open");
      }
    }
    await wait(pollMs);
  }
}

/** Opens the lock database. A damaged one contains no data: it is renamed and a new one is created. */
function openLock(file: string): Database {
  try {
    return openDatabase(file, []);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "database-damaged") throw error;
    renameSync(file, `${file}.damaged-${Date.now()}`);
    for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
    return openDatabase(file, []);
  }
}
