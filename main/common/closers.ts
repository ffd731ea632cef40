/** What has to be closed at the end, in the order in which it was created. */

export interface Closers {
  /** Adds something that was created now: it is closed before everything that was added earlier. */
  add(name: string, close: () => unknown): void;
  /**
   * Closes everything, the newest first, one after the other. Each is closed even if another one
   * fails. Repeated calls return the same promise. Rejects with the first error, whose message
   * names what could not be closed.
   */
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const added: { name: string; close: () => unknown }[] = [];
  let closing: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    const errors: Error[] = [];
    // One may be added while others are closed.
    for (let next = added.pop(); next; next = added.pop()) {
      try {
        await next.close();
      } catch (error) {
        errors.push(new Error(`${next.name} could not be closed`, { cause: error }));
      }
    }
    if (errors.length > 1)
      throw new AggregateError(errors, errors.map(({ message }) => message).join("; "));
    if (errors[0]) throw errors[0];
  }

  return {
    add: (name, close) => void added.push({ name, close }),
    close: () => (closing ??= closeAll()),
  };
}
