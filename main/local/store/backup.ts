/** The rows of the workspace in and out of a folder. Here as a copy of the SQLite file. */
import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import { openDatabase, type Database } from "../../store/database";
import type { FileRow, LocalStore, ScriptRow } from "./port";
import { promised } from "./promised";
import { migrations } from "./schema";

const fileName = "workspace.db";

/** What a backup holds, parents first. Uploads, signed URLs and half-done changes belong to a running service. */
const tables = [
  "users",
  "projects",
  "project_languages",
  "team",
  "characters",
  "glossary",
  "bulk_requests",
  "batches",
  "translations",
  "assignments",
  "batch_characters",
  "lines",
  "line_texts",
  "bulk_rows",
  "tasks",
  "scripts",
];

export function createBackupRows(
  database: Database,
  dataDir: string,
): Pick<LocalStore, "backUp" | "restore"> {
  return {
    backUp: (folder) =>
      promised(() => void database.run("VACUUM INTO ?", path.join(folder, fileName))),
    async restore(folder, place) {
      const copy = path.join(dataDir, "restoring.db");
      await removeDatabase(copy);
      await copyFile(path.join(folder, fileName), copy);
      try {
        // Opened once on its own: one of an earlier version is brought up to date.
        const source = openDatabase(copy, migrations);
        let files: FileRow[];
        let scripts: ScriptRow[];
        try {
          const sql = "path, location, folded, size, etag, content_type AS contentType FROM files";
          files = source.all(`SELECT ${sql} ORDER BY path`);
          const columns = "id, name, size, location, created_at AS createdAt";
          scripts = source.all(`SELECT ${columns} FROM scripts`);
        } finally {
          source.close();
        }
        const staged = await place(files, scripts);
        replaceRows(database, copy, files, staged);
      } finally {
        await removeDatabase(copy);
      }
    },
  };
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true });
}

/** All rows at once; the files are published by who calls, from their staged names. */
function replaceRows(
  database: Database,
  copy: string,
  files: readonly FileRow[],
  staged: readonly string[],
): void {
  database.run("ATTACH ? AS backup", copy);
  try {
    database.durably(() => {
      database.exec("PRAGMA defer_foreign_keys=ON");
      database.exec(
        "INSERT OR IGNORE INTO removals SELECT location FROM files UNION SELECT location FROM scripts",
      );
      for (const table of [...tables].reverse()) database.exec(`DELETE FROM ${table}`);
      database.exec("DELETE FROM files");
      for (const table of tables)
        database.exec(`INSERT INTO ${table} SELECT * FROM backup.${table}`);
      database.exec("DELETE FROM removals WHERE location IN (SELECT location FROM scripts)");
      files.forEach((file, index) => {
        database.run("DELETE FROM removals WHERE location = ?", file.location);
        database.run(
          `INSERT INTO publishing (staged, upload_id, path, location, folded, size, etag, content_type)
           VALUES (?, NULL, ?, ?, ?, ?, ?, ?)`,
          staged[index] ?? "",
          file.path,
          file.location,
          file.folded,
          file.size,
          file.etag,
          file.contentType,
        );
      });
    });
  } finally {
    database.exec("DETACH backup");
  }
}
