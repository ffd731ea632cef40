/** Makes the dubs of batches in the background. Dubs and takes are rows, so the work survives restarts. */
import type { DubRow, DubSubject, QueuedTake } from "../rows/dubs/dub-port";
import { EngineError } from "../engine/ports";
import { isDiskFull } from "../http-error";
import { ForbiddenLocation } from "../objects/object-path";
import { BlockedError, type DubbingDeps } from "./deps";
import { finishDub } from "./finish-dub";
import { makeTake } from "./make-take";
import { planDub } from "./plan";
import { BatchRemoved } from "./results";
import { createRate } from "./rate";
import { createWaiting } from "./waiting";
import { contextOf, prepareTake, type TakeContext } from "./take-request";

export interface Dubbing {
  /** Starts due work. Call after any change that may have added some. */
  wake(): void;
  /** While paused, no take begins; running ones end. */
  setPaused(isPaused: boolean): void;
  isPaused(): boolean;
  /**
   * Resolves when the takes of a dub are those of the texts, voices and glossary at the time of the call. Rejects with the
   * reason of the signal.
   */
  whenPlanned(dub: Pick<DubRow, "batchId" | "languageId">, signal: AbortSignal): Promise<void>;
  /** Takes per second in the last minute of work; null before the first take. */
  takesPerSecond(): number | null;
  /** Ends the work on these languages of a batch that was stopped or deleted; without a list, on all. */
  interrupt(batchId: string, languageIds?: readonly string[]): void;
  /** Stops; unfinished takes are made after the next start. */
  close(): Promise<void>;
}

/** Wait after an unexpected failure, such as a full disk, in milliseconds. */
const failureWaitMs = 30_000;

interface Running {
  take: QueuedTake;
  end: AbortController;
  work: Promise<void>;
}

/** The reason for users why a dub cannot be made; null for an unexpected error. */
function blockReason(error: unknown): string | null {
  if (error instanceof BlockedError || error instanceof EngineError) return error.message;
  if (error instanceof ForbiddenLocation) return error.message;
  return isDiskFull(error) ? "the disk is full" : null;
}

const idOf = ({ batchId, languageId }: Pick<DubRow, "batchId" | "languageId">) =>
  `${batchId}/${languageId}`;

/**
 * Also starts at once with the work that an earlier process left. A dub is planned (its takes are queued), its takes are
 * made, several at the same time, and it is finished: mixed, and published in the gallery.
 */
export function createDubbing(
  deps: DubbingDeps & {
    /** Called after takes were planned, made or failed. */
    onTakesChange: () => void;
  },
): Dubbing {
  const { store, engine, log, now, onTakesChange } = deps;
  const closing = new AbortController();
  const running = new Map<number, Running>();
  /** The dub that is being finished. */
  let finishing: { id: string; end: AbortController; work: Promise<void> } | null = null;
  /** By dub; removed when a dub is planned, because every change leads to a plan. */
  const subjects = new Map<string, { dub: DubSubject; context: TakeContext }>();
  const rate = createRate(now);
  const plans = createWaiting();
  let hasRestarted = false;
  let isPaused = false;
  let isWanted = false;
  let loop: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (closing.signal.aborted || timer) return;
    isWanted = true;
    loop ??= run()
      .catch((error: unknown) => waitAfter("dubbing: failed; repeated later", error))
      .finally(() => {
        loop = null;
        if (isWanted) wake();
      });
  }

  function waitAfter(message: string, error: unknown): void {
    if (closing.signal.aborted) return;
    log.error(message, error);
    timer ??= setTimeout(() => {
      timer = null;
      wake();
    }, failureWaitMs).unref();
  }

  async function run(): Promise<void> {
    if (!hasRestarted) await store.restartPlans();
    hasRestarted = true;
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      if (await planNext()) isWanted = true;
      else if (!isPaused) {
        await startTakes();
        await startFinishing();
      }
    }
  }

  /** Plans one dub; false if none is to be planned. */
  async function planNext(): Promise<boolean> {
    const [next] = [...(await store.listDubsIn("due", 1)), ...(await store.listDubsToCheck(1))];
    if (!next) return false;
    subjects.delete(idOf(next));
    const subject = await subjectOf(next);
    if (!subject) return true;
    try {
      await planDub(deps, subject.dub, subject.context, closing.signal);
      onTakesChange();
    } catch (error) {
      // It is planned again, unless it is blocked.
      if (blockReason(error) === null) await store.requestCheck(next.batchId, next.languageId);
      await block(next, error);
    } finally {
      plans.resolve();
    }
    return true;
  }

  async function subjectOf(row: Pick<DubRow, "batchId" | "languageId">) {
    const known = subjects.get(idOf(row));
    if (known) return known;
    const dub = await store.findDub(row.batchId, row.languageId);
    if (!dub) return null;
    const glossary = await store.listGlossary(dub.projectId);
    const subject = { dub, context: contextOf(dub.languageId, engine.speech, glossary) };
    subjects.set(idOf(row), subject);
    return subject;
  }

  /** Stores why a dub cannot be made. @throws any other error. */
  async function block(
    { batchId, languageId }: Pick<DubRow, "batchId" | "languageId">,
    error: unknown,
  ): Promise<void> {
    const reason = blockReason(error);
    if (reason === null) throw error;
    log.warn(`dubbing: a dub is blocked: ${reason}`);
    await store.blockDub(batchId, languageId, reason, now());
    interrupt(batchId, [languageId]);
  }

  async function startTakes(): Promise<void> {
    const free = engine.parallel - running.size;
    if (free <= 0) return;
    for (const take of await store.listQueuedTakes(free, [...running.keys()])) {
      const end = new AbortController();
      const signal = AbortSignal.any([end.signal, closing.signal]);
      const work = make(take, signal)
        .catch((error: unknown) => (signal.aborted ? undefined : block(take, error)))
        .catch((error: unknown) => waitAfter("dubbing: a take could not be stored", error))
        .finally(() => {
          running.delete(take.id);
          wake();
        });
      running.set(take.id, { take, end, work });
    }
  }

  async function make(queued: QueuedTake, signal: AbortSignal): Promise<void> {
    const subject = await subjectOf(queued);
    if (!subject) return;
    const { batchId, languageId, number, variant } = queued;
    const [line] = await store.listDubLines(batchId, languageId, number - 1, 1);
    const prepared = line?.number === number ? prepareTake(line, variant, subject.context) : null;
    if (prepared?.key !== queued.key) {
      // The line has changed since the dub was planned.
      await store.requestCheck(batchId, languageId);
      return;
    }
    const outcome =
      "problem" in prepared
        ? { result: "failed" as const, problem: prepared.problem }
        : await makeTake(deps, queued, prepared.take, signal);
    await store.finishTake(queued.id, outcome, now());
    onTakesChange();
    rate.add();
  }

  async function startFinishing(): Promise<void> {
    if (finishing) return;
    const [next] = await store.listDubsIn("finishing", 1);
    const subject = next && (await subjectOf(next));
    if (!next || !subject) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, closing.signal]);
    const work = finishDub(deps, subject.dub, signal)
      .catch((error: unknown) =>
        signal.aborted || error instanceof BatchRemoved ? undefined : block(next, error),
      )
      .catch((error: unknown) => waitAfter("dubbing: a dub could not be finished", error))
      .finally(() => {
        finishing = null;
        wake();
      });
    finishing = { id: idOf(next), end, work };
  }

  function interrupt(batchId: string, languageIds?: readonly string[]): void {
    const isConcerned = (id: string) =>
      languageIds
        ? languageIds.some((languageId) => id === idOf({ batchId, languageId }))
        : id.startsWith(`${batchId}/`);
    for (const { take, end } of running.values()) if (isConcerned(idOf(take))) end.abort();
    if (finishing && isConcerned(finishing.id)) finishing.end.abort();
    wake();
  }

  wake();
  return {
    wake,
    setPaused(value) {
      isPaused = value;
      rate.reset();
      wake();
    },
    isPaused: () => isPaused,
    async whenPlanned({ batchId, languageId }, signal) {
      for (;;) {
        // Before the query, so that no plan ends between the two.
        const next = plans.next(AbortSignal.any([signal, closing.signal]));
        if (!(await store.isPlanDue(batchId, languageId))) return;
        wake();
        await next;
      }
    },
    takesPerSecond: rate.perSecond,
    interrupt,
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await loop;
      await Promise.all([...running.values()].map(({ work }) => work));
      await finishing?.work;
    },
  };
}
