/** SQL of the gallery's files. */
import type { Database } from "../../common/database/database";
import type { FileRows, FileRow } from "./file-port";
import { toPromise } from "./to-promise";
import { endOfFolder, fileColumns, putFile } from "./stored-files";

export function createFileRows(database: Database): FileRows {
  const isFound = (sql: string, ...values: string[]) =>
    database.prepare(sql).get(...values) !== undefined;

  return {
    findFile: (path) =>
      toPromise(() => {
        const sql = `SELECT ${fileColumns} FROM files WHERE path = ?`;
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
          for (const file of files) putFile(database, file);
        }),
      ),
  };
}
