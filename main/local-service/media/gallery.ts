/** The files of the gallery: made visible, listed, removed. The order of the steps is what survives a crash. */
import { systemCode } from "../../common/errors";
import type { Log } from "../../common/log";
import type { ObjectStore } from "../objects/port";
import type { LocalStore, PublishingRow, Selection } from "../rows/port";
import { choosePlace, safePlace } from "./locations";

export interface GalleryDeps {
  store: LocalStore;
  objects: ObjectStore;
  log: Log;
}

export type NewFile = Omit<PublishingRow, "location" | "folded">;

export interface Gallery {
  /** Shows a staged object under its path, in place of what was there. */
  publish(file: NewFile): Promise<void>;
  /** Every path that is there throughout comes exactly once, in order; a page at a time. */
  list(): AsyncGenerator<string[]>;
  /** Files, and folders ending in "/" with all that is below. What is not there is fine. */
  remove(paths: readonly string[]): Promise<void>;
  /** Ends what a killed service had begun. */
  recover(): Promise<void>;
}

/** Everything that moves files in or out takes its turn under this name. */
export const galleryTurn = "gallery";
const pageSize = 1000;
const removalSize = 500;
/** The system will not keep this name here after all. */
const nameProblems = [
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
   * Note: A file appears whole or not at all. Its bytes are on disk under a staged name. One durable row then says
   * that it is to be at its location: from there on a crash ends in the new file, before it in the old. The move
   * and the file's row follow, and both can be done again.
   */
  async function publish(file: NewFile): Promise<void> {
    await store.exclusively(galleryTurn, async () => {
      const place = await choosePlace(store, file.path);
      await setUnknownAside(file.path, place.location);
      await store.beginPublishing({ ...file, ...place });
      try {
        await move(file.staged, file.path, place.location);
      } catch (error) {
        await store.cancelPublishing(file.staged);
        throw error;
      }
      await store.finishPublishing(file.staged);
    });
  }

  async function move(staged: string, path: string, location: string): Promise<void> {
    try {
      await objects.publish(staged, location);
    } catch (error) {
      const safe = safePlace(path).location;
      if (location === safe || !nameProblems.includes(systemCode(error))) throw error;
      await setUnknownAside(path, safe);
      await store.movePublishing(staged, safe);
      await objects.publish(staged, safe);
    }
  }

  /** A file without a row may be an original whose row was lost with a database: it is not overwritten. */
  async function setUnknownAside(path: string, location: string): Promise<void> {
    if ((await objects.sizeAt(location)) === null) return;
    const isKnown = (await store.findFile(path))?.location === location;
    if (isKnown || (await store.listRemovals()).includes(location)) return;
    log.warn("gallery: a file without a row was set aside", location);
    await objects.setAside(location);
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

  /** Rows first, with a note of what is to go: a crash between leaves nothing that is listed and not there. */
  async function removeSome(selection: Selection): Promise<number> {
    return store.exclusively(galleryTurn, async () => {
      const locations = await store.beginRemoval(selection, removalSize);
      await dropBytes(locations);
      return locations.length;
    });
  }

  async function dropBytes(locations: readonly string[]): Promise<void> {
    if (locations.length === 0) return;
    try {
      await objects.remove(locations);
      await store.finishRemoval(locations);
    } catch (error) {
      // They are out of the gallery; the next start removes what is held open by somebody today.
      log.warn("gallery: could not remove files yet", error);
    }
  }

  return {
    publish,
    list,
    async remove(paths) {
      const files = paths.filter((path) => !path.endsWith("/"));
      for (let from = 0; from < files.length; from += removalSize)
        await removeSome({ paths: files.slice(from, from + removalSize) });
      for (const folder of paths.filter((path) => path.endsWith("/")))
        while ((await removeSome({ folder })) === removalSize);
    },
    recover: () =>
      store.exclusively(galleryTurn, async () => {
        await dropBytes(await store.listRemovals());
        for (const row of await store.listPublishing()) {
          if (await objects.isStaged(row.staged)) {
            log.info("gallery: ends a publication that was cut off");
            await move(row.staged, row.path, row.location);
          } else if ((await objects.sizeAt(row.location)) !== row.size) {
            await store.cancelPublishing(row.staged);
            continue;
          }
          await store.finishPublishing(row.staged);
        }
      }),
  };
}
