/** The work in the background: tasks are rows, and so they outlive the process. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Log } from "../../common/log";
import { isDiskFull } from "../problem";
import type { TaskRow } from "../rows/batch-port";
import { castBatch } from "./cast-batch";
import { endIngestion, ingestBatch } from "./ingest-batch";
import { ingestBulk } from "./ingest-bulk";
import { ingestLanguage } from "./ingest-language";
import { crashNote } from "./crash-note";
import { createLanes } from "./slots";
import { Interrupted, type IngestDeps } from "./task";
import { createTidying } from "./cleanup";

export interface IngestionDeps extends IngestDeps {
  log: Log;
  /** How many tasks go at a time; 4 unless told otherwise. */
  parallel?: number | undefined;
}

export interface Ingestion {
  /** There may be something to do. */
  wake(): void;
  /** Ends what is under way and takes nothing more; it is done after the next start. */
  close(): Promise<void>;
}

const fullDiskWaitMs = 30_000;
/** A task that the process did not survive this often fails. */
const maxCrashes = 2;
/** Whether a process ended in the middle of this task. It may have been the task, one beside it, or the user. */
const isSuspect = ({ attempts }: TaskRow) => attempts > 0;
const unexpected = "an unexpected failure; the log of the local workspace says more";

/**
 * Starts on what an earlier process left. Tasks of one batch go in order, one at a time; others go side by side, lanes
 * by turns. What was deleted is taken away meanwhile.
 * A task's row goes with what came of it in one step: a kill at any moment repeats a task, and never its outcome. A
 * task that the process did not survive runs alone the next time, and fails when that ends the process as well.
 */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { store, log, now, parallel = 4 } = deps;
  const running = new Map<number, { task: TaskRow; work: Promise<void> }>();
  const nextOf = createLanes(parallel);
  const tidying = createTidying({ store, log });
  const closing = new AbortController();
  let looking: Promise<void> | null = null;
  let isLookWanted = false;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (closing.signal.aborted) return;
    tidying.wake();
    isLookWanted = true;
    looking ??= look()
      .catch((error: unknown) => {
        log.error("ingestion: could not look for work", error);
        wakeLater();
      })
      .finally(() => {
        looking = null;
        if (isLookWanted) wake();
      });
  }

  function wakeLater(): void {
    timer ??= setTimeout(() => {
      timer = null;
      wake();
    }, fullDiskWaitMs).unref();
  }

  async function look(): Promise<void> {
    for (;;) {
      // Tasks that fail at once would follow each other for minutes, and nobody else had a turn.
      await nextTurn();
      if (!isLookWanted || closing.signal.aborted) return;
      isLookWanted = false;
      const free = parallel - running.size;
      if (free <= 0) return;
      const candidates = await store.listTasks(free, [...running.keys()]);
      for (;;) {
        const waiting = candidates.filter(({ id }) => !running.has(id));
        const others = [...running.values()].map((one) => one.task);
        const task = others.some(isSuspect) ? null : nextTask(waiting, others);
        if (!task) break;
        const work = run(task).finally(() => {
          running.delete(task.id);
          if (!timer) wake();
        });
        running.set(task.id, { task, work });
      }
    }
  }

  /** A suspect runs alone, so that the tasks beside it are not counted as crashed with it. */
  function nextTask(waiting: readonly TaskRow[], others: readonly TaskRow[]): TaskRow | null {
    const suspect = waiting.find(isSuspect);
    if (!suspect) return nextOf(waiting, others);
    return others.length === 0 ? suspect : null;
  }

  async function run(task: TaskRow): Promise<void> {
    try {
      if (task.attempts >= maxCrashes) {
        log.error(
          `ingestion: ${task.kind} task ended the process ${task.attempts} times; it fails`,
        );
        await giveUp(task, await crashNote(store, task));
        return;
      }
      // Note: Durably before the first step. Whatever ends this process now is counted at the next start.
      await store.beginTask(task.id);
      await perform(task);
    } catch (error) {
      const isFull = isDiskFull(error);
      if (closing.signal.aborted || isFull)
        await store.putBackTask(task.id).catch((failure: unknown) => {
          log.warn("ingestion: a task could not be put back", failure);
        });
      if (closing.signal.aborted) return;
      if (isFull) {
        log.warn("ingestion: no room left on the disk; waits", error);
        wakeLater();
        return;
      }
      if (!(error instanceof Interrupted)) {
        log.error("ingestion: failed", task.kind, error);
        await giveUp(task, unexpected).catch((failure: unknown) => {
          log.error("ingestion: a failure could not be written down", failure);
          wakeLater();
        });
        return;
      }
      // What it was about is gone.
      await store.removeTask(task.id).catch(wakeLater);
    }
  }

  async function perform(task: TaskRow): Promise<void> {
    if (task.kind === "bulk") await ingestBulk(deps, task, closing.signal);
    else if (task.step === "cast") await castBatch(deps, task);
    else if (task.kind === "batch") await ingestBatch(deps, task, closing.signal);
    else await ingestLanguage(deps, task, closing.signal);
  }

  async function giveUp(task: TaskRow, note: string): Promise<void> {
    const failure = { result: "failed" as const, note };
    if (task.kind === "bulk") await store.finishBulkRead(task, note);
    // Lines that were read are worth keeping without voices, too.
    else if (task.step === "cast") await store.finishCasting(task, [], now());
    else if (task.kind === "batch") await endIngestion(deps, task, failure);
    else await store.finishLanguage(task, failure, now());
  }

  wake();
  return {
    wake,
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await looking;
      await Promise.all([...running.values()].map(({ work }) => work));
      await tidying.close();
    },
  };
}
