/**
 * Whether the database of a workspace is as this computer left it. SECURITY: a workspace may be on
 * a stick, or come from another computer: its rows are checked before they are used, unless a
 * record beside the keys of this computer, which is never in a workspace, describes its file.
 */
import { lstatSync, readdirSync, rmSync, type BigIntStats } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { systemCode } from "../common/errors";
import { readSmallFile } from "../common/files";
import type { Log } from "../common/log";
import { replaceFileDurably } from "../common/private-files";
import { databaseName } from "../common/workspace-folder";
import { readClientId } from "./keys";

/** After a crash the file has changed, and is the same file. */
const running = z.strictObject({ state: z.literal("running"), file: z.string() });
const closed = z.strictObject({ state: z.literal("closed"), file: z.string(), stamp: z.string() });
const record = z.union([running, closed]);

export interface LastUse {
  /** Call it before the database is opened. False for a workspace that was never used here. */
  isUnchanged(): boolean;
  /** Records that the database is open. Call it when the folder has its key. */
  begin(): void;
  /** Records the closed database. */
  end(): void;
}

const maxRecordBytes = 4096;
/** The workspaces that were used last; the rows of others are checked again. */
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

/** The file as it is closed; a program cannot choose its time of change. */
const stampOf = ({ size, mtimeNs, ctimeNs }: BigIntStats) => `${size} ${mtimeNs} ${ctimeNs}`;

/** `folder`: of the records; null for none. */
export function createLastUse(
  folder: string | null,
  { dataDir, log }: { dataDir: string; log: Log },
): LastUse {
  const databaseFile = path.join(dataDir, databaseName);
  const statOf = (file: string) => lstatSync(file, { bigint: true, throwIfNoEntry: false });

  /** Null without a key, which names the workspace. */
  function findRecordFile(): string | null {
    const clientId = folder === null ? null : readClientId(dataDir);
    return folder === null || clientId === null ? null : path.join(folder, `${clientId}.json`);
  }
  function readRecord(): z.infer<typeof record> | null {
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
  function write(toRecord: (found: BigIntStats) => z.infer<typeof record>): void {
    try {
      const file = findRecordFile();
      const found = statOf(databaseFile);
      if (file === null || !found) return;
      replaceFileDurably(file, `${JSON.stringify(toRecord(found))}\n`);
      deleteOldRecords(path.dirname(file));
    } catch (error) {
      log.warn("local service: its next start checks all rows: its use cannot be recorded", error);
    }
  }

  return {
    isUnchanged() {
      const last = readRecord();
      const found = statOf(databaseFile);
      if (!last || !found || last.file !== String(found.ino)) return false;
      if (last.state === "running") return true;
      // SQLite would apply a journal that was put beside the closed file.
      return last.stamp === stampOf(found) && !statOf(`${databaseFile}-wal`);
    },
    begin: () => write(({ ino }) => ({ state: "running", file: String(ino) })),
    end: () =>
      write((found) => ({ state: "closed", file: String(found.ino), stamp: stampOf(found) })),
  };
}
