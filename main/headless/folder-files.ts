/** The files below a folder by gallery path. */
import { opendir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { toProblem } from "../common/errors";
import { normalisePath } from "../backend/gallery/gallery-path";
import { isHidden } from "../backend/uploads/plans/walk-files";

export interface FoundFile {
  /** Absolute. */
  location: string;
  /** Bytes. */
  size: number;
  /**
   * The name of the file or of one of its folders is that of hidden and system files, which are
   * never uploaded.
   */
  isHidden: boolean;
}

export interface FolderFiles {
  /** By the path below the folder as the gallery has it: "/" between names, NFC. */
  files: Map<string, FoundFile>;
  /** Folders that cannot be listed, and entries that are not files. */
  unreadable: { path: string; message: string }[];
}

/** Links to files are followed, links to folders are not. `except` is left out. */
export async function filesBelow(
  folder: string,
  { except, signal }: { except: string; signal: AbortSignal },
): Promise<FolderFiles> {
  const found: FolderFiles = { files: new Map(), unreadable: [] };
  const left = await realpath(except).catch(() => except);

  async function visit(location: string, parent: string, isBelowHidden: boolean): Promise<void> {
    signal.throwIfAborted();
    for await (const entry of await opendir(location)) {
      const at = path.join(location, entry.name);
      const relative = parent + entry.name;
      const isHiddenEntry = isBelowHidden || isHidden(entry.name);
      try {
        if (entry.isDirectory()) await visit(at, `${relative}/`, isHiddenEntry);
        else await add(at, relative, isHiddenEntry);
      } catch (error) {
        signal.throwIfAborted();
        if (!isHiddenEntry)
          found.unreadable.push({ path: relative, message: toProblem(error).message });
      }
    }
  }

  async function add(location: string, relative: string, isHiddenEntry: boolean): Promise<void> {
    const stats = await stat(location);
    if (!stats.isFile()) throw new Error("not a file");
    const isSameName = path.basename(location) === path.basename(left);
    if (isSameName && (await realpath(location)) === left) return;
    const galleryPath = normalisePath(relative);
    if (found.files.has(galleryPath))
      throw new Error("another file has the same path in another Unicode form");
    found.files.set(galleryPath, { location, size: stats.size, isHidden: isHiddenEntry });
  }

  await visit(await realpath(folder), "", false);
  return found;
}
