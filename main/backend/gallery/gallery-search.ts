/**
 * Search in a gallery of any size while a person types: the paths of the workspace that is being looked at are held
 * in memory as long strings, which are searched a hundred times faster than rows of the database.
 */
import { createBreath } from "../../common/yield-to-event-loop";
import type { GallerySlice } from "./store";
import { searchKey } from "../../common/collation";

export interface GallerySearchDeps {
  /** Walks the files of a workspace in the order they are shown. */
  slices: (workspaceId: string) => Generator<GallerySlice>;
}

/** Some paths that follow each other, as they are and as they are searched, parted by `pathSeparator`. */
interface Chunk extends GallerySlice {
  folded: string;
}

interface Index {
  chunks: Chunk[];
  isPrepared: boolean;
  /** What is not read yet. */
  rest: Generator<GallerySlice> | null;
}

/** Parts the paths of a slice: no path of a gallery holds it. */
const pathSeparator = "\u001f";

/** Milliseconds of work between two breaths of the event loop. */
const workMs = 5;
/** How long the index is kept after it was last used: it takes about 100 bytes a file. */
const keptMs = 120_000;
/** What is read ahead begins when a screen has had its answers, and lets other work go first. */
const calmMs = 300;
const pauseMs = 1;
const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export type GallerySearch = ReturnType<typeof createGallerySearch>;

export function createGallerySearch({ slices }: GallerySearchDeps) {
  // One workspace is on screen at a time.
  let held: { workspaceId: string; index: Index } | null = null;
  let leaving: NodeJS.Timeout | undefined;

  function forget(): void {
    clearTimeout(leaving);
    held = null;
  }

  function indexOf(workspaceId: string): Index {
    clearTimeout(leaving);
    leaving = setTimeout(forget, keptMs).unref();
    if (held?.workspaceId !== workspaceId)
      held = { workspaceId, index: { chunks: [], isPrepared: false, rest: slices(workspaceId) } };
    return held.index;
  }

  const isGoingOn = ({ rest }: Index) => rest !== null;

  function readMore(index: Index): void {
    const next = index.rest?.next();
    if (next === undefined || next.done === true) index.rest = null;
    else index.chunks.push(toChunk(next.value));
  }

  return {
    /** Reads the paths ahead of a search, between other work. */
    async prepare(workspaceId: string): Promise<void> {
      const index = indexOf(workspaceId);
      if (index.isPrepared) return;
      index.isPrepared = true;
      await rest(calmMs);
      while (isGoingOn(index) && held?.index === index) {
        const until = performance.now() + workMs;
        do readMore(index);
        while (isGoingOn(index) && performance.now() < until);
        await rest(pauseMs);
      }
    },
    /** The paths below a folder that hold a text, without regard to case and accents, up to a number of them. */
    async find(
      workspaceId: string,
      folder: string,
      text: string,
      most: number,
    ): Promise<{ paths: string[]; isTruncated: boolean }> {
      const index = indexOf(workspaceId);
      const term = searchKey(text);
      const paths: string[] = [];
      const breathe = createBreath(workMs);
      for (let at = 0; at < index.chunks.length || index.rest !== null;) {
        const chunk = index.chunks[at];
        if (chunk === undefined) readMore(index);
        else {
          if (isNear(chunk, folder)) findIn(chunk, folder, term, paths, most + 1);
          if (paths.length > most) return { paths: paths.slice(0, most), isTruncated: true };
          at += 1;
        }
        await breathe();
      }
      return { paths, isTruncated: false };
    },
    /** A file has come: it is found too, at the end until the paths are read anew. */
    add(workspaceId: string, path: string): void {
      if (held?.workspaceId !== workspaceId) return;
      // A file that the reading has yet to come to would be there twice.
      if (held.index.rest !== null) forget();
      else held.index.chunks.push(toChunk({ paths: path, parents: null }));
    },
    /** The gallery is another: its paths are read anew when they are searched again. */
    forget,
  };
}

function toChunk(slice: GallerySlice): Chunk {
  const folded = searchKey(slice.paths);
  // Most paths are written small: then one string serves as both.
  return { ...slice, folded: folded === slice.paths ? slice.paths : folded };
}

/** Whether a chunk may hold files below a folder. The database orders by bytes. */
function isNear({ parents }: Chunk, folder: string): boolean {
  if (parents === null || folder === "") return true;
  if (Buffer.compare(Buffer.from(parents.last), Buffer.from(folder)) < 0) return false;
  return (
    parents.first.startsWith(folder) ||
    Buffer.compare(Buffer.from(parents.first), Buffer.from(folder)) <= 0
  );
}

function findIn(chunk: Chunk, folder: string, term: string, found: string[], most: number): void {
  const { folded } = chunk;
  let rows: string[] | null = null;
  let row = 0;
  let from = 0;
  for (let hit = folded.indexOf(term); hit !== -1;) {
    // The hit's row, by the separators before it: folding may change lengths, not the number of rows.
    for (;;) {
      const end = folded.indexOf(pathSeparator, from);
      if (end === -1 || end >= hit) break;
      row += 1;
      from = end + 1;
    }
    rows ??= chunk.paths.split(pathSeparator);
    const path = rows[row];
    if (path?.startsWith(folder) === true && found.push(path) >= most) return;
    const end = folded.indexOf(pathSeparator, from);
    if (end === -1) return;
    hit = folded.indexOf(term, end + 1);
  }
}
