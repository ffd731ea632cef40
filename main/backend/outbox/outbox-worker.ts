/**
 * Sends what is ready, in each project one after the other in the order of adding, and exactly once.
 *
 * Note: Exactly once. The interface has no key by which a request sent twice is known as one. So it is on disk that an
 * order is about to be sent, and which batches of its name were there before. Where no answer is known afterwards (the
 * connection broke, the program was killed), the project's list is read again: a batch of that name that was not there
 * before is ours. Only when none has appeared after a while is the order sent again.
 */
import { kindOf } from "../../../preload/facts/errors";
import type { Problem } from "../../../preload/model";
import { backoffDelay } from "../../common/retry";
import { createSteadyClock } from "../../common/clock";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { longestRetryAfterMs } from "../../remote/http-errors";
import type { Remote } from "../../remote/remote";
import type { OutboxRow, OutboxStore } from "./store";
import { createHolds } from "../uploads/workspace-backoff";
import { fieldsOf, finalCodes, isUndelivered, PrepareError, SendError } from "./failures";
import { batchesByName, byAge, nameKey, type BatchesByName } from "./find-batches-by-name";
import type { Delivery, RequestKind } from "./request-kind";

export interface OutboxWorkerDeps {
  store: OutboxStore;
  kinds: Record<OutboxRow["kind"], RequestKind>;
  remote: (workspaceId: string) => Remote;
  /** Whether there is a way to the workspace's service, as far as anybody knows. */
  isReachable: (workspaceId: string) => boolean;
  onChanged: () => void;
  /** An order is there, and it is on disk that it is: nothing is needed for it any more. */
  onArrived: (entryId: number) => void;
  log: Log;
  now: () => number;
  backoffMs: number;
  /** Called between any two steps. */
  onStep?: (step: string) => void;
}

/** Batches of a project by their names, as far as these are asked for. */
interface Look {
  at: number;
  names: ReadonlySet<string>;
  found: BatchesByName;
}
interface Lane {
  workspaceId: string;
  projectId: string;
  look: Look | null;
  ended: Promise<void>;
}

/** How long a list that was read counts as fresh while its project's orders go one after the other. */
const freshMs = 5_000;
const mostLanes = 4;
/** The longest time between two looks for what may have arrived, and before it is sent again. */
const slowestLookMs = 30_000;
const slowestPauseMs = 60_000;
/** How long to wait when our own database cannot be written. */
const standstillMs = 5_000;
export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

export function createOutboxWorker(deps: OutboxWorkerDeps) {
  const { store, log } = deps;
  const { now } = createSteadyClock(deps.now);
  const step = deps.onStep ?? (() => undefined);
  const holds = createHolds({ now, backoffMs: deps.backoffMs });
  const lanes = new Map<string, Lane>();
  let stopping = new AbortController();
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;

  const isOpen = (workspaceId: string) =>
    holds.of(workspaceId) === null && deps.isReachable(workspaceId);

  async function look(
    lane: Lane,
    requiredMedia: readonly string[],
    isFresh: boolean,
  ): Promise<Look> {
    const known = lane.look;
    const keys = requiredMedia.map(nameKey);
    const isGood =
      !isFresh &&
      known !== null &&
      now() - known.at < freshMs &&
      keys.every((key) => known.names.has(key));
    if (isGood) return known;
    const { workspaceId, projectId } = lane;
    const names = new Set([...store.unsentNames(workspaceId, projectId).map(nameKey), ...keys]);
    const at = now();
    const remote = deps.remote(workspaceId);
    const found = await batchesByName(remote, projectId, names, stopping.signal);
    lane.look = { at, names, found };
    return lane.look;
  }
  const idsIn = (looked: Look, names: readonly string[]) =>
    names.flatMap((name) => looked.found.get(nameKey(name)) ?? []);

  function arrived(row: OutboxRow, outcome: Delivery): void {
    store.sent(row.id, outcome.resultId, deps.now(), outcome.problem ?? null, outcome.keep);
    step("kept");
    outcome.after?.();
    deps.onArrived(row.id);
    holds.wayIsOpen(row.workspaceId);
    log.info(`outbox: sent ${row.id}`);
  }

  /** The least time between two sendings of what may have arrived, in milliseconds. */
  const pauseAfter = ({ attempts }: OutboxRow) =>
    Math.min(slowestPauseMs, deps.backoffMs * 2 ** attempts);

  /** The id of what has appeared since a request was sent; null where it has not. */
  async function resultOf(
    row: OutboxRow,
    lane: Lane,
    before: ReadonlySet<string>,
  ): Promise<string | null> {
    const kind = deps.kinds[row.kind];
    const names = kind.names(row);
    if (kind.present) {
      const present = new Set(await kind.present(row));
      const added = names.filter((name) => !before.has(name));
      return added.length > 0 && added.every((name) => present.has(name)) ? row.resultId : null;
    }
    const ours = idsIn(await look(lane, names, true), names)
      .sort(byAge)
      .find(({ id }) => !before.has(id) && !store.isClaimed(row.workspaceId, id));
    return ours?.id ?? null;
  }

  /** What became of an order whose answer was lost. Returns whether it has to be sent again. */
  async function findLost(row: OutboxRow, lane: Lane, attemptedAt: number): Promise<boolean> {
    const kind = deps.kinds[row.kind];
    const seenBefore = JSON.parse(row.seenBefore ?? "[]") as string[];
    const ours = await resultOf(row, lane, new Set(seenBefore));
    if (ours !== null) {
      arrived(row, kind.found(row, ours, seenBefore));
      return false;
    }
    const until = attemptedAt + Math.max(kind.reconcileMs, kind.isResent ? pauseAfter(row) : 0);
    if (now() >= until && kind.isResent) return true;
    const problem: Problem = {
      code: "unconfirmed",
      message: "the answer was lost, and the project does not show it",
    };
    if (now() >= until) {
      store.refuse(row.id, row.revision, { problem, fields: [] });
      return false;
    }
    // The longer it is missing, the less often it is looked for.
    const missingMs = Math.max(now() - attemptedAt, deps.backoffMs);
    const at = Math.min(until, now() + Math.min(missingMs, slowestLookMs));
    store.waitFor(row.id, row.revision, { problem, at, attemptedAt, isAttempt: false });
    return false;
  }

  async function advance(row: OutboxRow, lane: Lane): Promise<void> {
    const kind = deps.kinds[row.kind];
    const isLost = row.attemptedAt !== null && !(await findLost(row, lane, row.attemptedAt));
    if (isLost) return;
    step("found out");
    const prepared = await kind.prepare(row).catch((error: unknown) => {
      throw new PrepareError(error);
    });
    if (!prepared) return;
    step("prepared");
    const names = kind.names(row);
    const looked = kind.present ? null : await look(lane, names, false);
    const there = looked
      ? idsIn(looked, names).map(({ id }) => id)
      : ((await kind.present?.(row)) ?? []);
    step("looked");
    // Of one that is sent again: as it was before the first time, for that may have arrived late.
    const before =
      row.attemptedAt === null || row.seenBefore === null
        ? there
        : (JSON.parse(row.seenBefore) as string[]);
    if (!store.attempt(row.id, row.revision, before, now())) return;
    deps.onChanged();
    step("attempted");
    const outcome = await prepared.send().catch((error: unknown) => {
      lane.look = null;
      throw new SendError(error);
    });
    step("answered");
    arrived(row, outcome);
    if (row.kind === "batch" && looked) {
      const key = nameKey(row.name);
      const same = looked.found.get(key) ?? [];
      const made = { id: outcome.resultId, status: "", createdAt: deps.now() };
      looked.found.set(key, [...same, made]);
    }
  }

  /** Decides what a failure means for an order and for its workspace. */
  function settle(row: OutboxRow, thrown: unknown): void {
    const error =
      thrown instanceof PrepareError || thrown instanceof SendError ? thrown.cause : thrown;
    const problem = toProblem(error);
    const isOurs = thrown instanceof PrepareError;
    const isUnknown = thrown instanceof SendError && !isUndelivered(problem);
    // A failure before it was sent again says nothing of the time before.
    const attemptedAt = isUnknown ? now() : thrown instanceof SendError ? null : row.attemptedAt;
    log.warn(
      `outbox: ${problem.code} ${row.id}`,
      problem.code === "internal" ? error : problem.message,
    );
    if (finalCodes.includes(problem.code)) {
      store.refuse(row.id, row.revision, { problem, fields: fieldsOf(error) });
      return;
    }
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    const kind = kindOf(problem.code);
    const ofTheWay =
      !isOurs && (kind === "connection" || kind === "user" || retryAfterMs !== undefined);
    if (ofTheWay) {
      if (kind === "user") holds.forUser(row.workspaceId, problem);
      else holds.forWhile(row.workspaceId, problem, retryAfterMs);
      store.waitFor(row.id, row.revision, { problem, at: null, attemptedAt, isAttempt: false });
      return;
    }
    // What may have arrived is looked for soon; how long it is before it is sent again is decided then.
    const own = isUnknown ? deps.backoffMs : backoffDelay(row.attempts + 1, deps.backoffMs);
    const wait = Math.max(retryAfterMs ?? 0, own);
    store.waitFor(row.id, row.revision, {
      problem,
      at: now() + wait,
      attemptedAt,
      isAttempt: true,
    });
  }

  async function run(lane: Lane): Promise<void> {
    for (;;) {
      if (!isRunning || !isOpen(lane.workspaceId)) return;
      const row = store.nextReady(lane.workspaceId, lane.projectId, now());
      if (!row) return;
      try {
        await advance(row, lane);
      } catch (error) {
        if (stopping.signal.aborted && !(error instanceof SendError)) return;
        if (error instanceof AppError && error.code === "disk-full") throw error;
        settle(row, error);
      }
      deps.onChanged();
    }
  }

  /** Looks for work. Call it whenever something may have become possible. */
  function tick(): void {
    if (!isRunning) return;
    if (timer) clearTimeout(timer);
    timer = null;
    for (const { workspaceId, projectId } of store.ready(now())) {
      const key = JSON.stringify([workspaceId, projectId]);
      if (lanes.size >= mostLanes) break;
      if (lanes.has(key) || !isOpen(workspaceId)) continue;
      const lane: Lane = { workspaceId, projectId, look: null, ended: Promise.resolve() };
      lanes.set(key, lane);
      lane.ended = run(lane).then(
        () => end(key),
        (error: unknown) => {
          log.error("outbox: the database cannot be written", error);
          lanes.delete(key);
          wakeAt(now() + standstillMs);
        },
      );
    }
    const ends = holds.ends().filter((at) => at > now());
    wakeAt(Math.min(store.nextDueAt(now()) ?? Infinity, ...ends));
  }
  function end(key: string): void {
    lanes.delete(key);
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
      store.boundWaits(now(), longestRetryAfterMs);
      store.requeueInterrupted(now());
      tick();
    },
    /** Begins nothing new; what is being sent has so many milliseconds to end, or else ends with its connection. */
    async stop(graceMs: number): Promise<void> {
      isRunning = false;
      if (timer) clearTimeout(timer);
      stopping.abort(new AppError("offline", "the program is closing"));
      const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([this.ended(), grace]);
    },
    /** Resolves when nothing is under way. */
    async ended(): Promise<void> {
      await Promise.all([...lanes.values()].map((lane) => lane.ended));
    },
    /** The way to a workspace (or to all of them) may be open again. */
    release(workspaceId?: string): void {
      holds.release(workspaceId);
      tick();
    },
    isOpen,
    forget: (workspaceId: string) => holds.forget(workspaceId),
  };
}
