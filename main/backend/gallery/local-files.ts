/**
 * The files of a local workspace's gallery on this computer: to show them in the file manager, and
 * to drag them to other programs.
 *
 * The workspace stores a file below media/ under its own path, unless some system cannot store that
 * name. Such a file has another name, and is not offered here: it can be downloaded.
 */
import { lstat } from "node:fs/promises";
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import { isBelow, realPathOf } from "../../common/real-path";

/** The folder of a workspace whose files have the names of the gallery. */
const mediaFolder = "media";

export interface LocalFilesDeps {
  /** The data folder of a local workspace; null for a workspace of a hosted service. */
  dataDirOf: (workspaceId: string) => string | null;
  /** Whether the gallery has a file. */
  has: (workspaceId: string, galleryPath: string) => boolean;
  showInFolder: (file: string) => void;
  /** Begins to drag files out of the window; none where there is no window. */
  startDrag: ((files: readonly string[]) => void) | undefined;
}

export function createLocalFiles(
  deps: LocalFilesDeps,
): Pick<Handlers["gallery"], "showInFolder" | "drag"> {
  /** The file on disk; null if it is stored under another name, or not in the gallery. */
  async function fileOf(folder: string, workspaceId: string, galleryPath: string) {
    if (!deps.has(workspaceId, galleryPath)) return null;
    const file = path.join(folder, ...galleryPath.split("/"));
    // SECURITY: the path stays in the folder, no link leads to another file, and on a disk that
    // ignores case it is no file whose name only looks the same.
    if (!isBelow(folder, file)) return null;
    const real = await realPathOf(file);
    if (real?.normalize() !== file.normalize()) return null;
    const found = await lstat(file).catch(() => null);
    return found?.isFile() === true ? file : null;
  }

  async function filesOf(workspaceId: string, paths: readonly string[]): Promise<string[]> {
    const dataDir = deps.dataDirOf(workspaceId);
    if (dataDir === null) throw new AppError("not-offered", "not a local workspace");
    const folder = await realPathOf(path.join(dataDir, mediaFolder));
    if (folder === null) return [];
    const files: string[] = [];
    for (const galleryPath of paths) {
      const file = await fileOf(folder, workspaceId, galleryPath);
      if (file !== null) files.push(file);
    }
    return files;
  }

  return {
    async showInFolder({ workspaceId, path: galleryPath }) {
      const [file] = await filesOf(workspaceId, [galleryPath]);
      if (file !== undefined) deps.showInFolder(file);
      return { isShown: file !== undefined };
    },
    async drag({ workspaceId, paths }) {
      const files = await filesOf(workspaceId, paths);
      if (files.length > 0) deps.startDrag?.(files);
      return { dragged: files.length };
    },
  };
}
