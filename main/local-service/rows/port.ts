/** Port for the rows of the local workspace. Implemented with SQLite; a database server could implement it too. */

import type { ExternalEngine } from "../../common/external-grants";
import type { BatchStore } from "./batches/batch-port";
import type { BulkStore } from "./batches/bulk-port";
import type { IngestionStore } from "./batches/ingestion-port";
import type { DubStore } from "./dubs/dub-port";
import type { ExportStore } from "./exports/export-port";
import type { FindingStore } from "./review/finding-port";
import type { ReviewStore } from "./review/review-port";
import type { ProjectStore } from "./projects/project-port";

/** A file of the gallery. */
export interface FileRow {
  /** Its gallery path, NFC. */
  path: string;
  /** Location of its bytes; opaque except to the object store and `media/locations.ts`. */
  location: string;
  /** The path in the form that case-insensitive file systems compare; null if the bytes are in renamed/. */
  folded: string | null;
  size: number;
  /** Without quotes. */
  etag: string;
  contentType: string;
}

/** A script in the script store. */
export interface ScriptRow {
  /** Random; cannot be guessed. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Opaque except to the object store. */
  location: string;
  createdAt: number;
}

/** Numbers of the workspace's contents. */
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

/** Record of a used signed URL of a part. */
export interface UsedUrl {
  nonce: string;
  /** Milliseconds since 1970; the record can be deleted after this time. */
  expiresAt: number;
}

/** A file that is being moved from its staged object to its location. */
export interface PublishingRow extends FileRow {
  staged: string;
  /** The multipart upload that completes with it, or null. */
  uploadId: string | null;
}

/** A backup whose rows cannot be restored. The message gives the reason without paths. */
export class UnusableBackup extends Error {}

/** Files to delete: by path, or all files below a folder ("a/b/"). */
export type Selection = { paths: readonly string[] } | { folder: string };

/**
 * A change is durable when its function resolves, unless its comment says otherwise. Times are in milliseconds since
 * 1970.
 */
export interface LocalStore
  extends
    ProjectStore,
    BatchStore,
    BulkStore,
    IngestionStore,
    DubStore,
    ReviewStore,
    FindingStore,
    ExportStore {
  /** Runs `work` while holding the lock of this name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;

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

  /** Records a publication; after a crash it is completed at the next start. */
  beginPublishing(row: PublishingRow): Promise<void>;
  /** Durable with the next durable change; after a crash before that, `listPublishing` returns it again. */
  finishPublishing(staged: string): Promise<void>;
  movePublishing(staged: string, location: string): Promise<void>;
  cancelPublishing(staged: string): Promise<void>;
  listPublishing(): Promise<PublishingRow[]>;

  /** Deletes the rows of up to `limit` matching files; returns the locations whose bytes are to be removed. */
  beginRemoval(selection: Selection, limit: number): Promise<string[]>;
  /** Not durable: removing twice is harmless. */
  finishRemoval(locations: readonly string[]): Promise<void>;
  listRemovals(): Promise<string[]>;

  addUpload(row: Omit<UploadRow, "layout">, at: number): Promise<void>;
  /** An upload that accepts parts; null when unknown, being completed, completed or expired. */
  findOpenUpload(id: string): Promise<UploadRow | null>;
  touchUpload(id: string, at: number): Promise<void>;
  /** All parts of an open or completing upload, by number. */
  listParts(uploadId: string): Promise<PartRow[]>;
  findPart(uploadId: string, number: number): Promise<PartRow | null>;
  /** Stores a part and marks its URL as used. "upload-closed": no longer open. "url-used": the URL was used before. */
  storePart(
    uploadId: string,
    part: PartRow,
    layout: string | null,
    url: UsedUrl,
    at: number,
  ): Promise<"stored" | "upload-closed" | "url-used">;
  /** Closes an upload to further parts and deletes the rows of those after `lastNumber`. */
  closeUpload(id: string, lastNumber: number): Promise<void>;
  /** Reopens a closed upload; without an id, all closed uploads (after the process was killed). */
  reopenUpload(id?: string): Promise<void>;
  /** Deletes uploads without activity since then; returns their ids. */
  removeUploadsBefore(time: number): Promise<string[]>;
  isUploadKnown(id: string): Promise<boolean>;

  listScripts(): Promise<ScriptRow[]>;
  findScript(id: string): Promise<ScriptRow | null>;
  addScript(script: ScriptRow): Promise<void>;
  /** Deletes the row, records its location as a removal, and returns it; null for an unknown script. */
  removeScript(id: string): Promise<string | null>;

  /** External engines by id. A restored backup may contain invalid settings. */
  listExternalEngines(): Promise<{ id: string; settings: unknown }[]>;
  /** Adds or replaces the engine of this id. */
  setExternalEngine(engine: ExternalEngine): Promise<void>;
  /** False if there is none. */
  removeExternalEngine(id: string): Promise<boolean>;

  /** Counts all rows; the duration grows with their number. */
  statistics(): Promise<Statistics>;

  /**
   * Writes a copy of the database to a folder; returns the file. The caller must hold the gallery lock, and sync the
   * file.
   */
  backUp(folder: string): Promise<string>;
  /**
   * Replaces all rows by those of a backup, in one transaction. `importBytes` is called before and copies the bytes; it
   * returns the staged names of the files in their order, which become publications in progress.
   * @throws UnusableBackup, and then nothing has changed.
   */
  restore(
    folder: string,
    importBytes: (files: readonly FileRow[], scripts: readonly ScriptRow[]) => Promise<string[]>,
  ): Promise<void>;

  isUrlUsed(nonce: string): Promise<boolean>;
  deleteExpiredUrls(expiredBefore: number): Promise<void>;

  close(): Promise<void>;
}
