/** Opens the rows and the objects of a workspace to read them, also while its service runs. */
import { lstat } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "../common/database/database";
import { inspectDatabase } from "../common/database/inspect";
import { AppError, systemCode } from "../common/errors";
import { silentLog } from "../common/log";
import { databaseName } from "../common/workspace-folder";
import { createObjectBucket, type ObjectBucket } from "../remote/s3/object-bucket";
import { bucketOf, type StoreArguments } from "./arguments";
import type { ListedObject, StoredObjects } from "./compare-objects";
import { findDatabaseUrl } from "./database-url";
import { createObjectPaths, ForbiddenLocation } from "./objects/object-path";
import { migrations } from "./rows/migrations";
import type { NamedObjectRows } from "./rows/named-object-port";
import { createNamedObjectRows } from "./rows/named-object-rows";
import { createOperationsRows } from "./rows/operations-rows";
import { createSqliteRows } from "./rows/sqlite-driver";
import { toPromise } from "./rows/to-promise";
import type { Rows } from "./rows/unit-of-work";

export interface ExistingRows {
  rows: NamedObjectRows;
  close(): Promise<void>;
}

const refuse = (message: string, cause?: unknown) =>
  new AppError("local-service-failed", message, { cause });

const otherVersion = (version: number) =>
  refuse(
    `the database has the schema ${version}, and this program ${migrations.length}: ` +
      (version < migrations.length ? 'upgrade it with "dubyard migrate"' : "use a newer program"),
  );

/** @throws AppError unless the rows have the version of this program */
async function requireVersion(rows: Rows): Promise<void> {
  const version = await createOperationsRows(rows).readSchemaVersion();
  if (version !== migrations.length) throw otherVersion(version);
}

/**
 * Changes nothing.
 * @throws AppError "local-service-failed" for a database of another version, or none
 */
export async function openExistingRows(store: StoreArguments): Promise<ExistingRows> {
  const url = findDatabaseUrl(store);
  if (url === undefined) return openExistingFile(path.join(store.dataDir, databaseName));
  const { createPool } = await import("./rows/postgres/pool");
  const { createPostgresRows } = await import("./rows/postgres-driver");
  const pool = createPool(url, silentLog);
  const close = () => pool.end();
  try {
    const rows = createPostgresRows(pool);
    await requireVersion(rows);
    return { rows: createNamedObjectRows(rows), close };
  } catch (error) {
    await close();
    if (error instanceof AppError) throw error;
    throw refuse(
      `the database cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

function openExistingFile(file: string): ExistingRows {
  const found = inspectDatabase(file);
  // Opened as usual, a missing one would be created, and one of an older version changed.
  if (found.kind !== "database") throw refuse(`${file} is not the database of a workspace`);
  if (found.version !== migrations.length) throw otherVersion(found.version);
  const database = openDatabase(file, migrations);
  return {
    rows: createNamedObjectRows(createSqliteRows(database)),
    close: () => toPromise(() => database.close()),
  };
}

export interface ExistingObjects extends StoredObjects {
  /** Null for the files of a folder, in which others may have put files. */
  bucket: {
    list(): AsyncGenerator<ListedObject[]>;
    remove(locations: readonly string[]): Promise<void>;
  } | null;
  close(): Promise<void>;
}

/** @throws AppError "invalid-input" for an invalid bucket */
export async function openExistingObjects(store: StoreArguments): Promise<ExistingObjects> {
  const options = await bucketOf(store);
  if (!options) return folderObjects(store.dataDir);
  const { connection } = options;
  const bucket = createObjectBucket({ connection, now: Date.now });
  const list = () => listBucket(bucket, connection.prefix);
  return {
    async listSizes(signal) {
      const sizes = new Map<string, number>();
      for await (const page of list()) {
        signal.throwIfAborted();
        for (const { location, size } of page) sizes.set(location, size);
      }
      return sizes;
    },
    sizeAt: async (location) => (await bucket.head(connection.prefix + location))?.size ?? null,
    bucket: {
      list,
      remove: (locations) => bucket.delete(locations.map((one) => connection.prefix + one)),
    },
    close: () => bucket.close(),
  };
}

async function* listBucket(bucket: ObjectBucket, prefix: string): AsyncGenerator<ListedObject[]> {
  for await (const page of bucket.list(prefix, undefined, Infinity))
    yield page.map(({ key, size, modifiedAt }) => ({
      location: key.slice(prefix.length),
      size,
      modifiedAt,
    }));
}

function folderObjects(dataDir: string): ExistingObjects {
  const { nameAt } = createObjectPaths(dataDir);
  return {
    listSizes: () => null,
    async sizeAt(location) {
      try {
        const found = await lstat(nameAt(location));
        return found.isFile() ? found.size : null;
      } catch (error) {
        // A location outside of the workspace has no object.
        if (error instanceof ForbiddenLocation) return null;
        if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return null;
        throw error;
      }
    },
    bucket: null,
    close: () => Promise.resolve(),
  };
}
