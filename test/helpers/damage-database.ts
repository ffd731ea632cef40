/** Damages database files as disk errors and crashes do, by overwriting bytes. */
import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";

const pageSize = 4096;

/**
 * Checkpoints the write-ahead log, then overwrites parts of the pages that contain the rows of a
 * table.
 */
export function damageTable(file: string, table: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const sql = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'";
  const pages = database.prepare(sql).all(table) as { pageno: number }[];
  database.close();
  if (pages.length === 0) throw new Error(`no page of ${table}`);
  const handle = openSync(file, "r+");
  try {
    for (const { pageno } of pages) {
      const at = (pageno - 1) * pageSize;
      // Overwrites the cell pointers and part of the cells, but not the whole page, as a torn write
      // does.
      writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, at + 8);
      writeSync(handle, Buffer.alloc(512, 0xa5), 0, 512, at + pageSize / 2);
    }
  } finally {
    closeSync(handle);
  }
}

/** Overwrites the first page. The file then has no SQLite signature. */
export function damageHeader(file: string): void {
  for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
  const handle = openSync(file, "r+");
  try {
    const bytes = Buffer.alloc(Math.min(pageSize, statSync(file).size), 0x5a);
    writeSync(handle, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(handle);
  }
}

/** The bytes of a file, to check that it was not changed. */
export function readBytes(file: string): Buffer {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(size);
  const handle = openSync(file, "r");
  try {
    readSync(handle, bytes, 0, size, 0);
  } finally {
    closeSync(handle);
  }
  return bytes;
}
