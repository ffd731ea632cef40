/** The native dialogs, attached to the window if there is one. */
import path from "node:path";
import { dialog, type BrowserWindow, type OpenDialogOptions } from "electron";
import type { Dialogs } from "../../backend/ports";
import type { NativeStrings } from "./strings";

export interface DialogDeps {
  window: () => BrowserWindow | null;
  strings: () => NativeStrings;
  /** The initial folder of the first dialog for a single file. */
  documents: string;
}

/** Creates the dialogs, modal to the window. */
export function createDialogs({ window, strings, documents }: DialogDeps): Dialogs {
  let lastFolder = documents;

  async function open(options: OpenDialogOptions): Promise<string[]> {
    const parent = window();
    const result = parent
      ? await dialog.showOpenDialog(parent, options)
      : await dialog.showOpenDialog(options);
    return result.canceled ? [] : result.filePaths;
  }
  const filtersOf = (extensions: readonly string[]) => [
    {
      name: extensions.map((extension) => extension.toUpperCase()).join(", "),
      extensions: [...extensions],
    },
  ];

  return {
    chooseMedia: (what) =>
      open({
        title: what === "files" ? strings().dialogs.addFiles : strings().dialogs.addFolder,
        buttonLabel: strings().dialogs.add,
        properties: [what === "files" ? "openFile" : "openDirectory", "multiSelections"],
      }),
    async chooseFolder(startAt) {
      const [folder] = await open({
        title: strings().dialogs.chooseFolder,
        buttonLabel: strings().dialogs.choose,
        defaultPath: startAt,
        properties: ["openDirectory", "createDirectory"],
      });
      return folder ?? null;
    },
    async chooseFile({ extensions, startAt }) {
      const [file] = await open({
        title: strings().dialogs.chooseFile,
        buttonLabel: strings().dialogs.choose,
        defaultPath: startAt ?? lastFolder,
        filters: extensions.length === 0 ? [] : filtersOf(extensions),
        properties: ["openFile"],
      });
      if (file !== undefined) lastFolder = path.dirname(file);
      return file ?? null;
    },
    async saveFile({ suggestedName, extensions, startAt }) {
      const parent = window();
      const options = {
        title: strings().dialogs.saveFile,
        buttonLabel: strings().dialogs.save,
        defaultPath: path.join(startAt ?? lastFolder, fileNameFor(suggestedName)),
        // One filter per extension: the user chooses the format with the filter.
        filters: extensions.flatMap((extension) => filtersOf([extension])),
      };
      const { canceled, filePath } = parent
        ? await dialog.showSaveDialog(parent, options)
        : await dialog.showSaveDialog(options);
      if (canceled || !filePath) return null;
      lastFolder = path.dirname(filePath);
      return filePath;
    },
  };
}

/** A file name that is valid on all platforms: a project name may be "Season 1/2: pilot?". */
export function fileNameFor(suggested: string): string {
  const { name, ext } = path.posix.parse(suggested.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-"));
  const base = name.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, "").slice(0, 150);
  // Windows does not allow names that end with white space or a dot.
  const extension = ext.slice(0, 20).replace(/(?<![\s.])[\s.]+$/, "");
  return `${base === "" ? "Dubyard" : base}${extension}`;
}
