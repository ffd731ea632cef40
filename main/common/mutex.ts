/**
 * Creates a mutex: runs tasks one after another. Each call settles with the result or error of its
 * own task.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Creates mutexes by name: tasks of the same name run one after another, in the order of the calls.
 */
export function createNamedMutex(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const mutexes = new Map<string, { run: ReturnType<typeof createMutex>; waiting: number }>();
  return async (name, work) => {
    const mutex = mutexes.get(name) ?? { run: createMutex(), waiting: 0 };
    mutexes.set(name, mutex);
    mutex.waiting += 1;
    try {
      return await mutex.run(work);
    } finally {
      mutex.waiting -= 1;
      if (mutex.waiting === 0) mutexes.delete(name);
    }
  };
}
