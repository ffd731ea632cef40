/** The files of a delivery in its folder. Links in the folder are not followed. */
import { lstat, mkdir, realpath, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { isDeliveredPath } from "./delivered-path";
import { systemCode } from "./errors";

/**
 * The folder of a delivery was removed, replaced, or is on a disk that is not mounted. Nothing can
 * be written to it.
 */
export class FolderMissingError extends Error {}

/** A path leads out of the folder of a delivery. */
export class OutsideError extends Error {}

/** @throws FolderMissingError unless it exists as it was created. */
async function requireFolder(folder: string): Promise<void> {
  if ((await realpath(folder).catch(() => null)) !== folder)
    throw new FolderMissingError("the folder of the delivery is missing");
}

/**
 * The absolute file of a path in the delivery, with its folders. SECURITY: they are created one by
 * one, and a link among them is refused, so that nothing outside of the delivery is written.
 * @throws FolderMissingError, OutsideError
 */
export async function prepareDeliveredFile(folder: string, file: string): Promise<string> {
  if (!isDeliveredPath(file))
    throw new OutsideError("a file of the delivery is outside of its folder");
  await requireFolder(folder);
  const names = file.split("/");
  let at = folder;
  for (const name of names.slice(0, -1)) {
    at = path.join(at, name);
    await mkdir(at).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(at)).isDirectory())
      throw new OutsideError("a folder of the delivery is a link");
  }
  return path.join(folder, ...names);
}

/** Errors of `realpath` for a path without a folder of a delivery. */
const noFolderCodes = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

/** Whether a folder exists, and no part of its path is a link. Rejects if that is unknown. */
async function isRealFolder(folder: string): Promise<boolean> {
  try {
    return (await realpath(folder)) === folder;
  } catch (error) {
    if (noFolderCodes.includes(systemCode(error))) return false;
    throw error;
  }
}

/**
 * Removes files of a delivery, and its folders that are empty then. Other files stay, also those in
 * a folder that was replaced by a link. `suffix`: the end of the names of unfinished files.
 */
export async function removeDeliveredFiles(
  folder: string,
  files: readonly string[],
  suffix: string,
): Promise<void> {
  const folders = new Set<string>([folder]);
  for (const file of files) {
    // SECURITY: as in `prepareDeliveredFile`.
    if (!isDeliveredPath(file)) continue;
    const absolute = path.join(folder, ...file.split("/"));
    const parent = path.dirname(absolute);
    if (!(await isRealFolder(parent))) continue;
    await rm(absolute, { force: true });
    await rm(absolute + suffix, { force: true });
    for (let above = parent; above.length > folder.length; above = path.dirname(above))
      folders.add(above);
  }
  for (const empty of [...folders].sort((a, b) => b.length - a.length))
    // A folder that cannot be removed has other files, or stays empty.
    await rmdir(empty).catch(() => undefined);
}
