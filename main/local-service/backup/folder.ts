/** The folder of a backup: where it may be, how it is made, and that what is in it is on disk. */
import { lstat, mkdir, open, readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { syncFolder } from "../objects/files";
import { invalid, isDiskFull } from "../problem";

/**
 * What a folder's use failed with, as it is told: 400 naming `folder` and the system's code, unless there is no room
 * (507) or it was no failure of the system's.
 */
export function folderProblem(error: unknown): unknown {
  const code = systemCode(error);
  const isOfSystem = typeof (error as { errno?: unknown } | null)?.errno === "number";
  if (!isOfSystem || isDiskFull(error)) return error;
  return invalid("folder", `cannot be used (${code})`);
}

/** Whether a failure of the system's concerns something in the folder, and not the workspace's own files. */
export function isAbout(folder: string, error: unknown): boolean {
  const { path: from, dest } = (error ?? {}) as { path?: unknown; dest?: unknown };
  const place = dest ?? from;
  // Of a copy whose source is gone, the folder is not to blame.
  const isSourceGone = dest !== undefined && systemCode(error) === "ENOENT";
  return typeof place === "string" && isWithin(folder, place) && !isSourceGone;
}

/** Whether a place is a folder or below it; both absolute and without links. */
function isWithin(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(systemCode(error));

/** Where a path leads to once every link is followed; what is not there yet stays as it is written. */
async function realPlace(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    const parent = path.dirname(place);
    if (!isMissing(error) || parent === place) throw error;
    return path.join(await realPlace(parent), path.basename(place));
  }
}

/** @throws HttpProblem 400 for a relative folder, and for one in the data folder, by whatever name. */
export async function checkPlace(folder: string, dataDir: string): Promise<void> {
  if (!path.isAbsolute(folder)) throw invalid("folder", "must be an absolute path");
  let isInside: boolean;
  try {
    isInside = isWithin(await realpath(dataDir), await realPlace(path.resolve(folder)));
  } catch (error) {
    throw folderProblem(error);
  }
  if (isInside) throw invalid("folder", "must be outside the workspace's own folder");
}

/** Makes a folder where it is missing. @throws HttpProblem 400 when that fails, or when something is in it. */
export async function makeEmpty(folder: string): Promise<void> {
  try {
    await makeFolders(path.resolve(folder));
    if ((await readdir(folder)).length > 0) throw invalid("folder", "must be empty");
  } catch (error) {
    throw folderProblem(error);
  }
}

/** One by one: asked to make all at once, Node never ends in folders like /proc that can hold none. */
async function makeFolders(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return null;
  });
  if (found) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolders(parent);
  // SECURITY: other users of this computer have no business in a backup.
  await mkdir(folder, { mode: 0o700 });
  await syncFolder(parent);
}

/** Has a file's bytes on disk; its name is there once its folder is synced. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The size of a file that really lies in a folder; null where there is none, or something else. */
export async function sizeWithin(folder: string, name: string): Promise<number | null> {
  const file = path.join(folder, name);
  try {
    const found = await lstat(file);
    // SECURITY: a backup comes from anywhere. Nothing is read through its links, or waited for in its pipes.
    if (!found.isFile()) return null;
    return isWithin(await realpath(folder), await realpath(file)) ? found.size : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw folderProblem(error);
  }
}

/** A small file of the folder as text; null where there is none, or a larger one than `limit` bytes. */
export async function readSmall(folder: string, name: string, limit: number) {
  const size = await sizeWithin(folder, name);
  return size === null || size > limit ? null : readFile(path.join(folder, name), "utf8");
}
