/**
 * Watches one folder: walks it at the start, after events and periodically, and queues the files that are new or changed
 * and quiet. Only a walk decides what is queued; events make it start sooner. Nothing is ever deleted in the gallery.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Problem, SkipReason } from "../../../preload/model";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Walk } from "../uploads/plans/walk-files";
import { fromReadError } from "../uploads/transfer/disk";
import { createMatcher } from "./patterns";
import type { QueueFiles, QuietFile } from "./queue-files";
import { createQuietFiles } from "./quiet-files";
import { isSameVersion, type WatchFolderRow, type WatchFolderStore } from "./store";
import { createTreeWatcher } from "./tree-watcher";

/** A clock that does not jump, and its timers. */
export interface WatchClock {
  /** In milliseconds. */
  now(): number;
  /** Calls the function once, after the given milliseconds. Returns the function that prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}

export interface WatchTiming {
  /** Time between two walks without an event, and between two attempts to find a missing folder, in milliseconds. */
  walkEveryMs: number;
  /** Minimum time between the end of a walk and the next one, in milliseconds: merges bursts of events. */
  minPauseMs: number;
}
export const defaultWatchTiming: WatchTiming = { walkEveryMs: 60_000, minPauseMs: 1_000 };

/** The pause after a walk is at least this multiple of its duration: limits the load of a large or slow folder. */
const pauseFactor = 4;
/** Files that are queued in one transaction. */
const batchSize = 200;

export interface WatchStatus {
  /** "not-found": there is no folder at the path now; "problem": the folder cannot be read. */
  state: "walking" | "watching" | "not-found" | "problem";
  problem: Problem | null;
  /** Files that are not quiet yet. */
  waiting: number;
  /** Files that wait for an unfinished upload to their gallery path. */
  deferred: number;
}

export interface FolderWatchDeps {
  folder: WatchFolderRow;
  store: Pick<WatchFolderStore, "file">;
  queueFiles: QueueFiles;
  walk: Walk;
  clock: WatchClock;
  timing: WatchTiming;
  log: Log;
  listeners: {
    /** The status has changed. */
    onChanged: () => void;
    /** Files were queued. */
    onQueued: () => void;
    /** A file is skipped; reported in every walk. */
    onSkipped?: (path: string, reason: SkipReason) => void;
  };
}

export type FolderWatch = ReturnType<typeof createFolderWatch>;

export function createFolderWatch(deps: FolderWatchDeps) {
  const { folder, store, queueFiles, walk, clock, timing, log, listeners } = deps;
  const matches = createMatcher(folder);
  const quiet = createQuietFiles(folder.quietMs);
  const stopping = new AbortController();
  const watcher = createTreeWatcher({ onEvent: () => request(), log });
  let status: WatchStatus = { state: "walking", problem: null, waiting: 0, deferred: 0 };
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
    active = visit()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        watcher.close();
        quiet.clear();
        const problem = toProblem(error);
        const isMissing = ["file-missing", "drive-missing"].includes(problem.code);
        if (!isMissing) log.warn(`watch folders: walk of ${folder.id} failed`, problem.message);
        setStatus({ state: isMissing ? "not-found" : "problem", problem, waiting: 0, deferred: 0 });
      })
      .finally(() => {
        active = null;
        const now = clock.now();
        notBefore = now + Math.max(timing.minPauseMs, pauseFactor * (now - startedAt));
        const quietAt = quiet.nextAt() ?? Infinity;
        schedule(isRequested ? now : Math.min(quietAt, now + timing.walkEveryMs));
      });
  }

  async function visit(): Promise<void> {
    await requireFolder(folder.sourcePath);
    const folders = new Set<string>();
    const seen = new Set<string>();
    let batch: QuietFile[] = [];
    let deferred = 0;
    quiet.beginWalk();
    const queueBatch = () => {
      if (batch.length === 0) return;
      const result = queueFiles(folder, batch);
      for (const one of result.invalid) listeners.onSkipped?.(one.path, "name");
      deferred += result.deferred.length;
      batch = [];
      if (result.queued > 0) listeners.onQueued();
    };
    const onFolder = (location: string) => {
      folders.add(location);
      watcher.add(location);
    };
    for await (const found of walk([folder.sourcePath], stopping.signal, onFolder)) {
      const below = belowRoot(found.file.relativePath);
      if (found.kind === "skipped") {
        // The folder was removed after its check.
        if (below === "") await requireFolder(folder.sourcePath);
        else if (matches(below)) listeners.onSkipped?.(below, found.file.reason);
        continue;
      }
      if (!matches(below)) continue;
      if (seen.has(below)) {
        // Two names that are equal in NFC.
        listeners.onSkipped?.(below, "duplicate");
        continue;
      }
      seen.add(below);
      const known = store.file(folder.id, below);
      if (known && isSameVersion(known, found.file.identity)) {
        quiet.forget(below);
        continue;
      }
      if (!quiet.observe(below, found.file.identity, clock.now())) continue;
      batch.push({ path: below, file: found.file });
      if (batch.length >= batchSize) queueBatch();
    }
    queueBatch();
    // The folder may have disappeared during the walk, which then has found too little.
    await requireFolder(folder.sourcePath);
    quiet.endWalk();
    watcher.retain(folders);
    setStatus({ state: "watching", problem: null, waiting: quiet.count(), deferred });
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
      await active;
      watcher.close();
    },
  };
}

/** Rejects with "file-missing" if there is no folder at the path, or "file-unreadable" if it cannot be inspected. */
export async function requireFolder(location: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(location)).isDirectory();
  } catch (error) {
    throw fromReadError(error);
  }
  if (!isFolder) throw new AppError("file-missing", `${path.basename(location)} is not a folder`);
}

/** The path below the walked folder, whose name is the first segment. */
export function belowRoot(relativePath: string): string {
  const slash = relativePath.indexOf("/");
  return slash === -1 ? "" : relativePath.slice(slash + 1);
}
