/**
 * Searches a gallery of any size while the user types: the paths of the shown workspace are cached
 * in memory as long strings, because searching them is a hundred times faster than searching rows
 * of the database.
 */
import { createYieldIfDue, defaultWorkMs } from "../../common/yield-to-event-loop";
import type { GallerySlice } from "./gallery-slices";
import { searchKey } from "../../common/collation";

export interface GallerySearchDeps {
  /** Reads the files of a workspace in display order, in slices. */
  slices: (workspaceId: string) => Generator<GallerySlice>;
}

/** Consecutive paths, original and folded for the search, separated by `pathSeparator`. */
interface Chunk extends GallerySlice {
  folded: string;
}

interface Index {
  chunks: Chunk[];
  isPrepared: boolean;
  /** The slices that are not read yet; null at the end. */
  unread: Generator<GallerySlice> | null;
}

/** Separates the paths of a slice; no gallery path contains it. */
const pathSeparator = "\u001f";

/**
 * How long the index is cached after its last use, in milliseconds; it takes about 100 bytes per
 * file.
 */
const cacheMs = 120_000;
/** Delay before the index is read in advance, so that the queries of a screen run first. */
const prepareDelayMs = 300;
const pauseMs = 1;
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export function createGallerySearch({ slices }: GallerySearchDeps) {
  // One workspace is on screen at a time.
  let cached: { workspaceId: string; index: Index } | null = null;
  let expiry: NodeJS.Timeout | undefined;

  function discard(): void {
    clearTimeout(expiry);
    cached = null;
  }

  function indexOf(workspaceId: string): Index {
    clearTimeout(expiry);
    expiry = setTimeout(discard, cacheMs).unref();
    if (cached?.workspaceId !== workspaceId)
      cached = {
        workspaceId,
        index: { chunks: [], isPrepared: false, unread: slices(workspaceId) },
      };
    return cached.index;
  }

  const hasMore = ({ unread }: Index) => unread !== null;

  function readMore(index: Index): void {
    const next = index.unread?.next();
    if (next === undefined || next.done === true) index.unread = null;
    else index.chunks.push(toChunk(next.value));
  }

  return {
    /** Reads the paths in advance of a search, in the background. */
    async prepare(workspaceId: string): Promise<void> {
      const index = indexOf(workspaceId);
      if (index.isPrepared) return;
      index.isPrepared = true;
      await delay(prepareDelayMs);
      while (hasMore(index) && cached?.index === index) {
        const until = performance.now() + defaultWorkMs;
        do readMore(index);
        while (hasMore(index) && performance.now() < until);
        await delay(pauseMs);
      }
    },
    /** The paths below a folder that contain a text, ignoring case and accents, up to `limit`. */
    async find(
      workspaceId: string,
      folder: string,
      text: string,
      limit: number,
    ): Promise<{ paths: string[]; isTruncated: boolean }> {
      const index = indexOf(workspaceId);
      const term = searchKey(text);
      const paths: string[] = [];
      const yieldIfDue = createYieldIfDue();
      for (let at = 0; at < index.chunks.length || index.unread !== null;) {
        const chunk = index.chunks[at];
        if (chunk === undefined) readMore(index);
        else {
          if (mayContain(chunk, folder)) findIn(chunk, folder, term, paths, limit + 1);
          if (paths.length > limit) return { paths: paths.slice(0, limit), isTruncated: true };
          at += 1;
        }
        await yieldIfDue();
      }
      return { paths, isTruncated: false };
    },
    /** Adds a file: it is found last until the paths are read again. */
    add(workspaceId: string, path: string): void {
      if (cached?.workspaceId !== workspaceId) return;
      // A file that the active read has not reached would be listed twice.
      if (cached.index.unread !== null) discard();
      else cached.index.chunks.push(toChunk({ paths: path, parents: null }));
    },
    /** Discards the index: the gallery changed, and its paths are read again at the next search. */
    discard,
  };
}

function toChunk(slice: GallerySlice): Chunk {
  const folded = searchKey(slice.paths);
  // Most paths are lower case: then one string serves as both.
  return { ...slice, folded: folded === slice.paths ? slice.paths : folded };
}

/** Whether a chunk may contain files below a folder. The database orders by bytes. */
function mayContain({ parents }: Chunk, folder: string): boolean {
  if (parents === null || folder === "") return true;
  if (Buffer.compare(Buffer.from(parents.last), Buffer.from(folder)) < 0) return false;
  return (
    parents.first.startsWith(folder) ||
    Buffer.compare(Buffer.from(parents.first), Buffer.from(folder)) <= 0
  );
}

function findIn(chunk: Chunk, folder: string, term: string, found: string[], limit: number): void {
  const { folded } = chunk;
  let rows: string[] | null = null;
  let row = 0;
  let from = 0;
  for (let hit = folded.indexOf(term); hit !== -1;) {
    // The hit's row, by the separators before it: folding may change lengths, not the number of
    // rows.
    for (;;) {
      const end = folded.indexOf(pathSeparator, from);
      if (end === -1 || end >= hit) break;
      row += 1;
      from = end + 1;
    }
    rows ??= chunk.paths.split(pathSeparator);
    const path = rows[row];
    if (path?.startsWith(folder) === true && found.push(path) >= limit) return;
    const end = folded.indexOf(pathSeparator, from);
    if (end === -1) return;
    hit = folded.indexOf(term, end + 1);
  }
}
