/** Uploads: plans of dropped files, the queue that sends them, and the calls of both. */
import type { Handlers } from "../../../preload/contract";
import {
  defaultUploadSettings,
  uploadSettings,
  type Upload,
  type UploadSettings,
  type Workspace,
} from "../../../preload/model";
import type { Remote } from "../../remote/remote";
import type { Connectivity } from "../connectivity/connectivity";
import type { Context } from "../context";
import type { Gallery } from "../gallery/gallery";
import type { Dialogs } from "../ports";
import type { SettingsStore } from "../settings/store";
import { disk } from "./transfer/disk";
import { createUploadQueue, type QueueDeps, type UploadQueue } from "./queue";
import { createComparisons } from "./comparisons";
import { createManifestExport } from "./manifest/manifest-export";
import { createManifestStore } from "./manifest/manifest-store";
import { createUploadStore } from "./store/upload-store";
import { createPlans } from "./plans/upload-plans";
import type { Walk } from "./plans/walk-files";
import { createUploadHours } from "./upload-hours";
import { problemOf, type UploadRow } from "./store/upload-rows";

export interface UploadsDeps {
  context: Context;
  settings: SettingsStore;
  connectivity: Connectivity;
  workspaces: {
    ids: () => string[];
    get: (workspaceId: string) => Pick<Workspace, "kind">;
    remote: (workspaceId: string) => Remote;
  };
  gallery: Gallery;
  dialogs: Pick<Dialogs, "chooseMedia" | "saveFile">;
  showInFolder: (path: string) => void;
  walk: Walk;
  /** As of the queue. */
  createExecutor: QueueDeps["createExecutor"];
}

/** Maximum age in milliseconds of the cached gallery that files are compared with. */
const maxGalleryAgeMs = 30_000;

/**
 * The stored settings. A field that an earlier version did not store has its default; all have if
 * one is invalid.
 */
function readSettings(stored: unknown): UploadSettings {
  const fields = typeof stored === "object" && stored !== null ? stored : {};
  return uploadSettings.catch(defaultUploadSettings).parse({ ...defaultUploadSettings, ...fields });
}

export function createUploads(deps: UploadsDeps) {
  const { settings, connectivity, workspaces, gallery } = deps;
  const { db, changed, log, now, timing } = deps.context;
  const store = createUploadStore(db);
  const refreshGallery = (workspaceId: string) =>
    gallery.refreshIfOlder(workspaceId, maxGalleryAgeMs);
  const plans = createPlans({
    gallery,
    uploads: store,
    refreshGallery,
    hasWorkspace: (workspaceId) => workspaces.ids().includes(workspaceId),
    onChanged: () => changed("plans"),
    now,
    log,
    walk: deps.walk,
  });
  const hours = createUploadHours({
    settings,
    now,
    onChanged() {
      queue.tick();
      changed("settings");
    },
  });
  const clones = (workspaceId: string) =>
    workspaces.ids().includes(workspaceId) && workspaces.get(workspaceId).kind === "local"
      ? workspaces.remote(workspaceId).extensions.clones
      : null;
  const queue: UploadQueue = createUploadQueue({
    store,
    log,
    workspaces: {
      ids: workspaces.ids,
      media: (workspaceId) => workspaces.remote(workspaceId).media,
      clones,
    },
    gallery: {
      readAt: (workspaceId) => gallery.status(workspaceId).readAt,
      refreshIfOlder: gallery.refreshIfOlder,
      has: gallery.has,
    },
    connectivity,
    createExecutor: deps.createExecutor,
    hours: hours.state,
    initial: {
      settings: readSettings(settings.get("uploads")),
      isPaused: settings.get("uploadsPaused") === true,
    },
    timing,
  });
  const manifests = createManifestExport({
    store: createManifestStore(db),
    dialogs: deps.dialogs,
    async confirm(workspaceId) {
      if (store.hasUnlisted(workspaceId))
        await gallery.refreshIfOlder(workspaceId, 0).catch(() => undefined);
    },
    onChanged: () => changed("manifests"),
  });
  const comparisons = createComparisons({
    store,
    clones,
    files: disk,
    isIdle: () => queue.activeCount() === 0,
    onChanged: () => changed("uploads"),
    log,
  });
  queue.onChange(() => {
    changed("uploads");
    comparisons.tick();
  });
  queue.onArrived((rows) =>
    db.transaction(() => {
      for (const workspaceId of new Set(rows.map((row) => row.workspaceId))) {
        const own = rows.filter((row) => row.workspaceId === workspaceId);
        const paths = own.map(({ galleryPath }) => galleryPath);
        gallery.addUploaded(workspaceId, paths);
      }
    }),
  );
  gallery.onListing(queue.beginListing);
  connectivity.onChange((change) => {
    if (change.kind === "online") queue.endSuspension(change.workspaceId);
    if (change.kind === "network") queue.refreshConnections();
  });

  const handlers: Pick<Handlers, "plans" | "uploads"> = {
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
        const { rows, total } = store.list(workspaceId, filter, search, offset, limit);
        return {
          uploads: rows.map((row) => toUpload(row, queue)),
          total,
        };
      },
      summary: ({ workspaceId }) => queue.summary(workspaceId),
      problems: ({ workspaceId }) => store.problems(workspaceId),
      abandoned: () => store.abandoned(),
      clearAbandoned: () => {
        store.clearAbandoned();
        changed("uploads");
      },
      pause: (selection) => queue.pause(selection),
      resume: (selection) => queue.resume(selection),
      cancel: (selection) => queue.cancel(selection),
      restore: ({ ids }) => queue.restore(ids),
      retry: (selection) => queue.retry(selection),
      resolveConflicts: ({ selection, choice }) => queue.resolveConflicts(selection, choice),
      move: ({ selection, to }) => ({ moveId: queue.move(selection, to) }),
      undoMove: ({ moveId }) => queue.undoMove(moveId),
      clearDone: ({ workspaceId }) => {
        const cleared = store.clearDone(workspaceId);
        changed("uploads");
        return { cleared };
      },
      setPaused: ({ isPaused }) => {
        settings.set("uploadsPaused", isPaused);
        queue.setPaused(isPaused);
      },
      ...manifests.handlers,
      showInFolder: ({ id }) => {
        const upload = store.get(id);
        if (upload) deps.showInFolder(upload.sourcePath);
      },
      ...hours.handlers,
      settings: () => queue.settings(),
      setSettings: (value) => {
        settings.set("uploads", value);
        queue.setSettings(value);
        changed("settings");
      },
    },
  };

  return {
    handlers,
    store,
    plans,
    queue,
    manifests,
    comparisons,
    /**
     * Syncs the gallery unless it was synced in the last `maxGalleryAgeMs`. Rejects when that
     * fails.
     */
    refreshGallery,
    /** The effect of the upload hours now. */
    hoursState: hours.state,
  };
}

/**
 * Converts a row for the window. `nextTryAt` is wall-clock time; that of the row is in the queue's
 * steady clock.
 */
function toUpload(
  row: UploadRow,
  queue: Pick<UploadQueue, "displayedBytes" | "toWallTime">,
): Upload {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.galleryPath.slice(row.galleryPath.lastIndexOf("/") + 1),
    galleryPath: row.galleryPath,
    sourcePath: row.sourcePath,
    size: row.size,
    state: row.state,
    sentBytes: queue.displayedBytes(row),
    doneParts: row.doneParts,
    partCount: row.partCount,
    problem: problemOf(row),
    nextTryAt: queue.toWallTime(row.nextTryAt),
    finishedAt: row.finishedAt,
    restartReason: row.restartReason,
    isUnverified: row.isUnverified === 1,
    isCompared: row.isCopied === 0,
  };
}
