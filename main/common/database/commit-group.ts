/** Durable writes of several callers in one transaction: they share the cost of one sync to disk. */
import type { Database } from "./database";

export interface CommitGroup {
  /**
   * Runs `write` in the next durable transaction, after the writes that were added before. Resolves with its result when
   * it is on disk; rejects with its error, or with that of the transaction. It may run twice: if another write of the
   * transaction fails, each is committed in a transaction of its own. So it must only write to the database.
   */
  durably<T>(write: () => T): Promise<T>;
}

interface Waiting {
  run: () => void;
  settle: () => void;
  reject: (error: unknown) => void;
}

/**
 * Minimum time between two commits, in milliseconds. The first write after a pause is committed at once; more writes
 * wait for each other.
 */
const intervalMs = 20;

export function createCommitGroup(db: Database): CommitGroup {
  let waiting: Waiting[] = [];
  let lastCommit = -Infinity;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    const delay = lastCommit + intervalMs - performance.now();
    if (delay > 0) setTimeout(commit, delay);
    else setImmediate(commit);
  }

  function commit(): void {
    isScheduled = false;
    const group = waiting;
    waiting = [];
    if (!tryCommit(group)) for (const one of group) commitAlone(one);
    lastCommit = performance.now();
  }

  function tryCommit(group: readonly Waiting[]): boolean {
    try {
      db.durably(() => group.forEach(({ run }) => run()));
    } catch {
      return false;
    }
    for (const { settle } of group) settle();
    return true;
  }

  function commitAlone({ run, settle, reject }: Waiting): void {
    try {
      db.durably(run);
      settle();
    } catch (error) {
      reject(error);
    }
  }

  return {
    durably: <T>(write: () => T) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        waiting.push({
          run: () => void (result = write()),
          settle: () => resolve(result),
          reject,
        });
        schedule();
      }),
  };
}
