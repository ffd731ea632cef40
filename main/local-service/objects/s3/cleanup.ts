/** Objects without a row: those of work that ended with its process. */
import { randomBytes } from "node:crypto";
import type { Log } from "../../../common/log";
import type { ObjectBucket } from "../../../remote/s3/object-bucket";
import type { ObjectStore } from "../port";

export interface CleanupDeps {
  bucket: ObjectBucket;
  /** The beginning of the keys of all objects. */
  prefix: string;
  remove: (locations: readonly string[]) => Promise<unknown>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Objects without a row that are younger may belong to work in progress. */
const unknownAfterMs = 24 * 3_600_000;

export function createCleanup(deps: CleanupDeps): Pick<ObjectStore, "clean" | "setAside"> {
  const { bucket, prefix, remove, log, now } = deps;

  async function setAside(location: string): Promise<void> {
    const day = new Date(now()).toISOString().slice(0, 10);
    const folder = `set-aside/${day}-${randomBytes(6).toString("hex")}`;
    const copied = await bucket.copy(prefix + location, `${prefix}${folder}/${location}`);
    if (copied) await remove([location]);
  }

  async function listOld(folder: string): Promise<string[]> {
    const before = now() - unknownAfterMs;
    const locations: string[] = [];
    for await (const page of bucket.list(prefix + folder, undefined, Infinity))
      for (const { key, modifiedAt } of page)
        if (modifiedAt !== null && modifiedAt < before) locations.push(key.slice(prefix.length));
    return locations;
  }

  return {
    setAside,
    async clean(known) {
      for (const staged of await listOld("staging/"))
        if (!(await known.staged(staged))) await remove([staged]);
      for (const location of await listOld("scripts/")) {
        if (known.scripts.has(location)) continue;
        log.warn("objects: a script without a row was set aside", location);
        await setAside(location);
      }
    },
  };
}
