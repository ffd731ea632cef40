/** Compares the rows of a workspace with its stored objects. */
import {
  keptKinds,
  namedKinds,
  type KeptKind,
  type NamedKind,
  type NamedObject,
  type NamedObjectRows,
} from "./rows/named-object-port";

/** A stored object, as a list of the store has it. */
export interface ListedObject {
  location: string;
  size: number;
  /** Milliseconds since 1970; null if the store does not say. */
  modifiedAt: number | null;
}

/** The objects of a workspace, read without the service. */
export interface StoredObjects {
  /**
   * The sizes of all objects by location, read at once; null for a store where `sizeAt` is as fast.
   */
  listSizes(signal: AbortSignal): Promise<ReadonlyMap<string, number>> | null;
  /** Resolves with the bytes of an object; with null if it is missing. */
  sizeAt(location: string): Promise<number | null>;
}

/** A difference between a row and its object. */
export interface ObjectFault {
  kind: KeptKind;
  location: string;
  /** See `NamedObject`. */
  name: string;
  /** Bytes of the row; null if it does not contain it. */
  expected: number | null;
  /** Bytes of the object; null if it is missing. */
  actual: number | null;
}

const pageSize = 1_000;

async function* eachNamed(
  rows: Pick<NamedObjectRows, "listNamedObjects">,
  kind: NamedKind,
): AsyncGenerator<NamedObject> {
  for (let after = ""; ;) {
    const page = await rows.listNamedObjects(kind, after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.cursor;
  }
}

/**
 * Calls `report` for each row whose object is missing or has another size. Resolves with the number
 * of compared rows. The service may run meanwhile.
 */
export async function compareObjects(
  rows: NamedObjectRows,
  objects: StoredObjects,
  report: (fault: ObjectFault) => Promise<void> | void,
  signal: AbortSignal,
): Promise<number> {
  const sizes = await objects.listSizes(signal);
  let compared = 0;
  for (const kind of keptKinds)
    for await (const { location, name, size } of eachNamed(rows, kind)) {
      signal.throwIfAborted();
      compared += 1;
      const isRight = (actual: number | null | undefined) =>
        typeof actual === "number" && (size === null || actual === size);
      if (isRight(sizes?.get(location))) continue;
      // It may have been stored after the list was read, or removed with its row since.
      const actual = await objects.sizeAt(location);
      if (isRight(actual) || !(await rows.isNamed(kind, location))) continue;
      await report({ kind, location, name, expected: size, actual });
    }
  return compared;
}

/** Whether no row names an object: also so for a database that is not the intended one. */
export async function namesNothing(
  rows: Pick<NamedObjectRows, "listNamedObjects">,
): Promise<boolean> {
  for (const kind of keptKinds)
    if ((await rows.listNamedObjects(kind, "", 1)).length > 0) return false;
  return true;
}

/** The folders whose objects are named by rows. Those of others are made again, or wait. */
const namedFolders = /^(media|scripts|takes|deliveries)\//;

/**
 * The objects that no row names and that are older than `before`: crashes between storing an object
 * and its row, and restored databases, leave such. `list` must be read before the rows, since an
 * object is stored before its row.
 */
export async function findOrphans(
  rows: NamedObjectRows,
  list: AsyncIterable<readonly ListedObject[]>,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<ListedObject[]> {
  const orphans = new Map<string, ListedObject>();
  for await (const page of list) {
    signal.throwIfAborted();
    for (const one of page)
      if (namedFolders.test(one.location) && one.modifiedAt !== null && one.modifiedAt < before)
        orphans.set(one.location, one);
  }
  for (const kind of namedKinds)
    for await (const { location } of eachNamed(rows, kind)) {
      signal.throwIfAborted();
      orphans.delete(location);
    }
  const unfinished = await rows.listUnfinishedLocations();
  for (const location of unfinished) orphans.delete(location);
  const prefixes = unfinished.filter((location) => location.endsWith("/"));
  return [...orphans.values()].filter(
    ({ location }) => !prefixes.some((prefix) => location.startsWith(prefix)),
  );
}
