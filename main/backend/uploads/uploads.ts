/** Uploads: plans of dropped files, the queue that sends them, and the calls of both. */
import {
  defaultUploadSettings,
  uploadSettings,
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
import { createUploadQueue, type UploadQueue } from "./queue";
import type { QueueDeps } from "./queue-parts";
import { createComparisons } from "./comparisons";
import { createManifestExport } from "./manifest/manifest-export";
import { createManifestStore } from "./manifest/manifest-store";
import { createUploadStore } from "./store/upload-store";
import { createPlans } from "./plans/upload-plans";
import type { Walk } from "./plans/walk-files";
import { createUploadHours } from "./upload-hours";
import { createUploadHandlers } from "./upload-handlers";

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

  const handlers = createUploadHandlers({
    store,
    plans,
    queue,
    manifests,
    hours,
    settings,
    dialogs: deps.dialogs,
    showInFolder: deps.showInFolder,
    changed,
  });

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
