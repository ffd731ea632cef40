/** Wiring of the outbox and of the bulk drafts and requests that are sent through it. */
import path from "node:path";
import type { Batch } from "../../preload/model/resources";
import { knownType } from "../../preload/facts/rules";
import type { Log } from "../common/log";
import type { Dialogs, Visibility } from "./ports";
import type { Remote } from "../remote/remote";
import type { ScriptReader, ScriptRewriter } from "../script-formats/reader";
import { createBatchOriginStore } from "./batches/origin-store";
import { createBulkDraftStore } from "./bulk/draft-store";
import { createBulkRequestStore } from "./bulk/request-store";
import type { Database } from "../common/database/database";
import type { GalleryStore } from "./gallery/store";
import { createOutboxStore } from "./outbox/store";
import type { UploadStore } from "./uploads/store";
import type { UploadQueue } from "./uploads/queue";
import type { ApprovedPaths } from "./approvals/approved-paths";
import { createBulk } from "./bulk/bulk";
import { createBulkEntries } from "./bulk/bulk-entries";
import { createFollowRequest } from "./bulk/follow-request";
import { createBulkRequests } from "./bulk/requests";
import type { ConfirmFiles } from "./approvals/confirm-files";
import { kindKey } from "./lists/list-definitions";
import type { Lists } from "./lists/lists";
import { createBatchEntries, type TargetProject } from "./outbox/batch-entries";
import { nameKey } from "./outbox/find-batches-by-name";
import { createLanguageEntries } from "./outbox/language-entries";
import { createRequestMedia } from "./outbox/request-media";
import { createOutbox } from "./outbox/outbox";
import { createScriptUploads } from "./outbox/script-uploads";
import type { Projects } from "./projects/projects";
import type { ScriptFiles } from "./scripts/script-files";
import type { ScriptStores } from "./scripts/script-store";
import type { Timing } from "./timing";

export interface ComposeOutboxDeps {
  db: Database;
  profileDir: string;
  uploads: UploadStore;
  gallery: GalleryStore;
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  queue: Pick<UploadQueue, "retry" | "restore" | "tick">;
  lists: Lists;
  projects: Pick<Projects, "get" | "unknownLanguages">;
  remote: (workspaceId: string) => Remote;
  isReachable: (workspaceId: string) => boolean;
  scriptFiles: ScriptFiles;
  approved: ApprovedPaths;
  confirmFiles: ConfirmFiles;
  reader: Pick<ScriptReader, "readBulk"> & ScriptRewriter;
  scriptStores: Pick<ScriptStores, "putScript" | "putBytes">;
  changed: (topic: "outbox" | "bulk" | "uploads") => void;
  log: Log;
  now: () => number;
  dialogs: Pick<Dialogs, "chooseFile" | "chooseFolder" | "saveFile">;
  visibility: Visibility;
  /** Languages that were added to a project by this application. */
  languagesGiven: (workspaceId: string, projectId: string) => string[];
  /** Called after the service has added these languages to a batch. */
  onLanguagesAdded: (
    workspaceId: string,
    projectId: string,
    batchId: string,
    languageIds: readonly string[],
  ) => void;
  timing: Timing;
  /** For tests: called between any two steps of sending a request. */
  onStep: ((step: string) => void) | undefined;
}

export type ComposedOutbox = ReturnType<typeof composeOutbox>;

export function composeOutbox(deps: ComposeOutboxDeps) {
  const { gallery, lists, remote, now, log } = deps;
  const { timing } = deps;
  const store = createOutboxStore(deps.db);
  const drafts = createBulkDraftStore(deps.db);
  const requestStore = createBulkRequestStore(deps.db);
  const onQueued = () => {
    deps.changed("uploads");
    deps.queue.tick();
  };
  const media = createRequestMedia({
    store,
    uploads: deps.uploads,
    gallery,
    approved: deps.approved,
    refreshGallery: deps.refreshGallery,
    now,
  });
  const scriptUploads = createScriptUploads({
    folder: path.join(deps.profileDir, "outbox"),
    files: deps.scriptFiles,
    reader: deps.reader,
    putScript: deps.scriptStores.putScript,
    putBytes: deps.scriptStores.putBytes,
    isInGallery: gallery.has,
    now,
  });

  async function project(workspaceId: string, projectId: string): Promise<TargetProject> {
    const { project: found } = await deps.projects.get({ workspaceId, projectId });
    return { name: found.name, type: knownType(found.type) };
  }
  function onBatchCreated(workspaceId: string, batch: Batch | null, projectId: string): void {
    if (batch) lists.put(kindKey(workspaceId, "batches", projectId), [batch]);
    lists.syncAfterWrite(workspaceId, { kind: "batches", projectId });
  }

  const batchEntries = createBatchEntries({
    store,
    origins: createBatchOriginStore(deps.db),
    media,
    scriptUploads,
    remote,
    project,
    unknownLanguages: deps.projects.unknownLanguages,
    onQueued,
    onBatchCreated,
    reconcileMs: timing.lostBatchMs,
  });
  const languageEntries = createLanguageEntries({
    store,
    scriptUploads,
    files: deps.scriptFiles,
    remote,
    unknownLanguages: deps.projects.unknownLanguages,
    onAdded: deps.onLanguagesAdded,
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
      deps.changed("bulk");
      onBatchCreated(workspaceId, null, projectId);
    },
    now,
    reconcileMs: timing.lostBulkMs,
  });
  const outbox = createOutbox({
    store,
    uploads: deps.uploads,
    queue: deps.queue,
    media,
    confirmFiles: deps.confirmFiles,
    scriptUploads,
    batchEntries,
    languageEntries,
    bulkKind: bulkEntries.kind,
    project,
    remote,
    isReachable: deps.isReachable,
    onChanged: () => deps.changed("outbox"),
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
    isReachable: deps.isReachable,
    visibility: deps.visibility,
    onChanged: () => deps.changed("bulk"),
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
    const given = deps.languagesGiven(workspaceId, projectId);
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
    dialogs: deps.dialogs,
    reader: deps.reader,
    files: deps.scriptFiles,
    approved: deps.approved,
    confirmFiles: deps.confirmFiles,
    isInGallery: gallery.has,
    async isGalleryKnown(workspaceId) {
      const isRead = await deps.refreshGallery(workspaceId).then(
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
        deps.changed("bulk");
      },
    }),
    requireWorkspace: (workspaceId) => void remote(workspaceId),
    project,
    languages,
    namesTaken,
    onChanged: () => deps.changed("bulk"),
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
      deps.changed("bulk");
    },
  };
}
