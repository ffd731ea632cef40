/** A virtual clock: timers run when the clock is advanced, in the order of their times. */

interface Timer {
  at: number;
  /** The order of creation: timers of the same time run in this order. */
  order: number;
  /** Milliseconds between two runs of an interval; null for others. */
  interval: number | null;
  run: () => void;
}

export interface VirtualClock {
  /** Milliseconds since the start. */
  now(): number;
  /** The time of the next timer; null without timers. */
  next(): number | null;
  /** Advances the clock to the next timer and runs it. */
  step(): void;
  /** Advances the clock without running timers. */
  skipTo(time: number): void;
  clearTimers(): void;
  /** Lets all promises settle that no timer delays. */
  settle(): Promise<void>;
  /** Restores the real clock. */
  uninstall(): void;
}

/** The wall clock at the start, in milliseconds since 1970. */
const startedAt = 1_800_000_000_000;

/** Replaces the timers, the clocks and the random numbers of this thread. */
export function installVirtualClock(random: () => number): VirtualClock {
  const real = {
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    setImmediate,
    now: Date.now,
    performanceNow: performance.now.bind(performance),
    random: Math.random,
  };
  let time = 0;
  let order = 0;
  const timers = new Set<Timer>();

  function add(run: () => void, milliseconds: number, interval: number | null): Timer {
    order += 1;
    const timer = { at: time + Math.max(0, milliseconds), order, interval, run };
    timers.add(timer);
    return timer;
  }
  const clear = (timer: unknown) => void timers.delete(timer as Timer);
  function first(): Timer | undefined {
    let best: Timer | undefined;
    for (const timer of timers)
      if (!best || timer.at < best.at || (timer.at === best.at && timer.order < best.order))
        best = timer;
    return best;
  }

  Object.assign(globalThis, {
    setTimeout: (run: () => void, milliseconds = 0) => add(run, milliseconds, null),
    setInterval: (run: () => void, milliseconds: number) => add(run, milliseconds, milliseconds),
    setImmediate: (run: () => void) => add(run, 0, null),
    clearTimeout: clear,
    clearInterval: clear,
  });
  Date.now = () => Math.floor(startedAt + time);
  performance.now = () => time;
  Math.random = random;

  return {
    now: () => time,
    next: () => first()?.at ?? null,
    step() {
      const timer = first();
      if (!timer) return;
      time = Math.max(time, timer.at);
      // The same object, by which an interval is cleared.
      if (timer.interval === null) timers.delete(timer);
      else timer.at = time + timer.interval;
      timer.run();
    },
    skipTo: (to) => void (time = Math.max(time, to)),
    clearTimers: () => timers.clear(),
    settle: () => new Promise((resolve) => real.setImmediate(() => resolve())),
    uninstall() {
      const { now, performanceNow, random: realRandom, ...functions } = real;
      Object.assign(globalThis, functions);
      Date.now = now;
      performance.now = performanceNow;
      Math.random = realRandom;
    },
  };
}
