/** Ensures that only one process uses a data folder. */
import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../errors";
import { privateFileMode, removeLink } from "../private-files";
import { openDatabase, type Database } from "./database";
import { renameFileSync } from "../rename";

const pollMs = 100;

export interface LockOptions {
  /** How long to wait for another process that is exiting, in milliseconds. */
  patienceMs?: number;
  /**
   * The name of this program, for the message that another process gets: "dubyard upload". None
   * unless given.
   */
  program?: string;
}

const owner = z.object({ program: z.string(), processId: z.number(), since: z.string() });
const maxOwnerBytes = 10_000;
const ownerFile = (dataDir: string) => path.join(dataDir, "service.lock.json");

/**
 * Locks the data folder for this process; `release` unlocks it.
 *
 * Note: The lock ends with its process. The lock is an open write transaction on an empty database.
 * SQLite implements it as a file lock of the operating system, so a killed process never leaves its
 * folder locked, and a process that was suspended for hours still has its lock. Nothing has to be
 * renewed, so a changed clock has no effect.
 * @throws AppError "folder-in-use"
 */
export async function lockFolder(
  dataDir: string,
  { patienceMs = 5000, program }: LockOptions = {},
): Promise<{ release: () => void }> {
  let database: Database | null = null;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      // On a full disk the other process may have opened the file for itself alone.
      database ??= openLock(path.join(dataDir, "service.lock"));
      database.exec("PRAGMA busy_timeout=0; BEGIN IMMEDIATE");
      if (program !== undefined) writeOwner(dataDir, program);
      const locked = database;
      return { release: () => locked.close() };
    } catch (error) {
      if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) {
        database?.close();
        throw error;
      }
      if (Date.now() >= deadline) {
        database?.close();
        throw new AppError("folder-in-use", `${readOwner(dataDir)} uses the folder ${dataDir}`);
      }
    }
    await wait(pollMs);
  }
}

/**
 * Only the process that has the lock writes the file. It only improves a message, so a failure to
 * write is ignored.
 */
function writeOwner(dataDir: string, program: string): void {
  const since = new Date().toISOString();
  const text = JSON.stringify({ program, processId: process.pid, since });
  try {
    // SECURITY: in the folder of another person it may be a link to any file: a new file is made.
    rmSync(ownerFile(dataDir), { force: true });
    writeFileSync(ownerFile(dataDir), text, { flag: "wx", mode: privateFileMode });
  } catch {
    // Another process then calls this one "another process".
  }
}

/**
 * The process that has the lock: "dubyard upload (process 4242, since 2026-11-23T05:00:00.000Z)".
 */
function readOwner(dataDir: string): string {
  try {
    const file = ownerFile(dataDir);
    const found = lstatSync(file);
    // SECURITY: reading a pipe or a device of another person's folder could take for ever.
    if (!found.isFile() || found.size > maxOwnerBytes) return "another process";
    const { program, processId, since } = owner.parse(JSON.parse(readFileSync(file, "utf8")));
    return `${program} (process ${processId}, since ${since})`;
  } catch {
    return "another process";
  }
}

/**
 * Opens the lock database. A damaged one contains no data: it is renamed and a new one is created.
 */
function openLock(file: string): Database {
  // SECURITY: in the folder of another person it may be a link to any database.
  removeLink(file);
  try {
    return openDatabase(file, []);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "database-damaged") throw error;
    renameFileSync(file, `${file}.damaged-${Date.now()}`);
    for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
    return openDatabase(file, []);
  }
}
