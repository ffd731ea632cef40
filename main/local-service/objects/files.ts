/** File operations that are durable (synced to disk) when they resolve. */
import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { privateFolderMode } from "../../common/private-files";
import { renameFile } from "../../common/rename";
import { makeFolders } from "../../common/make-folders";

/**
 * Syncs a folder, which makes the names in it durable. Windows cannot sync folders and does not
 * need it.
 */
export async function syncFolder(folder: string): Promise<void> {
  let handle;
  try {
    handle = await open(folder, "r");
  } catch (error) {
    if (["EISDIR", "EPERM", "EACCES"].includes(systemCode(error))) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "EPERM", "ENOTSUP"].includes(systemCode(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents, private to this user, durably. */
export async function createFolder(folder: string, mode = privateFolderMode): Promise<void> {
  const firstCreated = await makeFolders(folder, mode);
  if (firstCreated === null) return;
  const top = path.dirname(firstCreated);
  for (
    let at = path.dirname(path.resolve(folder));
    at.length >= top.length;
    at = path.dirname(at)
  ) {
    await syncFolder(at);
    if (at === path.dirname(at)) break;
  }
}

/** Moves a file atomically and durably; replaces an existing file at `to`. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await createFolder(path.dirname(to));
  await renameFile(from, to);
  await syncFolder(path.dirname(to));
}

/** Writes a small file atomically and durably. */
export async function writeFileDurably(file: string, data: Uint8Array, mode: number) {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(temporary, "wx", mode);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await moveDurably(temporary, file);
}
