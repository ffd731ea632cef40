/** Objects that a restore has copied, before they are at their locations. */
import type { Log } from "../../common/log";
import { ForbiddenLocation } from "../objects/object-path";
import type { ObjectStore } from "../objects/port";
import type { BackupRows } from "../rows/backup-port";
import type { PublishingRows } from "../rows/file-port";
import { clearRestoring } from "./restoring-folder";

export interface RestoredObjectsDeps {
  store: BackupRows & PublishingRows;
  objects: ObjectStore;
  dataDir: string;
  log: Log;
}

export function createRestoredObjects(deps: RestoredObjectsDeps) {
  const { store, objects, dataDir, log } = deps;

  /**
   * The staged names of objects that rows name: the rows were replaced, and the objects are being
   * moved.
   */
  async function listStaged(): Promise<Set<string>> {
    const rows = [...(await store.listPublishing()), ...(await store.listRestoredObjects())];
    return new Set(rows.map(({ staged }) => staged));
  }

  /** Moves restored objects to their locations. May be repeated. */
  async function publishRestored(): Promise<void> {
    for (const { staged, location } of await store.listRestoredObjects()) {
      try {
        if (await objects.isStaged(staged)) await objects.publish(staged, location);
      } catch (error) {
        if (!(error instanceof ForbiddenLocation)) throw error;
        log.warn("restore: a row names a file outside of the workspace");
      }
      await store.finishRestoredObject(staged);
    }
  }

  async function discardRestore(): Promise<void> {
    await store.dropPendingRestore();
    await clearRestoring(dataDir, await listStaged());
  }

  return {
    publish: publishRestored,
    /** Drops an interrupted restore and what it has copied. */
    discard: discardRestore,
    /** Removes copies that no row names. */
    clear: async () => clearRestoring(dataDir, await listStaged()),
  };
}
