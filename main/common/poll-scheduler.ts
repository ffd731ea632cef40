/**
 * Polls targets that report no changes themselves: at short intervals while a target changes, at intervals that grow
 * up to a maximum while it does not. The caller decides which targets exist and which may be polled now.
 */
export interface PollTarget {
  /** Milliseconds between two polls. */
  intervalMs: number;
  /** Milliseconds since 1970. */
  dueAt: number;
}

export interface PollSchedulerDeps<T extends PollTarget> {
  /** Adds new targets to the map and deletes those that need no more polls. Called before each round. */
  update: (targets: Map<string, T>) => void;
  /** Whether a target may be polled now. Call `tick` when that may have changed. */
  canPoll: (target: T) => boolean;
  /** Starts a poll and moves `dueAt` on. Call `tick` when it ends. */
  poll: (target: T) => void;
  /** Delays a target beyond its own `dueAt`; `target.dueAt` unless given. */
  dueAt?: (target: T) => number;
  /** Longest time between two rounds, in milliseconds; without it there is a round only for a target that is due. */
  idleMs?: number;
  now: () => number;
}

const growth = 1.6;

/** The interval that follows a poll which found no change. */
export const longerInterval = (intervalMs: number, maxMs: number): number =>
  Math.min(intervalMs * growth, maxMs);

export type PollScheduler<T extends PollTarget> = ReturnType<typeof createPollScheduler<T>>;

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
    // A target that may not be polled now waits for the next `tick`.
    const times = [...targets.values()].filter(canPoll).map(dueAt);
    const next = Math.min(now() + (deps.idleMs ?? Infinity), ...times);
    if (next !== Infinity) timer = setTimeout(tick, Math.max(1, next - now()));
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
