/** Wires the gallery of the workspaces, uploads to it and downloads from it. */
import path from "node:path";
import type { Handlers } from "../../preload/contract";
import type { ChangeNotifier } from "../common/change-notifier";
import type { Closers } from "../common/closers";
import type { ApplicationActivity } from "./activity";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import { createDownloads } from "./downloads/downloads";
import { createGallery } from "./gallery/gallery";
import { createLocalFiles } from "./gallery/local-files";
import { createGalleryStore } from "./gallery/store";
import type { BackendDeps } from "./ports";
import { reportUploadActivity } from "./uploads/activity";
import { walkOf } from "./uploads/plans/thread-walk";
import { putThreadsOf } from "./uploads/transfer/put-threads";
import { createUploads } from "./uploads/uploads";
import { createWatchFolderCalls } from "./watch-folders/calls";
import { createWatchFolders } from "./watch-folders/watch-folders";

export interface ComposeUploadsDeps {
  context: Context;
  ports: BackendDeps;
  base: ComposedWorkspaces;
  activity: Pick<ApplicationActivity, "begin">;
  notifier: ChangeNotifier;
  closers: Closers;
}

export type ComposedUploads = ReturnType<typeof composeUploads>;

export function composeUploads(deps: ComposeUploadsDeps) {
  const { context, ports, base, activity, notifier, closers } = deps;
  const { db, changed, log, now } = context;
  const { settings, connectivity, workspaces, maintenance, dialogs } = base;
  const galleryStore = createGalleryStore(db);
  const gallery = createGallery({
    store: galleryStore,
    media: (workspaceId) => workspaces.remote(workspaceId).media,
    onChanged: () => changed("gallery"),
    onDeletion: (workspaceId, paths) => uploads.store.expectNoLonger(workspaceId, paths),
    now,
  });
  maintenance.onRestored(
    (workspaceId) => void gallery.refreshIfOlder(workspaceId, 0).catch(() => undefined),
  );
  const walk = walkOf(ports.processes.bundles);
  const uploads = createUploads({
    context,
    settings,
    connectivity,
    workspaces,
    gallery,
    dialogs,
    showInFolder: ports.ui.showInFolder,
    walk,
    createExecutor: putThreadsOf(ports.processes.bundles),
  });
  const { queue, store, plans, manifests, comparisons } = uploads;
  reportUploadActivity({
    queue,
    store,
    workspaceIds: workspaces.ids,
    emit: ports.listeners.emit,
    notifier,
    began: () => activity.begin("uploads"),
    onActivity: ports.listeners.onUploadActivity,
  });

  const watchFolders = createWatchFolders({
    db,
    uploads: store,
    queue,
    walk,
    log,
    now,
    listeners: {
      onChanged: () => changed("watchFolders"),
      onQueued: () => changed("uploads"),
    },
  });

  const localFiles = createLocalFiles({
    dataDirOf: (workspaceId) =>
      base.isLocal(workspaceId) ? workspaces.get(workspaceId).dataDir : null,
    has: galleryStore.has,
    showInFolder: ports.ui.showInFolder,
    startDrag: ports.ui.startDrag,
  });
  const downloads = createDownloads({
    gallery,
    remote: workspaces.remote,
    extensions: base.extensions,
    dialogs: ports.ui.dialogs,
    showInFolder: ports.ui.showInFolder,
    startAt: path.dirname(ports.defaultLocalDir),
    began: () => activity.begin("downloads"),
    onChanged: () => changed("downloads"),
    onEnded: (end) => ports.listeners.onDownloadEnded?.(end),
    log,
  });

  // In this order: plans and the gallery end before the queue, which waits for its uploads to end.
  workspaces.beforeRemove(downloads.stop);
  workspaces.beforeRemove(watchFolders.removeWorkspace);
  workspaces.beforeRemove(plans.stop);
  workspaces.beforeRemove(gallery.stop);
  workspaces.beforeRemove(manifests.removeWorkspace);
  workspaces.beforeRemove((workspaceId) => queue.removeWorkspace(workspaceId));
  workspaces.afterRemove(() => {
    changed("uploads");
    changed("gallery");
  });

  const handlers: Pick<Handlers, "gallery" | "downloads" | "plans" | "uploads" | "watchFolders"> = {
    gallery: { ...gallery.handlers, ...localFiles },
    downloads: downloads.handlers,
    ...uploads.handlers,
    watchFolders: createWatchFolderCalls({
      watchFolders,
      walk,
      dialogs,
      showInFolder: ports.ui.showInFolder,
      workspaces: workspaces.list,
    }),
  };
  closers.add("gallery", () => gallery.stop());
  closers.add("upload queue", () => queue.stop());
  closers.add("comparisons", () => comparisons.stop());
  closers.add("watch folders", () => watchFolders.stop());
  closers.add("downloads", () => downloads.stop());
  closers.add("manifests", () => manifests.stop());
  return {
    galleryStore,
    gallery,
    downloads,
    uploads,
    queue,
    plans,
    manifests,
    comparisons,
    walk,
    watchFolders,
    handlers,
  };
}
