/**
 * Lists which files below a folder patterns match, before there is a watch folder. The folder may be enormous, or on a
 * network drive that does not respond: a preview ends after a number of entries or a time, and reports that it is not
 * complete.
 */
import { setTimeout as delay } from "node:timers/promises";
import {
  maxPreviewEntries,
  maxPreviewMs,
  maxPreviewPaths,
} from "../../../preload/facts/watch-folders";
import type { SkipReason } from "../../../preload/model";
import type { Found, Walk } from "../uploads/plans/walk-files";
import { belowRoot, requireFolder } from "./folder-watch";
import { createMatcher, readPatterns, type Patterns } from "./patterns";

export interface PreviewLimits {
  entries: number;
  milliseconds: number;
  paths: number;
}
const defaultLimits: PreviewLimits = {
  entries: maxPreviewEntries,
  milliseconds: maxPreviewMs,
  paths: maxPreviewPaths,
};

/** `paths` are the first ones, below the folder. */
interface Group {
  count: number;
  bytes: number;
  paths: string[];
}
export interface Preview {
  /** Files that are uploaded. */
  matching: Group;
  /** Media that the patterns exclude, and temporary files. */
  excluded: Group;
  /** What matches the patterns and cannot be uploaded. */
  skipped: { count: number; files: { path: string; reason: SkipReason }[] };
  /** False if a limit ended the preview: there may be more files. */
  isComplete: boolean;
}

export type Previews = ReturnType<typeof createPreviews>;

/** One preview at a time: a new one cancels the one before. */
export function createPreviews(walk: Walk, limits: PreviewLimits = defaultLimits) {
  let active = new AbortController();

  function cancel(): void {
    active.abort(new Error("preview cancelled"));
    active = new AbortController();
  }

  return {
    cancel,
    /**
     * Resolves with null if it was cancelled. Throws "invalid-input" with the field of an invalid pattern, and
     * "file-missing", "file-denied" or "file-unreadable" if the folder cannot be read.
     */
    async run(sourcePath: string, patterns: Patterns): Promise<Preview | null> {
      cancel();
      const { signal } = active;
      const matches = createMatcher(readPatterns(patterns));
      const ended = new AbortController();
      const either = AbortSignal.any([signal, ended.signal]);
      const stopped = delay(limits.milliseconds, "stopped" as const, {
        signal: either,
        ref: false,
      }).catch(() => "stopped" as const);
      try {
        // A drive that does not respond delays the call for the time of the limit only.
        const isReadable = await Promise.race([
          requireFolder(sourcePath).then(() => true),
          stopped,
        ]);
        const result = createResult(limits.paths);
        const entries = walk([sourcePath], either);
        for (let left = limits.entries; isReadable === true; left -= 1) {
          const next = await Promise.race([takeNext(entries), stopped]);
          if (signal.aborted) return null;
          if (next === "stopped" || (left === 0 && !next.done)) break;
          if (next.done) return { ...result.value, isComplete: true };
          result.add(next.value, matches);
        }
        return signal.aborted ? null : result.value;
      } finally {
        // Ends the timer, and the walk before its next entry.
        ended.abort(new Error("preview ended"));
      }
    },
  };
}

/** The next entry. A walk that is aborted later rejects when the preview has ended. */
function takeNext(entries: AsyncGenerator<Found>): Promise<IteratorResult<Found>> {
  const next = entries.next();
  next.catch(() => undefined);
  return next;
}

function createResult(maxPaths: number) {
  const value: Preview = {
    matching: { count: 0, bytes: 0, paths: [] },
    excluded: { count: 0, bytes: 0, paths: [] },
    skipped: { count: 0, files: [] },
    isComplete: false,
  };
  return {
    value,
    add(found: Found, matches: (path: string) => boolean): void {
      const path = belowRoot(found.file.relativePath);
      if (path === "") return;
      if (found.kind === "skipped") {
        if (!matches(path)) return;
        value.skipped.count += 1;
        if (value.skipped.files.length < maxPaths)
          value.skipped.files.push({ path, reason: found.file.reason });
        return;
      }
      const group = matches(path) ? value.matching : value.excluded;
      group.count += 1;
      group.bytes += found.file.identity.size;
      if (group.paths.length < maxPaths) group.paths.push(path);
    },
  };
}
