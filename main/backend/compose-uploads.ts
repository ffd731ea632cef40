/** Wires the gallery and the uploads of the workspaces. */
import type { Handlers } from "../../preload/contract";
import type { Tellers } from "../common/change-notifier";
import type { Database } from "../common/database/database";
import type { ComposedWorkspaces } from "./compose-workspaces";
import { createGallery } from "./gallery/gallery";
import { createGalleryStore } from "./gallery/store";
import type { BackendDeps } from "./ports";
import type { Timing } from "./timing";
import { reportUploadActivity } from "./uploads/activity";
import { createUploads } from "./uploads/uploads";

export interface ComposeUploadsDeps {
  ports: BackendDeps;
  base: ComposedWorkspaces;
  db: Database;
  notifier: Tellers;
  now: () => number;
  timing: Timing;
}

export function composeUploads({ ports, base, db, notifier, now, timing }: ComposeUploadsDeps) {
  const { settings, connectivity, workspaces, maintenance, dialogs } = base;
  const { changed } = notifier;
  const galleryStore = createGalleryStore(db);
  const gallery = createGallery({
    store: galleryStore,
    media: (workspaceId) => workspaces.remote(workspaceId).media,
    onChanged: () => changed("gallery"),
    now,
  });
  maintenance.onRestored(
    (workspaceId) => void gallery.refreshIfOlder(workspaceId, 0).catch(() => undefined),
  );
  const uploads = createUploads({
    db,
    settings,
    connectivity,
    workspaces,
    gallery,
    dialogs,
    showInFolder: ports.showInFolder,
    changed,
    log: ports.log,
    now,
    timing,
  });
  const { queue, store, plans } = uploads;
  reportUploadActivity({
    queue,
    store,
    workspaceIds: workspaces.ids,
    emit: ports.emit,
    notifier,
    onWork: ports.onUploadsMoved,
  });

  // In this order: plans and the gallery end before the queue, which waits for its uploads to end.
  workspaces.beforeRemove(plans.stop);
  workspaces.beforeRemove(gallery.stop);
  workspaces.beforeRemove((workspaceId) => queue.abandon(workspaceId));
  workspaces.afterRemove(() => {
    changed("uploads");
    changed("gallery");
  });

  const handlers: Pick<Handlers, "gallery" | "plans" | "uploads"> = {
    gallery: gallery.handlers,
    ...uploads.handlers,
  };
  return { galleryStore, gallery, uploads, queue, plans, handlers };
}
