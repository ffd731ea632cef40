/** The store's port is asynchronous, SQLite's driver is not: what it throws becomes a rejection. */
export function promised<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
