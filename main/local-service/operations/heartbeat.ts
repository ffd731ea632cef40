/** Measures how late the timers of a process are, which shows that its event loop is blocked. */

export interface Heartbeat {
  /** How late the newest beat was, in milliseconds. */
  delayMs(): number;
  stop(): void;
}

const beatMs = 1000;

/** `now`: milliseconds of a clock that only goes forward. */
export function createHeartbeat(now: () => number = () => performance.now()): Heartbeat {
  let beatAt = now();
  let delayMs = 0;
  const timer = setInterval(() => {
    const at = now();
    delayMs = Math.max(0, at - beatAt - beatMs);
    beatAt = at;
  }, beatMs).unref();
  return { delayMs: () => delayMs, stop: () => clearInterval(timer) };
}
