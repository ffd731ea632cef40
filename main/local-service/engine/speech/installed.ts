/** Finds the executables of speech engines on this computer. */
import { executablesNamed } from "../executables";
import { runNative } from "./native-runner";

const probeMs = 5000;
const maxVersionBytes = 65_536;

export interface Executable {
  /** Absolute path. */
  file: string;
  version: string;
}

/** The first executable with this name in the folders that prints a version. */
export async function findExecutable(
  name: string,
  versionIn: RegExp,
  folders: readonly string[],
): Promise<Executable | null> {
  for await (const file of executablesNamed(name, folders)) {
    const version = await versionOf(file, versionIn);
    if (version !== null) return { file, version };
  }
  return null;
}

/** The version that an executable prints; null if there is none, or if it cannot be used. */
async function versionOf(file: string, versionIn: RegExp): Promise<string | null> {
  try {
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
