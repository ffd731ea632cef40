/** SQL that reads the cached gallery: folders, files and counts for the window and for plans. */
import type { GalleryEntry } from "../../../preload/model";
import { sortKey } from "../../common/collation";
import type { Database } from "../../common/database/database";
import { splitPath } from "./gallery-path";
import { createGallerySlices } from "./gallery-slices";

export function createGalleryQueries(db: Database) {
  /** Number of cached files. */
  function fileCount(workspaceId: string): number {
    const top = db.get<{ files: number }>(
      "SELECT all_files AS files FROM gallery_folders WHERE workspace_id = ? AND path = ''",
      workspaceId,
    );
    return top?.files ?? 0;
  }

  function has(workspaceId: string, path: string): boolean {
    const { parent, name } = splitPath(path);
    return (
      db.get(
        "SELECT 1 FROM gallery_files WHERE workspace_id = ? AND parent = ? AND sort_key = ? AND name = ?",
        workspaceId,
        parent,
        sortKey(name),
        name,
      ) !== undefined
    );
  }

  return {
    ...createGallerySlices(db),
    /** When the whole gallery was last synced, and the number of cached files. */
    status(workspaceId: string): { readAt: number | null; fileCount: number } {
      const gallery = db.get<{ readAt: number | null }>(
        "SELECT read_at AS readAt FROM galleries WHERE workspace_id = ?",
        workspaceId,
      );
      return { readAt: gallery?.readAt ?? null, fileCount: fileCount(workspaceId) };
    },

    fileCount,
    has,
    /** The number of files below a folder, or 1 for a file. */
    countBelow(workspaceId: string, path: string): number {
      if (!path.endsWith("/")) return has(workspaceId, path) ? 1 : 0;
      const row = db.get<{ files: number }>(
        "SELECT all_files AS files FROM gallery_folders WHERE workspace_id = ? AND path = ?",
        workspaceId,
        path,
      );
      return row?.files ?? 0;
    },

    /** The folders directly below one, by name. */
    folders(
      workspaceId: string,
      parent: string,
      offset: number,
      limit: number,
      descending = false,
    ) {
      const order = descending ? "DESC" : "ASC";
      const folders = db.all<{
        path: string;
        name: string;
        fileCount: number;
        hasFolders: number;
      }>(
        `SELECT path, name, all_files AS fileCount, EXISTS (
             SELECT 1 FROM gallery_folders AS below
             WHERE below.workspace_id = gallery_folders.workspace_id AND below.parent = gallery_folders.path
           ) AS hasFolders
           FROM gallery_folders WHERE workspace_id = ? AND parent = ?
           ORDER BY sort_key ${order} LIMIT ? OFFSET ?`,
        workspaceId,
        parent,
        limit,
        offset,
      );
      return folders.map((folder) => ({ ...folder, hasFolders: folder.hasFolders === 1 }));
    },
    countFolders(workspaceId: string, parent: string): number {
      const row = db.get<{ n: number }>(
        "SELECT count(*) AS n FROM gallery_folders WHERE workspace_id = ? AND parent = ?",
        workspaceId,
        parent,
      );
      return row?.n ?? 0;
    },
    /** The files directly in a folder, by name. */
    files(workspaceId: string, parent: string, offset: number, limit: number, descending = false) {
      const order = descending ? "DESC" : "ASC";
      const rows = db.all<{ name: string }>(
        `SELECT name FROM gallery_files WHERE workspace_id = ? AND parent = ?
           ORDER BY sort_key ${order}, name ${order} LIMIT ? OFFSET ?`,
        workspaceId,
        parent,
        limit,
        offset,
      );
      return rows.map(({ name }): GalleryEntry => fileEntry(parent, name));
    },
    countDirectFiles(workspaceId: string, folder: string): number {
      const row = db.get<{ n: number }>(
        "SELECT direct_files AS n FROM gallery_folders WHERE workspace_id = ? AND path = ?",
        workspaceId,
        folder,
      );
      return row?.n ?? 0;
    },
  };
}

function fileEntry(parent: string, name: string): GalleryEntry {
  return { path: parent + name, name, isFolder: false, fileCount: 1 };
}
