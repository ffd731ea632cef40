/**
 * The active transfers of all workspaces, and what they share: request slots, the bandwidth limit,
 * connections.
 */
import { setMaxListeners } from "node:events";
import type { UploadProgress, UploadSettings } from "../../../preload/model";
import type { Clones } from "../../remote/extensions/clones";
import type { Media } from "../../remote/media";
import type { Routes } from "../../remote/http/routes";
import type { Timing } from "../timing";
import { createGalleryCheck, type GalleryIndex } from "./gallery-check";
import type { UploadStore } from "./store/upload-store";
import { createThroughput } from "./throughput";
import { createBandwidth } from "./transfer/bandwidth";
import { createConcurrencies } from "./transfer/concurrency";
import { createOverloadPauses } from "./transfer/overload-pauses";
import { singlePutLimit } from "./transfer/parts";
import type { PutExecutor, PutExecutorOptions } from "./transfer/put-executor";
import { createPut } from "./transfer/put-range";
import { createSlots } from "./transfer/slots";
import { disk, type FileAccess } from "./transfer/disk";
import { transfer } from "./transfer/transfer";
import type { UploadRow } from "./store/upload-rows";
import { hasCapacity } from "./transfer-capacity";
import { createTransferLimits, maxConnections } from "./transfer-limits";

export type TransferTiming = Pick<
  Timing,
  "backoffMs" | "stallMs" | "lateMs" | "urlMaxAgeMs" | "quietMs" | "recheckMs"
>;

export interface ActiveTransfersDeps {
  store: UploadStore;
  /** The gallery client of a workspace. */
  media: (workspaceId: string) => Media;
  /** The clones of a workspace; null where files are always sent. */
  clones: (workspaceId: string) => Clones | null;
  gallery: GalleryIndex;
  routes: Routes | undefined;
  /** Creates what sends the bytes. */
  createExecutor: (options: PutExecutorOptions) => PutExecutor;
  /** Default: the file system, inspected by the executor if it can. */
  files: FileAccess | undefined;
  /** Settings until `setSettings` is called. */
  settings: UploadSettings;
  timing: TransferTiming;
  now: () => number;
  listeners: ActiveTransfersListeners;
}

interface ActiveTransfersListeners {
  /** Called at most four times a second while files are active. */
  onProgress: (uploads: UploadProgress[]) => void;
  /** The state of a row in the store changed. */
  onChanged: () => void;
  /** A part is at the service and its ETag is stored. */
  onConfirmed: (workspaceId: string) => void;
  /** Another file may be started; see `hasCapacity`. */
  onCapacity: () => void;
  /** A transfer is no longer active, and its result is stored. */
  onEnded: () => void;
}

/** Abort reason of an active upload. Internal. */
export class UploadAborted extends Error {}

interface Active {
  row: UploadRow;
  /** The complete file is at the service, and its result is being stored. */
  isSent: boolean;
  stop: AbortController;
  ended: Promise<void>;
}

export type ActiveTransfers = ReturnType<typeof createActiveTransfers>;

export function createActiveTransfers(deps: ActiveTransfersDeps) {
  const { store, timing, listeners } = deps;
  const active = new Map<number, Active>();
  const concurrencies = createConcurrencies(maxConnections(deps.settings));
  const overloadPauses = createOverloadPauses({
    backoffMs: timing.backoffMs,
    onEnded: () => serveSlots(),
  });
  const slots = createSlots({
    count: concurrencies.maximum,
    countOf: (workspaceId) => concurrencies.of(workspaceId).count(),
    workspaceOf: (id) => active.get(id)?.row.workspaceId ?? "",
    isSuspended: (workspaceId) =>
      limits.isClosed(workspaceId) || overloadPauses.isPaused(workspaceId),
    isOverloaded: (workspaceId) => concurrencies.of(workspaceId).isOverloaded(),
  });
  const throughput = createThroughput({
    store,
    isSending: slots.isServing,
    onProgress(uploads) {
      concurrencies.tick(slots.isSaturated);
      serveSlots();
      listeners.onProgress(uploads);
    },
  });
  const bandwidth = createBandwidth(deps.settings.bandwidthLimit);
  const limits = createTransferLimits({
    settings: deps.settings,
    concurrencies,
    bandwidth,
    onChanged: serveSlots,
  });
  const executor = deps.createExecutor({ bandwidth, stallMs: timing.stallMs });
  const files = deps.files ?? { ...disk, identity: executor.identity ?? disk.identity };
  const put = createPut({ executor, routes: deps.routes });
  const galleryCheck = createGalleryCheck({
    store,
    gallery: deps.gallery,
    backoffMs: timing.backoffMs,
  });

  /** The number of requests may have changed, or which workspaces may send. */
  function serveSlots(): void {
    slots.serve();
    listeners.onCapacity();
  }

  return {
    /**
     * Starts to send a file. `settle` receives the result of `transfer` and stores it; the file
     * stays active until its promise resolves. It must not reject.
     */
    start(row: UploadRow, settle: (result: Promise<UploadRow | null>) => Promise<void>): void {
      executor.prepare();
      const stop = new AbortController();
      // Each request of a large file adds a listener.
      setMaxListeners(0, stop.signal);
      // The check of a small file is too short to show.
      if (row.size > singlePutLimit) store.setState(row.id, "preparing");
      const { onMoved, onConfirmed } = throughput.begin(row);
      const concurrency = concurrencies.of(row.workspaceId);
      const result = transfer(
        row,
        {
          store,
          media: deps.media(row.workspaceId),
          clones: deps.clones(row.workspaceId),
          galleryCheck,
          files,
          put,
          slots,
          settings: limits.settings,
          timing,
          now: deps.now,
          listeners: {
            onMoved(bytes) {
              onMoved(bytes);
              concurrency.moved(bytes);
            },
            onOverload() {
              concurrency.overloaded();
              overloadPauses.failed(row.workspaceId);
              serveSlots();
            },
            onAccepted: () => overloadPauses.succeeded(row.workspaceId),
            onChanged: listeners.onChanged,
            onConfirmed(bytes) {
              onConfirmed(bytes);
              listeners.onConfirmed(row.workspaceId);
            },
            onSent() {
              const sent = active.get(row.id);
              if (sent) sent.isSent = true;
              listeners.onCapacity();
            },
          },
        },
        stop.signal,
      );
      const ended = settle(result).finally(() => {
        active.delete(row.id);
        throughput.end(row.id);
        listeners.onEnded();
      });
      active.set(row.id, { row, isSent: false, stop, ended });
    },
    /** Aborts the transfers of the selected rows. Resolves when they have ended. */
    async abort(isSelected: (row: UploadRow) => boolean): Promise<void> {
      const aborted = [...active.values()].filter(({ row }) => isSelected(row));
      for (const { stop } of aborted) stop.abort(new UploadAborted());
      await Promise.all(aborted.map(({ ended }) => ended));
    },
    /**
     * Aborts the transfers of the selected workspaces that wait for a request, and with `isSending`
     * also those that have one. Returns the number of the others that are not at the service yet.
     */
    abortSending(isSelected: (workspaceId: string) => boolean, isSending: boolean): number {
      let left = 0;
      for (const { row, stop, isSent } of active.values()) {
        if (isSent || !isSelected(row.workspaceId)) continue;
        if (slots.isWaiting(row.id) || (isSending && slots.isServing(row.id)))
          stop.abort(new UploadAborted());
        else left += 1;
      }
      return left;
    },
    /** The ids of the active rows. */
    ids: (): number[] => [...active.keys()],
    isActive: (id: number) => active.has(id),
    count: () => active.size,
    /** See transfer-capacity.ts. */
    hasCapacity: (workspaceId: string) =>
      hasCapacity(active.values(), workspaceId, {
        requests: concurrencies.of(workspaceId).count(),
        maxConnections: limits.settings().maxConnections,
      }),
    setSettings: limits.setSettings,
    settings: limits.settings,
    setHours: limits.setHours,
    /** The figures of a workspace's queue, without those that only the queue has. */
    summary: throughput.summary,
    /** The bytes of an upload to display. */
    displayedBytes: throughput.displayedBytes,
    /**
     * Ends the delay after a failed read of a gallery: the credentials or the network changed, or
     * the user retries.
     */
    retryGallery: galleryCheck.retryNow,
    /**
     * After a sleep or a change of network: existing connections are dead, but not reported as
     * closed.
     */
    refreshConnections: executor.refreshConnections,
    close() {
      overloadPauses.close();
      return executor.close();
    },
  };
}
