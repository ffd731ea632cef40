/** Opens the rows and the objects of a workspace to read them, also while its service runs. */
import { lstat } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "../common/database/database";
import { inspectDatabase } from "../common/database/inspect";
import { AppError, isMissingFile } from "../common/errors";
import { silentLog } from "../common/log";
import { databaseName, inspectFolder } from "../common/workspace-folder";
import { lockFolder } from "../common/database/lock";
import { createObjectBucket, type ObjectBucket } from "../remote/s3/object-bucket";
import { bucketOf, commandLastUses, type StoreArguments } from "./arguments";
import type { ListedObject, StoredObjects } from "./compare-objects";
import { findDatabaseUrl } from "./database-url";
import { readClientId } from "./keys";
import { createLastUse } from "./last-use";
import { createObjectPaths, ForbiddenLocation } from "./objects/object-path";
import { findBucketOwner } from "./objects/s3/bucket-owner";
import { readMoveState, type MoveState } from "./move/move-state";
import type { ExternalEngineRows } from "./rows/external-port";
import { createExternalRows } from "./rows/external-rows";
import { createMoveRows } from "./rows/move-rows";
import type { EngineSetRows, WorkerRows } from "./rows/engine-set-port";
import { createEngineSetRows, createWorkerRows } from "./rows/engine-set-rows";
import { migrations } from "./rows/migrations";
import type { NamedObjectRows } from "./rows/named-object-port";
import { createNamedObjectRows } from "./rows/named-object-rows";
import { createOperationsRows } from "./rows/operations-rows";
import { createSqliteRows } from "./rows/sqlite-driver";
import { toPromise } from "./rows/to-promise";
import { get, type Rows } from "./rows/unit-of-work";

export interface ExistingWorkspace {
  rows: NamedObjectRows;
  objects: ExistingObjects;
  close(): Promise<void>;
}

interface ExistingRows {
  rows: Rows;
  /** The id of the workspace of a database that is not in its folder; otherwise null. */
  workspace: string | null;
  close(): Promise<void>;
}

/** `patienceMs`: the longest wait for a command that is ending. */
const lockOptions = { program: "dubyard", patienceMs: 1_000 };

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
 * Opens the rows and the objects of one workspace. Changes nothing.
 * @throws AppError "local-service-failed" for a database of another version, or that cannot be
 * used; "database-damaged"; "invalid-input" for a folder without one, an invalid bucket, and for
 * rows or a bucket of another workspace
 */
export async function openExistingWorkspace(store: StoreArguments): Promise<ExistingWorkspace> {
  const { rows, workspace, close: closeRows } = await openExistingRows(store);
  try {
    const { objects, owner, close: closeObjects } = await openExistingObjects(store);
    const close = async () => {
      await closeObjects();
      await closeRows();
    };
    try {
      requireOneWorkspace(store.dataDir, [
        ["the database", workspace],
        ["the bucket", owner],
      ]);
    } catch (error) {
      await closeObjects();
      throw error;
    }
    return { rows: createNamedObjectRows(rows), objects, close };
  } catch (error) {
    await closeRows();
    throw error;
  }
}

/**
 * As the service does: objects of another workspace would be found without a row, and deleted.
 * @throws AppError "invalid-input"
 */
function requireOneWorkspace(
  dataDir: string,
  parts: readonly (readonly [string, string | null])[],
): void {
  const elsewhere = parts.filter(([, id]) => id !== null);
  if (elsewhere.length === 0) return;
  const own = readClientId(dataDir);
  const refuseFor = (text: string) => new AppError("invalid-input", `--data: ${text}`);
  if (own === null) throw refuseFor(`${dataDir} has no service.key, which names its workspace`);
  for (const [what, id] of elsewhere)
    if (id !== own)
      throw refuseFor(
        `${dataDir} is the folder of the workspace ${own}, and ${what} belongs to ${id === "" ? "none" : id}`,
      );
}

/** Changes nothing. */
async function openExistingRows(store: StoreArguments): Promise<ExistingRows> {
  const url = findDatabaseUrl(store);
  if (url === undefined) return openExistingFile(path.join(store.dataDir, databaseName));
  return openExistingDatabase(url);
}

/** The rows about the engines of a workspace. */
export interface ExistingEngineRows {
  external: ExternalEngineRows;
  /** The rows that several services on one database share; null for a database in a folder. */
  shared: (EngineSetRows & WorkerRows) | null;
  /** The state of a move of the workspace; null without one. */
  readMove(): Promise<MoveState | null>;
  close(): Promise<void>;
}

/**
 * Opens the rows about the engines of a workspace, to read or change them. Services on PostgreSQL
 * may run meanwhile; a database in a folder is changed only with the lock of the folder.
 * @throws AppError as `openExistingWorkspace`; "folder-in-use" for a change while the service runs
 */
export async function openEngineRows(
  store: StoreArguments,
  isChange: boolean,
  lastUsesFolder = commandLastUses(),
): Promise<ExistingEngineRows> {
  const isShared = findDatabaseUrl(store) !== undefined;
  if (!isShared) inspectFolder(store.dataDir);
  const lock = isShared || !isChange ? null : await lockFolder(store.dataDir, lockOptions);
  const lastUse = lock && createLastUse(lastUsesFolder, { dataDir: store.dataDir, log: silentLog });
  try {
    const isOwn = await lastUse?.isUnchanged();
    const { rows, workspace, close } = await openExistingRows(store);
    try {
      requireOneWorkspace(store.dataDir, [["the database", workspace]]);
    } catch (error) {
      await close();
      throw error;
    }
    const moves = createMoveRows(rows);
    return {
      external: createExternalRows(rows),
      shared: isShared ? { ...createEngineSetRows(rows), ...createWorkerRows(rows) } : null,
      readMove: () => readMoveState(moves),
      async close() {
        await close();
        // The next start of "serve" with the usual key file need not check the rows again.
        if (isOwn) await lastUse?.end();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function openExistingDatabase(url: string): Promise<ExistingRows & { workspace: string }> {
  const { createPool } = await import("./rows/postgres/pool");
  const { createPostgresRows } = await import("./rows/postgres-driver");
  const pool = createPool(url, silentLog);
  const close = () => pool.end();
  try {
    const rows = createPostgresRows(pool);
    await requireVersion(rows);
    return { rows, workspace: await readFolder(rows), close };
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
  if (found.kind === "damaged") throw new AppError("database-damaged", `${file} cannot be read`);
  if (found.kind !== "database")
    throw new AppError("invalid-input", `--data: ${file} is not the database of a workspace`);
  if (found.version !== migrations.length) throw otherVersion(found.version);
  const database = openDatabase(file, migrations, { isFromElsewhere: true });
  return {
    rows: createSqliteRows(database),
    workspace: null,
    close: () => toPromise(() => database.close()),
  };
}

/** The id of the workspace of a PostgreSQL database; "" for a database without one. */
const readFolder = (rows: Rows) =>
  rows.read(function* () {
    return (yield* get<{ folder: string }>("SELECT folder FROM workspace"))?.folder ?? "";
  })();

export interface ExistingObjects extends StoredObjects {
  /** Null for the files of a folder, in which others may have put files. */
  bucket: {
    list(): AsyncGenerator<ListedObject[]>;
    remove(locations: readonly string[]): Promise<void>;
  } | null;
}

interface OpenedObjects {
  objects: ExistingObjects;
  /** The id of the workspace of a bucket, "" for a bucket without one; null for a folder. */
  owner: string | null;
  close(): Promise<void>;
}

async function openExistingObjects(store: StoreArguments): Promise<OpenedObjects> {
  const options = bucketOf(store);
  if (!options)
    return {
      objects: folderObjects(store.dataDir),
      owner: null,
      close: () => Promise.resolve(),
    };
  const { connection } = options;
  const bucket = createObjectBucket({ connection, now: Date.now });
  const close = () => bucket.close();
  try {
    const owner = (await findBucketOwner(bucket, connection.prefix)) ?? "";
    return { objects: bucketObjects(bucket, connection.prefix), owner, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function bucketObjects(bucket: ObjectBucket, prefix: string): ExistingObjects {
  const list = () => listBucket(bucket, prefix);
  return {
    async listSizes(signal) {
      const sizes = new Map<string, number>();
      for await (const page of list()) {
        signal.throwIfAborted();
        for (const { location, size } of page) sizes.set(location, size);
      }
      return sizes;
    },
    sizeAt: async (location) => (await bucket.head(prefix + location))?.size ?? null,
    bucket: {
      list,
      remove: (locations) => bucket.delete(locations.map((one) => prefix + one)),
    },
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
        if (error instanceof ForbiddenLocation || isMissingFile(error)) return null;
        throw error;
      }
    },
    bucket: null,
  };
}
