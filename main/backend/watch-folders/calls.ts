/** The calls of watch folders. */
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import type { WatchFolderRule } from "../../../preload/facts/watch-folders";
import { AppError, invalidFields } from "../../common/errors";
import type { Dialogs } from "../ports";
import type { Walk } from "../uploads/plans/walk-files";
import { createPreviews } from "./preview";
import type { WatchFolders } from "./watch-folders";

export interface WatchFolderCallsDeps {
  watchFolders: WatchFolders;
  walk: Walk;
  dialogs: Pick<Dialogs, "chooseFolder">;
  /** Shows a folder in the system's file manager. */
  showInFolder: (path: string) => void;
  /** The existing workspaces; `dataDir` is "" for a hosted one. */
  workspaces: () => readonly { id: string; dataDir: string }[];
}

export function createWatchFolderCalls({
  watchFolders,
  walk,
  dialogs,
  showInFolder,
  workspaces,
}: WatchFolderCallsDeps): Handlers["watchFolders"] {
  const previews = createPreviews(walk);

  /**
   * A local workspace stores uploads in its data folder: a watch folder around it would upload them
   * again, forever.
   */
  function checkSource(sourcePath: string): void {
    const message: WatchFolderRule = "folder-of-workspace";
    for (const { dataDir } of workspaces())
      if (dataDir !== "" && (isWithin(dataDir, sourcePath) || isWithin(sourcePath, dataDir)))
        throw invalidFields([{ field: "sourcePath", message }]);
  }

  return {
    list: ({ workspaceId }) => watchFolders.list(workspaceId),
    choose: ({ startAt }) => dialogs.chooseFolder(startAt),
    preview({ sourcePath, ...patterns }) {
      checkSource(sourcePath);
      return previews.run(sourcePath, patterns);
    },
    cancelPreview: () => previews.cancel(),
    add({ workspaceId, ...settings }) {
      if (!workspaces().some(({ id }) => id === workspaceId))
        throw new AppError("not-found", "this workspace no longer exists");
      checkSource(settings.sourcePath);
      return { id: watchFolders.add(workspaceId, settings) };
    },
    change({ id, ...settings }) {
      checkSource(settings.sourcePath);
      return watchFolders.change(id, settings);
    },
    setPaused: ({ id, isPaused }) => watchFolders.setPaused(id, isPaused),
    remove: ({ id }) => watchFolders.remove(id),
    restore: ({ id }) => watchFolders.restore(id),
    show: ({ id }) => showInFolder(watchFolders.sourceOf(id)),
  };
}

/** Whether a path is the folder or below it. */
function isWithin(folder: string, location: string): boolean {
  const relative = path.relative(folder, location);
  return !path.isAbsolute(relative) && relative !== ".." && !relative.startsWith(`..${path.sep}`);
}
