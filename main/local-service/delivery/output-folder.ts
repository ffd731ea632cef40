/**
 * The folder of an export: a new one beside what is there, in which nothing is followed or
 * overwritten.
 */
import { lstat, mkdir, open, realpath, rm } from "node:fs/promises";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { systemCode } from "../../common/errors";
import { syncFolderNow } from "../../common/private-files";
import { EngineError } from "../engine/ports";
import { partSuffix } from "../engine/sound/wav-files";
import { invalid } from "../common/http-error";
import {
  OutsideError,
  prepareDeliveredFile,
  removeDeliveredFiles,
} from "../../common/delivered-files";
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
 * Calls `prepareDeliveredFile`.
 * @throws FolderMissingError; EngineError for a path that leads out of the folder.
 */
export async function prepareFile(folder: string, file: string): Promise<string> {
  try {
    return await prepareDeliveredFile(folder, file);
  } catch (error) {
    throw error instanceof OutsideError ? new EngineError(error.message) : error;
  }
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

/** Removes delivered files, and those that were not completed. */
export const removeFiles = (folder: string, files: readonly string[]): Promise<void> =>
  removeDeliveredFiles(folder, files, partSuffix);
