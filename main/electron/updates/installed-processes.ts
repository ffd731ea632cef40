/**
 * The processes of the installed application on Windows. An installer ends all of them before it
 * replaces their files: also commands in a terminal, and windows with another profile.
 */
import { execFile } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export interface InstalledProcess {
  pid: number;
  /** The process that started it; null if PowerShell cannot be used. */
  parent: number | null;
}

/** Longer than PowerShell needs to start on a slow computer. */
const timeoutMs = 30_000;
const folderVariable = "DUBYARD_INSTALLED";
/** The installer of electron-builder finds these processes in the same way. */
const listByFolder =
  `Get-CimInstance Win32_Process | Where-Object { $_.ExecutablePath -and ` +
  `$_.ExecutablePath.StartsWith($env:${folderVariable}, 'CurrentCultureIgnoreCase') } | ` +
  `ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }`;

/** Reads lines "1200 800": the process, and the one that started it. */
export const parseByFolder = (output: string): InstalledProcess[] =>
  [...output.matchAll(/^(\d+) (\d+)\s*$/gm)].map(([, pid, parent]) => ({
    pid: Number(pid),
    parent: Number(parent),
  }));

/** Reads the output of tasklist: "Dubyard.exe","1200",… */
export const parseByName = (output: string): InstalledProcess[] =>
  [...output.matchAll(/^"[^"]*","(\d+)"/gm)].map(([, pid]) => ({
    pid: Number(pid),
    parent: null,
  }));

/** The processes that are neither `own` ones nor were started by these. */
export const othersThan = (
  found: readonly InstalledProcess[],
  own: ReadonlySet<number>,
): InstalledProcess[] =>
  found.filter(({ pid, parent }) => !own.has(pid) && (parent === null || !own.has(parent)));

/** The processes of an executable and of others in its folder. */
export async function listInstalled(executable: string): Promise<InstalledProcess[]> {
  const run = promisify(execFile);
  const system = path.win32.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32");
  const folder = `${path.win32.dirname(executable)}\\`;
  const options = { windowsHide: true, timeout: timeoutMs };
  try {
    const { stdout } = await run(
      path.win32.join(system, "WindowsPowerShell", "v1.0", "powershell.exe"),
      ["-NoProfile", "-NonInteractive", "-Command", listByFolder],
      { ...options, env: { ...process.env, [folderVariable]: folder } },
    );
    return parseByFolder(stdout);
  } catch {
    // PowerShell is missing or forbidden: the installer finds the processes by their name then.
    const filters = [
      `IMAGENAME eq ${path.win32.basename(executable)}`,
      `USERNAME eq ${os.userInfo().username}`,
    ].flatMap((filter) => ["/FI", filter]);
    const { stdout } = await run(
      path.win32.join(system, "tasklist.exe"),
      [...filters, "/FO", "CSV", "/NH"],
      options,
    );
    return parseByName(stdout);
  }
}
