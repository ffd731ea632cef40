/** The port behind which the rows of the local workspace are. Here SQLite; it is shaped so that a server could be. */

import type { BatchStore } from "./batch-port";
import type { ProjectStore } from "./project-port";

/** A file of the gallery. */
export interface FileRow {
  /** Its gallery path, NFC. */
  path: string;
  /** Where its bytes are; opaque to all but the object store and `media/locations.ts`. */
  location: string;
  /** The path as systems compare that ignore case; null where the bytes are under a safe name. */
  folded: string | null;
  size: number;
  /** Without quotes. */
  etag: string;
  contentType: string;
}

/** A script that the workspace keeps. */
export interface ScriptRow {
  /** Nobody can guess it. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Opaque to all but the object store. */
  location: string;
  createdAt: number;
}

/** How much there is. */
export interface Statistics {
  projects: number;
  /** By status. */
  batches: Record<string, number>;
  lines: number;
  characters: number;
  glossaryLines: number;
  users: number;
  scripts: number;
  mediaFiles: number;
  mediaBytes: number;
}

export interface UploadRow {
  id: string;
  path: string;
  contentType: string;
  layout: string | null;
}

export interface PartRow {
  number: number;
  size: number;
  etag: string;
  placement: string;
}

/** Marks the signed URL of a part as used. */
export interface SpentUrl {
  nonce: string;
  /** Milliseconds since 1970; it need not be remembered for longer. */
  expiresAt: number;
}

/** A file on its way from its staged object to its location. */
export interface PublishingRow extends FileRow {
  staged: string;
  /** The multipart upload that ends with it, or null. */
  uploadId: string | null;
}

/** The rows of a backup cannot be taken over; the message says why, and holds no path. */
export class UnusableBackup extends Error {}

/** What a deletion matches: paths themselves, or everything below a folder ("a/b/"). */
export type Selection = { paths: readonly string[] } | { folder: string };

/**
 * Rows that somebody was told of are on disk when a function resolves, unless its comment says otherwise.
 * Moments are milliseconds since 1970.
 */
export interface LocalStore extends ProjectStore, BatchStore {
  /** Runs `work` while nobody else runs any under the same name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;

  findFile(path: string): Promise<FileRow | null>;
  /** Of the given paths, those that are in the gallery. */
  knownPaths(paths: readonly string[]): Promise<Set<string>>;
  /** The next paths after `after`, in order of their UTF-8 bytes. */
  listPaths(after: string, limit: number): Promise<string[]>;
  /** Whether another file's path has one of these folded forms. */
  isFoldedTaken(folded: readonly string[], exceptPath: string): Promise<boolean>;
  /** Whether a file lies below this folder (folded, ends in "/"). */
  isFolderTaken(foldedFolder: string): Promise<boolean>;
  /** Adds files at once, for imports and measurements; they are not durable one by one. */
  addFiles(files: Iterable<FileRow>): Promise<void>;

  /** From here on the file becomes visible, come what may. */
  beginPublishing(row: PublishingRow): Promise<void>;
  /** Durable with the next durable change; until then `listPublishing` tells of it again. */
  finishPublishing(staged: string): Promise<void>;
  movePublishing(staged: string, location: string): Promise<void>;
  cancelPublishing(staged: string): Promise<void>;
  listPublishing(): Promise<PublishingRow[]>;

  /** Takes up to `limit` matching files out of the gallery; gives the locations that are to be removed now. */
  beginRemoval(selection: Selection, limit: number): Promise<string[]>;
  /** Not durable: removing twice is harmless. */
  finishRemoval(locations: readonly string[]): Promise<void>;
  listRemovals(): Promise<string[]>;

  addUpload(row: Omit<UploadRow, "layout">, at: number): Promise<void>;
  /** An upload that takes parts; null when unknown, being completed, completed or swept. */
  findOpenUpload(id: string): Promise<UploadRow | null>;
  touchUpload(id: string, at: number): Promise<void>;
  /** All parts of an open or completing upload, by number. */
  listParts(uploadId: string): Promise<PartRow[]>;
  findPart(uploadId: string, number: number): Promise<PartRow | null>;
  /** "gone": no longer open. "spent": the URL was used before. */
  keepPart(
    uploadId: string,
    part: PartRow,
    layout: string | null,
    spent: SpentUrl,
    at: number,
  ): Promise<"kept" | "gone" | "spent">;
  /** Closes an upload to further parts and forgets those after `lastNumber`. */
  closeUpload(id: string, lastNumber: number): Promise<void>;
  /** Opens a closed upload again; without an id, all of them (those of a service that was killed). */
  reopenUpload(id?: string): Promise<void>;
  /** Forgets uploads without a sign of life since then; gives their ids. */
  removeUploadsBefore(moment: number): Promise<string[]>;
  isUploadKnown(id: string): Promise<boolean>;

  listScripts(): Promise<ScriptRow[]>;
  findScript(id: string): Promise<ScriptRow | null>;
  addScript(script: ScriptRow): Promise<void>;
  /** Notes its location as a removal, and gives it; null for an unknown script. */
  removeScript(id: string): Promise<string | null>;

  /** Counts everything: it takes longer the more there is. */
  statistics(): Promise<Statistics>;

  /**
   * Writes every row that a backup holds into a folder; gives the file. Call it while no file is being published,
   * and sync the file.
   */
  backUp(folder: string): Promise<string>;
  /**
   * Puts the rows of a backup in the place of all that are here, at once. `place` brings the bytes first: those of
   * files to staged names, which it gives in their order, and which are publications under way from then on.
   * @throws UnusableBackup, and then nothing has changed.
   */
  restore(
    folder: string,
    place: (files: readonly FileRow[], scripts: readonly ScriptRow[]) => Promise<string[]>,
  ): Promise<void>;

  isUrlSpent(nonce: string): Promise<boolean>;
  forgetSpentUrls(expiredBefore: number): Promise<void>;

  close(): Promise<void>;
}
