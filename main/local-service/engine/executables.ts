/** Where the executables of engines are on this computer. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";

/**
 * Folders of common installers. A program that was started from a desktop often lacks them in its
 * PATH.
 */
const installFolders = (environment: NodeJS.ProcessEnv): readonly string[] =>
  process.platform === "win32"
    ? [
        path.join(environment["LOCALAPPDATA"] ?? "", "Microsoft", "WinGet", "Links"),
        path.join(environment["ProgramFiles"] ?? "", "ffmpeg", "bin"),
        path.join(environment["ProgramFiles"] ?? "", "eSpeak NG"),
        path.join(environment["ProgramFiles(x86)"] ?? "", "eSpeak NG"),
        path.join(environment["ProgramData"] ?? "", "chocolatey", "bin"),
      ]
    : ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin"];

/** The folders of PATH and of common installers. SECURITY: relative entries of PATH are ignored. */
export function searchFolders(environment = process.env): string[] {
  const entries = (environment["PATH"] ?? environment["Path"] ?? "").split(path.delimiter);
  return [...new Set([...entries, ...installFolders(environment)])].filter(path.isAbsolute);
}

/**
 * The executables with this name, such as "ffmpeg", in these folders. Absolute, in the order of the
 * folders.
 */
export async function* executablesNamed(
  name: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  const fileName = process.platform === "win32" ? `${name}.exe` : name;
  for (const folder of folders) {
    const file = path.join(folder, fileName);
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) yield file;
  }
}
