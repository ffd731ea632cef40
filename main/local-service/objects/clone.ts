/**
 * Copies a file of this computer into the store: by reference where the file system can, else its
 * bytes.
 */
import { chmod, constants, copyFile, link, open, rm } from "node:fs/promises";
import { systemCode } from "../../common/errors";
import { privateFileMode } from "../../common/private-files";
import { isDiskFull } from "../common/http-error";
import { copyBytes } from "./copy-threads";
import type { ClonedFile } from "./port";
import type { DiskSpace } from "./receive";

/**
 * Creates `target` and syncs it to disk. The caller removes it when this rejects. Resolves with
 * whether it shares the blocks of the source.
 */
export async function cloneFile(
  source: ClonedFile,
  target: string,
  diskSpace: DiskSpace,
): Promise<boolean> {
  source.signal.throwIfAborted();
  if (await reflink(source, target)) {
    source.onCopied(source.size);
    return true;
  }
  await diskSpace.require(source.size);
  diskSpace.reserve(source.size);
  try {
    const handle = await open(target, "wx", privateFileMode);
    try {
      await copyBytes(source, handle.fd);
    } finally {
      await handle.close();
    }
  } catch (error) {
    diskSpace.release(source.size);
    throw error;
  }
  return false;
}

/**
 * Shares the blocks of the source, which takes no space and no time. False if the file system
 * cannot.
 */
async function reflink(source: ClonedFile, target: string): Promise<boolean> {
  // The opened file itself, whatever is at its path meanwhile. Elsewhere the caller checks the path
  // afterwards.
  const from = process.platform === "linux" ? `/proc/self/fd/${source.handle.fd}` : source.path;
  try {
    await copyFile(from, target, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    await rm(target, { force: true });
    return false;
  }
  // SECURITY: the mode of the source is copied too, and other users must not read media.
  await chmod(target, privateFileMode);
  const handle = await open(target, "r+");
  try {
    await handle.sync();
    if ((await handle.stat()).size !== source.size) throw new Error("the file changed its size");
    return true;
  } finally {
    await handle.close();
  }
}

/**
 * A second name for a file of the store, or a copy where the file system has no hard links. Objects
 * are replaced as a whole and never changed, so two names may have the same bytes.
 */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (systemCode(error) === "ENOENT" || isDiskFull(error)) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    const handle = await open(to, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
