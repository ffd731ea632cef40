/** The native dialogs, on the window while there is one. */
import { dialog, type BrowserWindow, type OpenDialogOptions } from "electron";
import type { Dialogs } from "../ports";

/** The dialogs of the window that `window` returns. */
export function createDialogs(window: () => BrowserWindow | null): Dialogs {
  async function open(options: OpenDialogOptions): Promise<string[]> {
    const parent = window();
    const result = parent
      ? await dialog.showOpenDialog(parent, options)
      : await dialog.showOpenDialog(options);
    return result.canceled ? [] : result.filePaths;
  }
  return {
    chooseMedia: (what) =>
      open({
        title: what === "files" ? "Add files to upload" : "Add a folder to upload",
        buttonLabel: "Add",
        properties: [what === "files" ? "openFile" : "openDirectory", "multiSelections"],
      }),
    async chooseFolder(startAt) {
      const [folder] = await open({
        title: "Choose a folder",
        buttonLabel: "Choose",
        defaultPath: startAt,
        properties: ["openDirectory", "createDirectory"],
      });
      return folder ?? null;
    },
  };
}
