/** The port behind which the bytes of the gallery are. Here plain files; it is shaped so that a bucket could be. */
import type { Readable } from "node:stream";

/** Bytes on their way in; `size` is what was promised, and more or fewer is a failure. */
export interface IncomingBody {
  stream: Readable;
  size: number;
}

/** A whole object that is kept, and that nobody sees yet. */
export interface StagedObject {
  /** Opaque; good until it is published or discarded, across restarts. */
  staged: string;
  size: number;
}

export interface ReceivedPart {
  size: number;
  /** MD5 of the bytes, in hexadecimal. */
  md5: string;
  /** Opaque: where the part is. Kept with its row and handed back to `assemble`. */
  placement: string;
  /** Opaque: how the upload's parts lie. Kept with the upload and handed back to `receivePart`. */
  layout: string | null;
}

/** What is known of a part's upload when its bytes begin to arrive. */
export interface PartBeginning {
  layout: string | null;
  /** Where an earlier PUT of the same part is kept, or null. */
  earlierPlacement: string | null;
}

export interface PartRequest extends IncomingBody {
  uploadId: string;
  number: number;
  /** Asked once an older PUT of the same part has ended; throws when the upload is no longer open. */
  begin: () => Promise<PartBeginning>;
  /** Records the part, which is on disk by then. When it throws, the bytes are dropped. */
  keep: (part: ReceivedPart) => Promise<void>;
}

export interface AssembledPart {
  number: number;
  size: number;
  placement: string;
}

/**
 * Every function that takes bytes leaves nothing behind when it fails, and has them on disk (not merely handed to
 * the system) when it resolves. A full disk is thrown as the system's ENOSPC.
 */
export interface ObjectStore {
  /** Takes a whole file. */
  receive(body: IncomingBody): Promise<StagedObject & { md5: string }>;
  /** Takes a part. A newer PUT of the same part ends the older one: the newest wins. */
  receivePart(request: PartRequest): Promise<ReceivedPart>;
  /** Ends the PUTs of an upload that are under way, and resolves when they have. */
  endParts(uploadId: string): Promise<void>;
  /** Makes one object of all the parts, in order, without copying where they already lie so. May be repeated. */
  assemble(uploadId: string, parts: readonly AssembledPart[]): Promise<StagedObject>;
  /** Shows a staged object at its location, in place of what was there: the old or the new one, never neither. */
  publish(staged: string, location: string): Promise<void>;
  /** Size of what is at a location, or null. */
  sizeAt(location: string): Promise<number | null>;
  /** All of what is at a location, or null. For small things, of a size that was asked before. */
  read(location: string): Promise<Uint8Array | null>;
  /** Copies what is at a location to a file outside, and makes the folders above it. */
  copyOut(location: string, file: string): Promise<void>;
  isStaged(staged: string): Promise<boolean>;
  discardStaged(staged: string): Promise<void>;
  discardUpload(uploadId: string): Promise<void>;
  /** Removes what is at the locations, and the folders that this leaves empty. Missing ones are fine. */
  remove(locations: readonly string[]): Promise<void>;
  /** Moves a file that no row knows out of the way, to where it is kept for the user. */
  setAside(location: string): Promise<void>;
  /**
   * Drops what a killed service left: staged objects, uploads and parts without a row. Scripts without a row are set
   * aside; files that the service did not make stay.
   */
  clean(isKnown: KnownObjects): Promise<void>;
}

export interface KnownObjects {
  staged: (staged: string) => Promise<boolean>;
  /** The placements of an upload's parts; null when the upload itself is unknown. */
  placements: (uploadId: string) => Promise<ReadonlySet<string> | null>;
  /** The locations of all scripts. */
  scripts: ReadonlySet<string>;
}
