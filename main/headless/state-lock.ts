import { lockFolder } from "../common/database/lock";

/**
 * The longest wait for an earlier command that is ending and still has the lock of the state
 * folder.
 */
const patienceMs = 1000;

/** Runs the work of a command with the lock of its state folder. Rejects with "folder-in-use". */
export async function withStateLock<T>(
  stateDir: string,
  program: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await lockFolder(stateDir, { program, patienceMs });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
