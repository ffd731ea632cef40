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
