/** Files in the user's own programs for them. */
import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Clipboard, Shell } from "electron";
import type { WorkbookCell } from "../../preload/contract/scripts";
import { AppError } from "../common/errors";
import type { SpreadsheetSystem } from "./open-at-cell";

/** How long a question to the system may take, in milliseconds. */
const askMs = 5_000;

/** This computer. */
export const thisSystem: SpreadsheetSystem = {
  platform: process.platform,
  env: process.env,
  async read(program, args) {
    const options = { timeout: askMs, windowsHide: true };
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
 * Opens a file, at a cell where the user's program for it can be told. Resolves when the system has taken it, with
 * whether it is at the cell: else its name is on the clipboard, for the program's own "Go to". Rejects with
 * "file-unreadable" where there is no program for it.
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
