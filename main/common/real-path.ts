/** Paths without symbolic links, and what is below what. */
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "./errors";

/** Whether a path is a folder or below it; both as `realPathOf` gives them. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  if (path.isAbsolute(relative)) return false;
  return relative !== ".." && !relative.startsWith(`..${path.sep}`);
}

/** A path without symbolic links; what does not exist yet by the folder above it. Null for a link that leads nowhere. */
export async function realPathOf(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch (error) {
    const above = path.dirname(file);
    if (!["ENOENT", "ENOTDIR"].includes(systemCode(error)) || above === file) return null;
    const isThere = await lstat(file).then(
      () => true,
      () => false,
    );
    if (isThere) return null;
    const real = await realPathOf(above);
    return real === null ? null : path.join(real, path.basename(file));
  }
}
