/** Decides what the failure of a transfer means for its file and for the queue of its workspace. */
import { kindOf, type FailureKind } from "../../../preload/facts/errors";
import type { Problem } from "../../../preload/model";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Suspensions } from "../connectivity/suspensions";
import type { Timing } from "../timing";
import { UploadAborted } from "./active-transfers";
import { delays, failurePolicies, mayEndWithoutUser } from "./failure-policies";
import { createSourceStates } from "./source-state";
import type { UploadStore } from "./store/upload-store";
import type { FileAccess } from "./transfer/disk";
import { RestartNeeded } from "./transfer/source-file";
import type { UploadRow } from "./store/upload-rows";

export interface SettleFailureDeps {
  store: Pick<
    UploadStore,
    "adoptIdentity" | "fail" | "get" | "removeAbandoned" | "restart" | "requeue"
  >;
  suspensions: Pick<Suspensions, "backOff" | "untilUserActs">;
  files: FileAccess;
  log: Log;
  /** Wall clock, for times that are displayed. */
  now: () => number;
  /** The clock of delays (main/common/clock). */
  steadyNow: () => number;
  timing: Pick<Timing, "backoffMs" | "quietMs">;
  /** Consecutive attempts after which a file fails, if its policy has no lower number. */
  maxAttempts: number;
  /** No user can act: failures that may end without one are retried. */
  isUnattended: boolean;
}

export type SettleFailure = ReturnType<typeof createSettleFailure>;

/**
 * The function stores the consequence of a failure in the row. `isOutdated`: the request used
 * credentials or a network that were replaced before it failed. Rethrows "disk-full" and errors of
 * the database: they concern no file.
 */
export function createSettleFailure(deps: SettleFailureDeps) {
  const { store, suspensions, log, timing } = deps;
  const stateOf = createSourceStates(deps.files, timing);

  /** Queues the file again after a delay, or fails it if that was its last attempt. */
  async function again(
    row: UploadRow,
    problem: Problem,
    maxAttempts: number,
    delayMs: (attempt: number) => number,
  ): Promise<void> {
    const attempts = (store.get(row.id)?.attempts ?? row.attempts) + 1;
    if (attempts >= Math.min(maxAttempts, deps.maxAttempts))
      await store.fail(row.id, problem, deps.now());
    else {
      const at = deps.steadyNow() + delayMs(attempts);
      store.requeue(row.id, { problem, at, isAttempt: true });
    }
  }

  /** A failure that may be due to the file: its present state decides. */
  async function settleSource(row: UploadRow, reported: Problem): Promise<void> {
    const state = await stateOf(row, reported);
    if (state.kind === "changed") store.adoptIdentity(row.id, state.identity);
    else if (state.kind === "changing")
      await again(row, state.problem, failurePolicies.unsettled.maxAttempts, () => state.delayMs);
    else await settleFile(row, state.problem);
  }

  async function settleFile(row: UploadRow, problem: Problem): Promise<void> {
    const { reaction, maxAttempts } = failurePolicies[kindOf(problem.code)];
    if (reaction === "retry-file")
      await again(row, problem, maxAttempts, (attempt) => delays.backoff(attempt, timing));
    else await store.fail(row.id, problem, deps.now());
  }

  function kindOfFailure(error: unknown, { code }: Problem): FailureKind {
    if (error instanceof RestartNeeded) return "lost";
    return deps.isUnattended && mayEndWithoutUser(error) ? "connection" : kindOf(code);
  }

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
    const kind = kindOfFailure(error, problem);
    const { reaction, maxAttempts } = failurePolicies[kind];
    if ((kind === "user" || kind === "connection") && isOutdated) store.requeue(row.id);
    else if (reaction === "suspend-until-user") {
      suspensions.untilUserActs(row.workspaceId, problem);
      store.requeue(row.id, { problem });
    } else if (reaction === "suspend-workspace" || retryAfterMs !== undefined) {
      suspensions.backOff(row.workspaceId, problem, retryAfterMs);
      store.requeue(row.id, { problem });
    } else if (reaction === "restart-file" && row.restarts < maxAttempts) {
      const uploadId = store.get(row.id)?.uploadId ?? null;
      store.restart(row.id, error instanceof RestartNeeded ? error.reason : null);
      if (problem.code === "upload-lost" && uploadId !== null) store.removeAbandoned(uploadId);
      store.requeue(row.id);
    } else if (!(error instanceof RestartNeeded) && concernsSource(problem))
      await settleSource(row, problem);
    else await settleFile(row, problem);
  };
}

/** Whether the present state of the file may explain the failure. */
const concernsSource = ({ code }: Problem) =>
  code === "file-locked" ||
  code === "file-unreadable" ||
  ["unsettled", "unavailable"].includes(kindOf(code));
