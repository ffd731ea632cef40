/** Finds videos and scripts among dropped files and below folders, to be matched. */
import { AppError } from "../../common/errors";
import { formatByName } from "../../script-formats/format";
import type { Walk } from "../uploads/plans/walk-files";

export interface CollectedFiles {
  videos: string[];
  scripts: string[];
  /** Other files, and those that could not be read; hidden files are not listed. */
  ignored: string[];
}

/** Videos and scripts together; a bulk request has several hundred. */
const maxFiles = 20_000;
const maxIgnored = 10_000;

/** Rejects with "invalid-input" where there are too many files, or with the signal's reason. */
export async function collectFiles(
  walk: Walk,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<CollectedFiles> {
  const found: CollectedFiles = { videos: [], scripts: [], ignored: [] };
  for await (const one of walk(paths, signal)) {
    const { sourcePath } = one.file;
    if (one.kind === "file" && one.file.contentType.startsWith("video/"))
      found.videos.push(sourcePath);
    else if (one.kind === "skipped" && one.file.reason === "type" && formatByName(sourcePath))
      found.scripts.push(sourcePath);
    else if (one.kind === "file" || one.file.reason !== "hidden") {
      if (found.ignored.length < maxIgnored) found.ignored.push(sourcePath);
    }
    if (found.videos.length + found.scripts.length > maxFiles) {
      const bound = maxFiles.toLocaleString("en");
      throw new AppError("invalid-input", `more than ${bound} videos and scripts at once`);
    }
  }
  return found;
}
