/** A set of event listeners. Modules expose `add` as `onChange`, `onArrived` and so on. */
export interface Listeners<T extends unknown[]> {
  /** Adds a listener; returns the function that removes it. */
  add: (listener: (...values: T) => void) => () => void;
  /** Calls all listeners in the order in which they were added. */
  notify: (...values: T) => void;
}

export function createListeners<T extends unknown[]>(): Listeners<T> {
  const listeners = new Set<(...values: T) => void>();
  return {
    add(listener) {
      // The wrapper makes each registration unique: a function added twice is called twice.
      const own = (...values: T) => listener(...values);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify(...values) {
      for (const listener of [...listeners]) listener(...values);
    },
  };
}
