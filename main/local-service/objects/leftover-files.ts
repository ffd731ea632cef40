/**
 * Cleanup after a process that was killed. Deletes only files whose names the service generates,
 * and of these only bytes that were never confirmed to a client. A confirmed file without a row
 * (the row may have been in a lost database) is moved to set-aside/; files with other names are not
 * touched.
 */
import { randomBytes } from "node:crypto";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { createFolder, syncFolder } from "./files";
import { dataName, isPartFile, wholeName } from "./parts";
import type { KnownObjects } from "./port";
import { renameFile } from "../../common/rename";

export const stagingName = "staging";
export const uploadsName = "uploads";
export const workName = "work";
const scriptsName = "scripts";
const setAsideName = "set-aside";

const stagedName = /^[0-9a-f]{18}$/;
/** Names of scripts, and of the folders of uploads. */
export const idName = /^[0-9a-f]{32}$/;

/**
 * Moves a file to set-aside/DAY-RANDOM/ and keeps its path below that; nothing there is overwritten
 * or deleted.
 */
export async function setAside(dataDir: string, location: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const folder = `${day}-${randomBytes(6).toString("hex")}`;
  const target = path.join(dataDir, setAsideName, folder, location);
  await createFolder(path.dirname(target));
  await renameFile(path.join(dataDir, location), target);
  await syncFolder(path.dirname(target));
}

/** Deletes or sets aside all files that `known` does not name. */
export async function cleanUp(dataDir: string, known: KnownObjects): Promise<void> {
  // Sound and videos that were being made: they are made again.
  await rm(path.join(dataDir, workName), { recursive: true, force: true });
  for (const name of await filesIn(path.join(dataDir, stagingName), stagedName)) {
    const staged = `${stagingName}/${name}`;
    if (!(await known.staged(staged))) await rm(path.join(dataDir, staged), { force: true });
  }
  for (const name of await filesIn(path.join(dataDir, scriptsName), idName)) {
    const location = `${scriptsName}/${name}`;
    if (!known.scripts.has(location)) await setAside(dataDir, location);
  }
  for (const uploadId of await foldersIn(path.join(dataDir, uploadsName), idName))
    await cleanUpload(path.join(dataDir, uploadsName, uploadId), uploadId, known);
}

async function cleanUpload(folder: string, uploadId: string, known: KnownObjects): Promise<void> {
  const placements = await known.placements(uploadId);
  for (const name of (await filesIn(folder, /./)).filter(isPartFile)) {
    if (placements && (name === dataName || placements.has(name))) continue;
    const staged = `${uploadsName}/${uploadId}/${name}`;
    if (name === wholeName && (await known.staged(staged))) continue;
    await rm(path.join(folder, name), { force: true });
  }
  if (placements) return;
  // A folder with other files is not removed.
  await rmdir(folder).catch((error: unknown) => {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(systemCode(error))) throw error;
  });
}

async function entriesIn(folder: string, name: RegExp) {
  try {
    // SECURITY: nothing is deleted behind a link.
    if (!(await lstat(folder)).isDirectory()) return [];
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => name.test(entry.name));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Regular files only: the service does not create links or folders with such names. */
async function filesIn(folder: string, name: RegExp): Promise<string[]> {
  const entries = await entriesIn(folder, name);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function foldersIn(folder: string, name: RegExp): Promise<string[]> {
  const entries = await entriesIn(folder, name);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
