/** The part of the store's port for its database as a whole. */

export interface OpenedDatabase {
  /**
   * Whether it was opened on a full disk, in a form for this connection only, which ends with
   * `reopen`.
   */
  isOpenedWithoutSpace(): boolean;
  reopen(): void;
  /** Whether no other service uses the database. */
  isAlone(): Promise<boolean>;
  close(): Promise<void>;
}
