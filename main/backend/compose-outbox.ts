/** Wiring of the outbox and of the bulk drafts and requests that are sent through it. */
import path from "node:path";
import { knownType } from "../../preload/facts/rules";
import type { Visibility } from "./ports";
import type { ScriptReader, ScriptRewriter } from "../script-formats/process/reader";
import { createBulkDraftStore } from "./bulk/draft-store";
import { createBulkRequestStore } from "./bulk/request-store";
import { createOutboxStore } from "./outbox/store/outbox-store";
import { createBulkEntries } from "./bulk/bulk-entries";
import { createRequestReader } from "./bulk/read-request";
import { createRequestPoller } from "./bulk/request-poller";
import type { ConfirmFiles } from "./approvals/confirm-files";
import type { ComposedResources } from "./compose-resources";
import type { ComposedUploads } from "./compose-uploads";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import { createBatchEntries } from "./outbox/requests/batch-entries";
import type { TargetProject } from "./outbox/requests/batch-rules";
import { createLanguageEntries } from "./outbox/requests/language-entries";
import { createRequestMedia } from "./outbox/requests/request-media";
import { createOutbox } from "./outbox/outbox";
import { createScriptUploads } from "./outbox/requests/script-uploads";
import type { ScriptChoices } from "./scripts/script-choices";
import type { ScriptFiles } from "./scripts/script-files";
import type { ScriptStores } from "./scripts/script-store";
import { composeBulk } from "./compose-bulk";

export interface ComposeOutboxDeps {
  context: Context;
  profileDir: string;
  base: ComposedWorkspaces;
  media: ComposedUploads;
  resources: ComposedResources;
  scripts: {
    choices: ScriptChoices;
    files: ScriptFiles;
    stores: Pick<ScriptStores, "putScript" | "putBytes">;
    reader: Pick<ScriptReader, "readBulk"> & ScriptRewriter;
  };
  confirmFiles: ConfirmFiles;
  visibility: Visibility;
  /** For tests: called between any two steps of sending a request. */
  onStep: ((step: string) => void) | undefined;
}

export function composeOutbox(deps: ComposeOutboxDeps) {
  const { scripts, confirmFiles, visibility } = deps;
  const { db, changed, log, now, timing } = deps.context;
  const { approved, connectivity, extensions, workspaces } = deps.base;
  const { galleryStore: gallery, uploads, queue } = deps.media;
  const { projects, batches } = deps.resources;
  const { remote } = workspaces;
  const { isReachable } = connectivity;
  const store = createOutboxStore(db);
  const drafts = createBulkDraftStore(db);
  const requestStore = createBulkRequestStore(db);
  const onBulkChanged = () => changed("bulk");
  const media = createRequestMedia({
    store,
    uploads: uploads.store,
    gallery,
    approved,
    refreshGallery: uploads.refreshGallery,
    onQueued() {
      changed("uploads");
      queue.tick();
    },
    now,
  });
  const scriptUploads = createScriptUploads({
    folder: path.join(deps.profileDir, "outbox"),
    files: scripts.files,
    choices: scripts.choices,
    reader: scripts.reader,
    putScript: scripts.stores.putScript,
    putBytes: scripts.stores.putBytes,
    isInGallery: gallery.has,
    isLocal: deps.base.isLocal,
    now,
  });

  async function project(workspaceId: string, projectId: string): Promise<TargetProject> {
    const { project: found } = await projects.get({ workspaceId, projectId });
    return { name: found.name, type: knownType(found.type) };
  }

  const languageEntries = createLanguageEntries({
    store,
    scriptUploads,
    files: scripts.files,
    remote,
    project,
    unknownLanguages: projects.unknownLanguages,
    onAdded: batches.languagesAdded,
    reconcileMs: timing.reconcileBatchMs,
    now,
  });
  const batchEntries = createBatchEntries({
    store,
    batches,
    media,
    scriptUploads,
    languages: languageEntries,
    confirmFiles,
    remote,
    project,
    unknownLanguages: projects.unknownLanguages,
    languageCode: projects.languageCode,
    reconcileMs: timing.reconcileBatchMs,
  });
  const poller = createRequestPoller({
    store: requestStore,
    read: createRequestReader({
      store: requestStore,
      isClaimed: store.isClaimed,
      remote,
      onBatches: (workspaceId, projectId) => batches.created(workspaceId, projectId, null),
      now,
      timing,
    }),
    isReachable,
    visibility,
    onChanged: onBulkChanged,
    now,
    log,
    timing,
  });
  const bulkEntries = createBulkEntries({
    store,
    requests: requestStore,
    media,
    scriptUploads,
    remote,
    project,
    languageCode: projects.languageCode,
    onStarted(workspaceId, projectId) {
      poller.tick();
      onBulkChanged();
      batches.created(workspaceId, projectId, null);
    },
    now,
    reconcileMs: timing.reconcileBulkMs,
  });
  const outbox = createOutbox({
    context: deps.context,
    store,
    uploads: { store: uploads.store, queue },
    media,
    scriptUploads,
    requests: { batch: batchEntries, languages: languageEntries, bulk: bulkEntries.kind },
    services: { remote, isReachable },
    onStep: deps.onStep,
  });

  const bulk = composeBulk({
    ...deps,
    project,
    drafts,
    requests: requestStore,
    poller,
    entries: bulkEntries,
    outbox,
    outboxStore: store,
    onChanged: onBulkChanged,
  });

  /** A workspace, or without an id any of them, may have become reachable. */
  function wake(workspaceId?: string): void {
    outbox.wake(workspaceId);
    poller.tick();
  }
  queue.onChange(outbox.uploadsChanged);
  queue.onArrived(() => outbox.tick());
  extensions.onOnline(wake);
  connectivity.onChange(({ kind }) => kind === "network" && wake());
  workspaces.beforeRemove(async (workspaceId) => {
    await outbox.removeWorkspace(workspaceId);
    drafts.removeAll(workspaceId);
    requestStore.removeAll(workspaceId);
    changed("bulk");
  });

  return {
    handlers: { outbox: outbox.handlers, bulk },
    /** Resolves when no request is active. */
    idle: outbox.idle,
    start(): void {
      poller.start();
      outbox.start();
    },
    /** Starts nothing new. Resolves within about a second; requests may still be active then. */
    async stop(): Promise<void> {
      await Promise.all([poller.stop(), outbox.stop()]);
    },
  };
}
