/** A clock for waits: it reads like the wall clock, but does not jump when that is set. */

export interface SteadyClock {
  /** Milliseconds since 1970 by the wall clock at the start of the process, plus the time elapsed since. */
  now(): number;
  /** A moment of this clock by the wall clock as it is set now: for what a window shows. */
  toWall(at: number): number;
}

/**
 * Within a process waits are measured with this clock. Stored moments are read by the clock of another process, for
 * which they may be far in the future; the reader bounds the wait.
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): SteadyClock {
  const offset = wall() - monotonic();
  const now = () => Math.round(offset + monotonic());
  return { now, toWall: (at) => at + wall() - now() };
}
