/** SQL that reads many files of the cached gallery, in slices of a few milliseconds. */
import type { Database } from "../../common/database/database";

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

export function createGallerySlices(db: Database) {
  return {
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
