/** Backup and restore of the rows, as a copy of the SQLite file. */
import { existsSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { copyFile, lstat, mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../../common/errors";
import { openDatabase, type Database } from "../../common/database/database";
import { UnusableBackup, type FileRow, type LocalStore, type ScriptRow } from "./port";
import { migrations } from "./schema";

const fileName = "workspace.db";
/** Folder in the data folder to which the database of a backup is copied during a restore. */
const copyName = "restoring";

/** Tables that a restore copies, parents first. Uploads, used URLs and unfinished changes are not part of a backup. */
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
  "line_reviews",
  "line_history",
  "comments",
  "ignored_checks",
  "dubs",
  "dub_folders",
  "bulk_rows",
  "tasks",
  "scripts",
  "external_engines",
];

export function createBackupRows(
  database: Database,
  dataDir: string,
): Pick<LocalStore, "backUp" | "restore"> {
  const copyFolder = path.join(dataDir, copyName);
  // A process killed during a restore leaves its copy.
  removeCopy(copyFolder);
  return {
    async backUp(folder) {
      const file = path.join(folder, fileName);
      // SECURITY: created with mode 0600 first. This also reports an unwritable folder with its system error.
      await writeFile(file, "", { flag: "wx", mode: 0o600 });
      database.run("VACUUM INTO ?", file);
      return file;
    },
    async restore(folder, importBytes) {
      const source = path.join(folder, fileName);
      await checkHeader(source);
      removeCopy(copyFolder);
      try {
        await mkdir(copyFolder, { recursive: true, mode: 0o700 });
        const copy = path.join(copyFolder, fileName);
        await copyFile(source, copy);
        const { files, scripts } = readObjectRows(copy, schemaOf(database));
        const staged = await importBytes(files, scripts);
        replaceRows(database, copy, files, staged);
      } finally {
        removeCopy(copyFolder);
      }
    },
  };
}

/** Removes the copied database, and its folder unless it contains other files. */
function removeCopy(folder: string): void {
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
 * Checks the header of the file before SQLite opens it: SQLite would open an empty file as an empty database.
 * @throws UnusableBackup
 */
async function checkHeader(file: string): Promise<void> {
  const header = await readHeader(file).catch(() => null);
  const [signature, versionAt] = ["SQLite format 3\u0000", 60];
  if (header?.toString("latin1", 0, signature.length) !== signature)
    throw new UnusableBackup("its database is missing or damaged");
  const version = header.readUInt32BE(versionAt);
  if (version > migrations.length)
    throw new UnusableBackup("was written by a newer version of Dubyard");
  if (version === 0) throw new UnusableBackup("its database belongs to another program");
}

async function readHeader(file: string): Promise<Buffer | null> {
  // SECURITY: a backup is untrusted; opening a pipe or a device could block.
  if (!(await lstat(file)).isFile()) return null;
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return bytesRead === buffer.length ? buffer : null;
  } finally {
    await handle.close();
  }
}

/** The SQL of all tables, indexes, triggers and views of a database. */
function schemaOf(database: Database): string {
  const sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name";
  return JSON.stringify(database.all(sql));
}

/** Opens the copy, which migrates an older version, validates it, and reads the rows of its files and scripts. */
function readObjectRows(copy: string, schema: string): { files: FileRow[]; scripts: ScriptRow[] } {
  return asUnusable(() => {
    const source = openDatabase(copy, migrations);
    try {
      // SECURITY: the schema must be identical, so that no trigger or view is run; `quick_check` validates the values.
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

/** SQLite result codes that mean invalid content, not an I/O error. */
const contentCodes = new Set([
  1, // no such table or column
  11, // corrupt
  19, // a constraint
  20, // wrong type
  26, // not a database
]);

/** Runs SQL on a backup; errors caused by its content are thrown as UnusableBackup. */
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

/** Replaces all rows in one transaction. The caller publishes the files from their staged names. */
function replaceRows(
  database: Database,
  copy: string,
  files: readonly FileRow[],
  staged: readonly string[],
): void {
  database.run("ATTACH ? AS backup", copy);
  try {
    asUnusable(() => database.durably(() => copyRows(database, files, staged)));
  } finally {
    database.exec("DETACH backup");
  }
}

function copyRows(database: Database, files: readonly FileRow[], staged: readonly string[]): void {
  database.exec("PRAGMA defer_foreign_keys=ON");
  database.exec(
    `INSERT OR IGNORE INTO removals SELECT location FROM files UNION SELECT location FROM scripts
     UNION SELECT location FROM takes WHERE location IS NOT NULL
     UNION SELECT speech FROM takes WHERE speech IS NOT NULL`,
  );
  database.exec("DELETE FROM takes");
  for (const table of [...tables].reverse()) database.exec(`DELETE FROM ${table}`);
  database.exec("DELETE FROM files");
  for (const table of tables) database.exec(`INSERT INTO ${table} SELECT * FROM backup.${table}`);
  // The takes are not part of a backup: dubs in progress begin again. Finished results are in the gallery. The ids of
  // takes begin again in another workspace.
  database.exec("UPDATE comments SET take_id = NULL WHERE take_id IS NOT NULL");
  database.exec("UPDATE dubs SET state = 'due' WHERE state IN ('making', 'finishing')");
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
