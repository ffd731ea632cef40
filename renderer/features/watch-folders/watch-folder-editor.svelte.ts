import type { WatchFolder } from "../../../preload/contract/watch-folders";

/** What the dialog edits: a watch folder, or a new one with the folder that the user has chosen. */
type Edited =
  | { workspaceId: string; folder: WatchFolder }
  | { workspaceId: string; folder: null; sourcePath: string; targetFolder: string };

class WatchFolderEditor {
  /** Null while the dialog is closed. */
  edited = $state.raw<Edited | null>(null);
}

/** The window's one dialog for watch folders. */
export const editor = new WatchFolderEditor();
