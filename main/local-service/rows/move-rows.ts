/** SQL of the rows that a move copies. */
import { batchExistsSql } from "./batches/batch-rows";
import { deliveredBelow } from "./exports/delivered-location";
import { foreignRowsSql } from "./foreign-rows";
import type { MovedObject, MoveRows, ObjectPosition, RowKey, StoredRow } from "./move-port";
import { countedTables, movedTable, movedTables } from "./moved-tables";
import { putFile } from "./stored-files";
import { all, exists, get, jsonList, run, type Rows, type Work } from "./unit-of-work";

/** Rows of one statement. Databases permit at least 32,766 values. */
const chunkRows = 100;
/** Rows of a unit that deletes: a whole table would exceed the time of a statement. */
const deletedRows = 2_000;
/** Batches of a page of objects: those without takes add none. */
const listedBatches = 500;

const existingTakes = `takes k WHERE EXISTS (SELECT 1 FROM batches b WHERE b.id = k.batch_id AND ${batchExistsSql})`;
const objectsSql = `SELECT location, size FROM scripts
  UNION ALL SELECT k.location, k.bytes FROM ${existingTakes} AND k.location IS NOT NULL
  UNION ALL SELECT k.speech, CAST(NULL AS BIGINT) FROM ${existingTakes} AND k.speech IS NOT NULL`;
const objectsOfBatch = `SELECT location, bytes AS size, sha256 FROM takes WHERE batch_id = ? AND location > ?
  UNION ALL SELECT speech, CAST(NULL AS BIGINT), CAST(NULL AS TEXT) FROM takes WHERE batch_id = ? AND speech > ?`;

/** The columns with locations of bytes that are moved. */
const locationColumns: Readonly<Record<string, readonly string[]>> = {
  files: ["location"],
  scripts: ["location"],
  takes: ["location", "speech"],
};

const marks = (count: number) => Array.from({ length: count }, () => "?").join(", ");

function* readRows(name: string, after: RowKey | null, limit: number): Work<StoredRow[]> {
  const { key, columns } = movedTable(name);
  const order = key.join(", ");
  const later = after === null ? "" : `WHERE (${order}) > (${marks(key.length)})`;
  return yield* all<StoredRow>(
    `SELECT ${columns.join(", ")} FROM ${name} ${later} ORDER BY ${order} LIMIT ?`,
    ...(after ?? []),
    limit,
  );
}

function* addRows(name: string, rows: readonly StoredRow[]): Work<void> {
  const { columns } = movedTable(name);
  const one = `(${marks(columns.length)})`;
  const insert = function* (some: readonly StoredRow[]): Work<void> {
    yield* run(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES ${some.map(() => one).join(", ")} ON CONFLICT DO NOTHING`,
      ...some.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
  };
  const whole = rows.length - (rows.length % chunkRows);
  for (let at = 0; at < whole; at += chunkRows) yield* insert(rows.slice(at, at + chunkRows));
  // One by one: statements of each length would all be prepared.
  for (const row of rows.slice(whole)) yield* insert([row]);
  // A move that was discarded recorded the removal of what this one stores again.
  const locations = rows.flatMap((row) => locationsOf(name, row));
  if (locations.length > 0)
    yield* run("DELETE FROM removals WHERE location IN @texts", jsonList(locations));
}

/** What a row has in the store of objects: locations, and beginnings of locations. */
function locationsOf(name: string, row: StoredRow): unknown[] {
  if (name === "exports") return [deliveredBelow(String(row["id"]))];
  if (name === "batches") return [`takes/${row["id"]}/`];
  const columns = locationColumns[name] ?? [];
  return columns.map((column) => row[column]).filter((location) => typeof location === "string");
}

function* finishMovedRows(): Work<void> {
  for (const sql of foreignRowsSql) yield* run(sql);
  for (const table of countedTables)
    yield* get(`SELECT @setSequence('${table}_id_seq', max(id)) AS id FROM ${table}`);
  yield* run("@analyze");
}

/** Deletes the first rows of a table. Returns their number. */
function* deleteFirst(name: string): Work<number> {
  const key = movedTable(name).key.join(", ");
  const first = `(${key}) IN (SELECT ${key} FROM ${name} ORDER BY ${key} LIMIT ${deletedRows})`;
  for (const column of locationColumns[name] ?? [])
    yield* run(
      `INSERT INTO removals (location, removed_at) SELECT DISTINCT ${column}, @now FROM ${name}
       WHERE ${column} IS NOT NULL AND ${first} ON CONFLICT DO NOTHING`,
    );
  return yield* run(`DELETE FROM ${name} WHERE ${first}`);
}

function* measureMoved(): Work<{ files: number; objects: number; bytes: number }> {
  const measured = (list: string) =>
    get<{ total: number; bytes: number }>(
      `SELECT count(*) AS total, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes FROM ${list}`,
    );
  const files = yield* measured("files");
  const objects = yield* measured(
    `(SELECT max(size) AS size FROM (${objectsSql}) AS objects GROUP BY location) AS found`,
  );
  return {
    files: files?.total ?? 0,
    objects: objects?.total ?? 0,
    bytes: (files?.bytes ?? 0) + (objects?.bytes ?? 0),
  };
}

/**
 * No index leads to locations: in their order over all takes, each page would sort all. The takes
 * of a batch have one, and no other batch has their objects.
 */
function* listObjects(after: ObjectPosition | null, limit: number) {
  const objects: MovedObject[] = [];
  const isFull = () => objects.length >= limit;
  if (after?.[0] !== "take") {
    const scripts = yield* all<MovedObject & { id: string }>(
      "SELECT id, location, size, NULL AS sha256 FROM scripts WHERE id > ? ORDER BY id LIMIT ?",
      after?.[1] ?? "",
      limit,
    );
    objects.push(...scripts.map(({ id: _id, ...object }) => object));
    const last = scripts.at(-1);
    if (last && isFull()) return { objects, next: ["script", last.id] as const };
  }
  let [batchId, location] = after?.[0] === "take" ? [after[1], after[2]] : ["", ""];
  for (let batches = 1; ; batches += 1) {
    const found = yield* all<MovedObject>(
      `SELECT location, max(size) AS size, max(sha256) AS sha256 FROM (${objectsOfBatch}) AS objects
       GROUP BY location ORDER BY location LIMIT ?`,
      batchId,
      location,
      batchId,
      location,
      limit - objects.length,
    );
    objects.push(...found);
    const last = found.at(-1);
    if (last && isFull()) return { objects, next: ["take", batchId, last.location] as const };
    const batch = yield* get<{ id: string }>(
      `SELECT b.id FROM batches b WHERE b.id > ? AND ${batchExistsSql} ORDER BY b.id LIMIT 1`,
      batchId,
    );
    if (!batch) return { objects, next: null };
    [batchId, location] = [batch.id, ""];
    if (batches === listedBatches) return { objects, next: ["take", batchId, location] as const };
  }
}

export function createMoveRows(rows: Rows): MoveRows {
  const deleteSome = rows.change((name: string) => deleteFirst(name));
  return {
    findContents: rows.read(function* () {
      for (const table of movedTables)
        if (yield* exists(`SELECT 1 AS found FROM ${table} LIMIT 1`)) return table;
      return null;
    }),
    measureTable: rows.read(function* (name) {
      const { key } = movedTable(name);
      const found = yield* get<{ total: number }>(`SELECT count(*) AS total FROM ${name}`);
      const order = key.map((column) => `${column} DESC`).join(", ");
      const last = yield* get<Record<string, string | number>>(
        `SELECT ${key.join(", ")} FROM ${name} ORDER BY ${order} LIMIT 1`,
      );
      return {
        rows: found?.total ?? 0,
        last: last ? key.map((column) => last[column] ?? "") : null,
      };
    }),
    readRows: rows.read((name, after, limit) => readRows(name, after, limit)),
    addRows: rows.change((name, added) => addRows(name, added)),
    measureMoved: rows.read(() => measureMoved()),
    listMovedObjects: rows.read((after, limit) => listObjects(after, limit)),
    putFile: rows.change((row) => putFile(row)),
    finishMovedRows: rows.change(() => finishMovedRows()),
    async deleteMovedRows() {
      for (const name of [...movedTables].reverse())
        while ((await deleteSome(name)) === deletedRows);
    },
    findMoveState: rows.read(function* () {
      return (yield* get<{ state: string }>("SELECT state FROM moving"))?.state ?? null;
    }),
    storeMoveState: rows.change(function* (state) {
      yield* run("DELETE FROM moving");
      if (state !== null) yield* run("INSERT INTO moving (is_only, state) VALUES (1, ?)", state);
    }),
  };
}
