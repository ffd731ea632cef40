/** Finds out when a file is complete: its snapshot has been unchanged for the quiet time. */
import { isSameSnapshot } from "../uploads/transfer/source-file";
import type { FileSnapshot } from "../uploads/store/upload-rows";

interface Observation {
  identity: FileSnapshot;
  /** When the file was first seen in this state. */
  since: number;
  /** Number of the last walk that found the file. */
  walk: number;
}

/**
 * Times are milliseconds of a clock that does not jump. Only files that are not quiet yet use
 * memory.
 */
export function createQuietFiles(quietMs: number) {
  const observed = new Map<string, Observation>();
  let walk = 0;
  return {
    /** Starts a walk. */
    beginWalk(): void {
      walk += 1;
    },
    /** A walk has found the file. Returns whether it is quiet. */
    observe(path: string, identity: FileSnapshot, now: number): boolean {
      const before = observed.get(path);
      const since = before && isSameSnapshot(before.identity, identity) ? before.since : now;
      if (now - since >= quietMs) return true;
      observed.set(path, { identity, since, walk });
      return false;
    },
    /** The file needs no further observation. */
    forget(path: string): void {
      observed.delete(path);
    },
    /** Ends a complete walk: files that it has not found no longer exist. */
    endWalk(): void {
      for (const [path, one] of observed) if (one.walk !== walk) observed.delete(path);
    },
    clear: () => observed.clear(),
    /** Number of files that are not quiet. */
    count: () => observed.size,
    /** When the first of them is quiet unless it changes; null if there is none. */
    nextAt(): number | null {
      let next: number | null = null;
      for (const { since } of observed.values()) next = Math.min(next ?? Infinity, since + quietMs);
      return next;
    },
  };
}
