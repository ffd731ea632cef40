/** What follows a failed attempt to send an entry: a retry, a suspension, or a rejection. */
import { isFinal } from "../../../../preload/facts/errors";
import { AppError, toProblem } from "../../../common/errors";
import type { Log } from "../../../common/log";
import { backoffDelay } from "../../../common/retry";
import type { OutboxRow } from "../store/entry-rows";
import { fieldsOf, isUndelivered, PrepareError, SendError } from "./failures";
import type { SendBackoff } from "./send-backoff";
import type { OutboxStore } from "../store/outbox-store";

export interface HandleFailureDeps {
  store: Pick<OutboxStore, "markRefused" | "postpone">;
  backoff: SendBackoff;
  log: Log;
  /** Never goes back, in milliseconds. */
  now: () => number;
  backoffMs: number;
}

export function createHandleFailure(deps: HandleFailureDeps) {
  const { store, backoff, now } = deps;

  /**
   * Applies a failure: to the entry, and to its workspace or project where the connection failed.
   */
  return function handleFailure(row: OutboxRow, thrown: unknown): void {
    const error =
      thrown instanceof PrepareError || thrown instanceof SendError ? thrown.cause : thrown;
    const problem = toProblem(error);
    const isBeforeSending = thrown instanceof PrepareError;
    const isUnknown = thrown instanceof SendError && !isUndelivered(problem);
    // A failure before sending does not change what is known about an earlier attempt.
    const attemptedAt = isUnknown ? now() : thrown instanceof SendError ? null : row.attemptedAt;
    deps.log.warn(
      `outbox: ${problem.code} ${row.id}`,
      problem.code === "internal" ? error : problem.message,
    );
    if (isFinal(problem.code)) {
      store.markRefused(row.id, row.revision, { problem, fields: fieldsOf(error) });
      return;
    }
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    if (backoff.suspend(row, problem, isBeforeSending, retryAfterMs)) {
      store.postpone(row.id, row.revision, { problem, at: null, attemptedAt, isAttempt: false });
      return;
    }
    // A request that may have been delivered is looked up soon; `reconcile` decides when it is sent
    // again.
    const ownDelay = isUnknown ? deps.backoffMs : backoffDelay(row.attempts + 1, deps.backoffMs);
    const delay = Math.max(retryAfterMs ?? 0, ownDelay);
    store.postpone(row.id, row.revision, {
      problem,
      at: now() + delay,
      attemptedAt,
      isAttempt: true,
    });
  };
}
