/** Files in the user's own programs for them. */
import path from "node:path";
import type { Shell } from "electron";
import { AppError } from "../errors";

/** Resolves when the system has taken the file; rejects with "file-unreadable" where it has no program for it. */
export function createProgramOpener(shell: Pick<Shell, "openPath">) {
  return async (file: string): Promise<void> => {
    const problem = await shell.openPath(file);
    if (problem !== "")
      throw new AppError("file-unreadable", `${path.basename(file)} cannot be opened: ${problem}`);
  };
}
