/** The queue of background tasks. Tasks are rows, so they survive restarts. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Log } from "../../common/log";
import { isDiskFull } from "../http-error";
import type { TaskRow } from "../rows/batches/ingestion-port";
import { castBatch } from "./cast-batch";
import { endIngestion, ingestBatch } from "./ingest-batch";
import { ingestBulk } from "./ingest-bulk";
import { ingestLanguage } from "./ingest-language";
import { crashNote } from "./crash-note";
import { createSlots } from "./slots";
import { Interrupted, type IngestDeps } from "./task";
import { createCleanup } from "./cleanup";

export interface IngestionDeps extends IngestDeps {
  log: Log;
  /** Deletes the files of removed rows. */
  removeFiles: () => Promise<void>;
  /** Called after each task: batches may be complete. */
  onIngested: () => void;
  /** Number of concurrent tasks; default 4. */
  parallel?: number | undefined;
}

export interface Ingestion {
  /** Starts due tasks. Call after any change that may have added one. */
  wake(): void;
  /** Adds the tasks that became possible, because an engine was installed. */
  checkEngine(): void;
  /** Stops running tasks and starts no more; they are repeated after the next start. */
  close(): Promise<void>;
}

const fullDiskWaitMs = 30_000;
/** A task fails after the process ended this many times while running it. */
const maxCrashes = 2;
/** Whether a process ended while running this task. The cause may be this task, a concurrent one, or the user. */
const isSuspect = ({ attempts }: TaskRow) => attempts > 0;
const unexpected = "unexpected error; see the log of the local workspace";

/**
 * Also starts at once with the tasks that an earlier process left. Tasks of one batch run one after the other; other
 * tasks run concurrently, with slots shared fairly between groups. Deleted rows are removed meanwhile.
 *
 * A task's row is deleted in the same transaction that stores its outcome: if the process is killed, the task is
 * repeated, but its outcome is stored only once. A task during which the process ended runs alone the next time, and
 * fails if the process ends again.
 */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { store, log, now, onIngested, parallel = 4 } = deps;
  const running = new Map<number, { task: TaskRow; work: Promise<void> }>();
  const chooseTask = createSlots(parallel);
  const cleanup = createCleanup({ store, log, removeFiles: deps.removeFiles });
  const closing = new AbortController();
  let starting: Promise<void> | null = null;
  let isStartRequested = false;
  let isEngineCheckDue = true;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (closing.signal.aborted) return;
    cleanup.wake();
    isStartRequested = true;
    starting ??= startTasks()
      .catch((error: unknown) => {
        log.error("ingestion: tasks could not be started", error);
        wakeLater();
      })
      .finally(() => {
        starting = null;
        if (isStartRequested) wake();
      });
  }

  function wakeLater(): void {
    timer ??= setTimeout(() => {
      timer = null;
      wake();
    }, fullDiskWaitMs).unref();
  }

  /** Adds the tasks of videos and languages that only now can be transcribed or translated. */
  async function addPossibleTasks(): Promise<void> {
    const { transcribedLanguages, canTranslate } = deps.engines();
    if (isEngineCheckDue) {
      isEngineCheckDue = false;
      for (const { batchId, languageId } of await store.listAwaiting())
        if (transcribedLanguages.has(languageId)) await store.queueTranscription(batchId, now());
    }
    if (!deps.engine?.translator) return;
    for (const language of await store.listUntranslated())
      if (canTranslate(language.from, language.to)) await store.queueTranslation(language);
  }

  async function startTasks(): Promise<void> {
    for (;;) {
      // Many tasks that fail immediately would otherwise block the event loop for minutes.
      await yieldToEventLoop();
      if (!isStartRequested || closing.signal.aborted) return;
      isStartRequested = false;
      await addPossibleTasks();
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
          onIngested();
          if (!timer) wake();
        });
        running.set(task.id, { task, work });
      }
    }
  }

  /** A suspect runs alone, so that the tasks beside it are not counted as crashed with it. */
  function nextTask(waiting: readonly TaskRow[], others: readonly TaskRow[]): TaskRow | null {
    const suspect = waiting.find(isSuspect);
    if (!suspect) return chooseTask(waiting, others);
    return others.length === 0 ? suspect : null;
  }

  async function run(task: TaskRow): Promise<void> {
    try {
      if (task.attempts >= maxCrashes) {
        log.error(
          `ingestion: the process ended ${task.attempts} times during a ${task.kind} task; the task fails`,
        );
        await failTask(task, await crashNote(store, task));
        return;
      }
      // Stored durably before the task starts, so that a crash during the task is counted.
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
        log.warn("ingestion: no space left on the disk; retrying later", error);
        wakeLater();
        return;
      }
      if (!(error instanceof Interrupted)) {
        log.error("ingestion: failed", task.kind, error);
        await failTask(task, unexpected).catch((failure: unknown) => {
          log.error("ingestion: a failure could not be stored", failure);
          wakeLater();
        });
        return;
      }
      // The batch or request of the task was deleted.
      await store.removeTask(task.id).catch(wakeLater);
    }
  }

  async function perform(task: TaskRow): Promise<void> {
    if (task.kind === "bulk") await ingestBulk(deps, task, closing.signal);
    else if (task.step === "cast") await castBatch(deps, task);
    else if (task.kind === "batch") await ingestBatch(deps, task, closing.signal);
    else await ingestLanguage(deps, task, closing.signal);
  }

  async function failTask(task: TaskRow, note: string): Promise<void> {
    const failure = { result: "failed" as const, note };
    if (task.kind === "bulk") await store.finishBulkRead(task, note);
    // The batch keeps its lines, without voices.
    else if (task.step === "cast") await store.finishCasting(task, [], now());
    else if (task.kind === "batch") await endIngestion(deps, task, failure);
    else await store.finishLanguage(task, failure, now());
  }

  wake();
  return {
    wake,
    checkEngine() {
      isEngineCheckDue = true;
      wake();
    },
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await starting;
      await Promise.all([...running.values()].map(({ work }) => work));
      await cleanup.close();
    },
  };
}
