/**
 * The composition root without Electron: everything behind the contract, wired from a few ports.
 * The same backend runs in Electron's main process, in tests under plain Node, and headless.
 */
import path from "node:path";
import type { Events, Handlers, Topic } from "../../preload/contract";
import { uploadSettings, type UploadSettings } from "../../preload/model";
import { createAppHandlers, createShownWorkspace } from "./settings/app";
import { createFormHandlers } from "./settings/forms";
import { createMediaHandlers } from "./uploads/handlers";
import { createResourceHandlers } from "./resources";
import { createSendingHandlers } from "./sending-handlers";
import { createWorkspaceHandlers } from "./workspaces/handlers";
import { AppError } from "../common/errors";
import type { Link } from "./links/link-format";
import type { BackendDeps, Visibility } from "./ports";
import { createScriptReader } from "../script-formats/reader";
import {
  approvingDialogs,
  createApprovedPaths,
  requireApprovedPaths,
} from "./approvals/approved-paths";
import { createConfirmFiles } from "./approvals/confirm-files";
import { createBatchOrigins } from "./batches/batch-origins";
import { createDiagnostics } from "./diagnostics/diagnostics";
import { confirmDownloadHosts } from "./approvals/download-hosts";
import { createExtensions } from "./workspaces/extensions";
import { createFollowing } from "./lists/list-poller";
import { createGallery } from "./gallery/gallery";
import { createKnownHosts } from "./approvals/known-hosts";
import { kindKey, listTopics } from "./lists/list-definitions";
import { createLinks } from "./links/links";
import { createLists } from "./lists/lists";
import { createMaintenance } from "./workspaces/maintenance";
import { createPlans } from "./uploads/upload-plans";
import { createProjects } from "./projects/projects";
import { createScriptStores } from "./scripts/script-store";
import { createProxies } from "./connectivity/proxies";
import { createScripts } from "./scripts/scripts";
import { composeOutbox } from "./compose-outbox";
import { defaultTiming } from "./timing";
import { createTellers } from "../common/change-notifier";
import { createWorkspaces } from "./workspaces/workspaces";
import { createApprovedPathStore } from "./approvals/store";
import { createBatchOriginStore } from "./batches/origin-store";
import { checkDatabase } from "./diagnostics/database-check";
import { startDailyCopies, type DailyCopies } from "../common/database/copies";
import { openDatabase } from "../common/database/database";
import { createFormStore } from "./settings/form-store";
import { createGalleryStore } from "./gallery/store";
import { createKeptStore } from "./workspaces/workspace-usage";
import { createListStore } from "./lists/store";
import { createOverviewStore } from "./overview/store";
import { migrations } from "../common/database/migrations";
import { createScriptBucketStore } from "./scripts/bucket-store";
import { createSettingsStore } from "./settings/store";
import { createUploadStore } from "./uploads/store";
import { createWorkspaceStore } from "./workspaces/store";
import { UploadQueue } from "./uploads/queue";

export type * from "./ports";

export interface Backend {
  handlers: Handlers;
  /** The user has chosen these files and folders, so that calls may name them and what is below them. */
  approvePaths(paths: readonly string[]): void;
  /** Opens workspaces and the queue. The database is open before. */
  start(): void;
  /** The payload of the event "opened" for a link. */
  resolveLink(link: Link): Events["opened"];
  /** Stops the queue and the local services; everything is on disk when it resolves. */
  stop(): Promise<void>;
}

/** Items of one list of a service; what teams have is a hundredth of it. */
const mostListItems = 200_000;
const alwaysSeen: Visibility = { isSeen: () => true, onChange: () => () => undefined };
/** How old the gallery may be that a plan is compared with, in milliseconds. */
const galleryAgeForPlans = 30_000;
const cannotOpen = () =>
  Promise.reject(new AppError("not-offered", "there is no program to open files with"));
const usualUploadSettings: UploadSettings = {
  parallelFiles: 4,
  parallelParts: 4,
  partSize: 0,
  bandwidthLimit: 0,
};

/** The database of a profile. */
export const databaseFile = (profileDir: string) => path.join(profileDir, "dubyard.db");

/**
 * Opens the database and wires everything. Throws when the database cannot be opened: AppError "database-damaged"
 * before anything was changed.
 */
export function createBackend(deps: BackendDeps): Backend {
  const { log, network } = deps;
  const now = Date.now;
  const timing = { ...defaultTiming, ...deps.timing };
  const file = databaseFile(deps.profileDir);
  const db = openDatabase(file, migrations);
  const settings = createSettingsStore(db);
  const uploadStore = createUploadStore(db);
  const galleryStore = createGalleryStore(db);
  const workspaceStore = createWorkspaceStore(db);
  const listStore = createListStore(db);
  const overviewStore = createOverviewStore(db);
  const tellers = createTellers(deps.emit);
  const changed = (topic: Topic) => tellers.changed(topic);

  const approved = createApprovedPaths({ store: createApprovedPathStore(db), now });
  const dialogs = approvingDialogs(deps.dialogs, approved);
  const hosts = createKnownHosts({
    settings,
    confirmations: deps.confirmations,
    connected: () => workspaceStore.list().map(({ baseUrl }) => baseUrl),
  });
  let isStopped = false;
  const proxies = createProxies({
    settings,
    systemProxy: deps.systemProxy,
    requireHost: (origin) => hosts.require("proxy", [origin]),
    onChanged: () => connectAnew(),
  });
  const { proxyFor } = proxies;
  const workspaces = createWorkspaces({
    store: workspaceStore,
    vault: deps.vault,
    localServices: deps.localServices,
    dialogs,
    network,
    proxyFor,
    defaultLocalDir: deps.defaultLocalDir,
    requireHost: (origin) => hosts.require("service", [origin]),
    isApprovedFolder: approved.isApproved,
    log,
    now,
    knownProjects: (workspaceId) => listStore.knownIds(kindKey(workspaceId, "projects")),
    onChanged: () => changed("workspaces"),
    // What lists say of themselves.
    onWayChanged: () => listTopics.forEach(changed),
    onOnline(workspaceId) {
      queue.release(workspaceId);
      // A workspace that is new has told of no script store before.
      void extensions.look(workspaceId).then(() => {
        if (!isStopped) sending.wake(workspaceId);
      });
      following.wake(workspaceId);
    },
  });
  const { remote } = workspaces;
  const extensions = createExtensions({
    store: workspaceStore,
    remote,
    onChanged: () => changed("workspaces"),
    log,
  });
  const lists = createLists({
    store: listStore,
    remote,
    blocked: workspaces.blocked,
    cutOff: workspaces.cutOff,
    offers: extensions.offers,
    onChanged: changed,
    onRead: (...reading) => following.wasRead(...reading),
    onWritten: (...written) => following.wrote(...written),
    onBatchMilestone(workspaceId, { projectId, id: batchId, name, group }) {
      const route = { screen: "batch", projectId, batchId } as const;
      deps.onBatchMilestone?.({ workspaceId, projectId, batchId, name, group, route });
    },
    now,
    log,
    mostItems: deps.mostListItems ?? mostListItems,
  });
  const isRunning = (workspaceId: string, projectId: string) =>
    (lists.counts(kindKey(workspaceId, "batches", projectId))["running"] ?? 0) > 0;
  const following = createFollowing({
    lists,
    isReachable: workspaces.isReachable,
    isUnderWay(workspaceId, list) {
      if (list.kind === "batches" || list.kind === "characters")
        return isRunning(workspaceId, list.projectId);
      if (list.kind !== "batch") return false;
      const batch = lists.get(kindKey(workspaceId, "batches", list.projectId), list.batchId);
      return batch?.group === "running";
    },
    waitedFor: () =>
      overviewStore.running().map(({ workspaceId, projectId }) => ({
        workspaceId,
        list: { kind: "batches", projectId },
      })),
    visibility: deps.visibility ?? alwaysSeen,
    now,
    timing,
  });
  const media = (workspaceId: string) => workspaces.remote(workspaceId).media;
  const gallery = createGallery({
    store: galleryStore,
    media,
    onChanged: () => changed("gallery"),
    now,
  });
  const plans = createPlans({
    gallery: galleryStore,
    uploads: uploadStore,
    refreshGallery: (workspaceId) => gallery.refreshIfOlder(workspaceId, galleryAgeForPlans),
    hasWorkspace: (workspaceId) => workspaces.ids().includes(workspaceId),
    onChanged: () => changed("plans"),
    now,
    log,
  });
  const queue = new UploadQueue({
    store: uploadStore,
    log,
    workspaces: workspaces.ids,
    media,
    gallery: {
      readAt: (workspaceId) => galleryStore.status(workspaceId).readAt,
      refreshIfOlder: gallery.refreshIfOlder,
      has: galleryStore.has,
    },
    proxyFor,
    blocked: workspaces.blocked,
    onChanged() {
      changed("uploads");
      sending.outbox.uploadsChanged();
      tellWork();
    },
    onProgress(uploads) {
      const summaries = workspaces
        .ids()
        .map((workspaceId) => ({ workspaceId, summary: queue.summary(workspaceId) }))
        .filter(({ summary }) => summary.counts.active > 0);
      deps.emit("uploadsProgressed", { uploads, summaries });
      tellWork();
    },
    onArrived({ workspaceId, galleryPath }) {
      gallery.arrived(workspaceId, galleryPath);
      sending.outbox.tick();
    },
    settings: readUploadSettings(),
    isPaused: settings.get("uploadsPaused") === true,
    timing,
  });

  function readUploadSettings(): UploadSettings {
    const parsed = uploadSettings.safeParse(settings.get("uploads"));
    return parsed.success ? parsed.data : usualUploadSettings;
  }

  /** Tells the shell around the window; several changes at once are one. */
  const tellWork = tellers.coalesced(() => {
    if (!deps.onUploadsMoved) return;
    const all = workspaces.ids().map((id) => queue.summary(id));
    const sum = (pick: (summary: (typeof all)[number]) => number) =>
      all.reduce((total, summary) => total + pick(summary), 0);
    const remaining = sum(({ counts }) => counts.active + counts.waiting);
    const total = sum(({ totalBytes }) => totalBytes);
    const work = {
      isActive: queue.activeCount > 0,
      progress: remaining === 0 || total === 0 ? null : sum(({ sentBytes }) => sentBytes) / total,
      remaining,
    };
    const finished = uploadStore.finishedDrops().filter(({ files, failed }) => files + failed > 0);
    deps.onUploadsMoved(work);
    for (const { workspaceId, files, failed } of finished) {
      const finishedDrop = { workspaceId, fileCount: files, failedCount: failed };
      deps.onUploadsMoved({ ...work, finishedDrop });
    }
  });

  const reader = createScriptReader({ launch: deps.launchReader });
  const scripts = createScripts({
    reader,
    dialogs,
    openInProgram: deps.openInProgram ?? cannotOpen,
    isInGallery: galleryStore.has,
    onChanged: () => changed("scripts"),
    log,
  });
  const scriptStores = createScriptStores({
    store: createScriptBucketStore(db),
    vault: deps.vault,
    remote,
    extensions,
    proxyFor,
    requireHost: (address) => hosts.require("bucket", [address]),
    requireWorkspace: (workspaceId) => void remote(workspaceId),
    onChanged: () => changed("scripts"),
    now,
  });

  const resources = { lists, store: listStore, remote, extensions, changed, now };
  const sending = composeOutbox({
    db,
    profileDir: deps.profileDir,
    uploads: uploadStore,
    gallery: galleryStore,
    refreshGallery: (workspaceId) => gallery.refreshIfOlder(workspaceId, galleryAgeForPlans),
    queue,
    lists,
    projects: createProjects(resources),
    remote,
    isReachable: workspaces.isReachable,
    scriptFiles: scripts.files,
    approved,
    confirmFiles: createConfirmFiles({ approved, confirmations: deps.confirmations }),
    reader,
    scriptStores,
    changed,
    dialogs,
    visibility: deps.visibility ?? alwaysSeen,
    languagesGiven: listStore.languagesGiven,
    onLanguagesAdded(workspaceId, projectId, batchId, languageIds) {
      listStore.giveLanguages(workspaceId, projectId, languageIds);
      changed("projects");
      lists.reread(workspaceId, { kind: "batch", projectId, batchId });
    },
    log,
    now,
    timing,
    onStep: deps.onSendingStep,
  });

  const shownWorkspace = createShownWorkspace(settings, workspaces.ids);
  const links = createLinks({
    store: workspaceStore,
    knownProjects: (workspaceId) => listStore.knownIds(kindKey(workspaceId, "projects")),
    shown: shownWorkspace.get,
  });
  const unguarded: Handlers = {
    app: createAppHandlers({ ...deps, shownWorkspace, linkTo: links.to, changed }),
    network: proxies.handlers,
    workspaces: createWorkspaceHandlers({
      workspaces,
      plans,
      gallery,
      queue,
      kept: createKeptStore(db),
      changed,
      forgetLists,
      forgetOutbox: sending.forget,
      forgetScriptStore: scriptStores.forget,
    }),
    ...createMediaHandlers({
      gallery,
      plans,
      queue,
      uploadStore,
      settings,
      dialogs,
      showInFolder: deps.showInFolder,
      changed,
    }),
    ...createResourceHandlers({
      ...resources,
      origins: createBatchOrigins({ store: createBatchOriginStore(db), extensions, remote }),
      overviewStore,
      following,
      dialogs,
      reader,
    }),
    forms: createFormHandlers(createFormStore(db)),
    maintenance: createMaintenance({
      remote,
      extensions,
      workspaces,
      removeWorkspace: async (workspaceId) => handlers.workspaces.remove({ workspaceId }),
      dialogs: deps.dialogs,
      defaultLocalDir: deps.defaultLocalDir,
      onChanged: () => changed("maintenance"),
      onRestored(workspaceId) {
        void gallery.refreshIfOlder(workspaceId, 0).catch(() => undefined);
        following.wake(workspaceId);
        changed("maintenance");
      },
      now,
    }),
    diagnostics: createDiagnostics({
      version: deps.version,
      workspaces: workspaces.list,
      uploads: (workspaceId) => queue.summary(workspaceId),
      galleryFiles: (workspaceId) => galleryStore.status(workspaceId).fileCount,
      listItems: overviewStore.items,
      checkDatabase: () => checkDatabase(file, db),
      logFiles: deps.logFiles,
      log,
      now,
    }),
    ...createSendingHandlers({
      scripts: scripts.handlers,
      scriptStore: scriptStores.handlers,
      ...sending.handlers,
    }),
  };
  const isLocal = (workspaceId: string) => workspaceStore.get(workspaceId)?.kind === "local";
  // SECURITY: what the window may not do by calls alone.
  const handlers = requireApprovedPaths(
    { ...unguarded, ...confirmDownloadHosts(unguarded, { hosts, isLocal }) },
    approved,
  );

  async function forgetLists(workspaceId: string): Promise<void> {
    following.forget(workspaceId);
    await lists.stop(workspaceId);
    await lists.drop(listStore.all(workspaceId));
  }

  /** Whatever there was of connections leads nowhere any more. */
  function connectAnew(): void {
    workspaces.networkChanged();
    queue.refreshConnections();
    sending.wake();
    following.wake();
  }
  const logSweep = (error: unknown) => log.warn("lists: not swept", error);
  let stopWatching: () => void = () => undefined;
  let copies: DailyCopies | null = null;
  return {
    handlers,
    resolveLink: links.resolve,
    approvePaths: approved.approve,
    start() {
      workspaces.start();
      queue.start();
      sending.start();
      following.start();
      copies = startDailyCopies({ file, log, now, firstAfterMs: deps.copyAfterMs });
      for (const workspaceId of workspaces.ids()) void lists.sweep(workspaceId).catch(logSweep);
      stopWatching = network.onChange(() => {
        changed("app");
        connectAnew();
      });
    },
    async stop() {
      isStopped = true;
      stopWatching();
      plans.stop();
      following.stop();
      await sending.stop();
      scripts.stop();
      await Promise.all([scriptStores.stop(), reader.close()]);
      await queue.stop();
      await gallery.stop();
      await lists.stop();
      await workspaces.stop();
      // What was still being sent has lost its connection by now.
      await sending.outbox.idle();
      tellers.stop();
      await copies?.stop();
      db.close();
    },
  };
}
