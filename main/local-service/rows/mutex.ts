/** Named locks within this process: work under the same name runs one after the other, in order of the calls. */
export function createMutex(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const previous = tails.get(name) ?? Promise.resolve();
    const result = previous.then(work, work);
    const settled = result.catch(() => undefined);
    tails.set(name, settled);
    try {
      return await result;
    } finally {
      if (tails.get(name) === settled) tails.delete(name);
    }
  };
}
