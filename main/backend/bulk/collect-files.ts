/** Finds videos and scripts among dropped files and below folders, to be matched. */
import { skipReasons, type SkipReason } from "../../../preload/facts/skip-reasons";
import { AppError } from "../../common/errors";
import { formatByName } from "../../script-formats/format";
import type { Walk } from "../uploads/plans/walk-files";

export interface CollectedFiles {
  videos: string[];
  scripts: string[];
  /**
   * Files and folders that cannot be used: not readable, or media in formats that the service does
   * not accept.
   */
  failed: { path: string; reason: SkipReason }[];
  /** Other files; hidden ones are not listed. */
  ignored: string[];
  /** How many more there are of both: the lists are limited. */
  more: number;
}

/** Videos and scripts together; a bulk request has several hundred. */
const maxFiles = 20_000;
const maxListed = 10_000;

/** Rejects with "invalid-input" where there are too many files, or with the signal's reason. */
export async function collectFiles(
  walk: Walk,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<CollectedFiles> {
  const found: CollectedFiles = { videos: [], scripts: [], failed: [], ignored: [], more: 0 };
  function list<Item>(items: Item[], item: Item): void {
    if (items.length < maxListed) items.push(item);
    else found.more += 1;
  }
  for await (const one of walk(paths, signal)) {
    const { sourcePath } = one.file;
    if (one.kind === "file") {
      if (one.file.contentType.startsWith("video/")) found.videos.push(sourcePath);
      else list(found.ignored, sourcePath);
    } else {
      const { reason } = one.file;
      if (reason === "type" && formatByName(sourcePath)) found.scripts.push(sourcePath);
      else if (skipReasons[reason] === "failed") list(found.failed, { path: sourcePath, reason });
      else if (reason !== "hidden") list(found.ignored, sourcePath);
    }
    if (found.videos.length + found.scripts.length > maxFiles) {
      const bound = maxFiles.toLocaleString("en");
      throw new AppError("invalid-input", `more than ${bound} videos and scripts at once`);
    }
  }
  return found;
}
