/**
 * Updates on Windows: the installer of the new version runs without questions when this process has
 * ended, and starts the new version. It replaces the files of this user; an installation for all
 * users is left to its administrator.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import path from "node:path";
import { replaceFileDurably } from "../../common/private-files";
import { systemCode } from "../../common/errors";
import { UpdateRefused } from "../../backend/updates/errors";
import type { InstallableUpdate } from "../../backend/ports";
import { verifyFile } from "../../backend/updates/verify-file";
import { keepAs, noteRefusal, readUpdateFile, signedFile, writeJournal } from "./journal";
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
  /** Starts a program that goes on without this process. Rejects if it does not start. */
  start: (program: string, args: readonly string[]) => Promise<void>;
  /** How many other processes run from the folder of the application: an installer ends them. */
  countOthers: () => Promise<number>;
  /** Starts this version again when this process has ended. */
  relaunch: () => void;
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
  const { executable, updates } = deps;
  let installer: string | null = null;

  /** The installer of an installed version, with which a later one can be taken back. */
  const installerOf = (version: string) => path.join(updates, `installed-${version}.exe`);
  /** The file with the signed size and hash of that installer. */
  const factsOf = (version: string) => path.join(updates, `installed-${version}.json`);
  function keepInstallers({ file, version, release }: InstallableUpdate): void {
    const previous = installerOf(deps.version);
    const kept = [previous, factsOf(deps.version)];
    for (const name of readdirSync(updates)) {
      const at = path.join(updates, name);
      if (name.startsWith("installed-") && !kept.includes(at)) rmSync(at, { force: true });
    }
    keepAs(file, installerOf(version));
    const { size, sha512 } = release;
    replaceFileDurably(factsOf(version), JSON.stringify({ size, sha512 }));
    // The first update has none: the version before it was installed by the user.
    const facts = readUpdateFile(factsOf(deps.version), signedFile);
    if (facts === null || !existsSync(previous)) return;
    writeJournal(updates, {
      from: deps.version,
      to: version,
      target: executable,
      previous,
      schema: deps.schema,
      failedStarts: 0,
      hasSucceeded: false,
      installer: facts,
    });
  }

  async function refuseOthers(): Promise<void> {
    const count = await deps.countOthers().catch((error: unknown) => {
      throw new UpdateRefused("cannot-replace", `the processes are unknown: ${String(error)}`);
    });
    if (count > 0) throw new UpdateRefused("still-running", `${count} other processes are running`);
  }

  async function run(): Promise<void> {
    if (installer === null) return;
    // Other processes may have been started since the installation was prepared.
    await refuseOthers();
    await deps.start(installer, installerArguments);
  }

  return {
    async install(update) {
      installer = null;
      const { file, release } = update;
      await refuseOthers();
      const folder = path.dirname(executable);
      if (!canWriteInto(folder))
        throw new UpdateRefused("cannot-replace", `${path.basename(folder)} is read-only`);
      // SECURITY: the program that will run is the one that was signed.
      await verifyFile(file, release);
      try {
        keepInstallers(update);
      } catch (error) {
        throw new UpdateRefused(
          "cannot-replace",
          `${path.basename(updates)}: ${systemCode(error)}`,
        );
      }
      installer = file;
    },
    finish() {
      void run()
        .catch((error: unknown) => {
          deps.relaunch();
          noteRefusal(updates, error instanceof UpdateRefused ? error.refusal : "cannot-replace");
        })
        .finally(deps.exit);
    },
  };
}
