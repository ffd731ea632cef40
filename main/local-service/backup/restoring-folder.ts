/**
 * DIR/restoring: objects of a backup that were copied, verified and synced, until the rows are
 * replaced. A restore that was interrupted, by a kill or because a drive was disconnected,
 * continues with them.
 */
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { sha256Of } from "./format";

const folderName = "restoring";
const objectName = /^[0-9a-f]{64}$/;

/** The location of a copied object; `identity` distinguishes its bytes from others. */
export const restoringLocation = (identity: readonly unknown[]): string =>
  `${folderName}/${sha256Of(JSON.stringify(identity))}`;

/** Removes all copied objects except those at these locations, and the folder if it is empty. */
export async function clearRestoring(dataDir: string, except: ReadonlySet<string>): Promise<void> {
  const folder = path.join(dataDir, folderName);
  for (const name of await namesIn(folder))
    if (objectName.test(name) && !except.has(`${folderName}/${name}`))
      await rm(path.join(folder, name), { force: true });
  await rmdir(folder).catch((error: unknown) => {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(systemCode(error))) throw error;
  });
}

/** SECURITY: nothing is removed behind a link. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await lstat(folder)).isDirectory() ? await readdir(folder) : [];
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
