/** The gallery, plans of drops, and the queue of uploads. */
import type { Handlers, Topic } from "../../../preload/contract";
import type { Upload } from "../../../preload/model";
import type { Dialogs } from "../ports";
import type { Gallery } from "../gallery/gallery";
import type { Plans } from "./upload-plans";
import type { SettingsStore } from "../settings/store";
import { problemOf, type UploadRow } from "./upload-rows";
import type { UploadStore } from "./store";
import type { UploadQueue } from "./queue";

export interface MediaHandlersDeps {
  gallery: Gallery;
  plans: Plans;
  queue: UploadQueue;
  uploadStore: UploadStore;
  settings: SettingsStore;
  dialogs: Pick<Dialogs, "chooseMedia">;
  showInFolder: (path: string) => void;
  changed: (topic: Topic) => void;
}

export function createMediaHandlers(
  deps: MediaHandlersDeps,
): Pick<Handlers, "gallery" | "plans" | "uploads"> {
  const { gallery, plans, queue, uploadStore, settings, changed } = deps;
  return {
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
        return { uploads: rows.map((row) => toUpload(row, queue.shownAt(row.nextTryAt))), total };
      },
      summary: ({ workspaceId }) => queue.summary(workspaceId),
      pause: (selection) => queue.pause(selection),
      resume: (selection) => queue.resume(selection),
      cancel: (selection) => queue.cancel(selection),
      restore: ({ ids }) => queue.restore(ids),
      retry: (selection) => queue.retry(selection),
      resolveConflicts: ({ selection, choice }) => queue.resolveConflicts(selection, choice),
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
}

function toUpload(row: UploadRow, nextTryAt: number | null): Upload {
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
    nextTryAt,
    finishedAt: row.finishedAt,
    restartReason: row.restartReason,
    isUnverified: row.isUnverified === 1,
  };
}
