/** The queue of background tasks. Tasks are rows, so they survive restarts. */
import { withEitherSignal } from "../../common/either-signal";
import type { ConfirmationRows } from "../rows/confirmation-port";
import type { PurgeRows } from "../rows/batches/batch-port";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Log } from "../../common/log";
import { createPacedReport } from "../../common/paced-report";
import { isDiskFull, isTemporary } from "../common/http-error";
import type { AwaitingRows, ClaimedTask, TaskRow } from "../rows/batches/ingestion-port";
import { castBatch } from "./cast-batch";
import { failIngestion, ingestBatch } from "./ingest-batch";
import { ingestBulk } from "./ingest-bulk";
import { ingestLanguage } from "./ingest-language";
import { crashNote } from "./crash-note";
import { createSlots } from "./slots";
import { createBackgroundLoop, type Began } from "../common/background-loop";
import { LostLease } from "../rows/lease-port";
import { LeasedElsewhere, type Leases } from "../work/leases";
import { AwaitedError } from "../common/outside-work";
import { endReading } from "./read-sources";
import { Interrupted, type IngestDeps } from "./task";
import { createRowRemoval } from "./removed-rows";

export interface IngestionDeps extends IngestDeps {
  store: IngestDeps["store"] & AwaitingRows & ConfirmationRows & PurgeRows;
  leases: Leases;
  log: Log;
  began?: Began | undefined;
  /** Whether tasks may be run in this process; default: they may. */
  mayUseEngine?: (() => boolean) | undefined;
  /** Deletes the files of removed rows. */
  removeFiles: () => Promise<void>;
  /** Called after tasks: batches may be complete. */
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

/** A task fails after the process ended this many times while running it. */
const maxCrashes = 2;
/**
 * Whether a process ended while running this task. The cause may be this task, a concurrent one, or
 * the user.
 */
const isSuspect = ({ crashes }: TaskRow) => crashes > 0;
/**
 * The shortest time between two searches for what ended tasks make possible, in milliseconds:
 * searching after each of a thousand short tasks takes about as long as the tasks.
 */
const followUpMs = 50;
/** Tasks of a group that wait for short work outside at the same time. */
const maxWaiting = 1000;
const unexpected = "unexpected error; see the log of the local workspace";

/**
 * Also starts at once with the tasks that an earlier process left. Tasks of one batch run one after
 * the other; other tasks run concurrently, with slots shared fairly between groups. Deleted rows
 * are removed meanwhile.
 *
 * A task's row is deleted in the same transaction that stores its outcome: if the process is
 * killed, the task is repeated, but its outcome is stored only once. A task during which the
 * process ended runs alone the next time, and fails if the process ends again. A transcription goes
 * on beside the tasks: it counts as a part of its task, but only other suspects wait for its end.
 */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { store, leases, log, now, began, onIngested, parallel = 4 } = deps;
  const loop = createBackgroundLoop<number>({ name: "ingestion", step: startTasks, began, log });
  const { signal } = loop;
  const running = new Map<number, TaskRow>();
  /** The tasks of transcriptions in progress. They take no slot. */
  const transcribing = new Set<TaskRow>();
  const chooseTask = createSlots(parallel);
  /** Tasks that wait for short work outside, which later tasks of their project wait for too. */
  const inOrder = new Map<number, TaskRow>();
  const rowRemoval = createRowRemoval({ store, log, removeFiles: deps.removeFiles });
  const followUp = createPacedReport(() => {
    onIngested();
    rowRemoval.wake();
  }, followUpMs);
  let isEngineCheckDue = true;
  let areTasksReleased = false;

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
    await leases.start();
    if (deps.mayUseEngine?.() === false) return;
    if (!areTasksReleased) await store.releaseTasks();
    areTasksReleased = true;
    // Many tasks that fail immediately would otherwise block the event loop for minutes.
    await yieldToEventLoop();
    if (signal.aborted) return;
    await addPossibleTasks();
    const free = parallel - running.size;
    if (free <= 0) return;
    // They take no slot.
    const waiting = loop.aside();
    const candidates = await store.listTasks(free, {
      running: [...running.keys()],
      waiting,
      overtaken: waiting.filter((id) => !inOrder.has(id)),
    });
    for (;;) {
      const due = candidates.filter(({ id, group }) => !running.has(id) && mayWait(group));
      const others = [...running.values()];
      const task = others.some(isSuspect) ? null : nextTask(due, others);
      if (!task) break;
      running.set(task.id, task);
      const work = run(task).finally(() => {
        running.delete(task.id);
        followUp.request();
      });
      void loop.begin(work, "a task failed");
    }
  }

  /** Whether another task of the group may wait for work outside: each is counted in every step. */
  const mayWait = (group: string) =>
    [...inOrder.values()].filter((task) => task.group === group).length < maxWaiting;

  function waitFor(task: TaskRow, { ended, isShort, isCounted }: AwaitedError): void {
    if (isCounted) {
      transcribing.add(task);
      void ended.then(() => transcribing.delete(task));
    }
    if (isShort) {
      inOrder.set(task.id, task);
      void ended.then(() => inOrder.delete(task.id));
    }
    loop.setAside(task.id, ended);
  }

  /** A suspect runs alone, so that the tasks beside it are not counted as crashed with it. */
  function nextTask(due: readonly TaskRow[], others: readonly TaskRow[]): TaskRow | null {
    const suspect = due.find(isSuspect);
    if (!suspect) return chooseTask(due, others);
    // A transcription may take hours: only suspects wait for it.
    if (transcribing.size > 0)
      return chooseTask(
        due.filter((task) => !isSuspect(task)),
        others,
      );
    return others.length === 0 ? suspect : null;
  }

  async function run(task: TaskRow): Promise<void> {
    try {
      await leases.run("ingest", String(task.id), (lease) =>
        withEitherSignal(signal, lease.signal, (ending) => runClaimed({ ...task, lease }, ending)),
      );
    } catch (error) {
      if (signal.aborted) return;
      // It is not listed while another process runs it, and others of its project wait for it.
      if (error instanceof LeasedElsewhere) void error.ended.then(loop.wake);
      else if (error instanceof AwaitedError) waitFor(task, error);
      else if (isDiskFull(error)) {
        log.warn("ingestion: no space left on the disk; retrying later", error);
        loop.wait();
      } else loop.fail("a task could not be begun or ended", error);
    }
  }

  async function runClaimed(task: ClaimedTask, ending: AbortSignal): Promise<void> {
    try {
      // SECURITY: the workspace may come from another computer, and scripts and videos may be at
      // URLs.
      if (task.step === "read" && !(await store.isTaskConfirmed(task))) {
        log.warn(`ingestion: a ${task.kind} task was not begun on this computer; it waits`);
        await store.holdTask(task);
        return;
      }
      if (task.crashes >= maxCrashes) {
        log.error(
          `ingestion: the process ended ${task.crashes} times during a ${task.kind} task; the task fails`,
        );
        await failTask(task, await crashNote(store, task));
        return;
      }
      await perform(deps, task, ending);
    } catch (error) {
      const isRepeated =
        error instanceof AwaitedError ||
        error instanceof LostLease ||
        isDiskFull(error) ||
        isTemporary(error);
      if (ending.aborted || isRepeated) throw error;
      // The batch or request of the task was deleted.
      if (error instanceof Interrupted) await store.removeTask(task);
      else {
        log.error("ingestion: failed", task.kind, error);
        await failTask(task, unexpected);
      }
    }
    if (task.step === "read") endReading(deps, task);
  }

  async function failTask(task: ClaimedTask, note: string): Promise<void> {
    const failure = { result: "failed" as const, note };
    if (task.kind === "bulk") await store.finishBulkRead(task, note);
    // The batch keeps its lines, without voices.
    else if (task.step === "cast") await store.finishCasting(task, [], now());
    else if (task.kind === "batch") await failIngestion(deps, task, note);
    else await store.finishLanguage(task, failure, now());
  }

  function wake(): void {
    rowRemoval.wake();
    loop.wakeNow();
  }

  loop.wake();
  return {
    wake,
    checkEngine() {
      isEngineCheckDue = true;
      wake();
    },
    async close() {
      await loop.close();
      followUp.stop();
      await rowRemoval.close();
    },
  };
}

async function perform(deps: IngestDeps, task: ClaimedTask, ending: AbortSignal): Promise<void> {
  if (task.kind === "bulk") await ingestBulk(deps, task, ending);
  else if (task.step === "cast") await castBatch(deps, task);
  else if (task.kind === "language") await ingestLanguage(deps, task, ending);
  else await ingestBatch(deps, task, ending);
}
