/**
 * The last failure of updates: the window shows it until something succeeds or the user acts.
 */
import type { UpdateFailure } from "../../../preload/contract/updates";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { UpdateRefused } from "./errors";

export type LastFailure = ReturnType<typeof createLastFailure>;

/** `isStopped`: failures are ignored from then on, because stopping aborts what is running. */
export function createLastFailure({ isStopped, log }: { isStopped: () => boolean; log: Log }) {
  let current: UpdateFailure | null = null;
  return {
    current: () => current,
    clear: (): void => void (current = null),
    set: (failure: UpdateFailure): void => void (current = failure),
    /** Stores and logs an error. */
    report(error: unknown): void {
      if (isStopped()) return;
      const isRefused = error instanceof UpdateRefused;
      current = isRefused ? { refusal: error.refusal } : { problem: toProblem(error) };
      log.warn("updates: failed", error instanceof Error ? error.message : error);
    },
  };
}
