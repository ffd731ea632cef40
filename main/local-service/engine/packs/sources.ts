/** The files of a pack on this computer, which the user chose instead of a download. */
import type { Stats } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { PackDescription, PackDownload } from "./catalogue";
import { requireName } from "./entry-path";
import { requiredFiles, requiredFolder } from "./pack-files";
import { PackError } from "./problems";
import type { UnpackSource } from "./unpack";

const maxFiles = 10_000;

/** The name of a downloaded file as its URL says it, to be shown: it may be anything. */
export function shownFileName({ url }: PackDownload): string {
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * The name of a downloaded file. SECURITY: a URL can contain separators that appear when it is
 * decoded.
 * @throws PackError for one that is not the name of a file
 */
export const fileNameOf = (download: PackDownload): string => requireName(shownFileName(download));

/**
 * The name of a single file in the pack.
 * @throws PackError for one that is not the name of a file
 */
export const targetOf = (download: PackDownload): string =>
  download.format === "gz"
    ? requireName(fileNameOf(download).replace(/\.gz$/, ""))
    : fileNameOf(download);

const isArchive = ({ format }: PackDownload) => format.startsWith("tar.");
const wrong = (message: string) => new PackError("wrong-file", message);

/**
 * The sources at a path. A file is the download of the pack. A folder contains the downloads by
 * their names, or the files of the pack, whose hashes are unknown.
 * @throws PackError "wrong-file"
 */
export async function sourcesAt(
  { downloads, contents }: PackDescription,
  sourcePath: string,
): Promise<UnpackSource[]> {
  const stats = await stat(sourcePath).catch(() => null);
  const [download] = downloads;
  if (stats?.isFile() === true && download !== undefined) {
    const names = downloads.map(fileNameOf);
    if (downloads.length > 1) throw wrong(`choose a folder with the files ${names.join(", ")}`);
    return [sourceOf(download, sourcePath, stats)];
  }
  if (stats?.isDirectory() !== true) throw wrong("the file or folder cannot be read");
  const published = await Promise.all(
    downloads.map(async (one) => {
      const file = path.join(sourcePath, fileNameOf(one));
      const found = await lstat(file).catch(() => null);
      return found?.isFile() === true ? sourceOf(one, file, found) : null;
    }),
  );
  if (published.every((source) => source !== null)) return published;
  const files = await filesOf(sourcePath, requiredFolder(contents));
  const missing = requiredFiles(contents).find((file) => !files.includes(file));
  if (missing !== undefined) throw wrong(`the folder lacks the file "${missing}"`);
  return files.map((target) => ({
    file: path.join(sourcePath, ...target.split("/")),
    sha256: null,
    format: "plain",
    target,
  }));

  async function filesOf(top: string, dataFolder: string | null): Promise<string[]> {
    const found: string[] = [];
    for (const file of requiredFiles(contents))
      if ((await lstat(path.join(top, file)).catch(() => null))?.isFile() === true)
        found.push(file);
    const pending = dataFolder === null ? [] : [dataFolder];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const entries = await readdir(path.join(top, at), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const inside = `${at}/${entry.name}`;
        if (entry.isDirectory()) pending.push(inside);
        // Links are not followed.
        else if (entry.isFile()) found.push(inside);
      }
      if (found.length > maxFiles) throw wrong("the folder has too many files");
    }
    return found;
  }
}

function sourceOf(download: PackDownload, file: string, { size }: Stats): UnpackSource {
  if (size !== download.bytes)
    throw wrong(`${fileNameOf(download)} has ${size} bytes instead of ${download.bytes}`);
  const { sha256, format } = download;
  return { file, sha256, format, target: isArchive(download) ? "" : targetOf(download) };
}
