/** The part of the store's port for named locks. */

export interface Locks {
  /** Runs `work` while holding the lock of this name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
}
