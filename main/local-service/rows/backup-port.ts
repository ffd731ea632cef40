/** The part of the store's port for backups of the whole workspace. */

/** Stored bytes that rows name. "speech": the synthesised sound of takes, before it is fitted. */
export const objectKinds = ["media", "script", "take", "speech"] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface ObjectRow {
  kind: ObjectKind;
  location: string;
  /** The gallery path, the name of the script, or the line of the take. */
  name: string;
  /** Bytes; null if no row contains it. */
  size: number | null;
  /** In hexadecimal; null if no row contains it, as for clones and for files of several parts. */
  md5: string | null;
  sha256: string | null;
}

/** An object of a restored backup that is to be moved to its location. */
export interface RestoredObject {
  staged: string;
  location: string;
}

/** A restore that has not replaced the rows yet. */
export interface PendingRestore {
  /** The folder of the backup. */
  folder: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A backup whose rows cannot be restored. The message gives the reason without paths. */
export class UnusableBackup extends Error {}

export interface BackupRows {
  /**
   * Writes a copy of the database to a folder; returns the file, and the objects that its rows
   * name. The caller must hold the gallery lock, and sync the file.
   */
  backUp(folder: string): Promise<{ file: string; objects: ObjectRow[] }>;
  /** Whether a take has this location, of its sound or its speech. */
  isSoundKnown(location: string): Promise<boolean>;
  /**
   * Replaces all rows by those of a backup, in one transaction. `importObjects` is called before
   * and copies the bytes; it returns their staged names by location. Those of files become
   * publications in progress, others restored objects. Files, scripts and takes without a staged
   * name are left out. Ends the pending restore.
   * @returns the number of takes that were left out.
   * @throws UnusableBackup, and then nothing has changed.
   */
  restore(
    folder: string,
    importObjects: (objects: readonly ObjectRow[]) => Promise<ReadonlyMap<string, string>>,
    at: number,
  ): Promise<number>;
  /** Replaces a former one. */
  beginRestore(pending: PendingRestore): Promise<void>;
  findPendingRestore(): Promise<PendingRestore | null>;
  dropPendingRestore(): Promise<void>;
  listRestoredObjects(): Promise<RestoredObject[]>;
  /** Not durable: moving an object again is harmless. */
  finishRestoredObject(staged: string): Promise<void>;
}
