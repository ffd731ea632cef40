/**
 * Polls targets that do not send change notifications: at short intervals while a target changes,
 * and at intervals that grow up to a maximum while it does not. The caller defines the targets and
 * which of them may be polled now.
 */
export interface PollTarget {
  /** Milliseconds between two polls. */
  intervalMs: number;
  /** Milliseconds since 1970. */
  dueAt: number;
}

export interface PollSchedulerDeps<T extends PollTarget> {
  /**
   * Adds new targets to the map and deletes targets that no longer need polling. Called before each
   * round.
   */
  update: (targets: Map<string, T>) => void;
  /**
   * Whether a target may be polled now. Call `tick` after any change that may affect the result.
   */
  canPoll: (target: T) => boolean;
  /** Starts a poll and sets the next `dueAt`. Call `tick` when the poll ends. */
  poll: (target: T) => void;
  /**
   * The time at which a target is due; may be later than `target.dueAt`. Default: `target.dueAt`.
   */
  dueAt?: (target: T) => number;
  /**
   * Maximum time between two rounds, in milliseconds. Default: a round runs only when a target is
   * due.
   */
  idleMs?: number;
  now: () => number;
}

const growth = 1.6;
/** A timer longer than 2^31 - 1 ms would run at once. */
const maxTimerMs = 60_000;

/** The next interval after a poll that found no change. */
export const longerInterval = (intervalMs: number, maxMs: number): number =>
  Math.min(intervalMs * growth, maxMs);

export function createPollScheduler<T extends PollTarget>(deps: PollSchedulerDeps<T>) {
  const { now, canPoll } = deps;
  const targets = new Map<string, T>();
  let timer: NodeJS.Timeout | null = null;
  let isRunning = false;
  const dueAt = deps.dueAt ?? ((target: T) => target.dueAt);

  function clear(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }
  function tick(): void {
    if (!isRunning) return;
    deps.update(targets);
    for (const target of [...targets.values()].sort((a, b) => dueAt(a) - dueAt(b))) {
      if (dueAt(target) > now()) break;
      if (canPoll(target)) deps.poll(target);
    }
    clear();
    // Targets that may not be polled now set no timer; the next call of `tick` checks them again.
    const times = [...targets.values()].filter(canPoll).map(dueAt);
    const next = Math.min(now() + (deps.idleMs ?? Infinity), ...times);
    if (next !== Infinity)
      timer = setTimeout(tick, Math.min(Math.max(1, next - now()), maxTimerMs));
  }

  return {
    targets,
    tick,
    start(): void {
      isRunning = true;
      tick();
    },
    stop(): void {
      isRunning = false;
      clear();
    },
  };
}
