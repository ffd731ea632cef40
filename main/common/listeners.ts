/** A set of listeners that a domain offers as `onChange`, `onArrived` and the like. */
export interface Listeners<T extends unknown[]> {
  /** Adds a listener; returns the function that removes it. */
  add: (listener: (...values: T) => void) => () => void;
  /** Calls every listener, in the order in which they were added. */
  notify: (...values: T) => void;
}

export function createListeners<T extends unknown[]>(): Listeners<T> {
  const listeners = new Set<(...values: T) => void>();
  return {
    add(listener) {
      // A wrapper: the same function added twice is two listeners.
      const own = (...values: T) => listener(...values);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify(...values) {
      for (const listener of [...listeners]) listener(...values);
    },
  };
}
