/**
 * Whether the database of a workspace is as this computer left it. SECURITY: a workspace may be on
 * a stick, or come from another computer: its rows are checked before they are used, unless a
 * record beside the keys of this computer, which is never in a workspace, describes its file.
 */
import { createHash } from "node:crypto";
import { createReadStream, lstatSync, readdirSync, rmSync, type BigIntStats } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { restoredEnding } from "../common/database/copies";
import { systemCode } from "../common/errors";
import { readSmallFile } from "../common/files";
import type { Log } from "../common/log";
import { replaceFileDurably } from "../common/private-files";
import { databaseName } from "../common/workspace-folder";
import { readClientId } from "./keys";

/** The identity of the file until the computer restarts or its disk is mounted again. */
const place = { file: z.string(), device: z.string(), bootedAt: z.number() };
/** The record of an open database: after a crash of the service only its identity is the same. */
const running = z.strictObject({ state: z.literal("running"), ...place });
const closed = z.strictObject({
  state: z.literal("closed"),
  ...place,
  stamp: z.string(),
  size: z.number(),
  /** Null for a large file that could not be read in time when it was closed. */
  sha256: z.string().nullable(),
});
const record = z.union([running, closed]);
type Record = z.infer<typeof record>;

export interface LastUse {
  /**
   * Whether the database is as it was after its last use; false for a workspace that was never used
   * on this computer. Call this before the database is opened.
   */
  isUnchanged(): Promise<boolean>;
  /** Records that the database is open. Call this when the folder has its key. */
  begin(): Promise<void>;
  /** Records the closed database. */
  end(): Promise<void>;
}

const maxRecordBytes = 4096;
/**
 * Bytes of a database that is always compared by its content. The opening reads all of such a file
 * too, and a stick may have no times of change that a program cannot choose.
 */
const alwaysReadBytes = 64 * 1024 ** 2;
/** How long a larger file is read at its close: the program that ends the service waits 5 s. */
const closingMs = 2_500;
/** The time of the computer's start is computed from its clock, which may be adjusted. */
const bootToleranceMs = 30_000;
/**
 * Files beside the database that the next start applies to it, or puts in its place. A program that
 * crashed leaves the first one.
 */
const appliedFiles = ["-wal", "-journal", restoredEnding] as const;
/** The maximum number of records; the rows of workspaces without one are checked again. */
const maxRecords = 200;

function deleteOldRecords(folder: string): void {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  if (files.length <= maxRecords) return;
  const times = new Map(
    files.map((file) => [file, lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
  files.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  for (const file of files.slice(maxRecords)) rmSync(file, { force: true });
}

const stampOf = ({ size, mtimeNs, ctimeNs }: BigIntStats) => `${size} ${mtimeNs} ${ctimeNs}`;
const placeOf = ({ ino, dev }: BigIntStats) => ({
  file: String(ino),
  device: String(dev),
  bootedAt: Date.now() - os.uptime() * 1000,
});

/** The SHA-256 of a file; null if `onProgress`, which is called for each part, returns false. */
async function sha256Of(file: string, onProgress: () => boolean): Promise<string | null> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file, { highWaterMark: 1024 ** 2 })) {
    hash.update(bytes as Buffer);
    if (!onProgress()) return null;
  }
  return hash.digest("hex");
}

/**
 * `folder`: contains the records. `onProgress` is called while the file is compared.
 * `maxClosingMs`: how long a large file is read at its close.
 */
export function createLastUse(
  folder: string,
  {
    dataDir,
    log,
    onProgress = () => undefined,
    maxClosingMs = closingMs,
  }: {
    dataDir: string;
    log: Log;
    onProgress?: (() => void) | undefined;
    maxClosingMs?: number;
  },
): LastUse {
  const databaseFile = path.join(dataDir, databaseName);
  const statOf = (file: string) => lstatSync(file, { bigint: true, throwIfNoEntry: false });

  /** The file of the record; null without a key, which names the workspace. */
  function findRecordFile(): string | null {
    const clientId = readClientId(dataDir);
    return clientId === null ? null : path.join(folder, `${clientId}.json`);
  }
  function readRecord(): Record | null {
    try {
      const file = findRecordFile();
      return file === null
        ? null
        : record.parse(JSON.parse(readSmallFile(file, maxRecordBytes).toString()));
    } catch (error) {
      if (systemCode(error) !== "ENOENT")
        log.warn("local service: the record of the last use cannot be read", error);
      return null;
    }
  }
  /** Writes nothing if `toRecord` returns null. */
  async function write(
    toRecord: (found: BigIntStats) => Promise<Record> | Record | null,
  ): Promise<void> {
    try {
      const file = findRecordFile();
      const found = statOf(databaseFile);
      if (file === null || !found) return;
      const made = await toRecord(found);
      if (made === null) return;
      replaceFileDurably(file, `${JSON.stringify(made)}\n`);
      deleteOldRecords(path.dirname(file));
    } catch (error) {
      log.warn("local service: its next start checks all rows: its use cannot be recorded", error);
    }
  }
  /** Whether a closed database has the content of its record. */
  async function hasContent({ size, sha256 }: z.infer<typeof closed>): Promise<boolean> {
    try {
      if (sha256 === null || statOf(databaseFile)?.size !== BigInt(size)) return false;
      const onRead = () => {
        onProgress();
        return true;
      };
      return (await sha256Of(databaseFile, onRead)) === sha256;
    } catch (error) {
      log.warn("local service: the database cannot be compared with its last use", error);
      return false;
    }
  }

  return {
    async isUnchanged() {
      const last = readRecord();
      const found = statOf(databaseFile);
      if (!last || !found?.isFile()) return false;
      const { file, device, bootedAt } = placeOf(found);
      const isInPlace =
        last.file === file &&
        last.device === device &&
        Math.abs(last.bootedAt - bootedAt) < bootToleranceMs;
      const applied = appliedFiles.filter((ending) => statOf(`${databaseFile}${ending}`));
      if (last.state === "running")
        return isInPlace && applied.every((ending) => ending === "-wal");
      if (applied.length > 0) return false;
      if (found.size > alwaysReadBytes && isInPlace && last.stamp === stampOf(found)) return true;
      return await hasContent(last);
    },
    begin: () => write((found) => ({ state: "running", ...placeOf(found) })),
    async end() {
      const toClosed = (found: BigIntStats, hash: string | null) => ({
        state: "closed" as const,
        ...placeOf(found),
        stamp: stampOf(found),
        size: Number(found.size),
        sha256: hash,
      });
      // The stamp is enough until the computer starts again, if the reading is not completed.
      await write((found) => (found.size > alwaysReadBytes ? toClosed(found, null) : null));
      const endsAt = performance.now() + maxClosingMs;
      await write(async (found) => {
        const isInTime = () => found.size <= alwaysReadBytes || performance.now() < endsAt;
        return toClosed(found, await sha256Of(databaseFile, isInTime));
      });
    },
  };
}
