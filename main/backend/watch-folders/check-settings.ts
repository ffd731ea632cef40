/** The rules of the settings of a watch folder. */
import { maxQuietMs } from "../../../preload/facts/watch-folders";
import { invalidFields } from "../../common/errors";
import { readTargetFolder } from "../gallery/gallery-path";
import { readPatterns } from "./patterns";
import type { WatchFolderSettings } from "./store";
import type { WatchFolderStore } from "./store";

/**
 * Normalised settings; `id` is that of the watch folder that is changed. Throws "invalid-input"
 * with the invalid fields.
 */
export function checkSettings(
  { all }: Pick<WatchFolderStore, "all">,
  workspaceId: string,
  settings: WatchFolderSettings,
  id: number | null,
): WatchFolderSettings {
  const { quietMs, sourcePath } = settings;
  const targetFolder = readTargetFolder(settings.targetFolder);
  if (!Number.isInteger(quietMs) || quietMs < 0 || quietMs > maxQuietMs)
    throw invalidFields([{ field: "quietMs", message: "out-of-range" }]);
  const isDuplicate = all().some(
    (other) =>
      other.id !== id &&
      other.workspaceId === workspaceId &&
      other.sourcePath === sourcePath &&
      other.targetFolder === targetFolder,
  );
  if (isDuplicate) throw invalidFields([{ field: "sourcePath", message: "folder-watched" }]);
  return { ...settings, ...readPatterns(settings), targetFolder };
}
