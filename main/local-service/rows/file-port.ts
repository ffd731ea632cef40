/** The part of the store's port for the files of the gallery, and their publication and removal. */

/** A file of the gallery. */
export interface FileRow {
  /** Its gallery path, NFC. */
  path: string;
  /** Location of its bytes; opaque except to the object store and `media/locations.ts`. */
  location: string;
  /**
   * The path in the form that case-insensitive file systems compare; null if the bytes are in
   * renamed/.
   */
  folded: string | null;
  size: number;
  /** Without quotes. */
  etag: string;
  contentType: string;
}

/** A file that is being moved from its staged object to its location. */
export interface PublishingRow extends FileRow {
  staged: string;
  /** The multipart upload that completes with it, or null. */
  uploadId: string | null;
}

/** Files to delete: by path, or all files below a folder ("a/b/"). */
export type Selection = { paths: readonly string[] } | { folder: string };

export interface FileRows {
  findFile(path: string): Promise<FileRow | null>;
  /** The given paths that are in the gallery. */
  findExistingPaths(paths: readonly string[]): Promise<Set<string>>;
  /** The next paths after `after`, in order of their UTF-8 bytes. */
  listPaths(after: string, limit: number): Promise<string[]>;
  /** Whether another file's path has one of these folded forms. */
  isFoldedTaken(folded: readonly string[], exceptPath: string): Promise<boolean>;
  /** Whether a file is below this folder (folded, ends in "/"). */
  isFolderTaken(foldedFolder: string): Promise<boolean>;
  /** Replaces the ETag of a file that has the ETag `from`. */
  replaceEtag(path: string, from: string, to: string): Promise<void>;
  /** Adds many files in one transaction, for imports and benchmarks. Not durable. */
  addFiles(files: Iterable<FileRow>): Promise<void>;
}

export interface PublishingRows {
  /** Records a publication; after a crash it is completed at the next start. */
  beginPublishing(row: PublishingRow): Promise<void>;
  /**
   * Durable with the next durable change; after a crash before that, `listPublishing` returns it
   * again.
   */
  finishPublishing(staged: string): Promise<void>;
  movePublishing(staged: string, location: string): Promise<void>;
  cancelPublishing(staged: string): Promise<void>;
  listPublishing(): Promise<PublishingRow[]>;
}

export interface RemovalRows {
  /**
   * Deletes the rows of up to `limit` matching files; returns the locations whose bytes are to be
   * removed.
   */
  beginRemoval(selection: Selection, limit: number): Promise<string[]>;
  /** Not durable: removing twice is harmless. */
  finishRemoval(locations: readonly string[]): Promise<void>;
  /** Those whose rows were removed at least this many milliseconds ago; all with 0. */
  listRemovals(agoMs: number): Promise<string[]>;
}
