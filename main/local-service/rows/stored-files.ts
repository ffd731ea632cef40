/** SQL of a row of the gallery, which files and publications share. */
import type { Database } from "../../common/database/database";
import type { FileRow } from "./file-port";

export const fileColumns = "path, location, folded, size, etag, content_type AS contentType";

/** Stores a file, in place of the former one at its path. */
export const putFile = (database: Database, row: FileRow) =>
  database
    .prepare(
      `INSERT INTO files (path, location, folded, size, etag, content_type) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET location = excluded.location, folded = excluded.folded,
         size = excluded.size, etag = excluded.etag, content_type = excluded.content_type`,
    )
    .run(row.path, row.location, row.folded, row.size, row.etag, row.contentType);

/**
 * Exclusive upper bound of the texts with the prefix "a/b/": "a/b0", since "0" follows "/" in
 * ASCII.
 */
export function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}
