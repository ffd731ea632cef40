/** The part of the store's port for the move of a workspace to another service. */
import type { FileRow } from "./file-port";

/** The values of the primary key of a row, in the order of its columns. */
export type RowKey = readonly (string | number)[];
/** A row by its columns, as the database has it. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** The bytes of a script, of a take or of its speech. */
export interface MovedObject {
  location: string;
  /** Null if no row contains it. */
  size: number | null;
  sha256: string | null;
}

/** Scripts by their ids, and then the takes of each batch by their locations. */
export type ObjectPosition =
  readonly ["script", id: string] | readonly ["take", batchId: string, location: string];

export interface MoveRows {
  /** The first of the tables that are moved with rows; null for a workspace without contents. */
  findContents(): Promise<string | null>;
  /** The number of rows of a table, and the key of its last one. */
  measureTable(table: string): Promise<{ rows: number; last: RowKey | null }>;
  /** The next rows of a table after a key, in the order of its keys. */
  readRows(table: string, after: RowKey | null, limit: number): Promise<StoredRow[]>;
  /**
   * Adds rows whose keys are not in the table yet. The caller has checked their values. Their bytes
   * are not removed, even if that is recorded.
   */
  addRows(table: string, rows: readonly StoredRow[]): Promise<void>;
  /** The numbers and the size of what is moved besides rows; `bytes` of what rows have sizes of. */
  measureMoved(): Promise<{ files: number; objects: number; bytes: number }>;
  /**
   * The next objects of scripts and takes, also fewer than `limit` or none, and the position behind
   * them; null at the end. An object that several takes of a batch share is listed once.
   */
  listMovedObjects(
    after: ObjectPosition | null,
    limit: number,
  ): Promise<{ objects: MovedObject[]; next: ObjectPosition | null }>;
  /** Stores the row of a file, in place of the former one at its path. */
  putFile(row: FileRow): Promise<void>;
  /** Makes the rows of a move usable, as those of a restored backup. May be repeated. */
  finishMovedRows(): Promise<void>;
  /**
   * Deletes all rows that can be moved, and records the removal of their bytes. In several units:
   * it is repeated if it fails.
   */
  deleteMovedRows(): Promise<void>;
  /** What the workspace is in a move, as JSON. */
  findMoveState(): Promise<string | null>;
  storeMoveState(state: string | null): Promise<void>;
}
