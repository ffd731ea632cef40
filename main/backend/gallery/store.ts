/** SQL of the cached gallery of each workspace: displayed by the window, compared with by plans. */
import type { GalleryEntry } from "../../../preload/model";
import type { Database } from "../../common/database/database";
import { sortKey } from "../../common/collation";
import { createTextSet, type TextSet } from "../../common/hash-set";

/** Splits a gallery path: "a/b/c.wav" is "c.wav" in "a/b/". */
export function splitPath(path: string): { parent: string; name: string } {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const at = path.lastIndexOf("/", end - 1) + 1;
  return { parent: path.slice(0, at), name: path.slice(at, end) };
}

/** The folders above a path, the top ("") first. */
function ancestors(parent: string): string[] {
  const found = [""];
  for (let at = parent.indexOf("/"); at !== -1; at = parent.indexOf("/", at + 1)) {
    found.push(parent.slice(0, at + 1));
  }
  return found;
}

/** Everything below "a/" sorts before "a0": the character after "/" is "0". */
function endOf(folder: string): string {
  return folder === "" ? "\u{10ffff}" : `${folder.slice(0, -1)}0`;
}

const scanSlice = 2_000;
/** Files per slice; a slice is read in a few milliseconds. */
const searchSlice = 1_000;

/** Paths of consecutive files, separated by U+001F, and the bounds of their folders (null: unknown). */
export interface GallerySlice {
  paths: string;
  parents: { first: string; last: string } | null;
}

/** An active sync of the whole gallery. */
export interface GalleryReading {
  workspaceId: string;
  /** The generation of files that were added since it began; older files have a smaller one. */
  generation: number;
  seen: TextSet;
}

export type GalleryStore = ReturnType<typeof createGalleryStore>;

export function createGalleryStore(db: Database) {
  const addFile = (workspaceId: string, path: string, generation: number): boolean => {
    const { parent, name } = splitPath(path);
    const added = db.run(
      "INSERT OR IGNORE INTO gallery_files VALUES (?, ?, ?, ?, ?)",
      workspaceId,
      parent,
      sortKey(name),
      name,
      generation,
    );
    return added > 0;
  };

  /** Adds to the counts of a folder and of its parents; adds and deletes folders as needed. */
  function countFiles(workspaceId: string, parent: string, change: number): void {
    for (const path of ancestors(parent)) {
      const { parent: above, name } = splitPath(path);
      db.run(
        `INSERT INTO gallery_folders VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (workspace_id, path) DO UPDATE SET
           direct_files = direct_files + excluded.direct_files, all_files = all_files + excluded.all_files`,
        workspaceId,
        // The top folder has no parent.
        path === "" ? "/" : above,
        sortKey(name),
        path,
        name,
        path === parent ? change : 0,
        change,
      );
    }
  }

  function dropEmptyFolders(workspaceId: string): void {
    db.run(
      "DELETE FROM gallery_folders WHERE workspace_id = ? AND all_files <= 0 AND path <> ''",
      workspaceId,
    );
  }

  function generationOf(workspaceId: string): number {
    const row = db.get<{ generation: number }>(
      "SELECT generation FROM galleries WHERE workspace_id = ?",
      workspaceId,
    );
    return row?.generation ?? 0;
  }

  /** Files of a range of folders, counted by folder. */
  function takeOut(workspaceId: string, where: string, ...values: (string | number)[]): number {
    const counts = db.all<{ parent: string; files: number }>(
      `SELECT parent, count(*) AS files FROM gallery_files WHERE workspace_id = ? AND ${where} GROUP BY parent`,
      workspaceId,
      ...values,
    );
    db.run(`DELETE FROM gallery_files WHERE workspace_id = ? AND ${where}`, workspaceId, ...values);
    let total = 0;
    for (const { parent, files } of counts) {
      countFiles(workspaceId, parent, -files);
      total += files;
    }
    if (total > 0) dropEmptyFolders(workspaceId);
    return total;
  }

  const takeOutFile = (
    workspaceId: string,
    { parent, sortKey: key, name }: { parent: string; sortKey: string; name: string },
  ) => takeOut(workspaceId, "parent = ? AND sort_key = ? AND name = ?", parent, key, name);

  /** Marks a file as seen by the active sync. */
  function markFile(workspaceId: string, path: string): void {
    const { parent, name } = splitPath(path);
    db.run(
      `UPDATE gallery_files SET generation = ?
         WHERE workspace_id = ? AND parent = ? AND sort_key = ? AND name = ?`,
      generationOf(workspaceId),
      workspaceId,
      parent,
      sortKey(name),
      name,
    );
  }

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

    /** Begins a sync of the whole gallery; files that it does not see are deleted when it ends. */
    beginReading(workspaceId: string): GalleryReading {
      const generation = generationOf(workspaceId) + 1;
      db.run(
        `INSERT INTO galleries VALUES (?, ?, NULL)
         ON CONFLICT (workspace_id) DO UPDATE SET generation = excluded.generation`,
        workspaceId,
        generation,
      );
      return { workspaceId, generation, seen: createTextSet() };
    },
    /** Stores paths that the service listed; returns how many are new. */
    addSeen(reading: GalleryReading, paths: readonly string[]): number {
      const { workspaceId, generation, seen } = reading;
      return db.transaction(() => {
        const news = new Map<string, number>();
        for (const path of paths) {
          if (path === "" || path.endsWith("/") || !seen.add(path)) continue;
          if (!addFile(workspaceId, path, generation)) continue;
          const { parent } = splitPath(path);
          news.set(parent, (news.get(parent) ?? 0) + 1);
        }
        let added = 0;
        for (const [parent, files] of news) {
          countFiles(workspaceId, parent, files);
          added += files;
        }
        return added;
      });
    },
    /**
     * Ends a sync: deletes the files that it did not see, in slices that leave the event loop free. Yields the number
     * of deleted files of each slice.
     */
    *endReading(reading: GalleryReading, now: number): Generator<number> {
      const { workspaceId, generation, seen } = reading;
      let after = { parent: "", sortKey: "", name: "" };
      // All seen files are stored: if there are no others, none was deleted.
      let isMore = fileCount(workspaceId) !== seen.size;
      while (isMore) {
        const slice = db.all<typeof after & { generation: number }>(
          `SELECT parent, sort_key AS sortKey, name, generation FROM gallery_files
             WHERE workspace_id = ? AND (parent, sort_key, name) > (?, ?, ?)
             ORDER BY parent, sort_key, name LIMIT ${scanSlice}`,
          workspaceId,
          after.parent,
          after.sortKey,
          after.name,
        );
        const unseen = slice.filter(
          (file) => file.generation < generation && !seen.has(file.parent + file.name),
        );
        if (unseen.length > 0) {
          yield db.transaction(() =>
            unseen.reduce((sum, file) => sum + takeOutFile(workspaceId, file), 0),
          );
        } else yield 0;
        after = slice.at(-1) ?? after;
        isMore = slice.length === scanSlice;
      }
      db.run("UPDATE galleries SET read_at = ? WHERE workspace_id = ?", now, workspaceId);
    },

    /** Adds an uploaded file; a sync that began before does not delete it. Returns whether it is new. */
    add(workspaceId: string, path: string): boolean {
      return db.transaction(() => {
        const { parent } = splitPath(path);
        // With the generation of the active sync, which may have listed the folder before this file existed.
        const isNew = addFile(workspaceId, path, generationOf(workspaceId));
        if (isNew) countFiles(workspaceId, parent, 1);
        else markFile(workspaceId, path);
        return isNew;
      });
    },
    /** Deletes files and whole folders (paths ending in "/"). */
    remove(workspaceId: string, paths: readonly string[]): void {
      db.transaction(() => {
        for (const path of paths) {
          if (path.endsWith("/")) {
            takeOut(workspaceId, "parent >= ? AND parent < ?", path, endOf(path));
          } else {
            const { parent, name } = splitPath(path);
            takeOutFile(workspaceId, { parent, sortKey: sortKey(name), name });
          }
        }
      });
    },

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
