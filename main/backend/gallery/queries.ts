/** SQL that reads the cached gallery: folders, files and counts for the window and for plans. */
import type { GalleryEntry } from "../../../preload/model";
import { sortKey } from "../../common/collation";
import type { Database } from "../../common/database/database";
import { splitPath } from "./gallery-path";

/** Files per slice; a slice is read in a few milliseconds. */
const searchSlice = 1_000;
const belowSlice = 500;

/**
 * The first path after all paths below a folder: "a0" for "a/", because "0" is the character after
 * "/".
 */
export function endOf(folder: string): string {
  return folder === "" ? "\u{10ffff}" : `${folder.slice(0, -1)}0`;
}

/**
 * Paths of consecutive files, separated by U+001F, and the bounds of their folders (null: unknown).
 */
export interface GallerySlice {
  paths: string;
  parents: { first: string; last: string } | null;
}

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

    /**
     * The paths of the files below a folder, in the order of their folders. Each slice is read when
     * it is needed.
     */
    *filesBelow(workspaceId: string, folder: string): Generator<string> {
      let after = { parent: folder, sortKey: "", name: "" };
      for (;;) {
        const slice = db.all<typeof after>(
          `SELECT parent, sort_key AS sortKey, name FROM gallery_files
             WHERE workspace_id = ? AND (parent, sort_key, name) > (?, ?, ?) AND parent < ?
             ORDER BY parent, sort_key, name LIMIT ${belowSlice}`,
          workspaceId,
          after.parent,
          after.sortKey,
          after.name,
          endOf(folder),
        );
        for (const { parent, name } of slice) yield parent + name;
        if (slice.length < belowSlice) return;
        after = slice.at(-1) ?? after;
      }
    },

    /** Reads all files in display order, in slices of a few milliseconds. */
    *slices(workspaceId: string): Generator<GallerySlice> {
      let after = { parent: "", sortKey: "", name: "" };
      for (;;) {
        const slice = `SELECT parent, sort_key, name FROM gallery_files
          WHERE workspace_id = ? AND (parent, sort_key, name) > (?, ?, ?)
          ORDER BY parent, sort_key, name LIMIT ${searchSlice}`;
        const bounds = [workspaceId, after.parent, after.sortKey, after.name] as const;
        // A name that contains the separator cannot be searched.
        const joined = db.get<{ paths: string; last: string | null }>(
          `SELECT coalesce(group_concat(path, char(31)) FILTER (WHERE instr(path, char(31)) = 0), '') AS paths,
             max(parent) AS last FROM (SELECT parent, parent || name AS path FROM (${slice}))`,
          ...bounds,
        );
        if (!joined || joined.last === null) return;
        yield { paths: joined.paths, parents: { first: after.parent, last: joined.last } };
        const end = db.get<typeof after>(
          `SELECT parent, sort_key AS sortKey, name FROM (${slice}) LIMIT 1 OFFSET ${searchSlice - 1}`,
          ...bounds,
        );
        if (end === undefined) return;
        after = end;
      }
    },
  };
}

function fileEntry(parent: string, name: string): GalleryEntry {
  return { path: parent + name, name, isFolder: false, fileCount: 1 };
}
