/** Promises for the next time that something happens. */

export interface Waiting {
  /** Resolves with the next `resolve`; rejects with the reason of the signal. May be ignored. */
  next(signal: AbortSignal): Promise<void>;
  resolve(): void;
}

export function createWaiting(): Waiting {
  const waiting = new Set<() => void>();
  return {
    next(signal) {
      const result = new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.delete(done);
          reject(signal.reason as Error);
        };
        const done = () => {
          signal.removeEventListener("abort", abort);
          resolve();
        };
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        waiting.add(done);
        signal.addEventListener("abort", abort, { once: true });
      });
      result.catch(() => undefined);
      return result;
    },
    resolve() {
      for (const done of waiting) done();
      waiting.clear();
    },
  };
}
