/** The part of the store's port for named locks. */

export interface Locks {
  /** Runs `work` while holding the lock of this name among all services of the workspace. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** As `exclusively`, among the work of this process: for its working files. */
  exclusivelyInProcess<T>(name: string, work: () => Promise<T>): Promise<T>;
}
