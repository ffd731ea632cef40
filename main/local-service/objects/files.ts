/** File operations that are on disk, not merely under way, when they resolve. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { privateFolderMode } from "../../common/private-files";

/** Makes the names in a folder durable. A system that cannot (Windows) does so by itself. */
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

/** Makes a folder and its parents, for this user only; all of their names are on disk afterwards. */
export async function makeFolder(folder: string, mode = privateFolderMode): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode });
  if (firstMade === undefined) return;
  const top = path.dirname(firstMade);
  for (let at = path.dirname(folder); at.length >= top.length; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === path.dirname(at)) break;
  }
}

/** Moves a file over whatever file is at `to`, in one step, and makes that durable. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await makeFolder(path.dirname(to));
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

/** Writes a small file whole or not at all. */
export async function writeFileDurably(file: string, data: Uint8Array, mode: number) {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(draft, "wx", mode);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  }
  await handle.close();
  await moveDurably(draft, file);
}
