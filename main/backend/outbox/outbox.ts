/**
 * The outbox: the only path by which batches, bulk requests and languages of batches reach a
 * service. An entry and the uploads it needs are on disk before the call that adds it resolves.
 */
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
import { undeliveredWorkspaceCodes } from "../../../preload/facts/errors";
import type { Remote } from "../../remote/remote";
import type { Context } from "../context";
import type { UploadQueue } from "../uploads/queue";
import type { UploadStore } from "../uploads/store/upload-store";
import { createAddEntry } from "./add-entry";
import type { BatchEntries } from "./requests/batch-entries";
import { createDeliveryWait } from "./delivery-wait";
import { createEntryView } from "./entry-view";
import type { LanguageEntries } from "./requests/language-entries";
import { createOutboxHandlers } from "./outbox-handlers";
import { createOutboxWorker } from "./sending/outbox-worker";
import type { RequestKind } from "./requests/request-kind";
import type { RequestMedia } from "./requests/request-media";
import { createRetryFiles } from "./retry-files";
import type { ScriptUploads } from "./requests/script-uploads";
import type { OutboxStore } from "./store/outbox-store";

export interface OutboxDeps {
  context: Context;
  store: OutboxStore;
  uploads: { store: UploadStore; queue: Pick<UploadQueue, "retry" | "restore"> };
  media: RequestMedia;
  scriptUploads: ScriptUploads;
  requests: { batch: BatchEntries; languages: LanguageEntries; bulk: RequestKind };
  services: {
    remote: (workspaceId: string) => Remote;
    /** Whether the workspace's service was reachable at the last attempt. */
    isReachable: (workspaceId: string) => boolean;
  };
  /** For tests: called between any two steps. */
  onStep: ((step: string) => void) | undefined;
}

/** How long a stop waits for requests that are being sent, in milliseconds. */
const stopGraceMs = 1_000;

export interface Outbox {
  handlers: Handlers["outbox"];
  /** Adds an entry without waiting for its delivery. */
  enqueue: ReturnType<typeof createAddEntry>["enqueue"];
  /** Throws "not-found" for an entry that was deleted. */
  entry: (workspaceId: string, entryId: number) => OutboxEntry;
  /** Deletes the copies and URLs of entries that were deleted from the store. */
  discardEntries: (ids: readonly number[]) => void;
  /** Starts due requests. Call after any change that may unblock one. */
  tick: () => void;
  /** Call after an upload changed: entries that wait for it are shown differently. */
  uploadsChanged: () => void;
  /** Call after a workspace, or without an id any of them, may have become reachable. */
  wake: (workspaceId?: string) => void;
  start: () => void;
  /** Starts nothing new. Resolves within about a second; requests may still be active then. */
  stop: () => Promise<void>;
  /** Resolves when no request is being sent. */
  idle: () => Promise<void>;
  /** Deletes all entries of a workspace that is being removed. */
  removeWorkspace: (workspaceId: string) => Promise<void>;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { store, media, scriptUploads, requests, services, onStep } = deps;
  const { log, now, timing } = deps.context;
  const logNotDeleted = (error: unknown) => log.warn("outbox: copies were not deleted", error);

  const delivery = createDeliveryWait({
    store,
    isOpen: (row) => worker.isProjectOpen(row),
    longestMs: timing.deliveryWaitMs,
  });
  function onChanged(): void {
    deps.context.changed("outbox");
    delivery.changed();
  }
  const worker = createOutboxWorker({
    ...services,
    store,
    kinds: { batch: requests.batch.kind, bulk: requests.bulk, languages: requests.languages.kind },
    onChanged,
    onSent: (id) => void scriptUploads.discard([id]).catch(logNotDeleted),
    log,
    now,
    backoffMs: timing.backoffMs,
    onStep,
  });
  const view = createEntryView({ store, scriptUploads, isOpen: worker.isOpen });
  const { enqueue, send } = createAddEntry({
    store,
    media,
    scriptUploads,
    delivery,
    view,
    remote: services.remote,
    onAdded() {
      onChanged();
      worker.tick();
    },
    onChanged,
    now,
    onStep,
  });

  return {
    handlers: createOutboxHandlers({
      store,
      media,
      scriptUploads,
      requests,
      view,
      worker,
      send,
      retryFiles: createRetryFiles({ store, uploads: deps.uploads, media, log }),
      onChanged,
    }),
    enqueue,
    entry: (workspaceId, entryId) => view.toEntry(view.require(workspaceId, entryId)),
    discardEntries(ids) {
      if (ids.length === 0) return;
      scriptUploads.discard(ids).catch(logNotDeleted);
      onChanged();
    },
    tick: worker.tick,
    uploadsChanged() {
      if (store.hasUnsent()) onChanged();
    },
    wake(workspaceId) {
      store.makeDue(
        workspaceId ?? null,
        workspaceId === undefined ? undefined : undeliveredWorkspaceCodes,
      );
      worker.release(workspaceId);
      onChanged();
    },
    start() {
      store.deleteHidden();
      scriptUploads.clear().catch(logNotDeleted);
      worker.start();
    },
    stop() {
      delivery.stop();
      return worker.stop(stopGraceMs);
    },
    idle: () => worker.idle(),
    async removeWorkspace(workspaceId) {
      const deleted = store.deleteAll(workspaceId);
      worker.removeWorkspace(workspaceId);
      await scriptUploads.discard(deleted);
      onChanged();
    },
  };
}
