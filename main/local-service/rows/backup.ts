/** Backup and restore of the rows, as a copy of the SQLite file. */
import { lstatSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { copyFile, lstat, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, sqliteCode, systemCode } from "../../common/errors";
import { openDatabase, type Database } from "../../common/database/database";
import { explainInvalidRow, findInvalidRows } from "./check-rows";
import { batchExistsSql } from "./batches/batch-rows";
import { refreshStatus } from "./batches/batch-status";
import { foreignRowsSql } from "./foreign-rows";
import { listObjects } from "./object-rows";
import {
  type BackupRows,
  UnusableBackup,
  type ObjectRow,
  type PendingRestore,
  type RestoredObject,
} from "./backup-port";
import type { FileRow } from "./file-port";
import { restoredTables, type RestoredTable } from "./row-schemas";
import { toPromise } from "./to-promise";
import { migrations } from "./migrations";
import { runUnit } from "./sqlite-driver";
import { makePrivateFolder } from "../../common/private-files";

const fileName = "workspace.db";
/** Folder in the data folder to which the database of a backup is copied during a restore. */
const copyName = "restoring";

export function createBackupRows(database: Database, dataDir: string): BackupRows {
  const copyFolder = path.join(dataDir, copyName);
  // A process killed during a restore leaves its copy.
  removeCopy(copyFolder);
  return {
    async backUp(folder) {
      const file = path.join(folder, fileName);
      // SECURITY: created with mode 0600 first. This also reports an unwritable folder with its
      // system error.
      await writeFile(file, "", { flag: "wx", mode: 0o600 });
      database.run("VACUUM INTO ?", file);
      // Without a pause in between: these are the objects of the rows in the copy.
      return { file, objects: listObjects(database) };
    },
    isSoundKnown: (location) =>
      toPromise(
        () =>
          database.get(
            "SELECT 1 FROM takes WHERE location = ? OR speech = ? LIMIT 1",
            location,
            location,
          ) !== undefined,
      ),
    async restore(folder, importObjects, at) {
      const source = path.join(folder, fileName);
      await checkHeader(source);
      removeCopy(copyFolder);
      try {
        makePrivateFolder(copyFolder);
        const copy = path.join(copyFolder, fileName);
        await copyFile(source, copy);
        const { files, objects } = await readCopy(copy, schemaOf(database));
        const staged = await importObjects(objects);
        return replaceRows(database, copy, { files, objects, staged, at });
      } finally {
        removeCopy(copyFolder);
      }
    },
    beginRestore: ({ folder, startedAt }) =>
      toPromise(() =>
        database.durably(() => {
          database.run("DELETE FROM pending_restores");
          database.run(
            "INSERT INTO pending_restores (folder, started_at) VALUES (?, ?)",
            folder,
            startedAt,
          );
        }),
      ),
    findPendingRestore: () =>
      toPromise(
        () =>
          database.get<PendingRestore>(
            "SELECT folder, started_at AS startedAt FROM pending_restores LIMIT 1",
          ) ?? null,
      ),
    dropPendingRestore: () =>
      toPromise(() => database.durably(() => void database.run("DELETE FROM pending_restores"))),
    listRestoredObjects: () =>
      toPromise(() =>
        database.all<RestoredObject>("SELECT staged, location FROM restored_objects"),
      ),
    finishRestoredObject: (staged) =>
      toPromise(() => void database.run("DELETE FROM restored_objects WHERE staged = ?", staged)),
  };
}

/** Removes the copied database, and its folder unless it contains other files; or a link. */
function removeCopy(folder: string): void {
  // SECURITY: in the workspace of another person it may be a link to a folder with such files, as
  // every workspace has them.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    rmSync(folder, { force: true });
    return;
  }
  for (const ending of ["", "-wal", "-shm", "-journal"])
    rmSync(path.join(folder, `${fileName}${ending}`), { force: true });
  for (const name of readdirSync(folder))
    if (name.startsWith(`${fileName}.before-`)) rmSync(path.join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(systemCode(error))) throw error;
  }
}

/**
 * Checks the header of the file before SQLite opens it: SQLite would open an empty file as an empty
 * database.
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
  const sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name";
  return JSON.stringify(database.all(sql));
}

/**
 * Opens the copy, which migrates an older version, checks it, and reads the rows of its objects.
 * @throws UnusableBackup, which names the first row with an invalid value.
 */
async function readCopy(
  copy: string,
  schema: string,
): Promise<{ files: FileRow[]; objects: ObjectRow[] }> {
  const source = asUnusable(() => openDatabase(copy, migrations, { isFromElsewhere: true }));
  try {
    // SECURITY: the schema must be identical, so that no trigger or view is run; `quick_check`
    // validates the types.
    const [check] = asUnusable(() => source.all<{ quick_check: string }>("PRAGMA quick_check(1)"));
    if (asUnusable(() => schemaOf(source)) !== schema || check?.quick_check !== "ok")
      throw new UnusableBackup("its database is damaged");
    for await (const row of findInvalidRows(source))
      throw new UnusableBackup(explainInvalidRow(row));
    const columns = "path, location, folded, size, etag, content_type AS contentType";
    return asUnusable(() => ({
      files: source.all<FileRow>(`SELECT ${columns} FROM files ORDER BY path`),
      objects: listObjects(source),
    }));
  } finally {
    source.close();
  }
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
    const code = sqliteCode(error);
    const isDamaged = error instanceof AppError && error.code === "database-damaged";
    if (isDamaged || (code !== null && contentCodes.has(code)))
      throw new UnusableBackup("its database is damaged", { cause: error });
    throw error;
  }
}

interface Replacement {
  files: readonly FileRow[];
  objects: readonly ObjectRow[];
  /** The staged names of copied objects by location. */
  staged: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Replaces all rows in one transaction. The caller publishes the files from their staged names.
 * Returns the number of takes that were left out.
 */
function replaceRows(database: Database, copy: string, replacement: Replacement): number {
  database.run("ATTACH ? AS backup", copy);
  database.exec("CREATE TEMP TABLE imported (location TEXT PRIMARY KEY) STRICT, WITHOUT ROWID");
  try {
    return asUnusable(() => database.durably(() => copyRows(database, replacement)));
  } finally {
    database.exec("DROP TABLE temp.imported");
    database.exec("DETACH backup");
  }
}

const importedSql = "SELECT location FROM temp.imported";
/** Rows that are copied only with their bytes. */
const conditions: Partial<Record<RestoredTable, string>> = {
  scripts: `location IN (${importedSql})`,
  takes: `location IS NULL OR location IN (${importedSql})`,
};

function copyRows(database: Database, { files, objects, staged, at }: Replacement): number {
  for (const location of staged.keys())
    database.run("INSERT INTO temp.imported (location) VALUES (?)", location);
  database.exec("PRAGMA defer_foreign_keys=ON");
  database.exec(
    `INSERT OR IGNORE INTO removals (location) SELECT location FROM files UNION SELECT location FROM scripts
     UNION SELECT location FROM takes WHERE location IS NOT NULL
     UNION SELECT speech FROM takes WHERE speech IS NOT NULL`,
  );
  for (const table of [...restoredTables].reverse()) database.exec(`DELETE FROM ${table}`);
  database.exec("DELETE FROM files");
  for (const table of restoredTables)
    database.exec(
      `INSERT INTO ${table} SELECT * FROM backup.${table} WHERE ${conditions[table] ?? "true"}`,
    );
  // An interrupted restore may have published objects that these replace.
  database.exec("DELETE FROM restored_objects");
  database.exec(
    `DELETE FROM removals WHERE location IN (${importedSql})
       OR location IN (SELECT 'takes/' || id || '/' FROM batches)`,
  );
  database.exec(`UPDATE takes SET speech = NULL WHERE speech NOT IN (${importedSql})`);
  for (const sql of foreignRowsSql) database.exec(sql);
  const takesWithoutSound = countTakesWithoutSound(database, at);
  for (const file of files) {
    const source = staged.get(file.location);
    if (source === undefined) continue;
    database.run(
      `INSERT INTO publishing (staged, upload_id, path, location, folded, size, etag, content_type)
       VALUES (?, NULL, ?, ?, ?, ?, ?, ?)`,
      source,
      file.path,
      file.location,
      file.folded,
      file.size,
      file.etag,
      file.contentType,
    );
  }
  for (const { kind, location } of objects) {
    const source = staged.get(location);
    if (source === undefined || kind === "media") continue;
    database.run("INSERT INTO restored_objects (staged, location) VALUES (?, ?)", source, location);
  }
  database.exec("DELETE FROM pending_restores");
  return takesWithoutSound;
}

/** Takes `k` of the backup whose bytes were not copied. */
const leftOut = `backup.takes k WHERE k.location IS NOT NULL AND k.location NOT IN (${importedSql})
  AND k.batch_id IN (SELECT b.id FROM batches b WHERE ${batchExistsSql})`;
const counted = (state: string) =>
  `(SELECT count(*) FROM takes k WHERE k.batch_id = d.batch_id AND k.language_id = d.language_id
     AND k.state = '${state}')`;

/**
 * Counts the takes that were left out. Their dubs are not made any more, and the note of each dub
 * names them: a start makes them again.
 */
function countTakesWithoutSound(database: Database, at: number): number {
  const missing = database.all<{ batchId: string; languageId: string; takes: number }>(
    `SELECT k.batch_id AS batchId, k.language_id AS languageId, count(*) AS takes FROM ${leftOut}
     AND k.state = 'made' GROUP BY k.batch_id, k.language_id`,
  );
  for (const { batchId, languageId, takes } of missing) {
    const note = `the restored backup does not contain the sound of ${takes} ${takes === 1 ? "take" : "takes"}; start the dub to make them again`;
    database.run(
      `UPDATE dubs AS d SET made = ${counted("made")}, failed = ${counted("failed")},
         outdated = max(0, planned - ${counted("made")} - ${counted("failed")} - ${counted("queued")}),
         note = CASE WHEN state = 'due' THEN note ELSE ? END,
         state = CASE WHEN state = 'due' THEN state ELSE 'blocked' END
       WHERE batch_id = ? AND language_id = ?`,
      note,
      batchId,
      languageId,
    );
    runUnit(database, refreshStatus(batchId, at));
  }
  return database.get<{ takes: number }>(`SELECT count(*) AS takes FROM ${leftOut}`)?.takes ?? 0;
}
