/** Copies a file of this computer into the store: by reference where the file system can, else its bytes. */
import { chmod, constants, copyFile, open, rm, type FileHandle } from "node:fs/promises";
import { privateFileMode } from "../../common/private-files";
import { isDiskFull } from "../http-error";
import type { ClonedFile } from "./port";
import type { DiskSpace } from "./receive";

/** Two buffers of this size: one is read while the other is written. */
const bufferBytes = 2 * 1024 * 1024;
/** Bytes between syncs that run while more bytes are copied; this keeps the final sync short. */
const syncBytes = 32 * 1024 * 1024;

/** Creates `target` and syncs it to disk. The caller removes it when this rejects. */
export async function cloneFile(
  source: ClonedFile,
  target: string,
  diskSpace: DiskSpace,
): Promise<void> {
  source.signal.throwIfAborted();
  if (await reflink(source, target)) {
    source.onCopied(source.size);
    return;
  }
  await diskSpace.require(source.size);
  const handle = await open(target, "wx", privateFileMode);
  try {
    await copyBytes(source, handle, diskSpace);
  } finally {
    await handle.close();
  }
}

/** Shares the blocks of the source, which takes no space and no time. False if the file system cannot. */
async function reflink(source: ClonedFile, target: string): Promise<boolean> {
  // The opened file itself, whatever is at its path meanwhile. Elsewhere the caller checks the path afterwards.
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

async function copyBytes(
  source: ClonedFile,
  target: FileHandle,
  diskSpace: DiskSpace,
): Promise<void> {
  const length = Math.max(1, Math.min(bufferBytes, source.size));
  const buffers = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)] as const;
  let reserved = 0;
  let synced = 0;
  let syncing: Promise<void> = Promise.resolve();
  let isSyncing = false;
  const read = async (index: number, at: number) => {
    const buffer = buffers[index % 2] ?? buffers[0];
    const wanted = Math.min(length, source.size - at);
    if (wanted === 0) return buffer.subarray(0, 0);
    const { bytesRead } = await source.handle.read(buffer, 0, wanted, at);
    if (bytesRead === 0) throw new Error("the file is shorter than its size");
    return buffer.subarray(0, bytesRead);
  };
  try {
    let bytes = await read(0, 0);
    for (let at = 0, index = 1; at < source.size; index += 1) {
      source.signal.throwIfAborted();
      diskSpace.reserve(bytes.length);
      reserved += bytes.length;
      const next = at + bytes.length;
      const [, following] = await Promise.all([writeAll(target, bytes, at), read(index, next)]);
      at = next;
      bytes = following;
      source.onCopied(at);
      if (isSyncing || at - synced < syncBytes) continue;
      synced = at;
      isSyncing = true;
      syncing = target.datasync().finally(() => (isSyncing = false));
      // Awaited at the end; until then a rejection must not be reported as unhandled.
      syncing.catch(() => undefined);
    }
    await syncing;
    await target.datasync();
  } catch (error) {
    await syncing.catch(() => undefined);
    diskSpace.release(reserved);
    throw error;
  }
}

async function writeAll(target: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await target.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
