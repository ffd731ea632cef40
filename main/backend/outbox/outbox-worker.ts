/**
 * Sends pending requests whose files are in the gallery: one at a time in each project, in the order of adding, and
 * exactly once.
 *
 * Note: Exactly once. The interface has no idempotency key. So before a request is sent, this is written to disk,
 * together with the batches of its name that the project has. Where the response is lost (the connection broke, the
 * program was killed), the project's list is read again: a batch of that name that did not exist before is the result.
 * Only when none appears within a time limit is the request sent again.
 */
import { isFinal, kindOf } from "../../../preload/facts/errors";
import type { Problem } from "../../../preload/model";
import { backoffDelay } from "../../common/retry";
import { createSteadyClock } from "../../common/clock";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { maxRetryAfterMs } from "../../remote/http-errors";
import type { Remote } from "../../remote/remote";
import type { OutboxRow } from "./entry-rows";
import type { OutboxStore } from "./store";
import { createSuspensions } from "../connectivity/suspensions";
import { fieldsOf, isUndelivered, PrepareError, SendError } from "./failures";
import { findBatchesByName, byAge, nameKey, type BatchesByName } from "./find-batches-by-name";
import type { Delivery, RequestKind } from "./request-kind";

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

/** Batches of a project that have one of `names`, when the list was read. */
interface BatchSnapshot {
  at: number;
  names: ReadonlySet<string>;
  found: BatchesByName;
}
interface ProjectId {
  workspaceId: string;
  projectId: string;
}
/** The sequential sending of one project's requests. */
interface ProjectRun extends ProjectId {
  snapshot: BatchSnapshot | null;
  ended: Promise<void>;
}

/** How long a project's list is reused while its requests are sent, in milliseconds. */
const snapshotMaxAgeMs = 5_000;
const maxRuns = 4;
/** The longest time between two reads of the list for a lost request, in milliseconds. */
const maxReconcileIntervalMs = 30_000;
/** The longest time before a lost request is sent again, in milliseconds. */
const maxResendDelayMs = 60_000;
/** The pause after the local database could not be written, in milliseconds. */
const databasePauseMs = 5_000;

const projectKey = (workspaceId: string, projectId: string) =>
  JSON.stringify([workspaceId, projectId]);

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

export function createOutboxWorker(deps: OutboxWorkerDeps) {
  const { store, log } = deps;
  const { now } = createSteadyClock(deps.now);
  const step = deps.onStep ?? (() => undefined);
  const suspensions = createSuspensions({ now, backoffMs: deps.backoffMs });
  /**
   * By `projectKey`: projects whose next request could not be prepared because a connection failed. All requests of the
   * project wait, because a later one must not be sent before it. Other projects continue: the script store may be a
   * bucket, whose failures do not concern the service.
   */
  const projectSuspensions = createSuspensions({ now, backoffMs: deps.backoffMs });
  const runs = new Map<string, ProjectRun>();
  let stopping = new AbortController();
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;

  const isOpen = (workspaceId: string) =>
    suspensions.of(workspaceId) === null && deps.isReachable(workspaceId);
  const isProjectOpen = ({ workspaceId, projectId }: ProjectId) =>
    isOpen(workspaceId) && projectSuspensions.of(projectKey(workspaceId, projectId)) === null;

  /** The project's batches of these names: a snapshot of a few seconds ago, unless `mustRead`. */
  async function readBatches(
    run: ProjectRun,
    wantedNames: readonly string[],
    mustRead: boolean,
  ): Promise<BatchSnapshot> {
    const last = run.snapshot;
    const keys = wantedNames.map(nameKey);
    const isUsable =
      !mustRead &&
      last !== null &&
      now() - last.at < snapshotMaxAgeMs &&
      keys.every((key) => last.names.has(key));
    if (isUsable) return last;
    const { workspaceId, projectId } = run;
    const names = new Set([...store.unsentNames(workspaceId, projectId).map(nameKey), ...keys]);
    const at = now();
    const remote = deps.remote(workspaceId);
    const found = await findBatchesByName(remote, projectId, names, stopping.signal);
    run.snapshot = { at, names, found };
    return run.snapshot;
  }
  const batchesIn = (snapshot: BatchSnapshot, names: readonly string[]) =>
    names.flatMap((name) => snapshot.found.get(nameKey(name)) ?? []);

  function markSent(row: OutboxRow, delivery: Delivery): void {
    store.markSent(
      row.id,
      delivery.resultId,
      deps.now(),
      delivery.problem ?? null,
      delivery.persist,
    );
    step("stored");
    delivery.onPersisted?.();
    deps.onSent(row.id);
    suspensions.succeeded(row.workspaceId);
    projectSuspensions.succeeded(projectKey(row.workspaceId, row.projectId));
    log.info(`outbox: sent ${row.id}`);
  }

  /** The least time between two attempts to send a request that may have been delivered, in milliseconds. */
  const resendDelay = ({ attempts }: OutboxRow) =>
    Math.min(maxResendDelayMs, deps.backoffMs * 2 ** attempts);

  /** The id of the result that has appeared since a request was sent; null where none has. */
  async function resultOf(
    row: OutboxRow,
    run: ProjectRun,
    before: ReadonlySet<string>,
  ): Promise<string | null> {
    const kind = deps.kinds[row.kind];
    const names = kind.names(row);
    if (kind.present) {
      const present = new Set(await kind.present(row));
      const added = names.filter((name) => !before.has(name));
      return added.length > 0 && added.every((name) => present.has(name)) ? row.resultId : null;
    }
    const created = batchesIn(await readBatches(run, names, true), names)
      .sort(byAge)
      .find(({ id }) => !before.has(id) && !store.isClaimed(row.workspaceId, id));
    return created?.id ?? null;
  }

  /** Looks up the result of a request whose response was lost. Resolves to whether it has to be sent again. */
  async function reconcile(row: OutboxRow, run: ProjectRun, attemptedAt: number): Promise<boolean> {
    const kind = deps.kinds[row.kind];
    const seenBefore = JSON.parse(row.seenBefore ?? "[]") as string[];
    const resultId = await resultOf(row, run, new Set(seenBefore));
    if (resultId !== null) {
      markSent(row, kind.recovered(row, resultId, seenBefore));
      return false;
    }
    const until = attemptedAt + Math.max(kind.reconcileMs, kind.isResent ? resendDelay(row) : 0);
    if (now() >= until && kind.isResent) return true;
    const problem: Problem = {
      code: "unconfirmed",
      message: "the response was lost, and the project does not have the batch",
    };
    if (now() >= until) {
      store.markRefused(row.id, row.revision, { problem, fields: [] });
      return false;
    }
    // The longer the result is missing, the less often the list is read.
    const missingMs = Math.max(now() - attemptedAt, deps.backoffMs);
    const at = Math.min(until, now() + Math.min(missingMs, maxReconcileIntervalMs));
    store.postpone(row.id, row.revision, { problem, at, attemptedAt, isAttempt: false });
    return false;
  }

  /** Sends one request, or waits for the result of its last attempt. Rejects with PrepareError or SendError. */
  async function processEntry(row: OutboxRow, run: ProjectRun): Promise<void> {
    const kind = deps.kinds[row.kind];
    if (row.attemptedAt !== null && !(await reconcile(row, run, row.attemptedAt))) return;
    step("reconciled");
    const prepared = await kind.prepare(row).catch((error: unknown) => {
      throw new PrepareError(error);
    });
    if (!prepared) return;
    step("prepared");
    const names = kind.names(row);
    const snapshot = kind.present ? null : await readBatches(run, names, false);
    const existing = snapshot
      ? batchesIn(snapshot, names).map(({ id }) => id)
      : ((await kind.present?.(row)) ?? []);
    step("listed");
    // A request that is sent again keeps the list of its first attempt, whose result may appear late.
    const before =
      row.attemptedAt === null || row.seenBefore === null
        ? existing
        : (JSON.parse(row.seenBefore) as string[]);
    if (!store.markSending(row.id, row.revision, before, now())) return;
    deps.onChanged();
    step("attempted");
    const delivery = await prepared.send().catch((error: unknown) => {
      run.snapshot = null;
      throw new SendError(error);
    });
    step("responded");
    markSent(row, delivery);
    if (row.kind === "batch" && snapshot) {
      const key = nameKey(row.name);
      const sameName = snapshot.found.get(key) ?? [];
      const created = { id: delivery.resultId, status: "", createdAt: deps.now() };
      snapshot.found.set(key, [...sameName, created]);
    }
  }

  /** Suspends the workspace or project of a request whose connection failed. Returns whether it did. */
  function suspend(
    { workspaceId, projectId }: OutboxRow,
    problem: Problem,
    isBeforeSending: boolean,
    retryAfterMs: number | undefined,
  ): boolean {
    const kind = kindOf(problem.code);
    if (kind !== "connection" && kind !== "user" && retryAfterMs === undefined) return false;
    if (!isBeforeSending) {
      if (kind === "user") suspensions.untilUserActs(workspaceId, problem);
      else suspensions.backOff(workspaceId, problem, retryAfterMs);
      return true;
    }
    // The script store needs the user, not the service: requests without a local script can be sent.
    if (kind === "user" && deps.isReachable(workspaceId)) return false;
    projectSuspensions.backOff(projectKey(workspaceId, projectId), problem, retryAfterMs);
    return true;
  }

  /** Applies a failure: to the entry, and to its workspace or project where the connection failed. */
  function handleFailure(row: OutboxRow, thrown: unknown): void {
    const error =
      thrown instanceof PrepareError || thrown instanceof SendError ? thrown.cause : thrown;
    const problem = toProblem(error);
    const isBeforeSending = thrown instanceof PrepareError;
    const isUnknown = thrown instanceof SendError && !isUndelivered(problem);
    // A failure before sending does not change what is known about an earlier attempt.
    const attemptedAt = isUnknown ? now() : thrown instanceof SendError ? null : row.attemptedAt;
    log.warn(
      `outbox: ${problem.code} ${row.id}`,
      problem.code === "internal" ? error : problem.message,
    );
    if (isFinal(problem.code)) {
      store.markRefused(row.id, row.revision, { problem, fields: fieldsOf(error) });
      return;
    }
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    if (suspend(row, problem, isBeforeSending, retryAfterMs)) {
      store.postpone(row.id, row.revision, { problem, at: null, attemptedAt, isAttempt: false });
      return;
    }
    // A request that may have been delivered is looked up soon; `reconcile` decides when it is sent again.
    const ownDelay = isUnknown ? deps.backoffMs : backoffDelay(row.attempts + 1, deps.backoffMs);
    const delay = Math.max(retryAfterMs ?? 0, ownDelay);
    store.postpone(row.id, row.revision, {
      problem,
      at: now() + delay,
      attemptedAt,
      isAttempt: true,
    });
  }

  async function runProject(run: ProjectRun): Promise<void> {
    for (;;) {
      if (!isRunning || !isProjectOpen(run)) return;
      const row = store.nextReady(run.workspaceId, run.projectId, now());
      if (!row) return;
      try {
        await processEntry(row, run);
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
    for (const { workspaceId, projectId } of store.ready(now())) {
      const key = projectKey(workspaceId, projectId);
      if (runs.size >= maxRuns) break;
      if (runs.has(key) || !isProjectOpen({ workspaceId, projectId })) continue;
      const run: ProjectRun = {
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
    const ends = [...suspensions.endTimes(), ...projectSuspensions.endTimes()].filter(
      (at) => at > now(),
    );
    wakeAt(Math.min(store.nextDueAt(now()) ?? Infinity, ...ends));
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
    tick,
    start(): void {
      isRunning = true;
      stopping = new AbortController();
      store.boundWaits(now(), maxRetryAfterMs);
      store.requeueInterrupted(now());
      tick();
    },
    /** Starts no further requests and waits up to `graceMs` for those being sent; others end with their connection. */
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
      suspensions.release(workspaceId);
      projectSuspensions.release();
      tick();
    },
    isOpen,
    /** Whether requests of a project are sent now, as opposed to waiting for a connection. */
    isProjectOpen,
    forget: (workspaceId: string) => suspensions.forget(workspaceId),
  };
}
