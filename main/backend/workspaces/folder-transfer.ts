/**
 * Moves a folder: by a rename on the same file system, otherwise by a copy that is verified file by
 * file.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { AppError, invalidFields, systemCode } from "../../common/errors";
import { privateFileMode, privateFolderMode, syncFolderNow } from "../../common/private-files";
import { makeFolders } from "../../common/make-folders";

export interface TransferProgress {
  files: number;
  bytes: number;
  totalFiles: number;
  totalBytes: number;
}

export interface FolderTransfer {
  from: string;
  to: string;
  /**
   * Everything is at `to` and on disk when it resolves; when it rejects, everything is at `from`
   * unchanged.
   */
  run(): Promise<TransferProgress>;
  /** Moves everything back to `from`. */
  undo(): Promise<void>;
  /** Deletes the copied files from `from`. Files that were added there since stay. */
  finish(): Promise<void>;
}

export interface TransferOptions {
  from: string;
  to: string;
  signal: AbortSignal;
  onProgress: (progress: TransferProgress) => void;
  /** Copies even if a rename is possible. For tests. */
  mustCopy?: boolean;
}

/** A lock file belongs to its process; the next process creates another. */
const notCopied = /^service\.lock([.-].*)?$/;
/**
 * Errors after which the folder is copied: another file system, or a system that locks open
 * folders.
 */
const needsCopy = ["EXDEV", "EPERM", "EACCES", "EBUSY"];

const invalidFolder = (message: string) => invalidFields([{ field: "folder", message }]);

/** @throws AppError "invalid-input" for a target inside the folder, or one that is not empty. */
export async function prepareTransfer(options: TransferOptions): Promise<FolderTransfer> {
  const from = path.resolve(options.from);
  const to = path.resolve(options.to);
  const relative = path.relative(from, to);
  if (relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative)))
    throw invalidFolder("choose a folder outside the workspace's own");
  if ((await namesIn(to)).length > 0) throw invalidFolder("choose an empty folder");
  let copied: string[] | null = null;

  return {
    from,
    to,
    async run() {
      await makeFolders(path.dirname(to), privateFolderMode);
      if (!options.mustCopy && (await renameFolder(from, to)))
        return { files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };
      copied = [];
      try {
        return await copyFolder({ ...options, from, to }, copied);
      } catch (error) {
        await removeFiles(to, copied);
        throw error;
      }
    },
    async undo() {
      if (copied) await removeFiles(to, copied);
      else await renameFolder(to, from);
    },
    async finish() {
      if (copied) await removeFiles(from, copied);
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** False if the folder has to be copied. */
async function renameFolder(from: string, to: string): Promise<boolean> {
  await rmdir(to).catch((error: unknown) => {
    if (systemCode(error) !== "ENOENT") throw error;
  });
  try {
    await rename(from, to);
  } catch (error) {
    if (needsCopy.includes(systemCode(error))) return false;
    throw error;
  }
  for (const one of [from, to]) syncFolderNow(path.dirname(one));
  return true;
}

/** Adds each file to `copied` before it is written, so that a failed copy can be deleted. */
async function copyFolder(options: TransferOptions, copied: string[]): Promise<TransferProgress> {
  const { from, to, signal, onProgress } = options;
  const files = await listFiles(from);
  const totalBytes = files.reduce((total, { size }) => total + size, 0);
  const progress = { files: 0, bytes: 0, totalFiles: files.length, totalBytes };
  onProgress({ ...progress });
  for (const { name } of files) {
    signal.throwIfAborted();
    copied.push(name);
    const target = path.join(to, name);
    await makeFolders(path.dirname(target), privateFolderMode);
    await copyFile(path.join(from, name), target, signal, (bytes) => {
      progress.bytes += bytes;
      onProgress({ ...progress });
    });
    progress.files += 1;
    onProgress({ ...progress });
  }
  const names = files.map(({ name }) => name);
  for (const folder of foldersOf(to, names)) syncFolderNow(folder);
  return progress;
}

/**
 * The folders that contain copied files, with all above them up to the parent of `to`: a name is
 * durable once its folder is synced.
 */
export function foldersOf(to: string, names: readonly string[]): Set<string> {
  const folders = new Set([to, path.dirname(to)]);
  for (const name of names)
    for (let at = path.dirname(name); at !== "."; at = path.dirname(at))
      folders.add(path.join(to, at));
  return folders;
}

async function listFiles(folder: string): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number }[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isDirectory() || notCopied.test(name)) continue;
    // A link or a pipe cannot be copied unchanged; skipping it silently would lose it.
    if (!entry.isFile()) throw invalidFolder(`${name} is not a regular file`);
    found.push({ name, size: (await lstat(path.join(folder, name))).size });
  }
  return found;
}

/** Copies a file, fsyncs the copy and compares its SHA-256 with that of the bytes read. */
async function copyFile(
  from: string,
  to: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const hash = createHash("sha256");
  const target = await open(to, "wx", privateFileMode);
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1024 ** 2, signal })) {
      hash.update(chunk as Buffer);
      await target.writeFile(chunk as Buffer);
      onBytes((chunk as Buffer).length);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  const written = createHash("sha256");
  for await (const chunk of createReadStream(to, { highWaterMark: 1024 ** 2, signal }))
    written.update(chunk as Buffer);
  if (written.digest("hex") !== hash.digest("hex"))
    throw new AppError("internal", `the copy of ${path.basename(from)} differs from its original`);
}

/** Deletes files, and the folders that are empty afterwards. */
async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const name of names) {
    await rm(path.join(folder, name), { force: true });
    for (let at = path.dirname(name); at !== "."; at = path.dirname(at)) folders.add(at);
  }
  for (const name of await namesIn(folder))
    if (notCopied.test(name)) await rm(path.join(folder, name), { force: true });
  for (const name of [...folders, "staging", "uploads", ""].sort((a, b) => b.length - a.length))
    await rmdir(path.join(folder, name)).catch(() => undefined);
}
