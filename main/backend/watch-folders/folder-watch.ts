/**
 * Watches one folder: walks it at the start, after events and periodically, and queues the files
 * that are new or changed and quiet. Only a walk decides what is queued; events make it start
 * sooner. Nothing is ever deleted in the gallery.
 */
import type { PollReason } from "../../../preload/facts/watch-folders";
import type { LeftOut, SkipReason } from "../../../preload/facts/skip-reasons";
import type { Problem } from "../../../preload/model";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { isNetworkDrive } from "../../common/network-drive";
import type { Walk } from "../uploads/plans/walk-files";
import { createContentComparisons } from "./content-comparisons";
import type { QueueFiles, QuietFile } from "./queue-files";
import { createQuietFiles } from "./quiet-files";
import type { WatchFolderRow, WatchFolderStore } from "./store";
import { createTreeWatcher, type TreeWatcher, type TreeWatcherDeps } from "./tree-watcher";
import { createFolderWalk } from "./walk-folder";

/** A clock that does not jump, and its timers. */
export interface WatchClock {
  /** In milliseconds. */
  now(): number;
  /**
   * Calls the function once, after the given milliseconds. Returns the function that prevents it.
   */
  after(milliseconds: number, run: () => void): () => void;
}

export interface WatchTiming {
  /**
   * Time between two walks without an event, and between two attempts to find a missing folder, in
   * milliseconds.
   */
  walkEveryMs: number;
  /** The same for a folder in which the system does not report every change. */
  pollEveryMs: number;
  /**
   * Minimum time between the end of a walk and the next one, in milliseconds: merges bursts of
   * events.
   */
  minPauseMs: number;
}
export const defaultWatchTiming: WatchTiming = {
  walkEveryMs: 60_000,
  pollEveryMs: 20_000,
  minPauseMs: 1_000,
};

/**
 * The pause after a walk is at least this multiple of its duration: limits the load of a large or
 * slow folder.
 */
const pauseFactor = 4;

export interface WatchStatus {
  /** "not-found": there is no folder at the path now; "problem": the folder cannot be read. */
  state: "walking" | "watching" | "not-found" | "problem";
  problem: Problem | null;
  /** Files that are not quiet yet. */
  waiting: number;
  /** Files that wait for an unfinished upload to their gallery path. */
  deferred: number;
  /** Files that are compared with what was sent of them. */
  comparing: number;
  /**
   * The folder is walked after this many seconds, because the system does not report every change;
   * null if it does.
   */
  polling: { reason: PollReason; seconds: number } | null;
  /** Files and folders that could not be uploaded in the last walk (`facts/skip-reasons.ts`). */
  failed: number;
}

export interface FolderWatchDeps {
  folder: WatchFolderRow;
  store: Pick<WatchFolderStore, "file" | "setStamp" | "sentContent">;
  queueFiles: QueueFiles;
  walk: Walk;
  clock: WatchClock;
  timing: WatchTiming;
  /** Default: of the system. */
  createWatcher?: ((deps: TreeWatcherDeps) => TreeWatcher) | undefined;
  isNetworkDrive?: ((folder: string) => Promise<boolean>) | undefined;
  log: Log;
  listeners: {
    /** How a file counts that is left out; by default as in `skipReasons`. */
    leftOutAs?: ((reason: SkipReason) => LeftOut) | undefined;
    /** The status has changed. */
    onChanged: () => void;
    /** Files were queued. */
    onQueued: () => void;
    /** A file is left out; reported in every walk. */
    onSkipped?: (path: string, reason: SkipReason) => void;
  };
}

export type FolderWatch = ReturnType<typeof createFolderWatch>;

export function createFolderWatch(deps: FolderWatchDeps) {
  const { folder, store, queueFiles, walk, clock, timing, log, listeners } = deps;
  const quiet = createQuietFiles(folder.quietMs);
  const stopping = new AbortController();
  const { createWatcher = createTreeWatcher, isNetworkDrive: isOnNetwork = isNetworkDrive } = deps;
  const watcher = createWatcher({ onEvent: () => request(), log });
  const comparisons = createContentComparisons({
    log,
    onSame: ({ path: below, file }) => store.setStamp(folder.id, below, file.identity),
    onDifferent: (file) => void queue([file]),
    onEnded: () => setStatus({ comparing: comparisons.count() }),
  });
  let status: WatchStatus = {
    state: "walking",
    problem: null,
    waiting: 0,
    deferred: 0,
    comparing: 0,
    failed: 0,
    polling: null,
  };
  let active: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;
  /** An event occurred since the last walk began. */
  let isRequested = false;
  /** The earliest time of the next walk. */
  let notBefore = -Infinity;

  function setStatus(next: Partial<WatchStatus>): void {
    const before = JSON.stringify(status);
    status = { ...status, ...next };
    if (JSON.stringify(status) !== before) listeners.onChanged();
  }

  /** Walks the folder soon: an event occurred, or an upload has ended. */
  function request(): void {
    isRequested = true;
    if (!active) schedule(clock.now());
  }
  function schedule(at: number): void {
    cancelTimer?.();
    cancelTimer = null;
    if (stopping.signal.aborted) return;
    const delay = Math.max(at, notBefore) - clock.now();
    cancelTimer = clock.after(Math.max(delay, 0), begin);
  }
  function begin(): void {
    if (active || stopping.signal.aborted) return;
    cancelTimer = null;
    isRequested = false;
    const startedAt = clock.now();
    active = visit(startedAt)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        watcher.close();
        quiet.clear();
        const problem = toProblem(error);
        const isMissing = ["file-missing", "drive-missing"].includes(problem.code);
        if (!isMissing) log.warn(`watch folders: walk of ${folder.id} failed`, problem.message);
        const state = isMissing ? "not-found" : "problem";
        setStatus({ state, problem, waiting: 0, deferred: 0, failed: 0, polling: null });
      })
      .finally(() => {
        active = null;
        const now = clock.now();
        notBefore = now + Math.max(timing.minPauseMs, pauseFactor * (now - startedAt));
        const everyMs = status.polling ? timing.pollEveryMs : timing.walkEveryMs;
        const quietAt = quiet.nextAt() ?? Infinity;
        schedule(isRequested ? now : Math.min(quietAt, now + everyMs));
      });
  }

  /** Queues files. Returns the number of those that wait for an unfinished upload. */
  function queue(files: readonly QuietFile[], leaveOut = listeners.onSkipped): number {
    const { queued, deferred, invalid } = queueFiles(folder, files);
    for (const one of invalid) leaveOut?.(one.path, "name");
    if (queued > 0) listeners.onQueued();
    return deferred.length;
  }

  /** Why the system does not report every change of the folder, as the present walk has found. */
  async function pollingOf(startedAt: number): Promise<WatchStatus["polling"]> {
    const reason =
      watcher.failure() ?? ((await isOnNetwork(folder.sourcePath)) ? "network-drive" : null);
    if (reason === null) return null;
    const pauseMs = Math.max(timing.pollEveryMs, pauseFactor * (clock.now() - startedAt));
    return { reason, seconds: Math.round(pauseMs / 1_000) };
  }

  const walkFolder = createFolderWalk({
    folder,
    store,
    walk,
    watcher,
    quiet,
    comparisons,
    queue,
    now: clock.now,
    leftOutAs: listeners.leftOutAs,
    onSkipped: listeners.onSkipped,
  });
  async function visit(startedAt: number): Promise<void> {
    const { deferred, failed } = await walkFolder(stopping.signal);
    const polling = await pollingOf(startedAt);
    const comparing = comparisons.count();
    const waiting = quiet.count();
    setStatus({ state: "watching", problem: null, waiting, deferred, comparing, failed, polling });
  }

  return {
    start: request,
    /** An upload has ended: a file that waited for it may be queued now. */
    uploadsChanged(): void {
      if (status.deferred > 0) request();
    },
    status: (): WatchStatus => status,
    /** Walks the folder now, if it is not being walked. Resolves when the walk has ended. */
    async walkNow(): Promise<void> {
      notBefore = -Infinity;
      cancelTimer?.();
      begin();
      await active;
    },
    /** Ends the watch. Resolves when no walk is active. */
    async stop(): Promise<void> {
      stopping.abort(new Error("stopping"));
      cancelTimer?.();
      watcher.close();
      await comparisons.stop();
      await active;
      watcher.close();
    },
  };
}
