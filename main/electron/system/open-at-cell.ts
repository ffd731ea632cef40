/**
 * Opens a workbook at a cell in the default spreadsheet program of the user. No system has an API
 * for this. LibreOffice accepts the cell as the fragment of the file URL, and a running instance
 * opens it there. Other programs are not supported.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { WorkbookCell } from "../../../preload/contract/scripts";

/** The operations of the system that are needed; injected for tests. */
export interface SpreadsheetSystem {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /**
   * The output of a program; rejects if the program is missing, fails, or exceeds the time limit.
   */
  read(program: string, args: readonly string[]): Promise<string>;
  /** Starts a program that continues after this process ends; rejects if it cannot be started. */
  start(program: string, args: readonly string[]): Promise<void>;
  readFile(file: string): Promise<string>;
}

const mimeTypes: Readonly<Record<string, string>> = {
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".csv": "text/csv",
};
const isLibreOffice = (program: string) =>
  /^(libreoffice|soffice|localc|scalc)([\d.]*|\.calc|\.exe)$/i.test(
    program.split(/[\\/]/).at(-1) ?? "",
  );

/**
 * Opens files at cells; resolves with false, without opening a file, if the default program is not
 * supported.
 */
export function createCellOpener(system: SpreadsheetSystem) {
  const find = { linux: onLinux, darwin: onMac, win32: onWindows } as const;
  return async (file: string, cell: WorkbookCell): Promise<boolean> => {
    const { platform } = system;
    if (platform !== "linux" && platform !== "darwin" && platform !== "win32") return false;
    try {
      const program = await find[platform](system, file);
      if (program === null) return false;
      await system.start(program, [addressOf(file, cell)]);
      return true;
    } catch {
      // If detection fails, the caller opens the file without a cell.
      return false;
    }
  };
}

/** "file:///a.xlsx#$'Sheet one'.D214": a quote within a name is doubled. */
export function addressOf(file: string, { sheet, name }: WorkbookCell): string {
  const reference = sheet === "" ? name : `$'${sheet.replaceAll("'", "''")}'.${name}`;
  return `${pathToFileURL(file).href}#${encodeURIComponent(reference)}`;
}

/** The command of the program is in the desktop entry that is the default for the file type. */
async function onLinux({ env, read, readFile }: SpreadsheetSystem, file: string) {
  const type = mimeTypes[path.extname(file).toLowerCase()] ?? "";
  const id = (await read("xdg-mime", ["query", "default", type])).trim();
  if (id === "" || id.includes("/")) return null;
  const own = env["XDG_DATA_HOME"] || path.join(env["HOME"] ?? "/", ".local/share");
  const shared = (env["XDG_DATA_DIRS"] || "/usr/local/share:/usr/share").split(":");
  for (const folder of [own, ...shared]) {
    const entry = await readFile(path.join(folder, "applications", id)).catch(() => null);
    if (entry === null) continue;
    const [, quoted, plain] = /^Exec=(?:"([^"]+)"|(\S+))/m.exec(entry) ?? [];
    const program = quoted ?? plain ?? "";
    return isLibreOffice(program) ? program : null;
  }
  return null;
}

const findApplicationScript = `function run([file]) {
  ObjC.import("AppKit");
  const url = $.NSWorkspace.sharedWorkspace.URLForApplicationToOpenURL($.NSURL.fileURLWithPath(file));
  return ObjC.unwrap(url.path);
}`;
async function onMac({ read }: SpreadsheetSystem, file: string) {
  const application = await read("osascript", [
    "-l",
    "JavaScript",
    "-e",
    findApplicationScript,
    file,
  ]);
  const program = path.posix.join(application.trim(), "Contents/MacOS/soffice");
  return /LibreOffice[^/]{0,200}\.app$/.test(application.trim()) ? program : null;
}

/**
 * The registry maps the extension to a file class, and the class to a command. SECURITY: reg.exe is
 * started by its full path; with a bare name, Windows searches the current folder first.
 */
async function onWindows({ env, read }: SpreadsheetSystem, file: string) {
  const reg = path.win32.join(env["SystemRoot"] ?? String.raw`C:\Windows`, "System32", "reg.exe");
  const extension = path.extname(file).toLowerCase();
  const explorer = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts`;
  const choice = `${explorer}\\${extension}\\UserChoice`;
  const chosen = await read(reg, ["query", choice, "/v", "ProgId"]).catch(() =>
    read(reg, ["query", `HKCR\\${extension}`, "/ve"]),
  );
  const [, kind] = /REG_SZ\s+(\S+)/.exec(chosen) ?? [];
  if (kind === undefined) return null;
  const command = await read(reg, ["query", `HKCR\\${kind}\\shell\\open\\command`, "/ve"]);
  const [, quoted, plain] = /REG_(?:EXPAND_)?SZ\s+(?:"([^"]+)"|(\S+))/.exec(command) ?? [];
  const program = quoted ?? plain ?? "";
  // "scalc.exe" only starts "soffice.exe".
  return isLibreOffice(program) ? path.win32.join(program, "..", "soffice.exe") : null;
}
