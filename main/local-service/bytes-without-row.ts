/** Removes what earlier processes and abandoned uploads left in the data folder. */
import type { Log } from "../common/log";
import { expireExports } from "./delivery/expire-exports";
import type { ExportRows } from "./rows/exports/export-port";
import type { ServiceDurations } from "./common/durations";
import type { Gallery } from "./media/gallery";
import type { Uploads } from "./media/uploads";
import type { ObjectStore } from "./objects/port";
import type { UploadRows } from "./rows/upload-port";
import type { PublishingRows, RemovalRows } from "./rows/file-port";
import type { ScriptRows } from "./rows/batches/script-port";

/** Deletes stored bytes without a row. */
export async function removeBytesWithoutRow(
  store: UploadRows & PublishingRows & ScriptRows & Pick<RemovalRows, "listRemovals">,
  objects: ObjectStore,
): Promise<void> {
  const publishing = new Set((await store.listPublishing()).map((row) => row.staged));
  // Runs before the service listens: none of its own scripts is between storing the bytes and
  // adding the row. Those of other services of a bucket are younger than what it moves.
  const scripts = new Set((await store.listScripts()).map((row) => row.location));
  // Read later: a script is in one of the two. Those of removed rows stay for a time.
  for (const location of await store.listRemovals(0)) scripts.add(location);
  await objects.clean({
    scripts,
    staged: (staged) => Promise.resolve(publishing.has(staged)),
    async placements(uploadId) {
      if (!(await store.isUploadKnown(uploadId))) return null;
      return new Set((await store.listParts(uploadId)).map((part) => part.placement));
    },
  });
}

type SweepOptions = Pick<ServiceDurations, "sweepAfterMs" | "sweepEveryMs"> & {
  log: Log;
  now: () => number;
};

/**
 * Repeats what nothing else begins: abandoned uploads, exports that have expired, and removals that
 * are kept for a time.
 */
export async function startSweeping(
  {
    uploads,
    exports,
    gallery,
    whileSettling,
  }: {
    uploads: Pick<Uploads, "sweep">;
    exports: Pick<ExportRows, "listExpiredExports" | "expireExport">;
    gallery: Pick<Gallery, "removeRecorded">;
    /** Does nothing while the rows may not be changed. */
    whileSettling: (work: () => Promise<void>) => Promise<void>;
  },
  options: SweepOptions,
) {
  const { log, now, sweepAfterMs, sweepEveryMs } = options;
  const sweepAll = async () => {
    await whileSettling(() => uploads.sweep(now() - sweepAfterMs));
    await whileSettling(() => expireExports(exports, now()));
    await gallery.removeRecorded();
  };
  const sweep = () =>
    sweepAll().catch((error: unknown) => log.error("local service: sweep failed", error));
  let running = sweep();
  await running;
  const timer = setInterval(() => {
    running = sweep();
  }, sweepEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
