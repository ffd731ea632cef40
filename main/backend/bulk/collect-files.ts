/** Videos and scripts among dropped files and below folders, for pairs to be made of them. */
import { AppError } from "../../common/errors";
import { formatByName } from "../../script-formats/format";
import { walk } from "../uploads/walk-files";

export interface FoundMaterial {
  videos: string[];
  scripts: string[];
  /** Files that are neither, and what could not be read; hidden ones are not told. */
  ignored: string[];
}

/** Videos and scripts; a bulk request has some hundreds. */
const maxFiles = 20_000;
const maxIgnored = 10_000;

/** Rejects with "invalid-input" where there are too many files, or with the signal's reason. */
export async function findMaterial(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<FoundMaterial> {
  const found: FoundMaterial = { videos: [], scripts: [], ignored: [] };
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
