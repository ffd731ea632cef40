/** The rows of the workspace in and out of a folder. Here as a copy of the SQLite file. */
import { existsSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { copyFile, lstat, mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../../common/errors";
import { openDatabase, type Database } from "../../common/database/database";
import { UnusableBackup, type FileRow, type LocalStore, type ScriptRow } from "./port";
import { migrations } from "./schema";

const fileName = "workspace.db";
/** Where the rows of a backup are looked at, in the data folder. */
const copyName = "restoring";

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
  const copyFolder = path.join(dataDir, copyName);
  // What a service that was killed left.
  dropCopy(copyFolder);
  return {
    async backUp(folder) {
      const file = path.join(folder, fileName);
      // Made here, so that a folder that takes no file says so, and nobody else may read it.
      await writeFile(file, "", { flag: "wx", mode: 0o600 });
      database.run("VACUUM INTO ?", file);
      return file;
    },
    async restore(folder, place) {
      const source = path.join(folder, fileName);
      await checkFile(source);
      dropCopy(copyFolder);
      try {
        await mkdir(copyFolder, { recursive: true, mode: 0o700 });
        const copy = path.join(copyFolder, fileName);
        await copyFile(source, copy);
        const { files, scripts } = readBytesRows(copy, schemaOf(database));
        const staged = await place(files, scripts);
        replaceRows(database, copy, files, staged);
      } finally {
        dropCopy(copyFolder);
      }
    },
  };
}

/** Removes the copy of a backup's rows, and its folder unless there is something else in it. */
function dropCopy(folder: string): void {
  for (const ending of ["", "-wal", "-shm", "-journal"])
    rmSync(path.join(folder, `${fileName}${ending}`), { force: true });
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(`${fileName}.before-`)) rmSync(path.join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(systemCode(error))) throw error;
  }
}

/**
 * A look at the file's own header, before SQLite is asked: an empty file would be opened as an empty workspace.
 * @throws UnusableBackup
 */
async function checkFile(file: string): Promise<void> {
  const header = await readHeader(file).catch(() => null);
  const [signature, versionAt] = ["SQLite format 3\u0000", 60];
  if (header?.toString("latin1", 0, signature.length) !== signature)
    throw new UnusableBackup("its database is missing or damaged");
  const version = header.readUInt32BE(versionAt);
  if (version > migrations.length)
    throw new UnusableBackup("was written by a newer version of Dubyard");
  if (version === 0) throw new UnusableBackup("its database is that of something else");
}

async function readHeader(file: string): Promise<Buffer | null> {
  // SECURITY: a backup comes from anywhere; a pipe or a device would be waited for.
  if (!(await lstat(file)).isFile()) return null;
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return bytesRead === buffer.length ? buffer : null;
  } finally {
    await handle.close();
  }
}

/** Everything that was ever created in a database, word for word. */
function schemaOf(database: Database): string {
  const sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name";
  return JSON.stringify(database.all(sql));
}

/** Opened once on its own: one of an earlier version is brought up to date. */
function readBytesRows(copy: string, schema: string): { files: FileRow[]; scripts: ScriptRow[] } {
  return asUnusable(() => {
    const source = openDatabase(copy, migrations);
    try {
      // SECURITY: no triggers of somebody's, no other tables, and in ours only values that they can hold.
      const [check] = source.all<{ quick_check: string }>("PRAGMA quick_check(1)");
      if (schemaOf(source) !== schema || check?.quick_check !== "ok")
        throw new UnusableBackup("its database is damaged");
      const sql = "path, location, folded, size, etag, content_type AS contentType FROM files";
      const columns = "id, name, size, location, created_at AS createdAt";
      return {
        files: source.all<FileRow>(`SELECT ${sql} ORDER BY path`),
        scripts: source.all<ScriptRow>(`SELECT ${columns} FROM scripts`),
      };
    } finally {
      source.close();
    }
  });
}

/** SQLite's codes for what a database holds, not for what became of reading or writing it. */
const contentCodes = new Set([
  1, // no such table or column
  11, // corrupt
  19, // a constraint
  20, // another type
  26, // no database
]);

/** Runs SQL on a backup: what is wrong with the backup is thrown as an UnusableBackup. */
function asUnusable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as { errcode?: unknown } | null)?.errcode;
    const isDamaged = error instanceof AppError && error.code === "database-damaged";
    if (isDamaged || (typeof code === "number" && contentCodes.has(code & 0xff)))
      throw new UnusableBackup("its database is damaged", { cause: error });
    throw error;
  }
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
    asUnusable(() => database.durably(() => takeOver(database, files, staged)));
  } finally {
    database.exec("DETACH backup");
  }
}

function takeOver(database: Database, files: readonly FileRow[], staged: readonly string[]): void {
  database.exec("PRAGMA defer_foreign_keys=ON");
  database.exec(
    "INSERT OR IGNORE INTO removals SELECT location FROM files UNION SELECT location FROM scripts",
  );
  for (const table of [...tables].reverse()) database.exec(`DELETE FROM ${table}`);
  database.exec("DELETE FROM files");
  for (const table of tables) database.exec(`INSERT INTO ${table} SELECT * FROM backup.${table}`);
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
}
