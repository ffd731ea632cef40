/**
 * Port for the bytes of media, scripts and takes. Implemented with plain files and with an S3
 * bucket.
 */
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { FileHashes, HashOptions } from "../../common/file-hasher";

/** A body that is being received. It fails unless it has exactly the announced `size`. */
export interface IncomingBody {
  stream: Readable;
  size: number;
}

/** A complete stored object that is not visible yet. */
export interface StagedObject {
  /** Opaque; valid across restarts until the object is published or discarded. */
  staged: string;
  size: number;
}

/** A file of this computer that is copied into the store. */
export interface ClonedFile {
  /** Absolute. */
  path: string;
  /** The opened file. */
  handle: FileHandle;
  /** Bytes. */
  size: number;
  /** Called with the bytes that were copied so far, in total. */
  onCopied: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * An object that is open for reading. Its bytes stay the same if it is replaced or removed
 * meanwhile.
 */
export interface OpenedObject {
  /** Bytes. */
  size: number;
  /**
   * The bytes from `first` to `last`, both included. The object is closed when the stream has
   * ended.
   */
  stream(first: number, last: number): Readable;
  /** Up to `length` bytes from `first`; fewer at the end. The object stays open. */
  read(first: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Calls `work` with an absolute file, which is only read, and exists until `work` has ended. */
export type WithFile = <T>(work: (file: string) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** What is known of a working file that becomes an object. */
export interface NewObject {
  /** Its size. */
  bytes: number;
  contentType: string;
}

/** How a URL presents the bytes of an object. */
export interface ReadUrlOptions {
  /** The URL is valid for this long, at most a week. */
  seconds: number;
  contentType: string;
  /** The file name of a download; null to show the bytes in place. */
  name: string | null;
}

/**
 * Files of this computer, for work in progress. Each process has its own, and they are removed with
 * it. `name` is relative, with "/" between its segments.
 * @throws ForbiddenLocation for a name that leads elsewhere.
 */
export interface WorkFiles {
  /** The absolute file of a name. Its folder exists when this resolves. */
  workFile(name: string): Promise<string>;
  /** The size of a working file; null if it is missing. */
  workSize(name: string): Promise<number | null>;
  /** Removes working files and the folders that become empty. Ignores missing ones. */
  removeWork(names: readonly string[]): Promise<void>;
}

export interface ReceivedPart {
  size: number;
  /** MD5 of the bytes, in hexadecimal. */
  md5: string;
  /** Opaque location of the part. Stored in the part's row and passed to `assemble`. */
  placement: string;
  /**
   * Opaque arrangement of the upload's parts. Stored in the upload's row and passed to
   * `receivePart`.
   */
  layout: string | null;
}

/** State of the upload when a part starts. */
interface PartBeginning {
  layout: string | null;
  /** Placement of the stored part with the same number, or null. */
  earlierPlacement: string | null;
}

export interface PartRequest extends IncomingBody {
  uploadId: string;
  number: number;
  /** Called when no older PUT of the same part is active; throws if the upload is closed. */
  begin: () => Promise<PartBeginning>;
  /**
   * Stores the part's row; called when the bytes are on disk. If it throws, the bytes are deleted.
   */
  save: (part: ReceivedPart) => Promise<void>;
}

export interface AssembledPart {
  number: number;
  size: number;
  placement: string;
}

/**
 * Locations come from rows, which may be those of another person. One that no object can have
 * counts as one without an object where something is read; a function that needs the object rejects
 * with ForbiddenLocation.
 *
 * A function that receives bytes has synced them to disk when it resolves, and leaves no files when
 * it rejects. A full disk rejects with ENOSPC.
 */
export interface ObjectStore extends WorkFiles {
  /**
   * Whether `publish` gives an object of the gallery the location of its path. Otherwise the object
   * stays where it was staged.
   */
  isNamedByPath: boolean;
  /** How long objects stay after their rows were removed, in milliseconds. */
  keepRemovedMs: number;
  /** Receives a whole file. */
  receive(body: IncomingBody): Promise<StagedObject & { md5: string }>;
  /** Moves a staged object to its location, and replaces an existing object atomically. */
  publish(staged: string, location: string): Promise<void>;
  /** Size of the object at a location, or null. */
  sizeAt(location: string): Promise<number | null>;
  /**
   * The whole object at a location, or null. Only for small objects: the caller checks the size
   * first.
   */
  read(location: string): Promise<Uint8Array | null>;
  /**
   * Opens the object at a location; null if there is none. A symbolic link is not followed, and
   * counts as none.
   */
  open(location: string): Promise<OpenedObject | null>;
  /** Hashes the object at a location in a thread; see FileHasher. */
  hash(location: string, maxBytes: number, options: HashOptions): Promise<FileHashes>;
  /** The number of bytes that can be stored. */
  freeBytes(): Promise<number>;
  /**
   * Calls `work` with the absolute file of an object, which is only read, and exists until `work`
   * has ended. For programs that read files. Rejects with ENOENT for a missing object, or `work`
   * does.
   */
  withFile<T>(
    location: string,
    work: (file: string) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** As `withFile`, with the files of several objects in the order of their locations. */
  withFiles<T>(
    locations: readonly string[],
    work: (files: readonly string[]) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /**
   * Stores a working file, whose bytes are synced, as the object at a location; replaces an
   * existing one. The working file is missing afterwards.
   */
  putFile(file: string, location: string, about: NewObject): Promise<void>;
  /**
   * A URL from which a client reads the object without this service; null if the service sends the
   * bytes itself.
   */
  readUrl(location: string, options: ReadUrlOptions): Promise<string | null>;
  /**
   * A staged object with the same bytes as an object. It shares its blocks where the file system
   * can.
   */
  stage(location: string): Promise<StagedObject>;
  /** A staged object with the same bytes as a working file, likewise. */
  stageFile(file: string): Promise<StagedObject>;
  isStaged(staged: string): Promise<boolean>;
  discardStaged(staged: string): Promise<void>;
  /**
   * Removes the objects at the locations and the folders that become empty. Ignores missing
   * objects. Resolves with the locations that no object can have, where nothing was removed.
   */
  remove(locations: readonly string[]): Promise<string[]>;
  /**
   * Removes all objects below a prefix, which is a location that ends with "/". Resolves with false
   * for one that no object can have, where nothing was removed.
   */
  removeBelow(prefix: string): Promise<boolean>;
  /** Moves an object without a row to set-aside/, where a person can find it. */
  setAside(location: string): Promise<void>;
  /**
   * Cleans up after a killed process: deletes staged objects, uploads and parts without a row, and
   * sets aside scripts without a row. Files that the service did not create are not touched.
   */
  clean(isKnown: KnownObjects): Promise<void>;
}

/** Uploads in parts whose bytes this service receives. */
export interface UploadReceiver {
  /** Receives a part. A newer PUT of the same part aborts the older one. */
  receivePart(request: PartRequest): Promise<ReceivedPart>;
  /** Aborts the active PUTs of an upload, and resolves when they have ended. */
  endParts(uploadId: string): Promise<void>;
  /**
   * Joins the parts in order into one object, without copying parts that are in place. May be
   * repeated.
   */
  assemble(uploadId: string, parts: readonly AssembledPart[]): Promise<StagedObject>;
  discardUpload(uploadId: string): Promise<void>;
}

/** An object that a client sent to the store. */
export interface ArrivedObject extends StagedObject {
  /** Without quotes. */
  etag: string;
}

/** A copy of a file that has arrived. */
export interface TakenObject extends ArrivedObject {
  /** That of the file itself, without quotes. */
  arrivedEtag: string;
}

/** A part that a client sent to the store. */
export interface ArrivedPart {
  number: number;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
}

/**
 * Uploads whose bytes clients send to the store, by URLs. `id` is that of the upload's row, 32
 * hexadecimal digits; `layout` the opaque text that `beginParts` returned, stored in the row.
 */
export interface DirectUploads {
  /** A URL for a PUT of the whole file. It can be used until it expires. */
  fileUrl(id: string, seconds: number): Promise<string>;
  /** The ids of the files that have arrived by such URLs, the oldest first. */
  listArrived(): Promise<string[]>;
  /**
   * Stages a copy of the file that has arrived; null if there is none, or another PUT replaces it
   * meanwhile. The file itself stays until it is released.
   */
  takeArrived(id: string): Promise<TakenObject | null>;
  /** Removes the file of a copy that is published, unless a later PUT has replaced it. */
  release(id: string, arrivedEtag: string): Promise<void>;
  beginParts(id: string, contentType: string): Promise<string>;
  partUrl(id: string, layout: string, number: number, seconds: number): Promise<string>;
  /** The parts that have arrived, by number; null for an upload that is complete or ended. */
  listParts(id: string, layout: string): Promise<ArrivedPart[] | null>;
  /** Joins the parts. May be repeated after it was done. */
  finishParts(
    id: string,
    layout: string,
    parts: readonly Pick<ArrivedPart, "number" | "etag">[],
  ): Promise<ArrivedObject>;
  /** The file of an upload whose parts were joined; null if they were not. */
  findFinished(id: string): Promise<ArrivedObject | null>;
  /** Ends an upload, and removes what has arrived of it. `layout` null: of a whole file. */
  discard(id: string, layout: string | null): Promise<void>;
}

/** The objects as files of one folder of this computer, for backups and clones. */
export interface DiskObjects extends ObjectStore, UploadReceiver {
  /**
   * Copies a file of this computer, or shares its blocks. Rejects with the reason of the signal
   * when it is aborted.
   */
  clone(file: ClonedFile): Promise<StagedObject & { isShared: boolean }>;
  /**
   * Copies the object at a location to a file outside of the store, and creates the folders above
   * it.
   */
  copyOut(location: string, file: string): Promise<void>;
  /** The absolute file of an object. @throws ForbiddenLocation */
  fileAt(location: string): string;
}

export interface KnownObjects {
  staged: (staged: string) => Promise<boolean>;
  /** The placements of an upload's parts; null when the upload itself is unknown. */
  placements: (uploadId: string) => Promise<ReadonlySet<string> | null>;
  /** The locations of all scripts. */
  scripts: ReadonlySet<string>;
}
