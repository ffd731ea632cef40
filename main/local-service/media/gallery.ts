/**
 * The files of the media gallery: publish, list, remove. The order of the steps makes each
 * operation crash-safe.
 */
import { systemCode } from "../../common/errors";
import type { Log } from "../../common/log";
import { ForbiddenLocation } from "../objects/object-path";
import type { ObjectStore, OpenedObject } from "../objects/port";
import type {
  PublishingRow,
  Selection,
  FileRows,
  PublishingRows,
  RemovalRows,
  FileRow,
} from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import { chooseLocation, safeLocation, type FileLocation } from "./locations";

export interface GalleryDeps {
  store: FileRows & PublishingRows & RemovalRows & Locks;
  objects: ObjectStore;
  log: Log;
}

type NewFile = Omit<PublishingRow, "location" | "folded">;

export interface Gallery {
  /**
   * Makes a staged object visible under its path, and replaces an existing file. `onRecord` is
   * called before the first row is written: if it rejects, nothing is published; if the call fails
   * afterwards, rows may name the object.
   */
  publish(file: NewFile, onRecord?: () => Promise<void> | void): Promise<void>;
  /**
   * Yields pages of paths in order. A path that exists during the whole listing is yielded exactly
   * once.
   */
  list(): AsyncGenerator<string[]>;
  /**
   * Opens a file; null if it is not in the gallery. The path is in the form NFC. It is only
   * compared with those of the rows, and never becomes the name of a file.
   */
  open(path: string): Promise<{ row: FileRow; object: OpenedObject } | null>;
  /** Deletes files, and folders (ending in "/") with all files below. Ignores missing paths. */
  remove(paths: readonly string[]): Promise<void>;
  /** Deletes the bytes whose removal is recorded, and has to be kept no longer. */
  removeRecorded(): Promise<void>;
  /** Completes publications and removals that were interrupted when the process was killed. */
  recover(): Promise<void>;
}

/** Name of the lock for all changes to the gallery. */
export const galleryLock = "gallery";
const pageSize = 1000;
const removalSize = 500;
/** Error codes of file systems that cannot store a file under the given name. */
const nameErrorCodes = [
  "EISDIR",
  "ENOTDIR",
  "EEXIST",
  "ENOTEMPTY",
  "ENAMETOOLONG",
  "EINVAL",
  "EILSEQ",
];

export function createGallery({ store, objects, log }: GalleryDeps): Gallery {
  /*
   * Note: A file is published atomically. Its bytes are on disk under a staged name. Then a durable
   * row records the target location: after a crash before that row the old file remains, after a
   * later crash `recover` publishes the new one. The move and the file's row follow; both can be
   * repeated.
   */
  async function publish(file: NewFile, onRecord?: () => Promise<void> | void): Promise<void> {
    await store.exclusively(galleryLock, async () => {
      const target = await chooseTarget(file);
      await onRecord?.();
      await store.beginPublishing({ ...file, ...target });
      try {
        await move(file.staged, file.path, target.location);
      } catch (error) {
        await store.cancelPublishing(file.staged);
        throw error;
      }
      await store.finishPublishing(file.staged);
    });
    if (!objects.isNamedByPath) await removeReplaced();
  }

  async function chooseTarget({ path, staged }: NewFile): Promise<FileLocation> {
    const target = await chooseLocation(store, path);
    // The object stays where it is, and a replaced one is removed afterwards.
    if (!objects.isNamedByPath) return { ...target, location: staged };
    await setUnknownAside(path, target.location);
    return target;
  }

  async function move(staged: string, path: string, location: string): Promise<void> {
    try {
      await objects.publish(staged, location);
    } catch (error) {
      const safe = safeLocation(path).location;
      if (
        !objects.isNamedByPath ||
        location === safe ||
        !nameErrorCodes.includes(systemCode(error))
      )
        throw error;
      await setUnknownAside(path, safe);
      await store.movePublishing(staged, safe);
      await objects.publish(staged, safe);
    }
  }

  /**
   * Moves a file without a row to set-aside/: its row may have been lost with a database, so it is
   * not overwritten.
   */
  async function setUnknownAside(path: string, location: string): Promise<void> {
    if ((await objects.sizeAt(location)) === null) return;
    const isKnown = (await store.findFile(path))?.location === location;
    if (isKnown || (await store.listRemovals(0)).includes(location)) return;
    log.warn("gallery: a file without a row was set aside", location);
    await objects.setAside(location);
  }

  const openFile: Gallery["open"] = async (path) => {
    const row = await store.findFile(path);
    // The database reads a text to its first NUL.
    if (row?.path !== path) return null;
    const object = await objects.open(row.location);
    if (!object || object.size === row.size) return object && { row, object };
    await object.close();
    return null;
  };

  /**
   * Under the lock no file is replaced between its row and its bytes. Objects that are not named by
   * the path never change: all services would wait for each other in vain.
   */
  const open: Gallery["open"] = (path) =>
    objects.isNamedByPath ? store.exclusively(galleryLock, () => openFile(path)) : openFile(path);

  /**
   * An object that is not named by the path gets no other row, so that no publication has to wait
   * while many are listed and deleted.
   */
  async function removeRecorded(): Promise<void> {
    const work = async () => removeBytes(await store.listRemovals(objects.keepRemovedMs));
    await (objects.isNamedByPath ? store.exclusively(galleryLock, work) : work());
  }

  async function* list(): AsyncGenerator<string[]> {
    let after = "";
    for (;;) {
      const page = await store.listPaths(after, pageSize);
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      if (page.length < pageSize) return;
      after = last;
    }
  }

  /**
   * Deletes the rows first and records the locations: after a crash no listed file is without
   * bytes.
   */
  async function removeChunk(selection: Selection): Promise<number> {
    return store.exclusively(galleryLock, async () => {
      const locations = await store.beginRemoval(selection, removalSize);
      if (objects.keepRemovedMs === 0) await removeBytes(locations);
      return locations.length;
    });
  }

  /** Returns the locations that no object can have. One that ends with "/" is a prefix. */
  async function removeObjects(locations: readonly string[]): Promise<string[]> {
    const forbidden = await objects.remove(locations.filter((location) => !location.endsWith("/")));
    for (const prefix of locations.filter((location) => location.endsWith("/")))
      if (!(await objects.removeBelow(prefix))) forbidden.push(prefix);
    return forbidden;
  }

  async function removeBytes(locations: readonly string[]): Promise<void> {
    if (locations.length === 0) return;
    try {
      const forbidden = await removeObjects(locations);
      if (forbidden.length > 0)
        log.warn("gallery: rows name files outside of the workspace; not removed", forbidden);
      await store.finishRemoval(locations);
    } catch (error) {
      // The files are no longer listed. Files that another program has open are removed at the next
      // start.
      log.warn("gallery: files could not be removed; repeated at the next start", error);
    }
  }

  /** The file is published, also if the object that it replaces cannot be removed yet. */
  async function removeReplaced(): Promise<void> {
    try {
      await removeRecorded();
    } catch (error) {
      log.warn("gallery: a replaced file could not be removed; repeated later", error);
    }
  }

  return {
    publish,
    open,
    list,
    async remove(paths) {
      const files = paths.filter((path) => !path.endsWith("/"));
      for (let from = 0; from < files.length; from += removalSize)
        await removeChunk({ paths: files.slice(from, from + removalSize) });
      for (const folder of paths.filter((path) => path.endsWith("/")))
        while ((await removeChunk({ folder })) === removalSize);
    },
    removeRecorded,
    async recover() {
      await removeRecorded();
      await store.exclusively(galleryLock, async () => {
        const publishing = await store.listPublishing();
        if (publishing.length > 0)
          log.info("gallery: completes publications", String(publishing.length));
        for (const row of publishing) {
          if (await objects.isStaged(row.staged)) {
            try {
              await move(row.staged, row.path, row.location);
            } catch (error) {
              if (!(error instanceof ForbiddenLocation)) throw error;
              log.warn("gallery: an interrupted publication names a file outside of the workspace");
              await store.cancelPublishing(row.staged);
              continue;
            }
          } else if ((await objects.sizeAt(row.location)) !== row.size) {
            await store.cancelPublishing(row.staged);
            continue;
          }
          await store.finishPublishing(row.staged);
        }
      });
    },
  };
}
