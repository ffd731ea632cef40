/** Files and folders that only this user may read, and writes that are on disk when the call returns. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";

export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

/** Makes a folder and its missing parents for this user only; one that exists keeps its mode. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolderMode });
}

/**
 * Takes the rights of other users away from a folder of ours. A shared folder (sticky bit, as /tmp has it) stays as
 * it is, and so does one whose file system has no modes.
 */
export function tightenFolder(folder: string): void {
  tighten(folder, (mode) => ((mode & 0o1000) === 0 ? mode & privateFolderMode : mode));
}

/** The same for a file; a missing one is fine. */
export function tightenFile(file: string): void {
  if (existsSync(file)) tighten(file, (mode) => mode & privateFileMode);
}

function tighten(target: string, wanted: (mode: number) => number): void {
  if (process.platform === "win32") return;
  try {
    const mode = statSync(target).mode & 0o7777;
    // SECURITY: databases and media are nothing for the other users of this computer.
    if (wanted(mode) !== mode) chmodSync(target, wanted(mode));
  } catch {
    // Another user's folder, or a file system without modes.
  }
}

/** Makes a folder's names durable, where the system can (Windows does it on its own). */
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
    // EINVAL, EPERM: file systems that cannot.
  } finally {
    closeSync(handle);
  }
}

/** Writes a small private file whole or not at all; on disk when it returns. Makes its folder. */
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
  renameSync(draft, file);
  syncFolderNow(folder);
}
