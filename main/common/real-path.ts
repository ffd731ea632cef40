/** Resolves symbolic links in paths, and checks whether a path is inside a folder. */
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { isMissingFile } from "./errors";

/** Whether a path is the folder or inside it. Both arguments are paths returned by `realPathOf`. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  if (path.isAbsolute(relative)) return false;
  return relative !== ".." && !relative.startsWith(`..${path.sep}`);
}

/**
 * Resolves all symbolic links of a path. If the path does not exist yet, its nearest existing
 * parent folder is resolved. Null if the path is a dangling link or cannot be resolved for another
 * reason.
 */
export async function realPathOf(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch (error) {
    const above = path.dirname(file);
    if (!isMissingFile(error) || above === file) return null;
    const isThere = await lstat(file).then(
      () => true,
      () => false,
    );
    if (isThere) return null;
    const real = await realPathOf(above);
    return real === null ? null : path.join(real, path.basename(file));
  }
}
