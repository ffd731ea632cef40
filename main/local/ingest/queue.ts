/** The work in the background: tasks are rows, and so they outlive the process. */
import type { Log } from "../../log";
import { isDiskFull } from "../problem";
import type { TaskRow } from "../store/batch-port";
import { ingestBatch, Interrupted, type IngestDeps } from "./ingest-batch";
import { ingestBulk } from "./ingest-bulk";
import { ingestLanguage } from "./ingest-language";

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
const unexpected = "an unexpected failure; the log of the local workspace says more";

/**
 * Starts on what an earlier process left. Tasks of one batch go in order, one at a time; others go side by side.
 * A task's row goes with what came of it in one step: a kill at any moment repeats a task, and never its outcome.
 */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { store, log, now, parallel = 4 } = deps;
  const running = new Map<number, Promise<void>>();
  const closing = new AbortController();
  let looking: Promise<void> | null = null;
  let isLookWanted = false;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (closing.signal.aborted) return;
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
    while (isLookWanted && !closing.signal.aborted) {
      isLookWanted = false;
      const free = parallel - running.size;
      if (free <= 0) return;
      const tasks = await store.listTasks(free, [...running.keys()]);
      for (const task of tasks) {
        const work = run(task).finally(() => {
          running.delete(task.id);
          if (!timer) wake();
        });
        running.set(task.id, work);
      }
    }
  }

  async function run(task: TaskRow): Promise<void> {
    try {
      await perform(task);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (isDiskFull(error)) {
        log.warn("ingestion: no room left on the disk; waits", error);
        wakeLater();
        return;
      }
      if (!(error instanceof Interrupted)) {
        log.error("ingestion: failed", task.kind, error);
        await giveUp(task).catch((failure: unknown) => {
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
    if (task.kind === "batch") await ingestBatch(deps, task, closing.signal);
    else if (task.kind === "language") await ingestLanguage(deps, task, closing.signal);
    else await ingestBulk(deps, task, closing.signal);
  }

  async function giveUp(task: TaskRow): Promise<void> {
    const failure = { result: "failed" as const, note: unexpected };
    if (task.kind === "batch") await store.finishIngestion(task, failure, now());
    else if (task.kind === "language") await store.finishLanguage(task, failure, now());
    else await store.finishBulkRead(task, { result: "failed", failure: unexpected }, now());
  }

  wake();
  return {
    wake,
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await looking;
      await Promise.all(running.values());
    },
  };
}
