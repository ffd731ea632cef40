/**
 * The folder of an export: a new one beside what is there, in which nothing is followed or
 * overwritten.
 */
import { lstat, mkdir, open, realpath, rm, rmdir } from "node:fs/promises";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { systemCode } from "../../common/errors";
import { syncFolderNow } from "../../common/private-files";
import { EngineError } from "../engine/ports";
import { partSuffix } from "../engine/sound/wav-files";
import { invalid } from "../common/http-error";
import { isDeliveredPath } from "../rows/exports/delivered-path";
import { renameFile } from "../../common/rename";

const maxVersions = 10_000;

/**
 * An existing folder outside of the data folder, without links in its path.
 * @throws HttpError 400
 */
export async function requireTarget(folder: string, dataDir: string): Promise<string> {
  if (!path.isAbsolute(folder)) throw invalid("folder", "must be an absolute path");
  const target = await realpath(folder).catch(() => {
    throw invalid("folder", "does not exist, or cannot be read");
  });
  if (!(await lstat(target)).isDirectory()) throw invalid("folder", "is not a folder");
  await requireOutside(target, dataDir);
  return target;
}

/** @throws HttpError 400 for a folder in the data folder. */
export async function requireOutside(folder: string, dataDir: string): Promise<void> {
  const data = await realpath(dataDir);
  if (folder === data || folder.startsWith(data + path.sep))
    throw invalid("folder", "is the data folder of the workspace");
}

/**
 * Creates "NAME_v1" in the target, or the next version that does not exist.
 * @throws HttpError 400
 */
export async function createVersion(
  target: string,
  name: string,
): Promise<{ folder: string; version: number }> {
  for (let version = 1; version <= maxVersions; version += 1) {
    const folder = path.join(target, `${name}_v${version}`);
    try {
      await mkdir(folder);
      return { folder, version };
    } catch (error) {
      const code = systemCode(error);
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS")
        throw invalid("folder", "cannot be written");
      throw error;
    }
  }
  throw invalid("folder", `contains ${maxVersions} versions already`);
}

/**
 * The folder of an export was removed, replaced, or is on a disk that is not mounted. Nothing can
 * be written to it.
 */
export class FolderMissingError extends Error {}

/** @throws FolderMissingError unless it exists as it was created. */
async function requireFolder(folder: string): Promise<void> {
  if ((await realpath(folder).catch(() => null)) !== folder)
    throw new FolderMissingError("the folder of the delivery is missing");
}

/**
 * The absolute file of a path in the export, with its folders. SECURITY: they are created one by
 * one, and a link among them is refused, so that nothing outside of the export is written.
 */
export async function prepareFile(folder: string, file: string): Promise<string> {
  if (!isDeliveredPath(file))
    throw new EngineError("a file of the delivery is outside of its folder");
  await requireFolder(folder);
  const names = file.split("/");
  let at = folder;
  for (const name of names.slice(0, -1)) {
    at = path.join(at, name);
    await mkdir(at).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(at)).isDirectory())
      throw new EngineError("a folder of the delivery is a link");
  }
  return path.join(folder, ...names);
}

/**
 * Copies a file whole: to a temporary file, synced, then renamed. SECURITY: a temporary file of a
 * killed process is removed, not followed: it could be a link.
 */
export async function copyWhole(from: string, file: string, signal: AbortSignal): Promise<void> {
  const part = file + partSuffix;
  await rm(part, { force: true });
  try {
    await pipeline(createReadStream(from), createWriteStream(part, { flags: "wx", flush: true }), {
      signal,
    });
    await renameFile(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  syncFolderNow(path.dirname(file));
}

/** Writes a small file whole: a temporary file, synced, then renamed. */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = file + partSuffix;
  await rm(part, { force: true });
  const handle = await open(part, "wx");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameFile(part, file);
  syncFolderNow(path.dirname(file));
}

/**
 * Removes files of an export, and its folders that are empty then. Other files stay, also those in
 * a folder that was replaced by a link.
 */
export async function removeFiles(folder: string, files: readonly string[]): Promise<void> {
  const folders = new Set<string>([folder]);
  for (const file of files) {
    // SECURITY: as in `prepareFile`.
    if (!isDeliveredPath(file)) continue;
    const absolute = path.join(folder, ...file.split("/"));
    const parent = path.dirname(absolute);
    if ((await realpath(parent).catch(() => null)) !== parent) continue;
    await rm(absolute, { force: true });
    await rm(absolute + partSuffix, { force: true });
    for (let above = parent; above.length > folder.length; above = path.dirname(above))
      folders.add(above);
  }
  for (const empty of [...folders].sort((a, b) => b.length - a.length))
    await rmdir(empty).catch(() => undefined);
}
