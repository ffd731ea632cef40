/** Decides what the failure of a transfer means for its file and for the queue of its workspace. */
import { kindOf } from "../../../preload/facts/errors";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { backoffDelay } from "../../common/retry";
import type { Suspensions } from "../connectivity/suspensions";
import { UploadAborted } from "./active-transfers";
import type { UploadStore } from "./store";
import { RestartNeeded } from "./transfer/source-file";
import type { UploadRow } from "./upload-rows";

export interface SettleFailureDeps {
  store: Pick<UploadStore, "fail" | "get" | "restart" | "requeue">;
  suspensions: Pick<Suspensions, "backOff" | "untilUserActs">;
  log: Log;
  /** Wall clock, for times that are displayed. */
  now: () => number;
  /** The clock of delays (main/common/clock). */
  steadyNow: () => number;
  backoffMs: number;
  /** Consecutive transient failures after which a file fails. */
  maxAttempts: number;
}

/** After so many restarts from its beginning a file fails. */
const maxRestarts = 3;

/**
 * The function stores the consequence of a failure in the row. `isOutdated`: the request used credentials or a network
 * that were replaced before it failed. Rethrows "disk-full" and errors of the database: they concern no file.
 */
export function createSettleFailure(deps: SettleFailureDeps) {
  const { store, suspensions, log } = deps;

  return async (row: UploadRow, error: unknown, isOutdated: boolean): Promise<void> => {
    if (error instanceof UploadAborted) {
      // Does not change a paused or cancelled row; resets a state that the transfer wrote last.
      store.requeue(row.id);
      return;
    }
    if (error instanceof AppError && error.code === "disk-full") throw error;
    const problem = toProblem(error);
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    log.warn(
      `uploads: ${problem.code} ${row.id}`,
      problem.code === "internal" ? error : problem.message,
    );
    const kind = kindOf(problem.code);
    if ((kind === "user" || kind === "connection") && isOutdated) store.requeue(row.id);
    else if (kind === "user") {
      suspensions.untilUserActs(row.workspaceId, problem);
      store.requeue(row.id, { problem });
    } else if (kind === "connection" || retryAfterMs !== undefined) {
      suspensions.backOff(row.workspaceId, problem, retryAfterMs);
      store.requeue(row.id, { problem });
    } else if (kind === "transient") {
      const attempts = (store.get(row.id)?.attempts ?? row.attempts) + 1;
      const at = deps.steadyNow() + backoffDelay(attempts, deps.backoffMs);
      if (attempts >= deps.maxAttempts) await store.fail(row.id, problem, deps.now());
      else store.requeue(row.id, { problem, at, isAttempt: true });
    } else if ((kind === "lost" || error instanceof RestartNeeded) && row.restarts < maxRestarts) {
      store.restart(row.id, error instanceof RestartNeeded ? error.reason : null);
      store.requeue(row.id);
    } else await store.fail(row.id, problem, deps.now());
  };
}
