/** Suspends the queue while the local database cannot be written; no state is lost. */
import type { Problem } from "../../../preload/model";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";

export interface DatabasePauseDeps {
  log: Log;
  /** The clock of the end, in milliseconds. */
  now: () => number;
  onBegun: () => void;
}

/** The length of a pause, in milliseconds. */
const pauseMs = 5_000;

export type DatabasePause = ReturnType<typeof createDatabasePause>;

export function createDatabasePause({ log, now, onBegun }: DatabasePauseDeps) {
  let current: (Problem & { until: number }) | null = null;

  /** The database could not be written. */
  function begin(error: unknown): void {
    log.error("uploads: the database cannot be written", error);
    current = { ...toProblem(error), until: now() + pauseMs };
    onBegun();
  }

  return {
    begin,
    /** Runs work that writes to the database; its failure begins a pause. */
    guard(work: () => void): void {
      try {
        work();
      } catch (error) {
        begin(error);
      }
    },
    /** The problem, and when the database is written again; null for no pause. */
    current: () => current,
    end: () => void (current = null),
  };
}
