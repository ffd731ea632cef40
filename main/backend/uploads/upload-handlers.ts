/** The calls of plans and uploads. */
import type { Handlers } from "../../../preload/contract";
import type { Upload } from "../../../preload/model";
import type { Dialogs } from "../ports";
import type { SettingsStore } from "../settings/store";
import type { UploadQueue } from "./queue";
import { problemOf, type UploadRow } from "./store/upload-rows";
import type { Topic } from "../../../preload/contract";
import type { UploadStore } from "./store/upload-store";
import type { createManifestExport } from "./manifest/manifest-export";
import type { Plans } from "./plans/upload-plans";
import type { createUploadHours } from "./upload-hours";

export interface UploadHandlersDeps {
  store: UploadStore;
  plans: Plans;
  queue: UploadQueue;
  manifests: Pick<ReturnType<typeof createManifestExport>, "handlers">;
  hours: Pick<ReturnType<typeof createUploadHours>, "handlers">;
  settings: SettingsStore;
  dialogs: Pick<Dialogs, "chooseMedia">;
  showInFolder: (path: string) => void;
  changed: (topic: Topic) => void;
}

export function createUploadHandlers(
  deps: UploadHandlersDeps,
): Pick<Handlers, "plans" | "uploads"> {
  const { store, plans, queue, manifests, hours, settings, dialogs, showInFolder, changed } = deps;
  return {
    plans: {
      create: (request) => ({ planId: createOrAdd(plans, request, request.sourcePaths) }),
      choose: async (request) => {
        const sourcePaths = await dialogs.chooseMedia(request.what);
        if (sourcePaths.length === 0) return null;
        return { planId: createOrAdd(plans, request, sourcePaths) };
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
        if (upload) showInFolder(upload.sourcePath);
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
}

/** Adds paths to the named plan, or creates one if it takes none. Returns the plan of the paths. */
function createOrAdd(
  plans: Pick<Plans, "add" | "create">,
  request: { workspaceId: string; targetFolder: string; addTo?: string | undefined },
  sourcePaths: readonly string[],
): string {
  const { addTo, workspaceId, targetFolder } = request;
  if (addTo !== undefined && plans.add(addTo, workspaceId, sourcePaths)) return addTo;
  return plans.create(workspaceId, sourcePaths, targetFolder);
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
