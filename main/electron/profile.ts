/** The folder that everything of a user is in. */
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import type { App } from "electron";
import { makePrivateFolder, tightenFolder } from "../common/private-files";

/**
 * Settles the profile's folder (--user-data-dir=DIR, or the system's place for it) and makes sure that it can be
 * written. Before the lock, which is kept in it. Returns the folder, and why it cannot be used.
 */
export function openProfile(app: App): { folder: string; problem: Error | null } {
  const asked = app.commandLine.getSwitchValue("user-data-dir");
  const folder = asked === "" ? app.getPath("userData") : path.resolve(asked);
  try {
    const isOurs = !existsSync(folder) || existsSync(path.join(folder, "dubyard.db"));
    makePrivateFolder(folder);
    // A folder that was given and holds something else is not ours to close.
    if (isOurs) tightenFolder(folder);
    accessSync(folder, constants.W_OK);
    if (asked !== "") app.setPath("userData", folder);
    return { folder, problem: null };
  } catch (error) {
    return {
      folder,
      problem: new Error("its folder cannot be written", { cause: error }),
    };
  }
}
