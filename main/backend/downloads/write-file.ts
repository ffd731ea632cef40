/** Writes downloaded files and folders to this computer. Nothing that exists is replaced. */
import { link, lstat, mkdir, open, rm, statfs, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../../common/errors";
import { portableName } from "../../common/portable-names";
import { renameFile } from "../../common/rename";

/** The end of the name of a file that is being received. */
export const partSuffix = ".part";

/**
 * Calls `create` with the names of a file or folder, "clip.wav", "clip (2).wav", until one does not
 * exist yet.
 */
async function withFreeName<T>(
  folder: string,
  name: string,
  suffix: string,
  create: (file: string) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await create(path.join(folder, portableName(name, number, suffix) + suffix));
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

/** Creates a folder under a free name; returns its path. Rejects as `writeFile` does. */
export async function createFolder(parent: string, name: string): Promise<string> {
  try {
    return await withFreeName(parent, name, "", async (folder) => {
      await mkdir(folder);
      return folder;
    });
  } catch (error) {
    throw fromWriteError(error, name);
  }
}

/**
 * Writes a file of exactly this many bytes under a free name; returns its path. The bytes are
 * written to "NAME.part", which is renamed when they are complete and synced to disk, and removed
 * after a failure. Rejects with "disk-full", "file-denied", "drive-missing" (there is no such
 * folder any more), "file-unreadable" (any other failure of the disk), "unexpected-answer" (more or
 * fewer bytes), or the error of `chunks`.
 */
export async function writeFile(
  folder: string,
  name: string,
  {
    bytes,
    chunks,
    onBytes,
  }: { bytes: number; chunks: AsyncIterable<Uint8Array>; onBytes: (written: number) => void },
): Promise<string> {
  try {
    await requireDiskSpace(folder, bytes);
    const { part, handle } = await withFreeName(folder, name, partSuffix, async (file) => ({
      part: file,
      handle: await open(file, "wx"),
    }));
    try {
      try {
        await writeAll(handle, bytes, chunks, onBytes);
      } finally {
        await handle.close();
      }
      return await withFreeName(folder, name, "", (file) => publishFile(part, file));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  } catch (error) {
    throw fromWriteError(error, name);
  }
}

/** Throws before a disk is filled by a file that it cannot store. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  // Some network drives report no sizes.
  if (bavail > 0 && bavail * bsize < bytes)
    throw new AppError("disk-full", `${bytes} bytes do not fit on the disk`);
}

async function writeAll(
  handle: FileHandle,
  bytes: number,
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (written: number) => void,
): Promise<void> {
  const wrongSize = () => new AppError("unexpected-answer", `not the announced ${bytes} bytes`);
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    if (written > bytes) throw wrongSize();
    await handle.writeFile(chunk);
    onBytes(written);
  }
  await handle.sync();
  if (written !== bytes || (await handle.stat()).size !== bytes) throw wrongSize();
}

/** Codes of file systems without hard links. */
const noLinkCodes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL", "EISDIR"];

/**
 * Renames a file; rejects with EEXIST if the new name exists. `rename` alone would replace that
 * file.
 */
export async function publishFile(part: string, file: string): Promise<string> {
  const isLinked = await link(part, file).then(
    () => true,
    (error: unknown) => {
      if (noLinkCodes.includes(systemCode(error))) return false;
      throw error;
    },
  );
  if (isLinked) {
    await rm(part);
    return file;
  }
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw Object.assign(new Error(`${file} exists`), { code: "EEXIST" });
  await renameFile(part, file);
  return file;
}

/** The code of a failure of the disk; other errors stay as they are. */
export function fromWriteError(error: unknown, name: string): unknown {
  const code = systemCode(error);
  if (error instanceof AppError || code === "") return error;
  const message = `${name} cannot be written (${code})`;
  if (["ENOSPC", "EDQUOT"].includes(code))
    return new AppError("disk-full", message, { cause: error });
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    return new AppError("file-denied", message, { cause: error });
  if (["ENOENT", "ENOTDIR", "ENODEV", "ENXIO"].includes(code))
    return new AppError("drive-missing", message, { cause: error });
  return new AppError("file-unreadable", message, { cause: error });
}
