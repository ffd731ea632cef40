/**
 * The composition root without Electron: everything behind the contract, wired from a few ports.
 * The same backend runs in Electron's main process, in tests under plain Node, and headless.
 */
import path from "node:path";
import type { Handlers, Topic } from "../preload/contract";
import { appearance, uploadSettings, type Upload, type UploadSettings } from "../preload/model";
import type { BackendDeps } from "./ports";
import { createGallery } from "./services/gallery";
import { createPlans } from "./services/plans";
import { createTellers } from "./services/tellers";
import { createWorkspaces } from "./services/workspaces";
import { openDatabase } from "./store/database";
import { createGalleryStore } from "./store/gallery";
import { migrations } from "./store/schema";
import { createSettingsStore } from "./store/settings";
import { createUploadStore, problemOf, type UploadRow } from "./store/uploads";
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
  const { log, network, preferences } = deps;
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
    for (const { files, failed } of finished) {
      deps.onUploadsMoved({ ...work, finishedDrop: { fileCount: files, failedCount: failed } });
    }
  });

  const handlers: Handlers = {
    app: {
      state: () => ({
        version: deps.version,
        platform:
          process.platform === "darwin" || process.platform === "win32"
            ? process.platform
            : "linux",
        appearance: appearance
          .catch({ theme: "system" })
          .parse(preferences.get("appearance", null)),
        workspaceId: shownWorkspace(),
        isVaultPersistent: deps.vault.isPersistent,
        isOnline: network.isOnline(),
      }),
      setAppearance: (value) => {
        preferences.set("appearance", value);
        changed("app");
      },
      showWorkspace: ({ workspaceId }) => {
        settings.set("shownWorkspace", workspaceId);
        changed("app");
      },
    },
    workspaces: {
      list: () => workspaces.list(),
      test: workspaces.test,
      connect: ({ name, ...credentials }) => workspaces.connect(name, credentials),
      localDefaults: workspaces.localDefaults,
      chooseLocalFolder: workspaces.chooseLocalFolder,
      createLocal: ({ dataDir }) => workspaces.createLocal(dataDir),
      rename: ({ workspaceId, name }) => workspaces.rename(workspaceId, name),
      replaceSecret: ({ workspaceId, ...credentials }) =>
        workspaces.replaceSecret(workspaceId, credentials),
      remove: async ({ workspaceId }) => {
        plans.stop(workspaceId);
        await gallery.stop(workspaceId);
        await queue.abandon(workspaceId);
        await workspaces.remove(workspaceId);
        changed("uploads");
        changed("gallery");
      },
      reconnect: async ({ workspaceId }) => {
        await workspaces.reconnect(workspaceId);
        queue.release(workspaceId);
      },
    },
    gallery: {
      browse: gallery.browse,
      folders: ({ workspaceId, folder, offset, limit }) =>
        gallery.folders(workspaceId, folder, offset, limit),
      status: ({ workspaceId }) => gallery.status(workspaceId),
      refresh: ({ workspaceId }) => gallery.refresh(workspaceId),
      count: ({ workspaceId, paths }) => ({ files: gallery.count(workspaceId, paths) }),
      delete: ({ workspaceId, paths }) => gallery.delete(workspaceId, paths),
    },
    plans: {
      create: ({ workspaceId, sourcePaths, targetFolder }) => ({
        planId: plans.create(workspaceId, sourcePaths, targetFolder),
      }),
      choose: async ({ workspaceId, what, targetFolder }) => {
        const sourcePaths = await deps.dialogs.chooseMedia(what);
        if (sourcePaths.length === 0) return null;
        return { planId: plans.create(workspaceId, sourcePaths, targetFolder) };
      },
      get: ({ planId }) => plans.get(planId),
      entries: ({ planId, status, offset, limit }) => plans.entries(planId, status, offset, limit),
      change: ({ planId, ...change }) => plans.change(planId, change),
      confirm: async ({ planId }) => {
        const queued = await plans.confirm(planId);
        changed("plans");
        changed("uploads");
        queue.tick();
        return { queued };
      },
      discard: ({ planId }) => plans.discard(planId),
    },
    uploads: {
      list: ({ workspaceId, filter, search, offset, limit }) => {
        const { rows, total } = uploadStore.list(workspaceId, filter, search, offset, limit);
        return { uploads: rows.map(toUpload), total };
      },
      summary: ({ workspaceId }) => queue.summary(workspaceId),
      pause: (selection) => queue.pause(selection),
      resume: (selection) => queue.resume(selection),
      cancel: (selection) => queue.cancel(selection),
      restore: ({ ids }) => queue.restore(ids),
      retry: (selection) => queue.retry(selection),
      moveToTop: (selection) => queue.moveToTop(selection),
      clearDone: ({ workspaceId }) => {
        const cleared = uploadStore.clearDone(workspaceId);
        changed("uploads");
        return { cleared };
      },
      setPaused: ({ isPaused }) => {
        settings.set("uploadsPaused", isPaused);
        queue.setPaused(isPaused);
      },
      showInFolder: ({ id }) => {
        const upload = uploadStore.get(id);
        if (upload) deps.showInFolder(upload.sourcePath);
      },
      settings: () => queue.settings,
      setSettings: (value) => {
        settings.set("uploads", value);
        queue.setSettings(value);
        changed("settings");
      },
    },
  };

  /** The workspace shown last, while it is there. */
  function shownWorkspace(): string | null {
    const shown = settings.get("shownWorkspace");
    const ids = workspaces.ids();
    return typeof shown === "string" && ids.includes(shown) ? shown : (ids[0] ?? null);
  }

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

function toUpload(row: UploadRow): Upload {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.galleryPath.slice(row.galleryPath.lastIndexOf("/") + 1),
    galleryPath: row.galleryPath,
    sourcePath: row.sourcePath,
    size: row.size,
    state: row.state,
    sentBytes: row.sentBytes,
    doneParts: row.doneParts,
    partCount: row.partCount,
    problem: problemOf(row),
    nextTryAt: row.nextTryAt,
    finishedAt: row.finishedAt,
  };
}
