/** Wiring of the outbox and of the bulk drafts and requests that are sent through it. */
import path from "node:path";
import type { Batch } from "../../preload/model/resources";
import { knownType } from "../../preload/facts/rules";
import type { Visibility } from "./ports";
import type { ScriptReader, ScriptRewriter } from "../script-formats/reader";
import { createBatchOriginStore } from "./batches/origin-store";
import { createBulkDraftStore } from "./bulk/draft-store";
import { createBulkRequestStore } from "./bulk/request-store";
import { createOutboxStore } from "./outbox/store";
import { createBulk } from "./bulk/bulk";
import { createBulkEntries } from "./bulk/bulk-entries";
import { createFollowRequest } from "./bulk/follow-request";
import { createBulkRequests } from "./bulk/requests";
import type { ConfirmFiles } from "./approvals/confirm-files";
import type { ComposedResources } from "./compose-resources";
import type { ComposedUploads } from "./compose-uploads";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import { kindKey } from "./lists/list-definitions";
import { createBatchEntries, type TargetProject } from "./outbox/batch-entries";
import { nameKey } from "./outbox/find-batches-by-name";
import { createLanguageEntries } from "./outbox/language-entries";
import { createRequestMedia } from "./outbox/request-media";
import { createOutbox } from "./outbox/outbox";
import { createScriptUploads } from "./outbox/script-uploads";
import type { ScriptFiles } from "./scripts/script-files";
import type { ScriptStores } from "./scripts/script-store";

export interface ComposeOutboxDeps {
  context: Context;
  profileDir: string;
  base: ComposedWorkspaces;
  media: ComposedUploads;
  resources: ComposedResources;
  scripts: {
    files: ScriptFiles;
    stores: Pick<ScriptStores, "putScript" | "putBytes">;
    reader: Pick<ScriptReader, "readBulk"> & ScriptRewriter;
  };
  confirmFiles: ConfirmFiles;
  visibility: Visibility;
  /** For tests: called between any two steps of sending a request. */
  onStep: ((step: string) => void) | undefined;
}

export type ComposedOutbox = ReturnType<typeof composeOutbox>;

export function composeOutbox(deps: ComposeOutboxDeps) {
  const { scripts, confirmFiles, visibility } = deps;
  const { db, changed, log, now, timing } = deps.context;
  const { approved, dialogs, connectivity, workspaces } = deps.base;
  const { galleryStore: gallery, uploads, queue } = deps.media;
  const { lists, projects, languagesGiven } = deps.resources;
  const { remote } = workspaces;
  const { isReachable } = connectivity;
  const store = createOutboxStore(db);
  const drafts = createBulkDraftStore(db);
  const requestStore = createBulkRequestStore(db);
  const onQueued = () => {
    changed("uploads");
    queue.tick();
  };
  const media = createRequestMedia({
    store,
    uploads: uploads.store,
    gallery,
    approved,
    refreshGallery: uploads.refreshGallery,
    now,
  });
  const scriptUploads = createScriptUploads({
    folder: path.join(deps.profileDir, "outbox"),
    files: scripts.files,
    reader: scripts.reader,
    putScript: scripts.stores.putScript,
    putBytes: scripts.stores.putBytes,
    isInGallery: gallery.has,
    now,
  });

  async function project(workspaceId: string, projectId: string): Promise<TargetProject> {
    const { project: found } = await projects.get({ workspaceId, projectId });
    return { name: found.name, type: knownType(found.type) };
  }
  function onBatchCreated(workspaceId: string, batch: Batch | null, projectId: string): void {
    if (batch) lists.put(kindKey(workspaceId, "batches", projectId), [batch]);
    lists.syncAfterWrite(workspaceId, { kind: "batches", projectId });
  }

  const batchEntries = createBatchEntries({
    store,
    origins: createBatchOriginStore(db),
    media,
    scriptUploads,
    remote,
    project,
    unknownLanguages: projects.unknownLanguages,
    onQueued,
    onBatchCreated,
    reconcileMs: timing.lostBatchMs,
  });
  const languageEntries = createLanguageEntries({
    store,
    scriptUploads,
    files: scripts.files,
    remote,
    unknownLanguages: projects.unknownLanguages,
    onAdded: projects.languagesAdded,
    reconcileMs: timing.lostBatchMs,
  });
  const bulkEntries = createBulkEntries({
    store,
    requests: requestStore,
    media,
    scriptUploads,
    remote,
    project,
    onQueued,
    onStarted(workspaceId, projectId) {
      requests.tick();
      changed("bulk");
      onBatchCreated(workspaceId, null, projectId);
    },
    now,
    reconcileMs: timing.lostBulkMs,
  });
  const outbox = createOutbox({
    store,
    uploads: uploads.store,
    queue,
    media,
    confirmFiles,
    scriptUploads,
    batchEntries,
    languageEntries,
    bulkKind: bulkEntries.kind,
    project,
    remote,
    isReachable,
    onChanged: () => changed("outbox"),
    onQueued,
    log,
    now,
    backoffMs: timing.backoffMs,
    ...(deps.onStep ? { onStep: deps.onStep } : {}),
  });

  const requests = createBulkRequests({
    store: requestStore,
    isClaimed: store.isClaimed,
    remote,
    isReachable,
    visibility,
    onChanged: () => changed("bulk"),
    onBatches: (workspaceId, projectId) => onBatchCreated(workspaceId, null, projectId),
    now,
    log,
    timing,
    lostMs: timing.lostBulkMs,
  });

  /**
   * The cached catalogue, and the project's languages where they are known: those added by this application and those of
   * its batches.
   */
  async function languages(workspaceId: string, projectId: string) {
    const all = kindKey(workspaceId, "languages");
    const catalogue: string[] = [];
    for await (const page of lists.items(all)) catalogue.push(...page.map(({ id }) => id));
    const given = languagesGiven(workspaceId, projectId);
    const ofProject = new Set(given);
    // All languages are known only of a project that was created by this application.
    if (given.length > 0)
      for await (const page of lists.items(kindKey(workspaceId, "batches", projectId)))
        for (const { translations } of page)
          for (const { languageId } of translations) ofProject.add(languageId);
    return {
      catalogue: catalogue.length === 0 ? undefined : catalogue,
      project: ofProject.size === 0 ? undefined : [...ofProject],
    };
  }
  async function namesTaken(workspaceId: string, projectId: string, draftId: number) {
    const names = new Set(store.pendingNames(workspaceId, projectId, draftId).map(nameKey));
    for await (const page of lists.items(kindKey(workspaceId, "batches", projectId)))
      for (const { name } of page) names.add(nameKey(name));
    return names;
  }
  const bulk = createBulk({
    drafts,
    requestStore,
    requests,
    entries: bulkEntries,
    outbox,
    outboxStore: store,
    onReplaced: outbox.discardEntries,
    dialogs,
    reader: scripts.reader,
    files: scripts.files,
    approved,
    confirmFiles,
    isInGallery: gallery.has,
    async isGalleryKnown(workspaceId) {
      const isRead = await uploads.refreshGallery(workspaceId).then(
        () => true,
        () => false,
      );
      return isRead && gallery.status(workspaceId).readAt !== null;
    },
    follow: createFollowRequest({
      store: requestStore,
      remote,
      project,
      now,
      onFollowed() {
        requests.tick();
        changed("bulk");
      },
    }),
    requireWorkspace: (workspaceId) => void remote(workspaceId),
    project,
    languages,
    namesTaken,
    onChanged: () => changed("bulk"),
    now,
  });

  return {
    handlers: { outbox: outbox.handlers, bulk },
    outbox,
    start(): void {
      requests.start();
      outbox.start();
    },
    /** Starts nothing new. Resolves within about a second; requests may still be active then. */
    async stop(): Promise<void> {
      await Promise.all([requests.stop(), outbox.stop()]);
    },
    /** Call after a workspace, or without an id any of them, may have become reachable. */
    wake(workspaceId?: string): void {
      outbox.wake(workspaceId);
      requests.tick();
    },
    /** Deletes all rows of a workspace that is being removed. */
    async forget(workspaceId: string): Promise<void> {
      await outbox.forget(workspaceId);
      drafts.removeAll(workspaceId);
      requestStore.removeAll(workspaceId);
      changed("bulk");
    },
  };
}
