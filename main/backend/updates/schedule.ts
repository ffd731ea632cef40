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
    /** Calls it now, unless it was never called. */
    now: () => isRunning && tick(),
    stop(): void {
      if (timer) clearTimeout(timer);
      isRunning = false;
    },
  };
}

interface ScheduleTiming {
  /** Milliseconds. */
  firstMs: number;
  everyMs: number;
}
