/** Finds the executables of speech engines on this computer. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { runNative } from "./native-runner";

/** Folders of package managers and installers that are not always in PATH of a program with a window. */
const wellKnownFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"],
  linux: ["/usr/local/bin", "/usr/bin"],
  win32: ["C:\\Program Files\\eSpeak NG", "C:\\Program Files (x86)\\eSpeak NG"],
};

const probeMs = 5000;
const maxVersionBytes = 65_536;

export interface Executable {
  /** Absolute path. */
  file: string;
  version: string;
}

/** `searchPath` is in the form of the environment variable PATH. */
export async function findExecutable(
  name: string,
  versionIn: RegExp,
  searchPath: string = process.env["PATH"] ?? "",
): Promise<Executable | null> {
  const fileName = process.platform === "win32" ? `${name}.exe` : name;
  const folders = [
    ...searchPath.split(path.delimiter),
    ...(wellKnownFolders[process.platform] ?? []),
    // SECURITY: a relative folder would be below the current folder, which other programs can choose.
  ].filter((folder) => path.isAbsolute(folder));
  for (const folder of new Set(folders)) {
    const file = path.join(folder, fileName);
    const version = await versionOf(file, versionIn);
    if (version !== null) return { file, version };
  }
  return null;
}

/** The version that an executable prints; null if there is none, or if it cannot be used. */
async function versionOf(file: string, versionIn: RegExp): Promise<string | null> {
  try {
    await access(file, constants.X_OK);
    // Flite prints its version and ends with code 1.
    const options = { file, args: ["--version"], input: "", maxBytes: maxVersionBytes };
    const printed = await runNative(
      { ...options, ignoresExitCode: true },
      AbortSignal.timeout(probeMs),
    );
    return versionIn.exec(printed.toString())?.[1] ?? null;
  } catch {
    return null;
  }
}
