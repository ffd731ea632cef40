/**
 * The composition root without Electron: everything behind the contract, wired from a few ports.
 * The same backend runs in Electron's main process, in tests under plain Node, and headless.
 */
import path from "node:path";
import type { Handlers, Topic } from "../preload/contract";
import { uploadSettings, type UploadSettings } from "../preload/model";
import { createAppHandlers, createShownWorkspace } from "./handlers/app";
import { createMediaHandlers } from "./handlers/media";
import { createResourceHandlers } from "./handlers/resources";
import { createSendingHandlers } from "./handlers/sending";
import { createWorkspaceHandlers } from "./handlers/workspaces";
import type { BackendDeps } from "./ports";
import { createGallery } from "./services/gallery";
import { createPlans } from "./services/plans";
import { createTellers } from "./services/tellers";
import { createWorkspaces } from "./services/workspaces";
import { openDatabase } from "./store/database";
import { createGalleryStore } from "./store/gallery";
import { migrations } from "./store/schema";
import { createSettingsStore } from "./store/settings";
import { createUploadStore } from "./store/uploads";
import { createWorkspaceStore } from "./store/workspaces";
import { UploadQueue } from "./uploads/queue";

export type * from "./ports";

export interface Backend {
  handlers: Handlers;
  /** Opens workspaces and the queue. The database is open before. */
  start(): void;
  /** Stops the queue and the local services; everything is on disk when it resolves. */
  stop(): Promise<void>;
}

/** How old the gallery may be that a plan is compared with, in milliseconds. */
const galleryAgeForPlans = 30_000;
const usualUploadSettings: UploadSettings = {
  parallelFiles: 4,
  parallelParts: 4,
  partSize: 0,
  bandwidthLimit: 0,
};

/** Opens the database and wires everything. Throws when the database cannot be opened. */
export function createBackend(deps: BackendDeps): Backend {
  const { log, network } = deps;
  const now = Date.now;
  const db = openDatabase(path.join(deps.profileDir, "dubyard.db"), migrations);
  const settings = createSettingsStore(db);
  const uploadStore = createUploadStore(db);
  const galleryStore = createGalleryStore(db);
  const tellers = createTellers(deps.emit);
  const changed = (topic: Topic) => tellers.changed(topic);

  const workspaces = createWorkspaces({
    store: createWorkspaceStore(db),
    vault: deps.vault,
    localServices: deps.localServices,
    dialogs: deps.dialogs,
    network,
    defaultLocalDir: deps.defaultLocalDir,
    log,
    now,
    onChanged: () => changed("workspaces"),
    onOnline: (workspaceId) => queue.release(workspaceId),
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
    blocked: workspaces.blocked,
    onChanged() {
      changed("uploads");
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
    onArrived: ({ workspaceId, galleryPath }) => gallery.arrived(workspaceId, galleryPath),
    settings: readUploadSettings(),
    isPaused: settings.get("uploadsPaused") === true,
    ...(deps.timing ? { timing: deps.timing } : {}),
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

  const shownWorkspace = createShownWorkspace(settings, workspaces.ids);
  const handlers: Handlers = {
    app: createAppHandlers({ ...deps, shownWorkspace, changed }),
    workspaces: createWorkspaceHandlers({ workspaces, plans, gallery, queue, changed }),
    ...createMediaHandlers({
      gallery,
      plans,
      queue,
      uploadStore,
      settings,
      dialogs: deps.dialogs,
      showInFolder: deps.showInFolder,
      changed,
    }),
    ...createResourceHandlers(),
    ...createSendingHandlers(),
  };

  let stopWatching: () => void = () => undefined;
  return {
    handlers,
    start() {
      workspaces.start();
      queue.start();
      stopWatching = network.onChange(() => {
        changed("app");
        workspaces.networkChanged();
        queue.refreshConnections();
      });
    },
    async stop() {
      stopWatching();
      plans.stop();
      await queue.stop();
      await gallery.stop();
      await workspaces.stop();
      tellers.stop();
      db.close();
    },
  };
}
