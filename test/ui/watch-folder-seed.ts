/** Watch folders that window tests start with, as rows of the application. */
import type { Database } from "../../main/common/database/database";
import { insert } from "./seed";

export interface WatchFolderSeed {
  sourcePath: string;
  targetFolder?: string;
  include?: readonly string[];
  quietMs?: number;
  isPaused?: boolean;
}

/** Adds watch folders with the ids 1, 2, 3 … */
export function addWatchFolders(
  application: Database,
  workspaceId: string,
  folders: readonly WatchFolderSeed[],
): void {
  folders.forEach((folder, index) =>
    insert(application, "watch_folders", {
      id: index + 1,
      workspace_id: workspaceId,
      source_path: folder.sourcePath,
      target_folder: folder.targetFolder ?? "",
      include: JSON.stringify(folder.include ?? []),
      exclude: "[]",
      quiet_ms: folder.quietMs ?? 0,
      on_conflict: "ask",
      is_paused: folder.isPaused ? 1 : 0,
      created_at: 0,
    }),
  );
}
