/** Reads the facts of media files in threads that are ended when they do not respond. */
import { Worker } from "node:worker_threads";
import { mediaError } from "./problems";
import { probeTimeoutMs } from "./limits";
import type { ReadFacts } from "./facts";
import type { ProbeJob, ProbeReply } from "./probe-thread";

export interface ProbeThreads {
  /** Rejects with EngineError, the error of the operating system, or the reason of the signal. */
  read(file: string, signal: AbortSignal): Promise<ReadFacts>;
  close(): Promise<void>;
}

export interface ProbeThreadsOptions {
  /** The bundle of probe-thread.ts. */
  file: string;
  /** The largest number of threads. */
  maxThreads?: number;
  /** For one file, in milliseconds. */
  timeoutMs?: number;
}

/** An idle thread is ended after this time, in milliseconds: it uses about 50 MB. */
const idleMs = 10_000;

const resourceLimits = { maxOldGenerationSizeMb: 256 };

interface Job {
  file: string;
  signal: AbortSignal;
  resolve: (facts: ReadFacts) => void;
  reject: (error: Error) => void;
  onAbort: () => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** The timeout of the job, or the time until the idle thread is ended. */
  timer: NodeJS.Timeout;
}

export function createProbeThreads(options: ProbeThreadsOptions): ProbeThreads {
  const { file: program, maxThreads = 2, timeoutMs = probeTimeoutMs } = options;
  const threads = new Set<Thread>();
  const ends = new Set<Promise<unknown>>();
  const waiting: Job[] = [];
  let isClosed = false;

  function settle(job: Job, outcome: ReadFacts | Error): void {
    job.signal.removeEventListener("abort", job.onAbort);
    if (outcome instanceof Error) job.reject(outcome);
    else job.resolve(outcome);
  }

  /** Ends the thread, and its job with this error. */
  function end(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const ending = thread.worker.terminate().finally(() => ends.delete(ending));
    ends.add(ending);
    if (thread.job) settle(thread.job, error);
    thread.job = null;
    startNext();
  }

  function startThread(): Thread {
    const worker = new Worker(program, { env: {}, argv: [], execArgv: [], resourceLimits });
    const thread: Thread = { worker, job: null, timer: setTimeout(() => undefined, 0) };
    worker.on("message", (reply: ProbeReply) => receive(thread, reply));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      end(thread, mediaError(isFull ? "too-much-memory" : "not-readable"));
    });
    worker.on("exit", () => end(thread, mediaError("not-readable")));
    threads.add(thread);
    return thread;
  }

  function receive(thread: Thread, reply: ProbeReply): void {
    const { job } = thread;
    if (!job) return;
    if ("problem" in reply && reply.problem === "not-readable") {
      // WebAssembly that failed is in an unknown state.
      end(thread, mediaError(reply.problem));
      return;
    }
    thread.job = null;
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, mediaError("not-readable")), idleMs);
    thread.timer.unref();
    thread.worker.unref();
    if ("facts" in reply) settle(job, reply.facts);
    else if ("problem" in reply) settle(job, mediaError(reply.problem));
    else
      settle(job, Object.assign(new Error("the media file cannot be read"), { code: reply.error }));
    startNext();
  }

  function startNext(): void {
    while (waiting.length > 0 && !isClosed) {
      const idle = [...threads].find(({ job }) => job === null);
      if (!idle && threads.size >= maxThreads) return;
      const job = waiting.shift();
      if (!job) return;
      start(idle ?? startThread(), job);
    }
  }

  function start(thread: Thread, job: Job): void {
    thread.job = job;
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, mediaError("too-slow")), timeoutMs);
    thread.worker.ref();
    thread.worker.postMessage({ file: job.file } satisfies ProbeJob);
  }

  function abort(job: Job): void {
    const reason = job.signal.reason as Error;
    const thread = [...threads].find((one) => one.job === job);
    if (thread) {
      end(thread, reason);
      return;
    }
    waiting.splice(waiting.indexOf(job), 1);
    settle(job, reason);
  }

  return {
    read: (file, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw new Error("closed");
        const job: Job = { file, signal, resolve, reject, onAbort: () => abort(job) };
        signal.addEventListener("abort", job.onAbort, { once: true });
        waiting.push(job);
        startNext();
      }),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) settle(job, new Error("closed"));
      for (const thread of threads) end(thread, new Error("closed"));
      await Promise.all(ends);
    },
  };
}
