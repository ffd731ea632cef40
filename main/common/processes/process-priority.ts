import os from "node:os";

/**
 * Gives a process that works in the background a lower priority, so that the computer stays
 * responsive. A process that has already ended, or that the system does not allow to be changed, is
 * ignored.
 */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Only the priority differs.
  }
}
