/** Sets the wall clock of this process in tests. Timers and performance.now() are not affected. */
import { vi } from "vitest";

const hour = 3_600_000;
const year = 365 * 24 * hour;
/** The offsets of the wall clock in tests, in milliseconds. */
export const clockChanges = [
  ["forward by a year", year],
  ["back by two hours", -2 * hour],
] as const;
/** More offsets, for the long tests. */
export const moreClockChanges = [
  ["forward by two hours", 2 * hour],
  ["back by a year", -year],
] as const;

/**
 * `vi.restoreAllMocks()` resets the clock. The offset does not affect a backend that is already
 * running.
 */
export function controlWallClock(): { set(offsetMs: number): void } {
  let offset = 0;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + offset);
  return { set: (offsetMs) => void (offset = offsetMs) };
}
