/** The index of each workspace's gallery: what the window shows, and what a plan compares with. */
import type { GalleryEntry } from "../../preload/model";
import type { Database } from "./database";
import { sortKey } from "./names";

/** A gallery path taken apart: "a/b/c.wav" is "c.wav" in "a/b/". */
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

const scanSlice = 20_000;

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

  /** Adds to the counts of a folder and of those above it, making and dropping folders as needed. */
  function countFiles(workspaceId: string, parent: string, change: number): void {
    for (const path of ancestors(parent)) {
      const { parent: above, name } = splitPath(path);
      db.run(
        `INSERT INTO gallery_folders VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (workspace_id, path) DO UPDATE SET
           direct_files = direct_files + excluded.direct_files, all_files = all_files + excluded.all_files`,
        workspaceId,
        // The top is in no folder.
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
    /** When the whole gallery was last read, and how many files we know of. */
    status(workspaceId: string): { readAt: number | null; fileCount: number } {
      const gallery = db.get<{ readAt: number | null }>(
        "SELECT read_at AS readAt FROM galleries WHERE workspace_id = ?",
        workspaceId,
      );
      const top = db.get<{ files: number }>(
        "SELECT all_files AS files FROM gallery_folders WHERE workspace_id = ? AND path = ''",
        workspaceId,
      );
      return { readAt: gallery?.readAt ?? null, fileCount: top?.files ?? 0 };
    },

    /** Begins a reading of the whole gallery; what it does not see is gone when it ends. */
    beginReading(workspaceId: string): number {
      const generation = generationOf(workspaceId) + 1;
      db.run(
        `INSERT INTO galleries VALUES (?, ?, NULL)
         ON CONFLICT (workspace_id) DO UPDATE SET generation = excluded.generation`,
        workspaceId,
        generation,
      );
      return generation;
    },
    /** Takes a batch of what was read; returns how many files are new to us. */
    addSeen(workspaceId: string, generation: number, paths: readonly string[]): number {
      return db.transaction(() => {
        const news = new Map<string, number>();
        for (const path of paths) {
          if (path === "" || path.endsWith("/")) continue;
          const { parent, name } = splitPath(path);
          if (addFile(workspaceId, path, generation)) {
            news.set(parent, (news.get(parent) ?? 0) + 1);
          } else {
            db.run(
              "UPDATE gallery_files SET generation = ? WHERE workspace_id = ? AND parent = ? AND sort_key = ? AND name = ?",
              generation,
              workspaceId,
              parent,
              sortKey(name),
              name,
            );
          }
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
     * Ends a reading: drops what it did not see, in slices so that other work can go on between them. Yields how
     * many files each slice dropped.
     */
    *endReading(workspaceId: string, generation: number, now: number): Generator<number> {
      let after = { parent: "", sortKey: "", name: "" };
      for (;;) {
        const last = db.get<typeof after>(
          `SELECT parent, sort_key AS sortKey, name FROM gallery_files
             WHERE workspace_id = ? AND (parent, sort_key, name) > (?, ?, ?)
             ORDER BY parent, sort_key, name LIMIT 1 OFFSET ${scanSlice - 1}`,
          workspaceId,
          after.parent,
          after.sortKey,
          after.name,
        );
        const end = last ?? { parent: endOf(""), sortKey: "", name: "" };
        yield db.transaction(() =>
          takeOut(
            workspaceId,
            "(parent, sort_key, name) > (?, ?, ?) AND (parent, sort_key, name) <= (?, ?, ?) AND generation < ?",
            ...[after.parent, after.sortKey, after.name],
            ...[end.parent, end.sortKey, end.name],
            generation,
          ),
        );
        if (last === undefined) break;
        after = last;
      }
      db.run("UPDATE galleries SET read_at = ? WHERE workspace_id = ?", now, workspaceId);
    },

    /** A file that has just arrived. It outlives a reading that began before. */
    add(workspaceId: string, path: string): void {
      db.transaction(() => {
        const { parent } = splitPath(path);
        // With the generation of a reading under way, which may have begun before this file was there.
        if (addFile(workspaceId, path, generationOf(workspaceId))) {
          countFiles(workspaceId, parent, 1);
        }
      });
    },
    /** Files and whole folders (ending in "/") that are gone. */
    remove(workspaceId: string, paths: readonly string[]): void {
      db.transaction(() => {
        for (const path of paths) {
          if (path.endsWith("/")) {
            takeOut(workspaceId, "parent >= ? AND parent < ?", path, endOf(path));
          } else {
            const { parent, name } = splitPath(path);
            takeOut(
              workspaceId,
              "parent = ? AND sort_key = ? AND name = ?",
              parent,
              sortKey(name),
              name,
            );
          }
        }
      });
    },

    has,
    /** How many files a path stands for: those below a folder, or the file itself. */
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
     * Walks the files below a folder in slices, so that a long search leaves room for other work between them.
     * Yields the files of each slice whose path holds the term (ASCII letters in either case).
     */
    *search(workspaceId: string, folder: string, term: string): Generator<GalleryEntry[]> {
      const pattern = `%${term.normalize("NFC").replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      let after = { parent: folder, sortKey: "", name: "" };
      for (;;) {
        const slice = `SELECT parent, sort_key, name FROM gallery_files
          WHERE workspace_id = ? AND (parent, sort_key, name) > (?, ?, ?) AND parent < ?
          ORDER BY parent, sort_key, name LIMIT ${scanSlice}`;
        const bounds = [
          workspaceId,
          after.parent,
          after.sortKey,
          after.name,
          endOf(folder),
        ] as const;
        const rows = db.all<{ parent: string; name: string }>(
          `SELECT parent, name FROM (${slice}) WHERE parent || name LIKE ? ESCAPE '\\'`,
          ...bounds,
          pattern,
        );
        yield rows.map(({ parent, name }) => fileEntry(parent, name));
        const last = db.get<{ parent: string; sortKey: string; name: string }>(
          `SELECT parent, sort_key AS sortKey, name FROM (${slice}) LIMIT 1 OFFSET ${scanSlice - 1}`,
          ...bounds,
        );
        if (last === undefined) return;
        after = last;
      }
    },
  };
}

function fileEntry(parent: string, name: string): GalleryEntry {
  return { path: parent + name, name, isFolder: false, fileCount: 1 };
}
