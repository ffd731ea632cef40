/**
 * A clock for timeouts: it starts at the wall clock time, but does not jump when the system time is
 * changed.
 */

export interface SteadyClock {
  /**
   * Milliseconds since 1970 by the wall clock at the start of the process, plus the time elapsed
   * since.
   */
  now(): number;
  /** Converts a time of this clock to the current wall clock, for display. */
  toWall(at: number): number;
}

/**
 * Waits within a process are measured with this clock. Stored times are compared with the clock of
 * a later process, where they may be far in the future; the code that reads them must limit the
 * wait.
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): SteadyClock {
  const offset = wall() - monotonic();
  const now = () => Math.round(offset + monotonic());
  return { now, toWall: (at) => at + wall() - now() };
}
