/** The part of the store's port for the script store. */

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

export interface ScriptRows {
  listScripts(): Promise<ScriptRow[]>;
  findScript(id: string): Promise<ScriptRow | null>;
  addScript(script: ScriptRow): Promise<void>;
  /**
   * Deletes the row, records its location as a removal, and returns it; null for an unknown script.
   */
  removeScript(id: string): Promise<string | null>;
}
