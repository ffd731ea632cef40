/**
 * Files and folders with access for the current user only, and durable writes (synced to disk on
 * return).
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { renameFileSync } from "./rename";
import { makeFoldersNow } from "./make-folders";

export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

/**
 * Creates a folder and its missing parents with access for the current user only. Existing folders
 * are unchanged.
 */
export function makePrivateFolder(folder: string): void {
  makeFoldersNow(folder, privateFolderMode);
}

/**
 * Removes the permissions of other users from a folder of the application. Does not change a shared
 * folder (sticky bit, such as /tmp), or a folder on a file system without modes.
 */
export function tightenFolder(folder: string): void {
  tighten(folder, (mode) => ((mode & 0o1000) === 0 ? mode & privateFolderMode : mode));
}

/**
 * Removes the permissions of other users from a file. Ignores a missing file, and a link: its
 * target may belong to another program.
 */
export function tightenFile(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === true)
    tighten(file, (mode) => mode & privateFileMode);
}

/** Removes a symbolic link; does nothing if there is none. Its target is unchanged. */
export function removeLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(file);
}

function tighten(target: string, wanted: (mode: number) => number): void {
  if (process.platform === "win32") return;
  try {
    const mode = statSync(target).mode & 0o7777;
    // SECURITY: other users of this computer must not read databases and media.
    if (wanted(mode) !== mode) chmodSync(target, wanted(mode));
  } catch {
    // The folder belongs to another user, or the file system has no modes.
  }
}

/**
 * Syncs the directory entries of a folder to disk, where the system supports it (not needed on
 * Windows).
 */
export function syncFolderNow(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch {
    // EINVAL, EPERM: the file system does not support it.
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes a small private file atomically and syncs it to disk before returning. Creates its folder.
 */
export function replaceFileDurably(file: string, text: string): void {
  const folder = path.dirname(file);
  makePrivateFolder(folder);
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", privateFileMode);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameFileSync(draft, file);
  syncFolderNow(folder);
}
