/** What is sent from this computer, wired from what it stands on: the outbox, and the bulk requests that go through it. */
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
  /** Languages that a project was given here. */
  languagesGiven: (workspaceId: string, projectId: string) => string[];
  /** The service has added these languages to a batch. */
  onLanguagesAdded: (
    workspaceId: string,
    projectId: string,
    batchId: string,
    languageIds: readonly string[],
  ) => void;
  timing: Timing;
  /** Called between any two steps of an order. */
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

  /** A language is that of a project where we gave it one, or have seen it in a batch. */
  async function languages(workspaceId: string, projectId: string) {
    const all = kindKey(workspaceId, "languages");
    const catalogue: string[] = [];
    for await (const some of lists.items(all)) catalogue.push(...some.map(({ id }) => id));
    const given = deps.languagesGiven(workspaceId, projectId);
    const spoken = new Set(given);
    // Only of a project that was made here all languages are known.
    if (given.length > 0)
      for await (const some of lists.items(kindKey(workspaceId, "batches", projectId)))
        for (const { translations } of some)
          for (const { languageId } of translations) spoken.add(languageId);
    return {
      catalogue: catalogue.length === 0 ? undefined : catalogue,
      project: spoken.size === 0 ? undefined : [...spoken],
    };
  }
  async function namesTaken(workspaceId: string, projectId: string, draftId: number) {
    const names = new Set(store.pendingNames(workspaceId, projectId, draftId).map(nameKey));
    for await (const some of lists.items(kindKey(workspaceId, "batches", projectId)))
      for (const { name } of some) names.add(nameKey(name));
    return names;
  }
  const bulk = createBulk({
    drafts,
    requestStore,
    requests,
    orders: bulkEntries,
    outbox,
    waiting: store,
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
    /** Begins nothing new; resolves soon, with some of it perhaps still under way. */
    async stop(): Promise<void> {
      await Promise.all([requests.stop(), outbox.stop()]);
    },
    /** The way to a workspace, or to all, has opened. */
    wake(workspaceId?: string): void {
      outbox.wake(workspaceId);
      requests.tick();
    },
    /** Forgets a workspace that is being removed. */
    async forget(workspaceId: string): Promise<void> {
      await outbox.forget(workspaceId);
      drafts.removeAll(workspaceId);
      requestStore.removeAll(workspaceId);
      deps.changed("bulk");
    },
  };
}
