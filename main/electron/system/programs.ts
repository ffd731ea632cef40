/** Opens files in the default programs of the user. */
import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Clipboard, Shell } from "electron";
import type { WorkbookCell } from "../../../preload/contract/scripts";
import { AppError } from "../../common/errors";
import type { SpreadsheetSystem } from "./open-at-cell";

/** Timeout for a query to the system, in milliseconds. */
const queryTimeoutMs = 5_000;

/** The implementation for this computer. */
export const thisSystem: SpreadsheetSystem = {
  platform: process.platform,
  env: process.env,
  async read(program, args) {
    const options = { timeout: queryTimeoutMs, windowsHide: true };
    const { stdout } = await promisify(execFile)(program, [...args], options);
    return stdout;
  },
  start(program, args) {
    const child = spawn(program, [...args], { detached: true, stdio: "ignore" });
    child.unref();
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve).once("error", reject);
    });
  },
  readFile: (file) => readFile(file, "utf8"),
};

export interface ProgramOpenerDeps {
  shell: Pick<Shell, "openPath">;
  clipboard: Pick<Clipboard, "writeText">;
  openAtCell: (file: string, cell: WorkbookCell) => Promise<boolean>;
}

/**
 * Opens a file, at a cell if the default program supports it. Resolves when the system has accepted
 * the file. `isAtCell` is false if the program does not support cells; the cell name is then on the
 * clipboard, for "Go to" in the program. Rejects with "file-unreadable" if there is no program for
 * the file.
 */
export function createProgramOpener({ shell, clipboard, openAtCell }: ProgramOpenerDeps) {
  return async (file: string, cell: WorkbookCell | null): Promise<{ isAtCell: boolean }> => {
    if (cell !== null) {
      if (await openAtCell(file, cell)) return { isAtCell: true };
      await clipboard.writeText(cell.name);
    }
    const problem = await shell.openPath(file);
    if (problem !== "")
      throw new AppError("file-unreadable", `${path.basename(file)} cannot be opened: ${problem}`);
    return { isAtCell: false };
  };
}
