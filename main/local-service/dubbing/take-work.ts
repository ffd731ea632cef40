/** The takes that are being made, several at the same time. */
import { LeasedElsewhere } from "../work/leases";
import { dubId, type DubRow, type QueuedTake } from "../rows/dubs/dub-port";
import { LostLease, type Lease } from "../rows/lease-port";
import type { DubbingDeps } from "./deps";
import { EngineError } from "../engine/ports";
import { createEngineWaits } from "./engine-waits";
import { makeTake } from "./make-take";
import { prepareTake } from "./take-request";
import type { BackgroundLoop } from "../common/background-loop";
import type { createDubSubjects } from "./dub-subjects";

/** The takes of a dub are set aside together, and under another id than the dub itself. */
const takesEnding = "/takes";
const takesOf = (take: Pick<DubRow, "batchId" | "languageId">) => `${dubId(take)}${takesEnding}`;
const isOfTakes = (id: string) => id.endsWith(takesEnding);
export const dubOfTakes = (id: string) => (isOfTakes(id) ? id.slice(0, -takesEnding.length) : id);

interface Running {
  take: QueuedTake;
  /** The external engine that speaks it; null for one of this computer. */
  externalEngine: string | null;
  end: AbortController;
}

export interface TakeWorkDeps {
  dubbing: DubbingDeps;
  loop: BackgroundLoop<string>;
  subjects: Pick<ReturnType<typeof createDubSubjects>, "of">;
  /** Stores why a dub cannot be made; rejects with any other error. */
  block: (lease: Lease, take: QueuedTake, error: unknown) => Promise<void>;
  /** Called after a take was made or failed. */
  onFinished: () => void;
  onTakesChange: () => void;
}

export function createTakeWork(deps: TakeWorkDeps) {
  const { loop, subjects, block, onTakesChange, onFinished } = deps;
  const { store, leases, objects, engine, now } = deps.dubbing;
  const running = new Map<number, Running>();
  const waits = createEngineWaits(store, loop);
  const endAll = () => {
    for (const { end } of running.values()) end.abort(loop.signal.reason);
  };
  loop.signal.addEventListener("abort", endAll, { once: true });

  async function startTakes(): Promise<void> {
    const voices = engine.speech.voices().flatMap(({ name, source }) => {
      const isExternal = source.engine.startsWith("external:");
      return isExternal ? [{ name, externalEngine: source.engine }] : [];
    });
    await waits.refresh(voices);
    while (!isBusy(null)) {
      const ofBusy = voices.filter(({ externalEngine }) => isBusy(externalEngine));
      const except = {
        ids: [...running.keys()],
        voices: ofBusy.map(({ name }) => name),
        dubs: loop.aside().flatMap((id) => (isOfTakes(id) ? [dubOfTakes(id)] : [])),
      };
      const take = await store.findQueuedTake(except);
      if (!take || loop.signal.aborted) return;
      const { externalEngine = null } = voices.find(({ name }) => name === take.voice) ?? {};
      const end = new AbortController();
      const { signal } = end;
      running.set(take.id, { take, externalEngine, end });
      const work = () =>
        leases
          .run("takes", String(take.id), async (lease) => {
            const endOfLease = () => end.abort(lease.signal.reason);
            lease.signal.addEventListener("abort", endOfLease, { once: true });
            try {
              await make(take, lease, signal);
            } catch (error) {
              if (signal.aborted) return;
              const isWait = error instanceof EngineError && error.waitMs > 0;
              if (isWait && externalEngine !== null) waits.begin(externalEngine, error);
              else await block(lease, take, error);
            }
          })
          .catch((error: unknown) => {
            // The other takes of the dub do not wait for one that another process makes.
            if (!(error instanceof LeasedElsewhere)) throw error;
          });
      const attempted = loop.attempt(takesOf(take), work).then(() => void running.delete(take.id));
      void loop.begin(attempted, "a take could not be made");
    }
  }

  /**
   * Whether this external engine, or with null this computer, makes as many takes as it may, or has
   * to be waited for. Each counts its own, so that an engine that does not respond keeps no take of
   * another voice waiting.
   */
  function isBusy(externalEngine: string | null): boolean {
    if (externalEngine !== null && waits.has(externalEngine)) return true;
    const own = [...running.values()].filter((entry) => entry.externalEngine === externalEngine);
    return own.length >= engine.parallel;
  }

  async function make(queued: QueuedTake, lease: Lease, signal: AbortSignal): Promise<void> {
    const subject = await subjects.of(queued);
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
        : await makeTake(deps.dubbing, queued, prepared.take, signal);
    const isStored = await store
      .finishTake(lease, queued, outcome, now())
      .catch(async (error: unknown) => {
        if (error instanceof LostLease && outcome.result === "made")
          await removeUnnamed(queued, outcome);
        throw error;
      });
    if (!isStored && outcome.result === "made") await removeUnnamed(queued, outcome);
    onTakesChange();
    onFinished();
  }

  /** Removes what was made of a take that was stopped or removed meanwhile: no row names it. */
  async function removeUnnamed(
    { batchId, languageId }: QueuedTake,
    { location, speech }: { location: string; speech: string },
  ): Promise<void> {
    // Other takes of a dub can have the same speech.
    const isDubKnown = (await store.findDub(batchId, languageId)) !== null;
    await objects.remove(isDubKnown ? [location] : [location, speech]);
  }

  return {
    /** Begins queued takes, as many as the engines make at the same time. */
    start: startTakes,
    /** Ends the takes of these dubs. */
    interrupt(isConcerned: (id: string) => boolean): void {
      for (const { take, end } of running.values()) if (isConcerned(dubId(take))) end.abort();
    },
    waitsOf: waits.notesOf,
    endWaits: waits.release,
    batchIds: () => [...running.values()].map(({ take }) => take.batchId),
  };
}
