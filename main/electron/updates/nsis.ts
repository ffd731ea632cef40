/**
 * Updates on Windows: the installer of the new version runs without questions when this process has
 * ended, and starts the new version. It replaces the files of this user; an installation for all
 * users is left to its administrator.
 */
import { mkdtempSync, rmdirSync } from "node:fs";
import path from "node:path";
import { UpdateRefused } from "../../backend/updates/errors";
import { verifyFile } from "../../backend/updates/verify-file";
import type { OwnInstaller } from "./own-installer";

/**
 * Arguments of electron-builder's installer: it replaces the version that it finds, asks nothing,
 * and starts the application.
 */
export const installerArguments = ["--updated", "/S", "--force-run"] as const;

export interface NsisDeps {
  /** The folder of the application. */
  folder: string;
  /** Starts a program that goes on without this process. */
  start: (program: string, args: readonly string[]) => void;
  /** Ends this process. */
  exit: () => void;
}

/** Whether files can be created in a folder: on Windows, only an attempt shows it. */
export function canWriteInto(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(path.join(folder, ".update-")));
    return true;
  } catch {
    return false;
  }
}

export function createNsisInstaller({ folder, start, exit }: NsisDeps): OwnInstaller {
  let installer: string | null = null;
  return {
    async install({ file, release }) {
      installer = null;
      if (!canWriteInto(folder))
        throw new UpdateRefused("cannot-replace", `${path.basename(folder)} is read-only`);
      // SECURITY: the program that will run is the one that was signed.
      await verifyFile(file, release);
      installer = file;
    },
    finish() {
      if (installer !== null) start(installer, installerArguments);
      exit();
    },
  };
}
