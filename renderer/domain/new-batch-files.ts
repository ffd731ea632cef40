import { languageCodes, languageOfName } from "../../preload/facts/file-languages";
import { contentTypeOf } from "../../preload/facts/media-formats";
import { scriptTypeOf } from "../../preload/facts/script-formats";

/** The local files of a batch that is to be created. */
export interface NewBatchFiles {
  /** At least one; several are of several languages. */
  scripts: readonly string[];
  /** "" for none. */
  video: string;
}

/** Files that another screen hands to the form of a new batch, by project. */
const given = new Map<string, NewBatchFiles>();
export const giveNewBatchFiles = (projectId: string, files: NewBatchFiles): void =>
  void given.set(projectId, files);

/** Returns the files once. */
export function takeNewBatchFiles(projectId: string): NewBatchFiles | null {
  const files = given.get(projectId) ?? null;
  given.delete(projectId);
  return files;
}

/**
 * The path on this computer of a file of a plan, which names it below the folder of a dropped item.
 */
export function sourcePathOf(sourcePaths: readonly string[], relativePath: string): string | null {
  const [name = ""] = relativePath.split("/");
  for (const source of sourcePaths) {
    const folder = /^(.*[\\/])([^\\/]+)[\\/]?$/s.exec(source);
    if (folder?.[2]?.normalize() !== name.normalize()) continue;
    const separator = source.includes("/") ? "/" : "\\";
    return `${folder[1] ?? ""}${relativePath.replaceAll("/", separator)}`;
  }
  return null;
}

/** The scripts among paths, and the only other file; null without a script. */
export function newBatchFilesIn(paths: readonly string[]): NewBatchFiles | null {
  const scripts = paths.filter((path) => scriptTypeOf(path) !== null);
  if (scripts.length === 0) return null;
  const others = paths.filter((path) => !scripts.includes(path) && /\.[^./\\]+$/.test(path));
  return { scripts, video: others.length === 1 ? (others[0] ?? "") : "" };
}

/** The folder of a file and its name, without its extension and the language at the end. */
function filmOf(relativePath: string): string {
  const [, folder = "", stem = ""] = /^(.*\/)?([^/]*?)(?:\.[^./]*)?$/s.exec(relativePath) ?? [];
  const { rest } = languageOfName(stem, languageCodes([])) ?? { rest: stem };
  return `${folder}${rest}`.normalize().toLowerCase();
}

/**
 * The files of a new batch among those of a dropped folder, by their paths below it: the first
 * script with those of the same film in other languages, and the video of the same name, or else
 * the only one. `areAll`: no other files are in the folder. Null without a script.
 */
export function newBatchFilesBelow(
  sourcePaths: readonly string[],
  relativePaths: readonly string[],
  areAll: boolean,
): NewBatchFiles | null {
  const scripts = relativePaths.filter((path) => scriptTypeOf(path) !== null);
  const film = filmOf(scripts[0] ?? "");
  const videos = relativePaths.filter((path) => contentTypeOf(path)?.startsWith("video/"));
  const onlyVideo = areAll && videos.length === 1 ? videos[0] : undefined;
  const video = videos.find((path) => filmOf(path) === film) ?? onlyVideo;
  const sourceOf = (path: string) => sourcePathOf(sourcePaths, path) ?? [];
  const found = scripts.filter((path) => filmOf(path) === film).flatMap(sourceOf);
  if (found.length === 0) return null;
  return { scripts: found, video: video === undefined ? "" : ([sourceOf(video)].flat()[0] ?? "") };
}
