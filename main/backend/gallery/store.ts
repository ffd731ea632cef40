/**
 * SQL of the cached gallery of each workspace: syncs and changes of its files. Its queries are in
 * ./queries.
 */
import type { Database } from "../../common/database/database";
import { sortKey } from "../../common/collation";
import { createHashSet, type HashSet } from "../../common/hash-set";
import { splitPath } from "./gallery-path";
import { createFileRows } from "./file-rows";
import { endOf } from "./gallery-slices";
import { createGalleryQueries } from "./queries";

/** Files that the end of a sync reads in one slice, and deletes in one. */
const scanSlice = 2_000;
const deleteSlice = 100;

/** An active sync of the whole gallery. */
export interface GallerySync {
  workspaceId: string;
  /** The generation of files that were added since it began; older files have a smaller one. */
  generation: number;
  seen: HashSet;
}

export type GalleryStore = ReturnType<typeof createGalleryStore>;

export function createGalleryStore(db: Database) {
  const queries = createGalleryQueries(db);
  const { addFile, countAll, deleteWhere, deleteFile } = createFileRows(db);

  function generationOf(workspaceId: string): number {
    const row = db.get<{ generation: number }>(
      "SELECT generation FROM galleries WHERE workspace_id = ?",
      workspaceId,
    );
    return row?.generation ?? 0;
  }

  /** Marks a file as listed by the active sync. */
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

  return {
    ...queries,
    /**
     * Begins a sync of the whole gallery. Files that the service does not list are deleted by
     * `endSync`.
     */
    beginSync(workspaceId: string): GallerySync {
      const generation = generationOf(workspaceId) + 1;
      db.run(
        `INSERT INTO galleries VALUES (?, ?, NULL)
         ON CONFLICT (workspace_id) DO UPDATE SET generation = excluded.generation`,
        workspaceId,
        generation,
      );
      return { workspaceId, generation, seen: createHashSet() };
    },
    /** Stores paths that the service listed; returns how many are new. */
    addSeen(sync: GallerySync, paths: readonly string[]): number {
      const { workspaceId, generation, seen } = sync;
      return db.transaction(() => {
        const added = paths.filter(
          (path) =>
            path !== "" &&
            !path.endsWith("/") &&
            seen.add(path) &&
            addFile(workspaceId, path, generation),
        );
        countAll(workspaceId, added);
        return added.length;
      });
    },
    /**
     * Ends a sync: deletes the files that the service did not list, in slices that leave the event
     * loop free. Yields the number of deleted files of each slice.
     */
    *endSync(sync: GallerySync, now: number): Generator<number> {
      const { workspaceId, generation, seen } = sync;
      let after = { parent: "", sortKey: "", name: "" };
      // Every listed file is stored: if the numbers are equal, no file was deleted at the service.
      let isMore = queries.fileCount(workspaceId) !== seen.size;
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
        if (unseen.length === 0) yield 0;
        for (let from = 0; from < unseen.length; from += deleteSlice) {
          const files = unseen.slice(from, from + deleteSlice);
          yield db.transaction(() =>
            files.reduce((sum, file) => sum + deleteFile(workspaceId, file), 0),
          );
        }
        after = slice.at(-1) ?? after;
        isMore = slice.length === scanSlice;
      }
      db.run("UPDATE galleries SET read_at = ? WHERE workspace_id = ?", now, workspaceId);
    },

    /**
     * Adds uploaded files; a sync that began before does not delete them. Returns those that are
     * new.
     */
    add(workspaceId: string, paths: readonly string[]): string[] {
      return db.transaction(() => {
        // That of the active sync, which may have listed a folder before a file in it existed.
        const generation = generationOf(workspaceId);
        const added = paths.filter((path) => {
          const isNew = addFile(workspaceId, path, generation);
          if (!isNew) markFile(workspaceId, path);
          return isNew;
        });
        countAll(workspaceId, added);
        return added;
      });
    },
    /** Deletes files and whole folders (paths ending in "/"). */
    remove(workspaceId: string, paths: readonly string[]): void {
      db.transaction(() => {
        for (const path of paths) {
          if (path.endsWith("/")) {
            deleteWhere(workspaceId, "parent >= ? AND parent < ?", path, endOf(path));
          } else {
            const { parent, name } = splitPath(path);
            deleteFile(workspaceId, { parent, sortKey: sortKey(name), name });
          }
        }
      });
    },
  };
}
