/**
 * Watch folders: folders on this computer whose new and changed media are uploaded to a folder of
 * the gallery. One way: a file that is deleted on disk stays in the gallery. There are none until
 * the user adds one.
 */
import type { LeftOut, SkipReason } from "../../../preload/facts/skip-reasons";
import type { Database } from "../../common/database/database";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import { createWalk, type Walk } from "../uploads/plans/walk-files";
import type { UploadQueue } from "../uploads/queue";
import type { UploadStore } from "../uploads/store/upload-store";
import {
  createFolderWatch,
  defaultWatchTiming,
  type FolderWatch,
  type FolderWatchDeps,
  type WatchClock,
  type WatchStatus,
  type WatchTiming,
} from "./folder-watch";
import { createQueueFiles } from "./queue-files";
import { createWatchFolderStore, type WatchFolderRow, type WatchFolderSettings } from "./store";
import type { WatchProgress } from "./file-store";
import { checkSettings } from "./check-settings";

export interface WatchFoldersDeps {
  db: Database;
  uploads: UploadStore;
  queue: Pick<UploadQueue, "onArrived" | "onChange" | "tick">;
  /** Default: in this thread. */
  walk?: Walk;
  log: Log;
  /** Wall clock, in milliseconds since 1970. */
  now: () => number;
  clock?: WatchClock;
  timing?: WatchTiming;
  /** Default: of the system. */
  createWatcher?: FolderWatchDeps["createWatcher"];
  isNetworkDrive?: FolderWatchDeps["isNetworkDrive"];
  listeners: {
    /** How a file counts that is left out; by default as in `skipReasons`. */
    leftOutAs?: ((reason: SkipReason) => LeftOut) | undefined;
    /** A watch folder or its status has changed. */
    onChanged: () => void;
    /** Files of a watch folder were queued. */
    onQueued?: () => void;
    onSkipped?: (path: string, reason: SkipReason) => void;
  };
}

/** A watch folder with its present status. `status` is null while it is paused. */
export interface WatchFolder extends WatchFolderRow {
  status: WatchStatus | null;
  progress: WatchProgress;
}

export const systemWatchClock: WatchClock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const missing = () => new AppError("not-found", "this watch folder no longer exists");

export type WatchFolders = ReturnType<typeof createWatchFolders>;

export function createWatchFolders(deps: WatchFoldersDeps) {
  const { queue, log, now, walk = createWalk() } = deps;
  const { clock = systemWatchClock, timing = defaultWatchTiming } = deps;
  const store = createWatchFolderStore(deps.db);
  const queueFiles = createQueueFiles({ db: deps.db, store, uploads: deps.uploads, now });
  const watches = new Map<number, FolderWatch>();
  let isRunning = false;

  const removeListeners = [
    queue.onArrived((rows) => {
      deps.db.transaction(() => {
        for (const { id } of rows) store.setArrived(id);
      });
      deps.listeners.onChanged();
    }),
    queue.onChange(() => {
      for (const watch of watches.values()) watch.uploadsChanged();
    }),
  ];

  function find(id: number): WatchFolderRow {
    const folder = store.get(id);
    if (!folder) throw missing();
    return folder;
  }

  function begin(folder: WatchFolderRow): void {
    if (!isRunning || folder.isPaused || watches.has(folder.id)) return;
    const watch = createFolderWatch({
      folder,
      store,
      queueFiles,
      walk,
      clock,
      timing,
      createWatcher: deps.createWatcher,
      isNetworkDrive: deps.isNetworkDrive,
      log,
      listeners: {
        ...deps.listeners,
        onQueued() {
          queue.tick();
          deps.listeners.onQueued?.();
        },
      },
    });
    watches.set(folder.id, watch);
    watch.start();
  }
  async function end(id: number): Promise<void> {
    const watch = watches.get(id);
    watches.delete(id);
    await watch?.stop();
  }

  const describe = (folder: WatchFolderRow): WatchFolder => ({
    ...folder,
    status: watches.get(folder.id)?.status() ?? null,
    progress: store.progress(folder.id),
  });

  return {
    /** Starts the watch folders that are not paused. */
    start(): void {
      isRunning = true;
      store.setArrived();
      store.deleteRemoved();
      for (const folder of store.all()) begin(folder);
    },
    /** Resolves when no folder is being walked. */
    async stop(): Promise<void> {
      isRunning = false;
      for (const remove of removeListeners) remove();
      await Promise.all([...watches.keys()].map(end));
    },
    list: (workspaceId: string): WatchFolder[] =>
      store
        .all()
        .filter((folder) => folder.workspaceId === workspaceId)
        .map(describe),
    /**
     * Adds a watch folder and starts it. Returns its id. Throws "invalid-input" with the invalid
     * fields.
     */
    add(workspaceId: string, settings: WatchFolderSettings): number {
      const id = store.add(workspaceId, checkSettings(store, workspaceId, settings, null), now());
      begin(find(id));
      deps.listeners.onChanged();
      return id;
    },
    /** Changes the settings. With the same source and target, no file is uploaded again. */
    async change(id: number, settings: WatchFolderSettings): Promise<void> {
      const { workspaceId } = find(id);
      const checked = checkSettings(store, workspaceId, settings, id);
      await end(id);
      store.change(id, checked);
      begin(find(id));
      deps.listeners.onChanged();
    },
    async setPaused(id: number, isPaused: boolean): Promise<void> {
      find(id);
      store.setPaused(id, isPaused);
      if (isPaused) await end(id);
      else begin(find(id));
      deps.listeners.onChanged();
    },
    /**
     * Removes a watch folder, at the next start also its files' versions. Uploads that it has
     * queued continue; files in the gallery stay.
     */
    async remove(id: number): Promise<void> {
      find(id);
      store.remove(id, now());
      await end(id);
      deps.listeners.onChanged();
    },
    /** Undo of `remove`: no file is uploaded again. Throws "not-found" after the next start. */
    restore(id: number): void {
      if (!store.restore(id)) throw missing();
      begin(find(id));
      deps.listeners.onChanged();
    },
    async removeWorkspace(workspaceId: string): Promise<void> {
      for (const folder of store.all())
        if (folder.workspaceId === workspaceId) await end(folder.id);
      store.deleteWorkspace(workspaceId);
    },
    /** Null while it is paused. Cheaper than `list`, which counts files. */
    status: (id: number): WatchStatus | null => watches.get(id)?.status() ?? null,
    /** The folder on this computer. Throws "not-found". */
    sourceOf: (id: number): string => find(id).sourcePath,
    /** Walks a folder now. Resolves when the walk has ended. */
    walkNow: async (id: number): Promise<void> => watches.get(id)?.walkNow(),
  };
}
