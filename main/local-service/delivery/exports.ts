/** Exports: the delivery of batches to folders. One is made at a time; each continues after a restart. */
import { randomUUID } from "node:crypto";
import type { Log } from "../../common/log";
import { withRequiredParts } from "../../../preload/facts/delivery";
import { BlockedError } from "../dubbing/deps";
import type { ServiceDurations } from "../durations";
import { HttpError } from "../http-error";
import type { ExportRequest, ExportRow, NewExport } from "../rows/exports/export-port";
import { freeSpaceOf, neededSpace, requireSpace, type FreeSpace } from "./disk-space";
import { makeExport, removeWork } from "./export-job";
import type { DeliveryDeps } from "./make-file";
import { isComplete } from "./missing";
import { deliveredName } from "./names";
import { createVersion, removeFiles, requireTarget } from "./output-folder";
import { planExport, type ExportPlan } from "./plan";
import { takeSnapshot, type Snapshot } from "./snapshot";

export interface ExportsDeps extends DeliveryDeps, Pick<ServiceDurations, "exportRetryMs"> {
  dataDir: string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Of the disk of a folder. Default: as the operating system reports it. */
  freeSpace?: (folder: string) => Promise<FreeSpace>;
}

export interface Exports {
  /** Writes nothing, and downloads nothing. @throws HttpError 409 for a batch that cannot be delivered. */
  plan(batchId: string, request: ExportRequest): Promise<ExportPlan>;
  /**
   * Begins an export to a new folder below `folder`. @throws HttpError 400 for the folder, 409 for errors and lines that
   * are not approved, 507 for a disk that is too small.
   */
  start(batchId: string, request: ExportRequest, folder: string): Promise<NewExport>;
  /** Makes what failed, is missing or was changed. @throws HttpError 404; 409 for one that cannot be continued. */
  resume(id: string): Promise<void>;
  /** Stops an export and removes what it has written. @throws HttpError 404; 409 for one that is made. */
  cancel(id: string): Promise<void>;
  /** Stops; unfinished exports continue after the next start. */
  close(): Promise<void>;
}

/** The parts in the order in which they are made, with those that they reference: a video uses the mix. */
const inOrder = (request: ExportRequest): ExportRequest => ({
  ...request,
  languages: [...new Set(request.languages)],
  parts: withRequiredParts(request.parts),
});

interface ActiveExport {
  id: string;
  end: AbortController;
  work: Promise<void>;
  /** It was resumed while its former work ended. */
  isDueAgain: boolean;
}

export function createExports(deps: ExportsDeps): Exports {
  const { store, log, now, exportRetryMs } = deps;
  const closing = new AbortController();
  const queue: string[] = [];
  const retries = new Map<string, NodeJS.Timeout>();
  let active: ActiveExport | null = null;

  async function snapshotOf(batchId: string, request: ExportRequest): Promise<Snapshot> {
    try {
      return await takeSnapshot(deps, batchId, request, closing.signal);
    } catch (error) {
      if (error instanceof BlockedError) throw new HttpError(409, error.message);
      throw error;
    }
  }

  async function requireExport(id: string): Promise<ExportRow> {
    const row = await store.findExport(id);
    if (!row) throw new HttpError(404, "exportId: unknown");
    return row;
  }

  function enqueue(id: string): void {
    clearTimeout(retries.get(id));
    retries.delete(id);
    if (active?.id === id) active.isDueAgain = true;
    else if (!queue.includes(id)) queue.push(id);
    startNext();
  }

  function startNext(): void {
    if (active || closing.signal.aborted) return;
    const id = queue.shift();
    if (id === undefined) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, closing.signal]);
    const started: ActiveExport = { id, end, work: Promise.resolve(), isDueAgain: false };
    active = started;
    started.work = makeExport(deps, id, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) retryLater(id, error);
      })
      .finally(() => {
        active = null;
        if (started.isDueAgain) enqueue(id);
        else startNext();
      });
  }

  /** The rows could not be read or written, or something failed unexpectedly. */
  function retryLater(id: string, error: unknown): void {
    log.error("an export failed; it is repeated later", error);
    retries.set(id, setTimeout(() => enqueue(id), exportRetryMs).unref());
  }

  /** Ends the work on an export. */
  async function stop(id: string): Promise<void> {
    clearTimeout(retries.get(id));
    retries.delete(id);
    const waiting = queue.indexOf(id);
    if (waiting >= 0) queue.splice(waiting, 1);
    if (active?.id !== id) return;
    active.isDueAgain = false;
    active.end.abort(new Error("the export was cancelled"));
    await active.work;
  }

  void store
    .listUnfinishedExports()
    .then((ids) => ids.forEach(enqueue))
    .catch((error: unknown) => log.error("unfinished exports could not be read", error));

  return {
    async plan(batchId, request) {
      const ordered = inOrder(request);
      return planExport(await snapshotOf(batchId, ordered), ordered);
    },
    async start(batchId, request, folder) {
      const target = await requireTarget(folder, deps.dataDir);
      const ordered = inOrder(request);
      const snapshot = await snapshotOf(batchId, ordered);
      const plan = planExport(snapshot, ordered);
      if (!ordered.includeUnapproved && !isComplete(plan.missing))
        throw new HttpError(
          409,
          "includeUnapproved: lines have no text, no take, no approval, or errors; see the plan",
        );
      const needed = neededSpace(snapshot, plan, ordered.parts);
      await requireSpace(needed, { target, dataDir: deps.dataDir }, deps.freeSpace ?? freeSpaceOf);
      const name = deliveredName(snapshot.languages[0]?.timeline.batch ?? "", 80);
      const row: NewExport = {
        ...(await createVersion(target, name)),
        ...{ id: randomUUID(), batchId, request: ordered, createdAt: now() },
      };
      try {
        await store.addExport(row, JSON.stringify(snapshot), plan.files);
      } catch (error) {
        await removeFiles(row.folder, []);
        throw error;
      }
      enqueue(row.id);
      return row;
    },
    async resume(id) {
      const { state } = await requireExport(id);
      if (state === "making") return;
      if (state === "cancelled") throw new HttpError(409, "exportId: the export was cancelled");
      if ((await store.findSnapshot(id)) === null)
        throw new HttpError(409, "exportId: newer deliveries exist; begin a new one");
      await store.setExportState(id, "making", "");
      enqueue(id);
    },
    async cancel(id) {
      const row = await requireExport(id);
      if (row.state === "made") throw new HttpError(409, "exportId: the export is complete");
      await store.cancelExport(id);
      await stop(id);
      // The last file may have been finished meanwhile.
      await store.cancelExport(id);
      const files = await store.listExportFiles(id);
      await removeFiles(
        row.folder,
        files.map(({ path }) => path),
      );
      await removeWork(deps, row);
    },
    async close() {
      closing.abort(new Error("the service stops"));
      for (const timer of retries.values()) clearTimeout(timer);
      await active?.work;
    },
  };
}
