/** Handles a damaged application database at the start: a copy replaces it if the user agrees. */
import { AppError } from "../common/errors";
import type { Log } from "../common/log";
import {
  finishRestore,
  newestGoodCopy,
  renameDamaged,
  restoreCopy,
} from "../common/database/copies";
import { migrations } from "../common/database/migrations";

/**
 * SQL by table for a copy that replaces the application database. Which requests were sent after
 * the copy was made is unknown: sending them again without a decision of the user could create a
 * batch twice or upload files again.
 */
export const afterRestore = {
  outbox: `UPDATE outbox SET state = 'refused', attempted_at = NULL, seen_before = NULL, next_try_at = NULL,
    error_code = 'copy-restored', error_message = '' WHERE state IN ('waiting', 'sending')`,
  settings: "INSERT OR REPLACE INTO settings VALUES ('uploadsPaused', 'true')",
};

export interface SalvageOptions<T> {
  /** Opens the database; throws AppError "database-damaged". */
  open: () => T;
  file: string;
  /**
   * Prompts the user. `copyMadeAt` is when the newest valid copy was made (milliseconds since
   * 1970), or null if there is none and the application would start without data. False ends the
   * start.
   */
  confirmRestore: (copyMadeAt: number | null) => Promise<boolean>;
  log: Log;
  now: () => number;
}

/**
 * Opens the database, or its newest valid copy after a confirmation. The damaged file is renamed
 * and not deleted.
 */
export async function openOrSalvage<T>(options: SalvageOptions<T>): Promise<T> {
  const { open, file, confirmRestore, log, now } = options;
  const { isRestored } = finishRestore(file, now());
  if (isRestored) log.warn("app: the restore of a copy of the database was completed");
  try {
    return open();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "database-damaged") throw error;
    log.error("app: the database is damaged", error.message);
    const copy = await newestGoodCopy(file, migrations);
    if (!(await confirmRestore(copy?.madeAt ?? null))) throw error;
    const damagedFile = copy
      ? restoreCopy(file, copy, { prepare: afterRestore, now: now() })
      : renameDamaged(file, now());
    const what = copy ? `copy of ${new Date(copy.madeAt).toISOString()}` : "no copy";
    log.warn(`app: ${what} is used; the damaged file is now`, damagedFile);
    return open();
  }
}
