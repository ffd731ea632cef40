/** Writes the files of a backup. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../objects/files";
import type { DiskObjects } from "../objects/port";
import { scriptsLock } from "../scripts/script-store";
import type { ObjectRow, BackupRows } from "../rows/backup-port";
import type { Locks } from "../rows/lock-port";
import { createObjectCopier } from "./copy-objects";
import { syncFile } from "./folder";
import {
  bytesName,
  formatVersion,
  listName,
  listText,
  rowsName,
  sha256Of,
  type ListedObject,
  type Manifest,
} from "./format";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import { problemsOf, reportOf } from "./report";
import type { BackupJobs } from "./backup-jobs";
import { sha256OfFile } from "./sha256-of-file";

export interface WriteBackupDeps {
  store: BackupRows & Locks;
  objects: DiskObjects;
  jobs: Pick<BackupJobs, "addBytes" | "addFile" | "setTotals">;
  now: () => number;
}

/** Writes and syncs everything except the manifest. */
export async function writeBackup(
  { store, objects, jobs, now }: WriteBackupDeps,
  folder: string,
  withSound: boolean,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; report: BackupReport }> {
  const listed: ListedObject[] = [];
  const copier = createObjectCopier({ store, objects, folder, signal, onBytes: jobs.addBytes });
  const copyAll = async (rows: readonly ObjectRow[]) => {
    for (const row of rows) {
      signal.throwIfAborted();
      listed.push(await copier.copy(row));
      jobs.addFile();
    }
  };
  try {
    // Scripts are few and small: they are copied under their lock, so that rows and bytes match.
    const others = await store.exclusively(scriptsLock, async () => {
      const { file, objects: found } = await store.backUp(folder);
      await syncFile(file);
      const isIncluded = ({ kind }: ObjectRow) =>
        withSound || kind === "media" || kind === "script";
      const rows = found.filter(isIncluded);
      const totalBytes = rows.reduce((total, { size }) => total + (size ?? 0), 0);
      jobs.setTotals(rows.length, totalBytes);
      const isScript = ({ kind }: ObjectRow) => kind === "script";
      await copyAll(rows.filter(isScript));
      return rows.filter((row) => !isScript(row));
    });
    await copyAll(others);
  } finally {
    copier.close();
  }
  const list = listText(listed);
  const listFile = path.join(folder, listName);
  await writeFile(listFile, list, { mode: 0o600 });
  await syncFile(listFile);
  for (const written of foldersOf(folder, listed)) await syncFolder(written);
  const problems = problemsOf(listed);
  const contained = listed.filter(({ sha256 }) => sha256 !== null);
  const counts = {
    files: contained.filter(({ kind }) => kind === "media").length,
    bytes: contained.reduce((total, { size }) => total + size, 0),
  };
  const manifest: Manifest = {
    version: formatVersion,
    createdAt: new Date(now()).toISOString(),
    isComplete: problems.length === 0,
    hasSound: withSound,
    rowsSha256: await sha256OfFile(path.join(folder, rowsName), signal),
    listSha256: sha256Of(list),
  };
  return { manifest, report: reportOf(counts, problems) };
}

/** The folders that contain copies, and those above them. */
function foldersOf(folder: string, listed: readonly ListedObject[]): Set<string> {
  const folders = new Set([folder]);
  for (const { location, sha256 } of listed) {
    if (sha256 === null) continue;
    let at = path.dirname(path.join(folder, bytesName, location));
    for (; at.length > folder.length; at = path.dirname(at)) folders.add(at);
  }
  return folders;
}
