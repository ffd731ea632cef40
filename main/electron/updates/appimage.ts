/** Replaces the file of an AppImage. */
import { chmodSync, constants, rmSync, statSync } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { syncFolderNow } from "../../common/private-files";
import { renameFileSync } from "../../common/rename";
import type { InstallableUpdate, UpdateInstaller } from "../../backend/ports";
import { UpdateRefused } from "../../backend/updates/errors";
import { verifyFile } from "../../backend/updates/verify-file";
import { keepAs, writeJournal } from "./journal";

export interface AppImageDeps {
  /** The installed file; absolute. */
  target: string;
  /** The running version. */
  version: string;
  /** The schema of the database of this version. */
  schema: number;
  /** The folder of updates in the profile. */
  folder: string;
}

export function createAppImageInstaller(deps: AppImageDeps): UpdateInstaller {
  const { target, folder } = deps;
  const draft = `${target}.new`;
  /** The previous file stays beside the new one until that has started twice. */
  const previous = `${target}.previous`;

  async function replace({ version, file, release }: InstallableUpdate): Promise<void> {
    const { mode } = statSync(target);
    rmSync(draft, { force: true });
    // SECURITY: a link that another user of a shared folder has created is not followed.
    await copyFile(file, draft, constants.COPYFILE_EXCL);
    chmodSync(draft, (mode & 0o777) | 0o100);
    const handle = await open(draft, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    // SECURITY: the bytes that will run are those that were signed, not only those that were read.
    await verifyFile(draft, release);
    keepAs(target, previous);
    writeJournal(folder, {
      from: deps.version,
      to: version,
      target,
      previous,
      schema: deps.schema,
      failedStarts: 0,
      hasSucceeded: false,
    });
    renameFileSync(draft, target);
    syncFolderNow(path.dirname(target));
  }

  return {
    async install(update) {
      try {
        await replace(update);
      } catch (error) {
        rmSync(draft, { force: true });
        const code = systemCode(error);
        if (code === "") throw error;
        throw new UpdateRefused("cannot-replace", `${path.basename(target)}: ${code}`);
      }
    },
  };
}
