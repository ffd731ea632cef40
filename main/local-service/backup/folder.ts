/**
 * The folder of a backup: checks its path, creates it, syncs its files, and reads from it safely.
 */
import { lstat, open, readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { isMissingFile, systemCode } from "../../common/errors";
import { createFolder } from "../objects/files";
import { invalid, isDiskFull } from "../common/http-error";

/**
 * Converts a system error about the folder to a 400 naming `folder` and the error code. Returns
 * other errors, and those about a full disk (which become 507), unchanged.
 */
export function folderError(error: unknown): unknown {
  const code = systemCode(error);
  const isSystemError = typeof (error as { errno?: unknown } | null)?.errno === "number";
  if (!isSystemError || isDiskFull(error)) return error;
  return invalid("folder", `cannot be used (${code})`);
}

/**
 * Whether a system error concerns a file in the folder, and not one of the workspace's own files.
 */
export function isErrorInFolder(folder: string, error: unknown): boolean {
  const { path: from, dest } = (error ?? {}) as { path?: unknown; dest?: unknown };
  const file = dest ?? from;
  // Copying a missing source also names the destination; that error does not concern the folder.
  const isSourceMissing = dest !== undefined && systemCode(error) === "ENOENT";
  return typeof file === "string" && isWithin(folder, file) && !isSourceMissing;
}

/** Whether a path is the folder or below it; both absolute and without links. */
function isWithin(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  return !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** Resolves all links of a path; segments that do not exist yet are appended unchanged. */
async function realPathOf(target: string): Promise<string> {
  try {
    return await realpath(target);
  } catch (error) {
    const parent = path.dirname(target);
    if (!isMissingFile(error) || parent === target) throw error;
    return path.join(await realPathOf(parent), path.basename(target));
  }
}

/**
 * @throws HttpError 400 for a relative path, and for a folder inside the data folder, also through
 * links.
 */
export async function checkBackupFolder(folder: string, dataDir: string): Promise<void> {
  if (!path.isAbsolute(folder)) throw invalid("folder", "must be an absolute path");
  let isInside: boolean;
  try {
    isInside = isWithin(await realpath(dataDir), await realPathOf(path.resolve(folder)));
  } catch (error) {
    throw folderError(error);
  }
  if (isInside) throw invalid("folder", "must be outside of the workspace's own folder");
}

/**
 * Creates the folder if it is missing.
 * @throws HttpError 400 if that fails, or if the folder is not empty.
 */
export async function createEmptyFolder(folder: string): Promise<void> {
  try {
    // SECURITY: other users of this computer must not read a backup.
    await createFolder(path.resolve(folder));
    if ((await readdir(folder)).length > 0) throw invalid("folder", "must be empty");
  } catch (error) {
    throw folderError(error);
  }
}

/** Syncs a file's bytes to disk. Its name is durable once its folder is synced too. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Size of a regular file inside a folder; null if there is none, or if a link leads outside. */
export async function sizeWithin(folder: string, name: string): Promise<number | null> {
  const file = path.join(folder, name);
  try {
    const found = await lstat(file);
    // SECURITY: a backup is untrusted. Its links are not followed, and its pipes are not opened.
    if (!found.isFile()) return null;
    return isWithin(await realpath(folder), await realpath(file)) ? found.size : null;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw folderError(error);
  }
}

/** A small file of the folder as text; null if it is missing or larger than `limit` bytes. */
export async function readSmall(folder: string, name: string, limit: number) {
  const size = await sizeWithin(folder, name);
  return size === null || size > limit ? null : readFile(path.join(folder, name), "utf8");
}
