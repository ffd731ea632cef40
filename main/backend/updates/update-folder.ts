/**
 * The folder of updates in the profile: the signed list that was accepted last, and at most one
 * file of it.
 */
import { readFile, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { writeWhole } from "../../common/files";
import { makePrivateFolder, syncFolderNow } from "../../common/private-files";
import type { ReleaseFile } from "./release-list";

const listName = "releases.json";
/** A file that is not complete. */
const partEnding = ".part";
/** Files of other parts of the application, which stay. */
const ownFiles = /^update-/;

export type UpdateFolder = ReturnType<typeof createUpdateFolder>;

export function createUpdateFolder(folder: string) {
  const list = path.join(folder, listName);
  /** The hash is in the name: a changed file of the same version is another one. */
  const nameOf = ({ sha512, kind }: ReleaseFile) =>
    `update-${sha512.slice(0, 32)}${kind === "nsis" ? ".exe" : ""}`;
  const fileOf = (release: ReleaseFile) => path.join(folder, nameOf(release));

  return {
    /** Where a complete file is, and where it is while it is incomplete. */
    fileOf,
    partOf: (release: ReleaseFile) => `${fileOf(release)}${partEnding}`,
    /** The stored list, or null. */
    async readList(): Promise<string | null> {
      try {
        return await readFile(list, "utf8");
      } catch (error) {
        if (systemCode(error) === "ENOENT") return null;
        throw error;
      }
    },
    async writeList(text: string): Promise<void> {
      makePrivateFolder(folder);
      await writeWhole(list, Buffer.from(text, "utf8"));
    },
    async hasFile(release: ReleaseFile): Promise<boolean> {
      return (await names(folder)).includes(nameOf(release));
    },
    /** The downloaded part is complete: it gets its name. */
    async publish(release: ReleaseFile): Promise<void> {
      const file = fileOf(release);
      await rename(`${file}${partEnding}`, file);
      syncFolderNow(folder);
    },
    /** Creates the folder, and deletes all files of updates except that of a release. */
    async keepOnly(release: ReleaseFile | null): Promise<void> {
      makePrivateFolder(folder);
      const kept = release === null ? [] : [nameOf(release), `${nameOf(release)}${partEnding}`];
      for (const name of await names(folder))
        if (ownFiles.test(name) && !kept.includes(name))
          await rm(path.join(folder, name), { force: true });
    },
  };
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
