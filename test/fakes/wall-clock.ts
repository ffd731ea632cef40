/** The wall clock of this process, which a test sets; timers and performance.now() are not touched. */
import { vi } from "vitest";

const hour = 3_600_000;
const year = 365 * 24 * hour;
/** By how many milliseconds tests set the clock. */
export const clockChanges = [
  ["forward by two hours", 2 * hour],
  ["back by two hours", -2 * hour],
  ["forward by a year", year],
  ["back by a year", -year],
] as const;

/** Set back by `vi.restoreAllMocks()`. A backend started before does not see it. */
export function controlWallClock(): { set(offsetMs: number): void } {
  let offset = 0;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + offset);
  return { set: (offsetMs) => void (offset = offsetMs) };
}
