/** The profile folder, which contains all data of a user. */
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import type { App } from "electron";
import { makePrivateFolder, tightenFolder } from "../../common/private-files";

/**
 * Determines the profile folder (--user-data-dir=DIR, or the default of the system) and checks that
 * it is writable. Has to run before the single-instance lock, which is stored in the folder.
 * Returns the folder, and the error if it cannot be used.
 */
export function openProfile(app: App): { folder: string; problem: Error | null } {
  const requested = app.commandLine.getSwitchValue("user-data-dir");
  const folder = requested === "" ? app.getPath("userData") : path.resolve(requested);
  try {
    const isOurs = !existsSync(folder) || existsSync(path.join(folder, "dubyard.db"));
    makePrivateFolder(folder);
    // The permissions of an existing folder without our database are not changed.
    if (isOurs) tightenFolder(folder);
    accessSync(folder, constants.W_OK);
    if (requested !== "") app.setPath("userData", folder);
    return { folder, problem: null };
  } catch (error) {
    return {
      folder,
      problem: new Error("its folder cannot be written", { cause: error }),
    };
  }
}
