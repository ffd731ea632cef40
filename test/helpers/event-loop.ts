/** How long the event loop of a test was blocked. */
import { existsSync, readFileSync } from "node:fs";

/** The counters of the calling thread on Linux; its first number is its processor time in ns. */
const threadCounters = "/proc/thread-self/schedstat";

/**
 * A clock of the calling thread in milliseconds: its processor time, so that other work of the
 * computer does not count. Where the system has no such clock, the time that passes.
 */
const threadClock = existsSync(threadCounters)
  ? () => Number(readFileSync(threadCounters, "utf8").split(" ", 1)[0]) / 1e6
  : () => performance.now();

/**
 * The longest time for which the thread ran without a turn of the event loop while the work went
 * on, in milliseconds of its processor time.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = threadClock();
  const measure = () => {
    const now = threadClock();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
    measure();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
