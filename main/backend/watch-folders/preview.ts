/**
 * Lists which files below a folder patterns match, before there is a watch folder. The folder may
 * be enormous, or on a network drive that does not respond: a preview ends after a number of
 * entries or a time, and reports that it is not complete.
 */
import { setTimeout as delay } from "node:timers/promises";
import {
  maxPreviewEntries,
  maxPreviewMs,
  maxPreviewPaths,
} from "../../../preload/facts/watch-folders";
import { skipReasons, type SkipReason } from "../../../preload/facts/skip-reasons";
import type { Found, Walk } from "../uploads/plans/walk-files";
import { belowRoot, requireFolder } from "./walk-folder";
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

interface LeftOutGroup {
  count: number;
  files: { path: string; reason: SkipReason }[];
}

export interface Preview {
  /** Files that are uploaded. */
  matching: Group;
  /** Media that the patterns exclude, and temporary files. */
  excluded: Group;
  /** What matches the patterns and cannot be uploaded. */
  failed: LeftOutGroup;
  /** What is not meant to be uploaded: other types, hidden files. */
  skipped: LeftOutGroup;
  /** False if a limit ended the preview: there may be more files. */
  isComplete: boolean;
}

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
     * Resolves with null if it was cancelled. Throws "invalid-input" with the field of an invalid
     * pattern, and "file-missing", "file-denied" or "file-unreadable" if the folder cannot be read.
     */
    async run(sourcePath: string, patterns: Patterns): Promise<Preview | null> {
      cancel();
      const { signal } = active;
      const { include, exclude } = readPatterns(patterns);
      const matchers: Matchers = {
        matches: createMatcher({ include, exclude }),
        matchesFolder: createMatcher({ include: [], exclude }),
      };
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
        const result = createResult(sourcePath, limits.paths);
        const entries = walk([sourcePath], either);
        for (let left = limits.entries; isReadable === true; left -= 1) {
          const next = await Promise.race([takeNext(entries), stopped]);
          if (signal.aborted) return null;
          if (next === "stopped" || (left === 0 && !next.done)) break;
          if (next.done) return { ...result.value, isComplete: true };
          result.add(next.value, matchers);
        }
        return signal.aborted ? null : result.value;
      } catch (error) {
        // A walk may reject with the reason of the signal before the loop sees the signal.
        if (signal.aborted) return null;
        throw error;
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

interface Matchers {
  matches: (path: string) => boolean;
  /** For folders whose files are not known: only an exclusion applies to them. */
  matchesFolder: (path: string) => boolean;
}

function createResult(root: string, maxPaths: number) {
  const value: Preview = {
    matching: { count: 0, bytes: 0, paths: [] },
    excluded: { count: 0, bytes: 0, paths: [] },
    failed: { count: 0, files: [] },
    skipped: { count: 0, files: [] },
    isComplete: false,
  };
  return {
    value,
    add(found: Found, { matches, matchesFolder }: Matchers): void {
      const path = belowRoot(root, found.file);
      if (path === "") return;
      if (found.kind === "skipped") {
        if (!(found.file.isFolder ? matchesFolder(path) : matches(path))) return;
        const { reason } = found.file;
        const leftOut = value[skipReasons[reason]];
        leftOut.count += 1;
        if (leftOut.files.length < maxPaths) leftOut.files.push({ path, reason });
        return;
      }
      const group = matches(path) ? value.matching : value.excluded;
      group.count += 1;
      group.bytes += found.file.identity.size;
      if (group.paths.length < maxPaths) group.paths.push(path);
    },
  };
}
