/** Starts uploads that are due, and sets a timer for the time at which others are. */
import type { Connectivity } from "../connectivity/connectivity";
import type { Suspensions } from "../connectivity/suspensions";
import type { ActiveTransfers } from "./active-transfers";
import type { DatabasePause } from "./database-pause";
import { createDueUploads } from "./due-uploads";
import type { HoursControl } from "./hours-control";
import type { UploadStore } from "./store/upload-store";
import type { UploadRow } from "./store/upload-rows";

export interface SchedulerDeps {
  store: Pick<UploadStore, "due" | "get" | "nextDueAt" | "requeueInterrupted">;
  workspaceIds: () => string[];
  transfers: Pick<ActiveTransfers, "hasCapacity" | "ids" | "isActive">;
  hours: Pick<HoursControl, "apply" | "isClosed" | "nextAt">;
  suspensions: Pick<Suspensions, "endTimes" | "of">;
  connectivity: Pick<Connectivity, "blocked">;
  databasePause: Pick<DatabasePause, "current" | "end" | "guard">;
  /** The user has paused the whole queue. */
  isPaused: () => boolean;
  /** Starts a file. */
  start: (row: UploadRow) => void;
  /** The hours, or a pause for the database, have changed. */
  onChanged: () => void;
  /** The clock of delays, in milliseconds. */
  now: () => number;
}

/** Files of a workspace that are started in one turn of the event loop. */
const startsAtOnce = 8;
/** The longest time between two rounds, in milliseconds. */
const maxWaitMs = 60_000;

export function createScheduler(deps: SchedulerDeps) {
  const { store, transfers, hours, suspensions, connectivity, databasePause, now } = deps;
  const due = createDueUploads({ store, transfers, now });
  let isRunning = false;
  /** A round is scheduled for the end of this turn of the event loop. */
  let isTickScheduled = false;
  let timer: NodeJS.Timeout | null = null;

  function clearTimer(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  /**
   * Starts due uploads, once for all changes of this turn of the event loop. Call it after any
   * change that may unblock one.
   */
  function tick(): void {
    if (!isRunning || isTickScheduled) return;
    isTickScheduled = true;
    setImmediate(() => {
      isTickScheduled = false;
      if (!isRunning) return;
      clearTimer();
      // What is due between the beginning and the end of the round is of the next one.
      const startedAt = now();
      if (hours.apply()) deps.onChanged();
      databasePause.guard(() => {
        startDue();
        setTimer(startedAt);
      });
    });
  }

  function startDue(): void {
    const pause = databasePause.current();
    if (pause) {
      if (pause.until > now()) return;
      store.requeueInterrupted(transfers.ids());
      databasePause.end();
      deps.onChanged();
    }
    if (deps.isPaused()) return;
    // Each workspace has its own files; see transfer/slots for the requests of several.
    for (const id of deps.workspaceIds()) if (!hours.isClosed(id)) startDueOf(id);
  }

  function startDueOf(workspaceId: string): void {
    for (let started = 0; started < startsAtOnce; started += 1) {
      if (suspensions.of(workspaceId) || connectivity.blocked(workspaceId)) return;
      const row = transfers.hasCapacity(workspaceId) ? due.next(workspaceId) : null;
      if (!row) return;
      deps.start(row);
    }
    tick();
  }

  /**
   * Sets the timer of the next round, for what is due after `startedAt`. During a pause for the
   * database its end is the next round: nothing is read until then.
   */
  function setTimer(startedAt: number): void {
    clearTimer();
    if (!isRunning) return;
    const pause = databasePause.current();
    const next = pause ? pause.until : nextChangeAfter(startedAt);
    if (next === Infinity) return;
    timer = setTimeout(tick, Math.min(Math.max(next - now(), 0) + 1, maxWaitMs));
  }

  function nextChangeAfter(startedAt: number): number {
    const delays = deps.workspaceIds().map((id) => store.nextDueAt(id, startedAt) ?? 0);
    const times = [...suspensions.endTimes(), ...delays, hours.nextAt()];
    return Math.min(...times.filter((at) => at > startedAt));
  }

  return {
    tick,
    /** Reads again which uploads are due: others may be, or in another order. */
    reload: due.reload,
    start(): void {
      isRunning = true;
      tick();
    },
    stop(): void {
      isRunning = false;
      clearTimer();
    },
    /** A pause for the database has begun. */
    databasePaused: () => setTimer(now()),
  };
}
