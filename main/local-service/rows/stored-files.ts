/** SQL of rows of the gallery and of removals, which several kinds of rows share. */
import { jsonList, run, type Work } from "./unit-of-work";
import type { FileRow } from "./file-port";

export const fileColumns = "path, location, folded, size, etag, content_type AS contentType";

/** Stores a file, in place of the former one at its path. */
export function* putFile(row: FileRow): Work<void> {
  yield* run(
    `INSERT INTO files (path, location, folded, size, etag, content_type) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET location = excluded.location, folded = excluded.folded,
       size = excluded.size, etag = excluded.etag, content_type = excluded.content_type`,
    row.path,
    row.location,
    row.folded,
    row.size,
    row.etag,
    row.contentType,
  );
}

/** Records the locations of bytes that are removed after the change. */
export function* recordRemovals(locations: readonly string[]): Work<void> {
  if (locations.length === 0) return;
  const sql =
    "INSERT INTO removals (location, removed_at) SELECT value ->> 0, @now FROM @items WHERE true ON CONFLICT DO NOTHING";
  yield* run(sql, jsonList(locations.map((location) => [location])));
}

/**
 * Exclusive upper bound of the texts with the prefix "a/b/": "a/b0", since "0" follows "/" in
 * ASCII.
 */
export function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}
