/**
 * Reads script files in worker threads that can be killed: a hostile or broken file costs its time and memory
 * limits, and nothing else waits for it.
 */
import { Worker } from "node:worker_threads";
import { maxFileBytes } from "./limits";
import type { BulkScript, ReadOptions, Script, ScriptProblem } from "./model";
import { fileProblem, tooLarge, unread } from "./problems";
import type { Rewritten } from "./rewrite";
import type { ScriptAnswer, ScriptJob, ScriptMessage, WantsMore } from "./worker";

export interface ScriptReader {
  /** Never rejects: what cannot be read is a script without lines and with one "error" problem. */
  readScript(bytes: Uint8Array, fileName: string, options: ReadOptions): Promise<Script>;
  /** Never rejects, likewise. */
  readBulk(bytes: Uint8Array, fileName: string): Promise<BulkScript>;
  /** Ends the workers. Jobs that are not done end with the problem "closed". */
  close(): Promise<void>;
}

/** For those who change scripts as well. */
export interface ScriptRewriter {
  /** A copy of a script whose source audio is elsewhere, by what stands in the file. Never rejects. */
  rewriteAudio(
    bytes: Uint8Array,
    fileName: string,
    paths: ReadonlyMap<string, string>,
  ): Promise<Rewritten>;
}

interface Job {
  message: ScriptJob;
  /** What has come so far of its lines or rows. */
  items: unknown[];
  /** With what the worker said, or with why it said nothing. */
  settle: (outcome: ScriptAnswer | ScriptProblem) => void;
}

interface Seat {
  worker: Worker | null;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

/** A worker that has had nothing to do for so long gives its memory back. */
const idleMs = 30_000;

const isProblem = (outcome: ScriptAnswer | ScriptProblem): outcome is ScriptProblem =>
  "severity" in outcome;

/** An answer with the lines or rows that came before it. */
function whole(answer: ScriptAnswer, items: unknown[]): ScriptAnswer {
  if ("lines" in answer) return { ...answer, lines: items as Script["lines"] };
  return "rows" in answer ? { ...answer, rows: items as BulkScript["rows"] } : answer;
}

/**
 * A pool of `workers` (1) threads running `workerFile` (the bundle of worker.ts), one job at a time each. A job
 * that takes longer than `timeoutMs` (10,000, counted from its start, not while it waits) or more heap than
 * `memoryMb` (512) ends with the problem "too-slow" or "too-much-memory", and its worker is replaced.
 */
export function createScriptReader(options: {
  workerFile: string;
  timeoutMs?: number;
  memoryMb?: number;
  workers?: number;
}): ScriptReader & ScriptRewriter {
  const { workerFile, timeoutMs = 10_000, memoryMb = 512, workers = 1 } = options;
  const seats = Array.from({ length: workers }, (): Seat => ({
    worker: null,
    job: null,
    timer: null,
  }));
  const waiting: Job[] = [];
  const endings = new Set<Promise<unknown>>();
  let isClosed = false;

  /** Ends the seat's worker and its job; the next job gets a new one. */
  function vacate(seat: Seat, outcome: ScriptProblem): void {
    const { worker } = seat;
    seat.worker = null;
    if (worker !== null) {
      const ending = worker.terminate().finally(() => endings.delete(ending));
      endings.add(ending);
    }
    finish(seat, outcome);
  }

  function finish(seat: Seat, outcome: ScriptAnswer | ScriptProblem): void {
    const { job } = seat;
    seat.job = null;
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    job?.settle(outcome);
    if (seat.worker !== null) rest(seat, seat.worker);
    next();
  }

  /** Until the next job, the worker keeps neither the program alive nor its memory for long. */
  function rest(seat: Seat, worker: Worker): void {
    worker.unref();
    seat.timer = setTimeout(() => vacate(seat, fileProblem("closed")), idleMs);
    seat.timer.unref();
  }

  function hire(seat: Seat): Worker {
    const worker = new Worker(workerFile, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // A document has no business with the environment or the arguments of the program.
      env: {},
      argv: [],
      execArgv: [],
    });
    // A worker that was let go may still speak; nobody listens to it then.
    const isCurrent = () => seat.worker === worker;
    worker.on("message", (message: ScriptMessage) => {
      if (!isCurrent()) return;
      const items = seat.job?.items ?? [];
      if ("answer" in message) {
        finish(seat, whole(message.answer, items));
        return;
      }
      items.push(...message.items);
      worker.postMessage({ kind: "more" } satisfies WantsMore);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      if (isCurrent()) vacate(seat, fileProblem(isMemory ? "too-much-memory" : "reader-failed"));
    });
    worker.on("exit", () => {
      if (isCurrent()) vacate(seat, fileProblem("reader-failed"));
    });
    return worker;
  }

  function next(): void {
    for (const seat of seats) {
      if (seat.job !== null || waiting.length === 0) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      if (seat.timer !== null) clearTimeout(seat.timer);
      seat.job = job;
      seat.worker ??= hire(seat);
      seat.worker.ref();
      seat.timer = setTimeout(() => vacate(seat, fileProblem("too-slow")), timeoutMs);
      // Its own copy, handed over whole: the caller keeps the bytes, and no larger buffer behind them is sent.
      const bytes = Uint8Array.from(job.message.bytes);
      seat.worker.postMessage({ ...job.message, bytes }, [bytes.buffer]);
    }
  }

  function run(message: ScriptJob): Promise<ScriptAnswer | ScriptProblem> {
    if (isClosed) return Promise.resolve(fileProblem("closed"));
    if (message.bytes.length > maxFileBytes) return Promise.resolve(tooLarge());
    return new Promise((settle) => {
      waiting.push({ message, items: [], settle });
      next();
    });
  }

  return {
    async readScript(bytes, fileName, readOptions) {
      const outcome = await run({ kind: "script", bytes, fileName, options: readOptions });
      return isProblem(outcome) ? unread([outcome]) : (outcome as Script);
    },
    async readBulk(bytes, fileName) {
      const outcome = await run({ kind: "bulk", bytes, fileName });
      return isProblem(outcome) ? { rows: [], problems: [outcome] } : (outcome as BulkScript);
    },
    async rewriteAudio(bytes, fileName, paths) {
      const outcome = await run({ kind: "rewrite", bytes, fileName, paths });
      return isProblem(outcome) ? { bytes: null, problems: [outcome] } : (outcome as Rewritten);
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle(fileProblem("closed"));
      for (const seat of seats) vacate(seat, fileProblem("closed"));
      await Promise.all(endings);
    },
  };
}
