/**
 * Sends pending requests whose files are in the gallery: one at a time in each project, in the
 * order of adding. How one is sent exactly once, see send-entry.
 */
import { createSteadyClock } from "../../../common/clock";
import { AppError } from "../../../common/errors";
import type { Log } from "../../../common/log";
import { maxRetryAfterMs } from "../../../common/retry-after";
import type { Remote } from "../../../remote/remote";
import type { OutboxRow } from "../store/entry-rows";
import { SendError } from "./failures";
import { createHandleFailure } from "./handle-failure";
import type { RequestKind } from "../requests/request-kind";
import { createSendBackoff, projectKey } from "./send-backoff";
import { createSendEntry, type ProjectRun } from "./send-entry";
import type { OutboxStore } from "../store/outbox-store";

export interface OutboxWorkerDeps {
  store: OutboxStore;
  kinds: Record<OutboxRow["kind"], RequestKind>;
  remote: (workspaceId: string) => Remote;
  /** Whether the workspace's service was reachable at the last attempt. */
  isReachable: (workspaceId: string) => boolean;
  onChanged: () => void;
  /** Called after an entry is marked as sent on disk; its copies and URLs are no longer needed. */
  onSent: (entryId: number) => void;
  log: Log;
  now: () => number;
  backoffMs: number;
  /** For tests: called between any two steps. */
  onStep: ((step: string) => void) | undefined;
}

interface Run extends ProjectRun {
  ended: Promise<void>;
}

const maxRuns = 4;
/** The pause after the local database could not be written, in milliseconds. */
const databasePauseMs = 5_000;

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

export function createOutboxWorker(deps: OutboxWorkerDeps) {
  const { store, log, backoffMs } = deps;
  const { now } = createSteadyClock(deps.now);
  const runs = new Map<string, Run>();
  let stopping = new AbortController();
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;

  const backoff = createSendBackoff({ isReachable: deps.isReachable, now, backoffMs });
  const handleFailure = createHandleFailure({ store, backoff, log, now, backoffMs });
  const sendEntry = createSendEntry({
    store,
    kinds: deps.kinds,
    remote: deps.remote,
    onSending: deps.onChanged,
    onSent(row) {
      deps.onSent(row.id);
      backoff.succeeded(row);
      log.info(`outbox: sent ${row.id}`);
    },
    now,
    wallClock: deps.now,
    backoffMs,
    signal: () => stopping.signal,
    step: deps.onStep ?? (() => undefined),
  });

  async function runProject(run: Run): Promise<void> {
    for (;;) {
      if (!isRunning || !backoff.isProjectOpen(run)) return;
      const row = store.nextReady(run.workspaceId, run.projectId, now());
      if (!row) return;
      try {
        await sendEntry(row, run);
      } catch (error) {
        if (stopping.signal.aborted && !(error instanceof SendError)) return;
        if (error instanceof AppError && error.code === "disk-full") throw error;
        handleFailure(row, error);
      }
      deps.onChanged();
    }
  }

  /** Starts due requests. Call after any change that may unblock one. */
  function tick(): void {
    if (!isRunning) return;
    if (timer) clearTimeout(timer);
    timer = null;
    // What is due between the beginning and the end of this call is of the next one.
    const startedAt = now();
    for (const { workspaceId, projectId } of store.ready(startedAt)) {
      const key = projectKey({ workspaceId, projectId });
      if (runs.size >= maxRuns) break;
      if (runs.has(key) || !backoff.isProjectOpen({ workspaceId, projectId })) continue;
      const run: Run = {
        workspaceId,
        projectId,
        snapshot: null,
        ended: Promise.resolve(),
      };
      runs.set(key, run);
      run.ended = runProject(run).then(
        () => end(key),
        (error: unknown) => {
          log.error("outbox: the database cannot be written", error);
          runs.delete(key);
          wakeAt(now() + databasePauseMs);
        },
      );
    }
    const ends = backoff.endTimes().filter((at) => at > startedAt);
    wakeAt(Math.min(store.nextDueAt(startedAt) ?? Infinity, ...ends));
  }
  function end(key: string): void {
    runs.delete(key);
    tick();
  }
  function wakeAt(at: number): void {
    if (!isRunning || at === Infinity || timer) return;
    timer = setTimeout(tick, Math.min(Math.max(at - now(), 0) + 1, 60_000));
  }

  return {
    /** Starts due requests. Call after any change that may unblock one. */
    tick,
    start(): void {
      isRunning = true;
      stopping = new AbortController();
      store.limitWaits(now(), maxRetryAfterMs);
      store.requeueInterrupted(now());
      tick();
    },
    /**
     * Starts no further requests and waits up to `graceMs` for those being sent; others end with
     * their connection.
     */
    async stop(graceMs: number): Promise<void> {
      isRunning = false;
      if (timer) clearTimeout(timer);
      stopping.abort(new AppError("offline", "the program is closing"));
      const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([this.idle(), grace]);
    },
    /** Resolves when no request is being sent. */
    async idle(): Promise<void> {
      await Promise.all([...runs.values()].map((run) => run.ended));
    },
    /** Ends the backoff of a workspace, or of all, after its connection or settings changed. */
    release(workspaceId?: string): void {
      backoff.release(workspaceId);
      tick();
    },
    /** Call after the user has changed or removed entries: requests behind them may be sent now. */
    entriesChanged(): void {
      backoff.releaseProjects();
      tick();
    },
    isOpen: backoff.isOpen,
    isProjectOpen: backoff.isProjectOpen,
    removeWorkspace: backoff.removeWorkspace,
  };
}
