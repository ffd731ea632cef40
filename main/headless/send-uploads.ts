/**
 * Sends the queued uploads of a session, and reports them: what `upload` and `uploads resume` have
 * in common.
 */
import type { Problem } from "../../preload/model";
import { AppError, toProblem } from "../common/errors";
import { problemOf, type UploadRow } from "../backend/uploads/store/upload-rows";
import { createCompletion, type Outcome } from "./completion";
import { exit, exitCodes } from "./exit-codes";
import type { Output } from "./output";
import { createOwnProgress } from "./own-uploads";
import { reportRetry, type Report } from "./report";
import { createSuspensionReport, type Session } from "./session";

export interface SendingDeps {
  /** "upload": after "dubyard" in messages. */
  name: string;
  session: Session;
  output: Output;
  report: Report;
  signal: AbortSignal;
}

/** What the arguments name besides the uploads of this run. */
export interface Planned {
  /** Files that an earlier run has uploaded, and their bytes. */
  done: number;
  bytes: number;
  /** Files that are not meant to be sent. */
  skipped: number;
  /** Files that cannot be sent. */
  failed: number;
  /** Files that are not sent because the gallery has another one at their path. */
  existing: number;
}

/**
 * Only the own uploads of the command are queued or failed; see own-uploads.ts. Call `close` at the
 * end.
 */
export function createSending({ name, session, output, report, signal }: SendingDeps) {
  const { workspaceId, store, queue } = session;
  const completion = createCompletion();
  /**
   * The bytes of the uploads that have finished, by id. One that the gallery does not list is sent
   * again.
   */
  const arrived = new Map<number, number>();
  let existing = 0;
  /** Why the gallery could not be read to confirm the uploads. */
  let unconfirmed: Problem | null = null;
  const reportSuspension = createSuspensionReport(report);
  queue.onChange(() => completion.check());
  queue.onArrived((rows) => {
    for (const { id, galleryPath, size } of rows) {
      arrived.set(id, size);
      report.write({ event: "done", path: galleryPath, bytes: size });
    }
  });
  queue.onRetry((row, at) => reportRetry(report, row, at));
  // Their path became occupied after the plan was created.
  queue.onSkipped(({ galleryPath }) => {
    existing += 1;
    report.write({ event: "existing", path: galleryPath, choice: "skip" });
  });
  /** Whether the run has ended. Valid only after the files of the run are queued. */
  function outcome(): Outcome | null {
    const summary = queue.summary(workspaceId);
    const { counts, suspension } = summary;
    reportSuspension(summary);
    // The files are counted when none is being sent.
    if (queue.activeCount() > 0) return null;
    // Until the user acts, who is not present.
    if (suspension?.until === null) return "done";
    if (counts.active + counts.waiting > 0) return null;
    // Not believed until the gallery lists it.
    const { isConfirmed, problem } = queue.confirm(workspaceId);
    return isConfirmed || problem ? "done" : null;
  }
  const interrupt = () => completion.resolve("interrupted");
  signal.addEventListener("abort", interrupt);

  return {
    /** Resolves when everything is sent or has failed, or when the command is interrupted. */
    async send(): Promise<void> {
      const progressOf = createOwnProgress(session);
      queue.onProgress(() => report.progress(progressOf(queue.summary(workspaceId))));
      queue.start();
      // Not earlier: a list of the gallery that is read before the plan changes the queue too.
      completion.setCondition(outcome);
      completion.check();
      await completion.outcome;
      unconfirmed = queue.confirm(workspaceId).problem;
      await queue.stop();
    },
    /**
     * Reports the failed uploads and the numbers. Resolves with the exit code. `planned` is null if
     * the gallery could not be read and therefore nothing was sent.
     */
    async conclude(planned: Planned | null): Promise<number> {
      const { counts, suspension } = queue.summary(workspaceId);
      for (const row of store.list(workspaceId, "failed", "", 0, counts.failed).rows) {
        reportFailed(report, row);
        await report.ready();
      }
      const before = planned ?? nothing;
      const sent = [...arrived].filter(([id]) => store.get(id)?.state === "done");
      const failed = counts.failed + before.failed;
      // Paused ones belong to other commands.
      const remaining = counts.active + counts.waiting;
      const problem = session.galleryProblem() ?? suspension ?? unconfirmed;
      let exitCode: number = exit.failed;
      if (signal.aborted) exitCode = exit.interrupted;
      else if (failed === 0 && problem) exitCode = exitCodes[problem.code];
      else if (planned !== null && failed + remaining === 0) exitCode = exit.done;
      report.write({
        event: "summary",
        done: before.done + sent.length,
        failed,
        skipped: before.skipped,
        existing: before.existing + existing,
        remaining,
        bytes: before.bytes + sent.reduce((sum, [, size]) => sum + size, 0),
        exitCode,
      });
      if (signal.aborted) output.line("paused: run the same command again to continue");
      else if (problem && exitCode === exitCodes[problem.code])
        output.error(name, { ...problem, exitCode });
      return exitCode;
    },
    close: () => signal.removeEventListener("abort", interrupt),
  };
}

const nothing: Planned = { done: 0, bytes: 0, skipped: 0, failed: 0, existing: 0 };

/** Reports why an upload failed. */
export function reportFailed(report: Report, row: UploadRow): void {
  const problem = problemOf(row) ?? toProblem(new AppError("internal", "failed"));
  report.write({ event: "failed", path: row.galleryPath, ...problem });
}
