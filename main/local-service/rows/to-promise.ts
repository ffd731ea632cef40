/**
 * Runs synchronous work of the SQLite driver for the asynchronous port: thrown errors become
 * rejections.
 */
export function toPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
