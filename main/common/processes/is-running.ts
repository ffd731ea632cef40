import { systemCode } from "../errors";

/** Whether a process with this id exists on this computer, also one of another user. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user.
    return systemCode(error) !== "ESRCH";
  }
}
