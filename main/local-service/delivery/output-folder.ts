/** The folder of an export: a new one beside what is there, in which nothing is followed or overwritten. */
import { lstat, mkdir, open, realpath, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { syncFolderNow } from "../../common/private-files";
import { partSuffix } from "../engine/sound/wav-files";
import { invalid } from "../http-error";

const maxVersions = 10_000;

/** An existing folder outside of the data folder, without links in its path. @throws HttpError 400 */
export async function requireTarget(folder: string, dataDir: string): Promise<string> {
  if (!path.isAbsolute(folder)) throw invalid("folder", "must be an absolute path");
  const target = await realpath(folder).catch(() => {
    throw invalid("folder", "does not exist, or cannot be read");
  });
  if (!(await lstat(target)).isDirectory()) throw invalid("folder", "is not a folder");
  const data = await realpath(dataDir);
  if (target === data || target.startsWith(data + path.sep))
    throw invalid("folder", "is the data folder of the workspace");
  return target;
}

/** Creates "NAME_v1" in the target, or the next version that does not exist. @throws HttpError 400 */
export async function createVersion(
  target: string,
  name: string,
): Promise<{ folder: string; version: number }> {
  for (let version = 1; version <= maxVersions; version += 1) {
    const folder = path.join(target, `${name}_v${version}`);
    try {
      await mkdir(folder);
      return { folder, version };
    } catch (error) {
      const code = systemCode(error);
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS")
        throw invalid("folder", "cannot be written");
      throw error;
    }
  }
  throw invalid("folder", `contains ${maxVersions} versions already`);
}

/**
 * The absolute file of a path in the export, with its folders. SECURITY: a folder that was replaced by a link is refused,
 * so that nothing outside of the export is written.
 */
export async function prepareFile(folder: string, file: string): Promise<string> {
  const absolute = path.join(folder, ...file.split("/"));
  const parent = path.dirname(absolute);
  await mkdir(parent, { recursive: true });
  if ((await realpath(parent)) !== parent) throw new Error("a folder of the export is a link");
  return absolute;
}

/** Writes a small file whole: a temporary file, synced, then renamed. */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = file + partSuffix;
  await rm(part, { force: true });
  const handle = await open(part, "wx");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  syncFolderNow(path.dirname(file));
}

/**
 * Removes files of an export, and its folders that are empty then. Other files stay, also those in a folder that was
 * replaced by a link.
 */
export async function removeFiles(folder: string, files: readonly string[]): Promise<void> {
  const folders = new Set<string>([folder]);
  for (const file of files) {
    const absolute = path.join(folder, ...file.split("/"));
    const parent = path.dirname(absolute);
    // SECURITY: as in `prepareFile`.
    if ((await realpath(parent).catch(() => null)) !== parent) continue;
    await rm(absolute, { force: true });
    await rm(absolute + partSuffix, { force: true });
    for (let above = parent; above.length > folder.length; above = path.dirname(above))
      folders.add(above);
  }
  for (const empty of [...folders].sort((a, b) => b.length - a.length))
    await rmdir(empty).catch(() => undefined);
}
