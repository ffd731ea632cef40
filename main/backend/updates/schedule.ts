interface ScheduleTiming {
  /** Time from the start to the first call, in milliseconds. */
  firstMs: number;
  /** Time between two calls, in milliseconds. */
  everyMs: number;
}

/** Calls a function some time after the start, and regularly from then on. */
export function createSchedule(tick: () => void, { firstMs, everyMs }: ScheduleTiming) {
  let timer: NodeJS.Timeout | null = null;
  let isRunning = false;

  function after(delayMs: number): void {
    timer = setTimeout(() => {
      isRunning = true;
      tick();
      after(everyMs);
    }, delayMs);
    timer.unref();
  }
  return {
    start: () => after(firstMs),
    /** Calls the function once more, if it was called before. */
    now(): void {
      if (isRunning) tick();
    },
    stop(): void {
      if (timer) clearTimeout(timer);
      isRunning = false;
    },
  };
}
