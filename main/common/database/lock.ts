/** One service per data folder. */
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../errors";
import { openDatabase, type Database } from "./database";

const pollMs = 100;

/**
 * Takes the data folder for this process; `release` gives it back. Waits up to `patienceMs` for a predecessor
 * that is about to end.
 *
 * Note: A lock that dies with its process. The lock is an open write transaction on a database of nothing: SQLite
 * holds it as a lock of the operating system, so that a killed service never leaves its folder locked.
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

/** A damaged lock holds nothing that is needed: it is renamed, and another one made. */
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
