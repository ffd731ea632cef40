/** SQL of the gallery's files. */
import { all, exists, get, jsonList, run, type Rows } from "./unit-of-work";
import type { FileRows, FileRow } from "./file-port";
import { endOfFolder, fileColumns, putFile } from "./stored-files";

export function createFileRows(rows: Rows): FileRows {
  return {
    findFile: rows.read(function* (path) {
      const sql = `SELECT ${fileColumns} FROM files WHERE path = ?`;
      return (yield* get<FileRow>(sql, path)) ?? null;
    }),
    findExistingPaths: rows.read(function* (paths) {
      const sql = "SELECT path FROM files WHERE path IN @texts";
      const found = yield* all<{ path: string }>(sql, jsonList(paths));
      return new Set(found.map(({ path }) => path));
    }),
    listPaths: rows.read(function* (after, limit) {
      const sql = "SELECT path FROM files WHERE path > ? ORDER BY path LIMIT ?";
      return (yield* all<{ path: string }>(sql, after, limit)).map(({ path }) => path);
    }),
    isFoldedTaken: rows.read(function* (folded, exceptPath) {
      const sql = "SELECT 1 AS found FROM files WHERE folded = ? AND path <> ?";
      for (const text of folded) if (yield* exists(sql, text, exceptPath)) return true;
      return false;
    }),
    isFolderTaken: rows.read((foldedFolder) =>
      exists(
        "SELECT 1 AS found FROM files WHERE folded >= ? AND folded < ? LIMIT 1",
        foldedFolder,
        endOfFolder(foldedFolder),
      ),
    ),
    replaceEtag: rows.within("gallery").change(function* (path, from, to) {
      yield* run("UPDATE files SET etag = ? WHERE path = ? AND etag = ?", to, path, from);
    }),
    addFiles: rows.within("gallery").note(function* (files) {
      for (const file of files) yield* putFile(file);
    }),
  };
}
