/** SQL of the gallery's files, and of publications and removals in progress. */
import type { Database } from "../../common/database/database";
import type { FileRows, PublishingRows, RemovalRows, FileRow, PublishingRow } from "./file-port";
import { toPromise } from "./to-promise";

const columns = "path, location, folded, size, etag, content_type AS contentType";

/**
 * Exclusive upper bound of the texts with the prefix "a/b/": "a/b0", since "0" follows "/" in
 * ASCII.
 */
function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

export function createFileRows(database: Database): FileRows & PublishingRows & RemovalRows {
  const isFound = (sql: string, ...values: string[]) =>
    database.prepare(sql).get(...values) !== undefined;

  const putFile = (row: FileRow) =>
    database
      .prepare(
        `INSERT INTO files (path, location, folded, size, etag, content_type) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (path) DO UPDATE SET location = excluded.location, folded = excluded.folded,
           size = excluded.size, etag = excluded.etag, content_type = excluded.content_type`,
      )
      .run(row.path, row.location, row.folded, row.size, row.etag, row.contentType);

  return {
    findFile: (path) =>
      toPromise(() => {
        const sql = `SELECT ${columns} FROM files WHERE path = ?`;
        return (database.prepare(sql).get(path) as FileRow | undefined) ?? null;
      }),
    findExistingPaths: (paths) =>
      toPromise(() => {
        const sql = "SELECT path FROM files WHERE path IN (SELECT value FROM json_each(?))";
        const rows = database.all<{ path: string }>(sql, JSON.stringify(paths));
        return new Set(rows.map((row) => row.path));
      }),
    listPaths: (after, limit) =>
      toPromise(() => {
        const rows = database
          .prepare("SELECT path FROM files WHERE path > ? ORDER BY path LIMIT ?")
          .all(after, limit) as unknown as { path: string }[];
        return rows.map((row) => row.path);
      }),
    isFoldedTaken: (folded, exceptPath) =>
      toPromise(() =>
        folded.some((text) =>
          isFound("SELECT 1 AS found FROM files WHERE folded = ? AND path <> ?", text, exceptPath),
        ),
      ),
    isFolderTaken: (foldedFolder) =>
      toPromise(() =>
        isFound(
          "SELECT 1 AS found FROM files WHERE folded >= ? AND folded < ? LIMIT 1",
          foldedFolder,
          endOfFolder(foldedFolder),
        ),
      ),
    replaceEtag: (path, from, to) =>
      toPromise(() =>
        database.durably(
          () =>
            void database
              .prepare("UPDATE files SET etag = ? WHERE path = ? AND etag = ?")
              .run(to, path, from),
        ),
      ),
    addFiles: (files) =>
      toPromise(() =>
        database.transaction(() => {
          for (const file of files) putFile(file);
        }),
      ),

    beginPublishing: (row) =>
      toPromise(() =>
        database.durably(() => {
          // A pending removal at this location is replaced by the new file.
          database.prepare("DELETE FROM removals WHERE location = ?").run(row.location);
          database
            .prepare(
              `INSERT OR REPLACE INTO publishing (staged, upload_id, path, location, folded, size, etag, content_type)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            )
            .run(
              row.staged,
              row.uploadId,
              row.path,
              row.location,
              row.folded,
              row.size,
              row.etag,
              row.contentType,
            );
        }),
      ),
    finishPublishing: (staged) =>
      toPromise(() =>
        database.transaction(() => {
          const row = database
            .prepare(
              `DELETE FROM publishing WHERE staged = ? RETURNING staged, upload_id AS uploadId, ${columns}`,
            )
            .get(staged) as PublishingRow | undefined;
          if (!row) return;
          putFile(row);
          if (row.uploadId !== null)
            database.prepare("DELETE FROM uploads WHERE id = ?").run(row.uploadId);
        }),
      ),
    movePublishing: (staged, location) =>
      toPromise(() =>
        database.durably(() => {
          database
            .prepare("UPDATE publishing SET location = ?, folded = NULL WHERE staged = ?")
            .run(location, staged);
        }),
      ),
    cancelPublishing: (staged) =>
      toPromise(() =>
        database.durably(() => {
          database.prepare("DELETE FROM publishing WHERE staged = ?").run(staged);
        }),
      ),
    listPublishing: () =>
      toPromise(
        () =>
          database
            .prepare(`SELECT staged, upload_id AS uploadId, ${columns} FROM publishing`)
            .all() as unknown as PublishingRow[],
      ),

    beginRemoval: (selection, limit) =>
      toPromise(() =>
        database.durably(() => {
          const deleted =
            "folder" in selection
              ? (database
                  .prepare(
                    `DELETE FROM files WHERE path IN (SELECT path FROM files WHERE path >= ? AND path < ? LIMIT ?)
                     RETURNING location`,
                  )
                  .all(selection.folder, endOfFolder(selection.folder), limit) as unknown as {
                  location: string;
                }[])
              : selection.paths.flatMap(
                  (path) =>
                    database
                      .prepare("DELETE FROM files WHERE path = ? RETURNING location")
                      .all(path) as unknown as { location: string }[],
                );
          const locations = deleted.map((row) => row.location);
          const insert = database.prepare("INSERT OR IGNORE INTO removals (location) VALUES (?)");
          for (const location of locations) insert.run(location);
          return locations;
        }),
      ),
    finishRemoval: (locations) =>
      toPromise(() =>
        database.transaction(() => {
          const remove = database.prepare("DELETE FROM removals WHERE location = ?");
          for (const location of locations) remove.run(location);
        }),
      ),
    listRemovals: () =>
      toPromise(() => {
        const rows = database.prepare("SELECT location FROM removals").all() as unknown as {
          location: string;
        }[];
        return rows.map((row) => row.location);
      }),
  };
}
