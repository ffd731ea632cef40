/** The folder for what terminal commands and services keep between runs. */
import os from "node:os";
import path from "node:path";

/** "dubyard" in the folder of the operating system for application state. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string {
  const home = os.homedir();
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: path.join(home, "Library", "Application Support"),
    win32: env["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local"),
  };
  const root =
    roots[process.platform] ?? env["XDG_STATE_HOME"] ?? path.join(home, ".local", "state");
  return path.join(root, "dubyard");
}
