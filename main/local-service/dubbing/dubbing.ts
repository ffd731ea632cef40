/**
 * Makes the dubs of batches in the background. Dubs and takes are rows, so the work survives
 * restarts.
 */
import { setTimeout as pause } from "node:timers/promises";
import { withEitherSignal } from "../../common/either-signal";
import { messageText } from "../../../preload/facts/service-messages";
import { dubId, type DubRow } from "../rows/dubs/dub-port";
import { EngineError } from "../engine/ports";
import type { Lease } from "../rows/lease-port";
import type { HeldLease } from "../work/leases";
import { isDiskFull } from "../common/http-error";
import { ForbiddenLocation } from "../objects/object-path";
import { createBackgroundLoop } from "../common/background-loop";
import { BlockedError } from "../engine/engine";
import type { DubbingDeps } from "./deps";
import { finishDub } from "./finish-dub";
import { planDub } from "./plan";
import { BatchRemoved } from "./results";
import { createRate } from "./rate";
import { endUnneededDownloads } from "./video";
import { createWaiting } from "./waiting";
import { createDubSubjects } from "./dub-subjects";
import { createTakeWork, dubOfTakes } from "./take-work";

export interface Dubbing {
  /** Starts due work. Call after any change that may have added some. */
  wake(): void;
  /** While paused, no take begins; running ones end. */
  setPaused(isPaused: boolean): void;
  isPaused(): boolean;
  /**
   * Resolves when the takes of a dub are those of the texts, voices and glossary at the time of the
   * call. Rejects with the reason of the signal.
   */
  whenPlanned(dub: Pick<DubRow, "batchId" | "languageId">, signal: AbortSignal): Promise<void>;
  /**
   * Which languages of a batch failed for an unexpected reason, and are repeated, and which
   * external engines are waited for; or "".
   */
  noteOf(batchId: string): string;
  /**
   * Repeats at once what failed for an unexpected reason, and asks the external engines again that
   * the batch waits for.
   */
  retryNow(batchId: string): void;
  /** Asks external engines again after a change of the engine. */
  checkEngine(): void;
  /** Takes per second in the last minute of work; null before the first take. */
  takesPerSecond(): number | null;
  /**
   * Ends the work on these languages of a batch that was stopped or deleted; without a list, on
   * all. Resolves when its downloads have ended, if nothing else needs them.
   */
  interrupt(batchId: string, languageIds?: readonly string[]): Promise<void>;
  /** The batches whose takes are being made, or which are being finished. */
  batchIds(): string[];
  /** Stops; unfinished takes are made after the next start. */
  close(): Promise<void>;
}

/** Between looks at a plan that another process makes. */
const otherPlanMs = 250;

interface Finishing {
  id: string;
  batchId: string;
  end: AbortController;
}

/**
 * The reason for users why a dub cannot be made; null for an unexpected error, and for one that
 * waits for other work.
 */
function blockReason(error: unknown): string | null {
  if (error instanceof BlockedError || error instanceof EngineError) return error.message;
  if (error instanceof ForbiddenLocation) return error.message;
  return isDiskFull(error) ? "the disk is full" : null;
}

/**
 * Also starts at once with the work that an earlier process left. A dub is planned (its takes are
 * queued), its takes are made, several at the same time, and it is finished: mixed, and published
 * in the gallery.
 */
export function createDubbing(
  deps: DubbingDeps & {
    /** Called after takes were planned, made or failed. */
    onTakesChange: () => void;
  },
): Dubbing {
  const { store, leases, log, now, began, onTakesChange, mayUseEngine = () => true } = deps;
  const loop = createBackgroundLoop({ name: "dubbing", step, began, log });
  /** The dub that is being finished. */
  let finishing: Finishing | null = null;
  const subjects = createDubSubjects(deps);
  const rate = createRate(now);
  const takes = createTakeWork({
    dubbing: deps,
    loop,
    subjects,
    block,
    onFinished: rate.add,
    onTakesChange,
  });
  const plans = createWaiting();
  let isPaused = false;

  async function step(): Promise<void> {
    await leases.start();
    const isUsable = mayUseEngine();
    if (isUsable && (await planNext())) loop.wake();
    else if (!isPaused) {
      if (isUsable) await takes.start();
      await startFinishing();
    }
  }

  /** Plans one dub; false if none is to be planned. */
  async function planNext(): Promise<boolean> {
    const except = loop.aside();
    const [next] = [
      ...(await store.listDubsFor("plan", 1, except)),
      ...(await store.listDubsToCheck(1, except)),
    ];
    if (!next) return false;
    await loop.attempt(dubId(next), () => plan(next));
    return true;
  }

  const plan = (row: DubRow) =>
    leases.run("plan", dubId(row), (lease) => planUnder(lease, row)).finally(plans.resolve);

  async function planUnder(lease: HeldLease, row: DubRow): Promise<void> {
    subjects.forget(row);
    try {
      const subject = await subjects.of(row);
      if (!subject) return;
      const { dub, context } = subject;
      await withEitherSignal(loop.signal, lease.signal, (signal) =>
        planDub(deps, dub, context, lease, signal),
      );
      onTakesChange();
    } catch (error) {
      // It is planned again, unless it is blocked.
      if (blockReason(error) === null) await store.requestCheck(row.batchId, row.languageId);
      await block(lease, row, error);
    }
  }

  const retriesOf = (batchId: string) =>
    loop.retries().filter(({ id }) => id.startsWith(`${batchId}/`));

  function noteOf(batchId: string): string {
    const notes = retriesOf(batchId).map(({ id, at }) => {
      const languageId = dubOfTakes(id).slice(batchId.length + 1);
      const seconds = Math.max(1, Math.ceil((at - Date.now()) / 1000));
      return `${languageId}: ${messageText("failed-for-now", { seconds })}`;
    });
    return [...notes, ...takes.waitsOf(batchId)].join(". ");
  }

  /** Stores why a dub cannot be made. @throws any other error. */
  async function block(
    lease: Lease,
    { batchId, languageId }: Pick<DubRow, "batchId" | "languageId">,
    error: unknown,
  ): Promise<void> {
    const reason = blockReason(error);
    if (reason === null) throw error;
    log.warn(`dubbing: a dub is blocked: ${reason}`);
    await store.blockDub(lease, batchId, languageId, reason, now());
    await interrupt(batchId, [languageId]);
  }

  async function startFinishing(): Promise<void> {
    if (finishing) return;
    const [next] = await store.listDubsFor("finish", 1, loop.aside());
    const subject = next && (await subjects.of(next));
    if (!next || !subject) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, loop.signal]);
    finishing = { id: dubId(next), batchId: next.batchId, end };
    const work = () =>
      leases.run("finish", dubId(next), (lease) =>
        finishDub(deps, subject.dub, lease, AbortSignal.any([signal, lease.signal])).catch(
          (error: unknown) =>
            signal.aborted || error instanceof BatchRemoved ? undefined : block(lease, next, error),
        ),
      );
    const attempted = loop.attempt(dubId(next), work).then(() => {
      finishing = null;
      // The length of a video at a URL may be known only now.
      onTakesChange();
    });
    void loop.begin(attempted, "a dub could not be finished");
  }

  async function interrupt(batchId: string, languageIds?: readonly string[]): Promise<void> {
    const isConcerned = (id: string) =>
      languageIds
        ? languageIds.some((languageId) => id === dubId({ batchId, languageId }))
        : id.startsWith(`${batchId}/`);
    takes.interrupt(isConcerned);
    if (finishing && isConcerned(finishing.id)) finishing.end.abort();
    loop.wake();
    await endUnneededDownloads(deps, batchId);
  }

  loop.wake();
  return {
    wake: loop.wake,
    setPaused(value) {
      isPaused = value;
      rate.reset();
      loop.wake();
    },
    isPaused: () => isPaused,
    async whenPlanned({ batchId, languageId }, signal) {
      const isShared = await leases.start();
      const ending = AbortSignal.any([signal, loop.signal]);
      for (;;) {
        // Before the query, so that no plan ends between the two.
        const next = plans.next(ending);
        if (!(await store.isPlanDue(batchId, languageId))) return;
        loop.wake();
        // The plan of another process ends nothing here.
        await (isShared
          ? Promise.race([next, pause(otherPlanMs, undefined, { ref: false })])
          : next);
        ending.throwIfAborted();
      }
    },
    noteOf,
    retryNow(batchId) {
      for (const { id } of retriesOf(batchId)) loop.release(id);
      takes.endWaits(batchId);
    },
    checkEngine: () => takes.endWaits(),
    takesPerSecond: rate.perSecond,
    interrupt,
    batchIds: () => [...takes.batchIds(), ...(finishing ? [finishing.batchId] : [])],
    close: loop.close,
  };
}
