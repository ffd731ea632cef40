/**
 * Updates on Windows: the installer of the new version runs without questions when this process has
 * ended, and starts the new version. It replaces the files of this user; an installation for all
 * users is left to its administrator.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { UpdateRefused } from "../../backend/updates/errors";
import { verifyFile } from "../../backend/updates/verify-file";
import { keepAs, writeJournal } from "./journal";
import type { OwnInstaller } from "./own-installer";

/**
 * Arguments of electron-builder's installer: it replaces the version that it finds, asks nothing,
 * and starts the application.
 */
export const installerArguments = ["--updated", "/S", "--force-run"] as const;

export interface NsisDeps {
  /** The program of the application; absolute. */
  executable: string;
  /** The running version. */
  version: string;
  /** The schema of the database of this version. */
  schema: number;
  /** The folder of updates in the profile. */
  updates: string;
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

export function createNsisInstaller(deps: NsisDeps): OwnInstaller {
  const { executable, updates, start, exit } = deps;
  let installer: string | null = null;

  /** The installer of an installed version, with which a later one can be taken back. */
  const nameOf = (version: string) => `installed-${version}.exe`;
  function keepInstallers(file: string, version: string): void {
    const own = nameOf(deps.version);
    for (const name of readdirSync(updates))
      if (name.startsWith("installed-") && name !== own)
        rmSync(path.join(updates, name), { force: true });
    keepAs(file, path.join(updates, nameOf(version)));
    const previous = path.join(updates, own);
    // The first update has none: the version before it was installed by the user.
    if (!existsSync(previous)) return;
    writeJournal(updates, {
      from: deps.version,
      to: version,
      target: executable,
      previous,
      schema: deps.schema,
      failedStarts: 0,
      hasSucceeded: false,
      isInstaller: true,
    });
  }

  return {
    async install({ version, file, release }) {
      installer = null;
      const folder = path.dirname(executable);
      if (!canWriteInto(folder))
        throw new UpdateRefused("cannot-replace", `${path.basename(folder)} is read-only`);
      // SECURITY: the program that will run is the one that was signed.
      await verifyFile(file, release);
      try {
        keepInstallers(file, version);
      } catch (error) {
        throw new UpdateRefused(
          "cannot-replace",
          `${path.basename(updates)}: ${systemCode(error)}`,
        );
      }
      installer = file;
    },
    finish() {
      if (installer !== null) start(installer, installerArguments);
      exit();
    },
  };
}
