/** Working files in a folder of this process alone. */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../../common/errors";
import { createFolder } from "../files";
import { workName } from "../leftover-files";
import { createObjectPaths } from "../object-path";
import type { WorkFiles } from "../port";

/** Removes what an earlier process left in the folder. `folder`: absolute; it has to exist. */
export async function createWorkFiles(folder: string): Promise<WorkFiles> {
  const { nameAt } = createObjectPaths(folder);
  const fileOf = (name: string) => nameAt(`${workName}/${name}`);
  await rm(path.join(folder, workName), { recursive: true, force: true });
  return {
    async workFile(name) {
      const file = fileOf(name);
      await createFolder(path.dirname(file));
      return file;
    },
    async workSize(name) {
      try {
        return (await stat(fileOf(name))).size;
      } catch (error) {
        if (systemCode(error) === "ENOENT") return null;
        throw error;
      }
    },
    async removeWork(names) {
      for (const name of names) await rm(fileOf(name), { force: true });
    },
  };
}
