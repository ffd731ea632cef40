/** One download: its files, one after the other, below the folder that the user chose. */
import { AppError } from "../../common/errors";
import type { FileCalls } from "../../remote/extensions/files";
import { splitPath } from "../gallery/gallery-path";
import { createFolder, writeFile } from "./write-file";

export interface DownloadRun {
  /** The chosen folder; absolute. */
  folder: string;
  /** The files and folders that the user selected; at least one. */
  roots: readonly string[];
  /** The gallery paths of all files. */
  files: Iterable<string>;
  openFile: FileCalls["open"];
  signal: AbortSignal;
  progress: DownloadProgress;
  onProgress: () => void;
}

/** Updated while the download runs, and valid also when it fails. */
export interface DownloadProgress {
  /** Complete files. */
  files: number;
  /** Files that are no longer in the gallery. */
  missing: number;
  /** Bytes of the complete files. */
  bytes: number;
  /** The file that is being received; `size` is 0 until it is known. */
  current: { path: string; bytes: number; size: number } | null;
  /** The first file or folder that was created in the chosen folder; absolute. */
  firstCreated: string | null;
}

/**
 * Downloads all files. They have the folders of the gallery below the deepest one that contains all
 * roots; each folder is created under a free name. Rejects with the first error of the connection
 * or of the disk, see `writeFile`, or with the reason of the signal; `progress.current` is then the
 * file that failed.
 */
export async function runDownload(run: DownloadRun): Promise<void> {
  const { folder, files, openFile, signal, progress, onProgress } = run;
  const common = commonFolder(run.roots);
  /** The local folder of each gallery folder that has been created. */
  const created = new Map([[common, folder]]);

  async function localFolder(galleryFolder: string): Promise<string> {
    const known = created.get(galleryFolder);
    if (known !== undefined) return known;
    const { parent, name } = splitPath(galleryFolder);
    const local = await createFolder(await localFolder(parent), name);
    created.set(galleryFolder, local);
    if (parent === common) progress.firstCreated ??= local;
    return local;
  }

  for (const file of files) {
    signal.throwIfAborted();
    const current = { path: file, bytes: 0, size: 0 };
    progress.current = current;
    onProgress();
    const opened = await openFile(file, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not-found") return null;
      throw signal.aborted ? signal.reason : error;
    });
    if (!opened) {
      progress.missing += 1;
      progress.current = null;
      continue;
    }
    current.size = opened.bytes;
    const { parent, name } = splitPath(file);
    try {
      const written = await writeFile(await localFolder(parent), name, {
        bytes: opened.bytes,
        chunks: opened.chunks,
        onBytes(bytes) {
          current.bytes = bytes;
          onProgress();
        },
      });
      if (parent === common) progress.firstCreated ??= written;
    } catch (error) {
      await opened.discard();
      throw signal.aborted ? signal.reason : error;
    }
    progress.files += 1;
    progress.bytes += opened.bytes;
    progress.current = null;
  }
}

/** The deepest folder that contains all paths, "" or ending in "/". */
function commonFolder(paths: readonly string[]): string {
  let common = splitPath(paths[0] ?? "").parent;
  for (const one of paths) while (!one.startsWith(common)) common = splitPath(common).parent;
  return common;
}
