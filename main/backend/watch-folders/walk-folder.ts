/** One walk of a watch folder. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { skipReasons, type LeftOut, type SkipReason } from "../../../preload/facts/skip-reasons";
import { AppError } from "../../common/errors";
import type { UploadableFile, Walk } from "../uploads/plans/walk-files";
import { fromReadError } from "../uploads/transfer/disk";
import { isSameFile, isSameStamp } from "../uploads/transfer/source-file";
import { createMatcher } from "./patterns";
import type { QuietFile } from "./queue-files";
import type { WatchFolderRow, WatchFolderStore } from "./store";
import type { TreeWatcher } from "./tree-watcher";
import type { createContentComparisons } from "./content-comparisons";
import type { createQuietFiles } from "./quiet-files";

/** Files that are queued in one transaction. */
const batchSize = 200;

export interface FolderWalkDeps {
  folder: WatchFolderRow;
  store: Pick<WatchFolderStore, "file" | "sentContent">;
  walk: Walk;
  watcher: Pick<TreeWatcher, "beginWalk" | "add" | "retain">;
  quiet: ReturnType<typeof createQuietFiles>;
  comparisons: Pick<ReturnType<typeof createContentComparisons>, "has" | "add">;
  /** Queues files. Returns the number of those that wait for an unfinished upload. */
  queue: (
    files: readonly QuietFile[],
    leaveOut: (path: string, reason: SkipReason) => void,
  ) => number;
  /** A clock that does not jump, in milliseconds. */
  now: () => number;
  /** How a file counts that is left out; by default as in `skipReasons`. */
  leftOutAs?: ((reason: SkipReason) => LeftOut) | undefined;
  /** A file is left out; reported in every walk. */
  onSkipped?: ((path: string, reason: SkipReason) => void) | undefined;
}

/**
 * Creates the walk of a watch folder: it queues the files that are new or changed and quiet.
 * Resolves to the numbers of files that wait for an unfinished upload, and of those that cannot be
 * uploaded.
 */
export function createFolderWalk(deps: FolderWalkDeps) {
  const { folder, store, walk, watcher, quiet, comparisons, queue, now } = deps;
  const matches = createMatcher(folder);
  // What is below a folder is not known: only an exclusion applies to it.
  const matchesFolder = createMatcher({ include: [], exclude: folder.exclude });

  return async function walkFolder(
    signal: AbortSignal,
  ): Promise<{ deferred: number; failed: number }> {
    await requireFolder(folder.sourcePath);
    watcher.beginWalk();
    const folders = new Set<string>();
    const seen = new Set<string>();
    let batch: QuietFile[] = [];
    let deferred = 0;
    let failed = 0;
    const leaveOut = (at: string, reason: SkipReason) => {
      if ((deps.leftOutAs?.(reason) ?? skipReasons[reason]) === "failed") failed += 1;
      deps.onSkipped?.(at, reason);
    };
    quiet.beginWalk();
    const queueBatch = () => {
      if (batch.length === 0) return;
      deferred += queue(batch, leaveOut);
      batch = [];
    };
    const onFolder = (location: string) => {
      folders.add(location);
      watcher.add(location);
    };
    for await (const found of walk([folder.sourcePath], signal, onFolder)) {
      const below = belowRoot(folder.sourcePath, found.file);
      if (found.kind === "skipped") {
        // The folder was removed after its check.
        if (below === "") await requireFolder(folder.sourcePath);
        else if (found.file.isFolder ? matchesFolder(below) : matches(below))
          leaveOut(below, found.file.reason);
        continue;
      }
      if (!matches(below)) continue;
      if (seen.has(below)) {
        // Two names that are equal in NFC.
        leaveOut(below, "duplicate");
        continue;
      }
      seen.add(below);
      const known = store.file(folder.id, below);
      const { identity, sourcePath } = found.file;
      const isKnown = known !== undefined && isSameFile(known, identity);
      // The stamp of a file that is being uploaded is checked by its upload.
      const isSettled =
        isKnown &&
        (known.uploadId !== null ||
          known.contentMd5 === null ||
          isSameStamp(known, identity) ||
          comparisons.has(below));
      if (isSettled) {
        quiet.forget(below);
        continue;
      }
      if (!quiet.observe(below, identity, now())) continue;
      const contentMd5 = isKnown ? store.sentContent(folder.workspaceId, known) : "";
      if (isKnown && contentMd5 !== "") {
        comparisons.add({ path: below, file: found.file }, { ...known, sourcePath, contentMd5 });
        quiet.forget(below);
        continue;
      }
      batch.push({ path: below, file: found.file });
      if (batch.length >= batchSize) queueBatch();
    }
    queueBatch();
    // The folder may have disappeared during the walk, which then has found too little.
    await requireFolder(folder.sourcePath);
    quiet.endWalk();
    watcher.retain(folders);
    return { deferred, failed };
  };
}

/**
 * Rejects with "file-missing" if there is no folder at the path, or "file-unreadable" if it cannot
 * be inspected.
 */
export async function requireFolder(location: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(location)).isDirectory();
  } catch (error) {
    throw fromReadError(error);
  }
  if (!isFolder) throw new AppError("file-missing", `${path.basename(location)} is not a folder`);
}

/**
 * The path of a found file below the walked folder, whose name is the first segment; "" for the
 * folder.
 */
export function belowRoot(
  root: string,
  { sourcePath, relativePath }: Pick<UploadableFile, "sourcePath" | "relativePath">,
): string {
  // The root of a drive has no name.
  if (path.basename(root) === "") return sourcePath === root ? "" : relativePath;
  const slash = relativePath.indexOf("/");
  return slash === -1 ? "" : relativePath.slice(slash + 1);
}
