/**
 * Durable writes of several callers in one transaction: they share the cost of one sync to disk.
 */
import type { Database } from "./database";

export interface CommitGroup {
  /**
   * Runs `write` in the next durable transaction, after the writes that were added before. Resolves
   * with its result when it is on disk; rejects with its error, or with that of the transaction. It
   * may run twice: if another write of the transaction fails, each is committed in a transaction of
   * its own. So it must only write to the database.
   */
  durably<T>(write: () => T): Promise<T>;
}

interface Waiting {
  run: () => void;
  settle: () => void;
  reject: (error: unknown) => void;
}

/**
 * Time between two commits, as a multiple of the duration of the last one, with its bounds in
 * milliseconds. The first write after a pause is committed at once; more writes wait for each
 * other, longer where the disk is slow: commits need about a tenth of the time.
 */
const intervalFactor = 8;
const minIntervalMs = 16;
const maxIntervalMs = 40;

export function createCommitGroup(db: Database): CommitGroup {
  let waiting: Waiting[] = [];
  /** When the next commit may begin, on the clock of performance.now(). */
  let nextCommitAt = -Infinity;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    const delay = nextCommitAt - performance.now();
    if (delay > 0) setTimeout(commit, delay);
    else setImmediate(commit);
  }

  function commit(): void {
    isScheduled = false;
    const group = waiting;
    waiting = [];
    const startedAt = performance.now();
    if (!tryCommit(group)) for (const one of group) commitAlone(one);
    const endedAt = performance.now();
    const interval = intervalFactor * (endedAt - startedAt);
    nextCommitAt = endedAt + Math.min(Math.max(interval, minIntervalMs), maxIntervalMs);
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
